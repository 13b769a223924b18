import { DatabaseError } from 'pg'
import { ConfigError } from '../config.ts'
import { connect } from './db.ts'
import { getServerVersion } from './health.ts'

const MAJOR_MIN = 15

/** Throws what is wrong with DATABASE_URL, without its password. */
export async function assertReachable(url: string): Promise<void> {
  const db = connect(url, { max: 1, name: 'quoin start' })
  const { host, port } = db.options.config
  const server = `PostgreSQL at ${host}:${port}`
  try {
    const { text, major } = await getServerVersion(db)
    if (major < MAJOR_MIN) throw new ConfigError(`DATABASE_URL: ${server} is ${text}. Use ${MAJOR_MIN} or newer.`)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`DATABASE_URL: ${server} ${describe(error)}`, { cause: error })
  } finally {
    await db.end({ timeout: 1 }).catch(() => {})
  }
}

const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections. Start it, or correct host and port.',
  ENOTFOUND: 'cannot be found: the host name does not resolve. Correct it.',
  EAI_AGAIN: 'cannot be found: the name server does not answer.',
  ETIMEDOUT: 'does not answer. Check host, port and firewall.',
  EHOSTUNREACH: 'cannot be reached from this machine. Check host and network.',
  ENETUNREACH: 'cannot be reached from this machine. Check host and network.',
}

function describe(error: unknown): string {
  const { code = '', message, cause } = error as Error & { code?: string }
  if (error instanceof DatabaseError) return `answers: ${message}. Correct user, password or database.`
  const inner = cause instanceof Error ? cause.message : message
  if (/timeout/i.test(inner)) return NETWORK_ERRORS['ETIMEDOUT'] ?? ''
  return NETWORK_ERRORS[code] ?? `cannot be used: ${inner}.`
}
