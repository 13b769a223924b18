import { readFileSync } from 'node:fs'
import { type Config, ConfigError } from '../../kit/config/config.ts'
import { countProcessConnections } from '../../kit/postgres/pool/pool-sizes.ts'

/** Reserved for media, outgoing connections and the process itself, in addition to the database's files. */
const OTHER_FILES = 256
const CONNECTIONS_MIN = 16

export interface ConnectionLimit {
  readonly max: number
  /** Set when the limit is lower than CONNECTIONS_MAX. */
  readonly warning?: string
}

/**
 * Fits CONNECTIONS_MAX to the number of files that this process may open. Otherwise clients could use up all files, and the
 * database could no longer be reached.
 */
export function fitConnections(config: Config): ConnectionLimit {
  const files = readFileLimit()
  const wanted = config.CONNECTIONS_MAX
  const kept = countProcessConnections(config) + OTHER_FILES
  if (wanted + kept <= files) return { max: wanted }
  const max = files - kept
  const remedy = `Raise the limit to ${wanted + kept} (ulimit -n, LimitNOFILE= of systemd), or lower CONNECTIONS_MAX.`
  if (max < CONNECTIONS_MIN)
    throw new ConfigError(
      `CONNECTIONS_MAX: this process may open ${files} files, and ${kept} are reserved for the database and media. ${remedy}`,
    )
  return {
    max,
    warning: `This process may open ${files} files: it accepts ${max} connections instead of ${wanted} (CONNECTIONS_MAX), and reserves ${kept} files for the database and media. ${remedy}`,
  }
}

/** Returns the number of files that this process may open; Infinity where the system does not report it. */
function readFileLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    return Infinity
  }
}
