import { BookError } from '../domains/billing/credits/book-file.ts'
import { ConfigError } from '../kit/config/config.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { SecretError } from '../kit/secrets.ts'
import { BackupError } from '../operations/backup/manifest.ts'
import { EmbeddedPostgresError } from '../operations/embedded/embedded-postgres.ts'
import { SchemaError } from '../operations/schema/migrate.ts'
import { ImportError } from '../sources/directory/import/import.ts'
import { MoveError } from '../sources/directory/move-directory.ts'
import { UsageError } from './command.ts'

/** Errors that a person can fix. Their message is enough. */
const EXPLAINED = [
  ApiError,
  BackupError,
  BookError,
  ConfigError,
  EmbeddedPostgresError,
  ImportError,
  MoveError,
  SchemaError,
  SecretError,
  UsageError,
]

const LISTEN_ERRORS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `PORT: ${port} on ${host} is already in use. Set PORT to another port.`,
  EACCES: (_host, port) => `PORT: this user may not listen on ${port}. Set PORT to 1024 or more.`,
  EADDRNOTAVAIL: (host) =>
    `HOST: ${host} is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0.`,
  ENOTFOUND: (host) => `HOST: ${host} does not resolve to an address. Set HOST to an address of this machine.`,
  EAI_AGAIN: (host) => `HOST: ${host} does not resolve to an address. Set HOST to an address of this machine.`,
  EAFNOSUPPORT: (host) => `HOST: this machine has no network for ${host}. Set HOST to one of its addresses.`,
}

export interface Explanation {
  readonly code: string
  readonly message: string
}

/** Explains an error. An unknown error is a bug and keeps its stack. */
export function explainError(error: unknown): Explanation {
  const { code = '', syscall, address, hostname, port = 0 } = error as NodeJS.ErrnoException & ListenErrorFields
  const isListening = syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo'
  const listening = isListening ? LISTEN_ERRORS[code] : undefined
  if (listening) return { code: 'config_error', message: listening(address ?? hostname ?? '', port) }
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  if (error instanceof UsageError) return { code: 'usage_error', message: error.message }
  if (isDiskFull(error)) return { code: 'disk_full', message: diskFull(error) }
  if (EXPLAINED.some((known) => error instanceof known))
    return { code: snakeCase((error as Error).name), message: (error as Error).message }
  return { code: 'internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

/** Detects a full disk, reported by the system, by a PostgreSQL statement, or in the log of a failed PostgreSQL start. */
function isDiskFull(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException
  return ['ENOSPC', 'EDQUOT', '53100'].includes(code) || /no space left on device/i.test(message)
}

function diskFull(error: unknown): string {
  const [line = ''] = /[^\n]*no space left on device[^\n]*/i.exec((error as Error).message) ?? [
    (error as Error).message,
  ]
  return `The disk is full. Free some space where QUOIN_DATA is, or where the database is, then start Quoin again. No stored data is lost. (${line.trim()})`
}

interface ListenErrorFields {
  readonly address?: string
  readonly hostname?: string
  readonly port?: number
}

function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
}
