import { readFileSync } from 'node:fs'
import { type Config, ConfigError } from './config.ts'
import { countProcessConnections } from './postgres/pool-sizes.ts'

/** Kept for media, outgoing connections and the process itself, beside those of the database. */
const OTHER_FILES = 256
const CONNECTIONS_MIN = 16

export interface ConnectionLimit {
  readonly max: number
  /** Set when there are fewer than CONNECTIONS_MAX asks for. */
  readonly warning?: string
}

/**
 * Fits CONNECTIONS_MAX to the files that this process may open. Without that, clients could take the last ones, and the database could
 * no longer be reached.
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
      `CONNECTIONS_MAX: this process may open ${files} files, and ${kept} are kept for the database and media. ${remedy}`,
    )
  return {
    max,
    warning: `This process may open ${files} files: it accepts ${max} connections instead of the ${wanted} of CONNECTIONS_MAX, and keeps ${kept} files for the database and media. ${remedy}`,
  }
}

/** Returns how many files this process may open; Infinity where the system does not say. */
function readFileLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    return Infinity
  }
}
