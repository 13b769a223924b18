import { type DestinationStream, destination, type Logger, pino } from 'pino'

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

/** Opens a stream of readable lines on a terminal, and of JSON everywhere else. The formatter is loaded only for a terminal. */
export async function openLogStream(fd: 1 | 2, isJson = false): Promise<DestinationStream> {
  const stream = fd === 1 ? process.stdout : process.stderr
  if (!stream.isTTY || isJson) return destination({ fd, sync: true })
  const { readableLines } = await import('./readable-log.ts')
  return readableLines(stream)
}

/** Creates a log that removes secrets twice: by the name of their field, and by their form anywhere in the text. */
export function createLog(level: string, stream?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    hooks: { streamWrite: maskSecrets },
  }
  return stream ? pino(options, stream) : pino(options)
}

const NAME =
  '(?:[\\w-]*(?:secret|token|password|jwt)|(?:api|master|private)[_-]?key|(?:proxy-)?authorization|(?:set-)?cookie|pin|credentials|key|access|refresh)'
const FIELD = new RegExp(`("${NAME}":)"(?:[^"\\\\]|\\\\.)*"`, 'gi')
const QUOTED_FIELD = new RegExp(`(\\\\"${NAME}\\\\":\\s*)\\\\"[^"\\\\]*\\\\"`, 'gi')

export function maskSecrets(line: string): string {
  return (
    line
      .replace(/\b(qk_(?:live|test)_)[0-9A-Za-z]+/g, '$1[redacted]')
      .replace(/\b(q[acdr]_)[\w-]{43}/g, '$1[redacted]')
      .replace(/\b([sr]k_(?:live|test)_)[0-9A-Za-z]+/g, '$1[redacted]')
      // The URLs of a Telegram bot contain its token.
      .replace(/(?<!\d)(\d{3,20}:)[\w-]{30,100}/g, '$1[redacted]')
      .replace(/\bwhsec_[0-9A-Za-z+/=]+/g, 'whsec_[redacted]')
      .replace(/\b(Bearer|Basic) +[\w.~+/=-]{6,}/gi, '$1 [redacted]')
      .replace(/\b(\w{1,32}:\/\/)[^\s"/?#]{1,1024}@/g, '$1[redacted]@')
      // A password may contain a slash; something that looks like a port is treated as one.
      .replace(/\b(\w{1,32}:\/\/)[^\s:/@"]*:(?!\d{1,5}[/?#])[^\s@"]{1,256}@/g, '$1[redacted]@')
      .replace(FIELD, '$1"[redacted]"')
      .replace(QUOTED_FIELD, '$1\\"[redacted]\\"')
  )
}
