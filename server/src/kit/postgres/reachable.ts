import { DatabaseError } from 'pg'
import { ConfigError } from '../config/config.ts'
import { parseAddress } from './address.ts'
import { type ConnectOptions, connect } from './db.ts'
import { getServerVersion } from './health.ts'
import { NoPrimary } from './servers.ts'

const MAJOR_MIN = 15

/** Throws an error that explains what is wrong with a database URL, without its password. */
export async function assertReachable(
  url: string,
  variable = 'DATABASE_URL',
  options: ConnectOptions = {},
): Promise<void> {
  const db = connect(url, { ...options, max: 1, name: 'quoin start' })
  const shown = parseAddress(url)
    .servers.map(({ host, port }) => `${host}:${port}`)
    .join(', ')
  const server = `PostgreSQL at ${shown}`
  try {
    const { text, major } = await getServerVersion(db)
    if (major < MAJOR_MIN) throw new ConfigError(`${variable}: ${server} is ${text}. Use ${MAJOR_MIN} or newer.`)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${variable}: ${server} ${describe(error)}`, { cause: error })
  } finally {
    await db.end({ timeout: 1 }).catch(() => {})
  }
}

const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections. Start it, or correct host and port.',
  ENOTFOUND: 'cannot be found: the host name does not resolve. Correct it.',
  EAI_AGAIN: 'cannot be found: the name server does not respond.',
  ETIMEDOUT: 'does not respond. Check host, port and firewall.',
  EHOSTUNREACH: 'cannot be reached from this machine. Check host and network.',
  ENETUNREACH: 'cannot be reached from this machine. Check host and network.',
}

function describe(error: unknown): string {
  const { code = '', message, cause } = error as Error & { code?: string }
  if (error instanceof NoPrimary)
    return 'is a standby, which accepts no writes. Use the primary, or list all servers separated by commas.'
  if (/unsupported startup parameter/.test(message))
    return 'is a pooler. Set DATABASE_SESSION_URL to the PostgreSQL server behind it.'
  if (error instanceof DatabaseError) return `responded: ${message}. Correct user, password or database.`
  const inner = cause instanceof Error ? cause.message : message
  if (/timeout/i.test(inner)) return NETWORK_ERRORS['ETIMEDOUT'] ?? ''
  return NETWORK_ERRORS[code] ?? `cannot be used: ${inner}.`
}
