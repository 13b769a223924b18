import { UsageError } from './commands/arguments.ts'
import { COMMANDS, USAGE } from './commands/commands.ts'
import { BookError } from './domains/billing/credits/book-file.ts'
import { ConfigError, readConfig } from './kit/config.ts'
import { ApiError } from './kit/declare/errors.ts'
import { EmbeddedPostgresError } from './kit/postgres/embedded/embedded-postgres.ts'
import { SchemaError } from './kit/postgres/migrate.ts'
import { SecretError } from './kit/secrets.ts'
import { ImportError } from './sources/directory/import/import.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

async function runCommand(name: string | undefined, args: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help') {
    print(USAGE)
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    process.stderr.write(`There is no command ${JSON.stringify(name)}.\n\n${USAGE}\n`)
    return 2
  }
  return (await command.run(readConfig(process.env), args, print)) ?? 0
}

/** Errors that a person can correct: their message is enough. */
const EXPLAINED = [
  ApiError,
  BookError,
  ConfigError,
  EmbeddedPostgresError,
  ImportError,
  SchemaError,
  SecretError,
  UsageError,
]

/** Any other error is a bug and keeps its stack. */
function explain(error: unknown): string {
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') return `Port ${port} on ${address} is in use. Set PORT to another one.`
  if (EXPLAINED.some((known) => error instanceof known)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

runCommand(process.argv[2], process.argv.slice(3)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  },
)
