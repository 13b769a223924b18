import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'key',
  'secret',
  'token',
  'password',
  'pin',
  'credentials',
  'access_token',
  'refresh_token',
  'tokens',
]

/** Secrets are removed twice: by the name of their field, and by their form anywhere in the text. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    hooks: { streamWrite: maskSecrets },
  }
  return destination ? pino(options, destination) : pino(options)
}

const NAME =
  '(?:[\\w-]*(?:secret|token|password)|(?:api|master|private)[_-]?key|(?:proxy-)?authorization|(?:set-)?cookie|pin|credentials|key|access|refresh)'
const FIELD = new RegExp(`("${NAME}":)"(?:[^"\\\\]|\\\\.)*"`, 'gi')
const QUOTED_FIELD = new RegExp(`(\\\\"${NAME}\\\\":\\s*)\\\\"[^"\\\\]*\\\\"`, 'gi')

export function maskSecrets(line: string): string {
  return line
    .replace(/\b(qk_(?:live|test)_)[0-9A-Za-z]+/g, '$1[redacted]')
    .replace(/\b([sr]k_(?:live|test)_)[0-9A-Za-z]+/g, '$1[redacted]')
    .replace(/\bwhsec_[0-9A-Za-z+/=]+/g, 'whsec_[redacted]')
    .replace(/\b(Bearer|Basic) +[\w.~+/=-]{6,}/gi, '$1 [redacted]')
    .replace(/\b(\w{1,32}:\/\/[^\s:/@"]*):[^\s@"]{1,256}@/g, '$1:[redacted]@')
    .replace(FIELD, '$1"[redacted]"')
    .replace(QUOTED_FIELD, '$1\\"[redacted]\\"')
}
