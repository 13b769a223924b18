import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from './commands/arguments.ts'
import { creditsCommand } from './commands/credits.ts'
import { doctor } from './commands/doctor.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys.ts'
import { ledgerCommand } from './commands/ledger.ts'
import { ordersCommand } from './commands/orders.ts'
import { pricesCommand } from './commands/prices.ts'
import { runOnce } from './commands/run-once.ts'
import { suppressCommand } from './commands/suppress.ts'
import { BookError } from './domains/billing/credits/book-file.ts'
import { welcome } from './first-run.ts'
import { createMetrics } from './http/metrics.ts'
import { type Config, ConfigError, readConfig } from './kit/config.ts'
import { ApiError } from './kit/declare/errors.ts'
import { EmbeddedPostgresError } from './kit/postgres/embedded/embedded-postgres.ts'
import { SchemaError } from './kit/postgres/migrate.ts'
import { SecretError } from './kit/secrets.ts'
import { openRuntime } from './runtime.ts'
import { startServer } from './serve.ts'
import { ImportError } from './sources/directory/import/import.ts'
import { startWorker } from './worker/worker.ts'

const USAGE = `quoin-server COMMAND

  all       the API and the background work in one process (what npm start runs)
  serve     the API alone
  work      the background work alone
  migrate   bring the database's schema up to date, then end
  keys      list, create or revoke API keys, also when none is left
  credits   grant, revoke, refund or adjust credits
  orders    list, approve, cancel or refund orders
  prices    publish a price book
  import    people FILE: bring people into the directory; --synthetic N makes some
  suppress  leave an email, a domain or a person out of every workspace's answers
  doctor    check database, schema, master key, clock, disk and network, and say what to do
  ledger    verify [--workspace ID]: recompute every balance from the journal, and say where one does not hold

Settings come from the environment; docs/configuration.md lists them.`

const say = (text: string) => process.stdout.write(`${text}\n`)

async function run(config: Config, roles: { serve: boolean; work: boolean }): Promise<void> {
  const runtime = await openRuntime(config)
  const { ctx } = runtime
  // Listened for before the port opens: who is told to stop right after the first answer drains all the same.
  const stopping = stopSignal()
  const metrics = createMetrics()
  const server = roles.serve ? await startServer(ctx, metrics) : undefined
  const worker = roles.work ? await startWorker(ctx, metrics.registry) : undefined
  if (server) await welcome(ctx, server.url, say)
  else say('Quoin works in the background.')

  const signal = await stopping
  ctx.log.info({ signal }, 'stopping')
  // A second signal, or a stop that hangs, ends the process all the same.
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  void sleep((config.DRAIN_NOTICE_SECONDS + config.DRAIN_SECONDS + 10) * 1000, undefined, { ref: false }).then(() =>
    process.exit(1),
  )
  await Promise.all([server?.drain(), worker?.stop()])
  await runtime.close()
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
}

async function migrateOnly(config: Config): Promise<void> {
  const runtime = await openRuntime(config, { attach: true })
  await runtime.close()
  say('The schema is up to date.')
}

async function command(name: string | undefined, args: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help') {
    say(USAGE)
    return name === undefined ? 2 : 0
  }
  const commands: Record<string, (config: Config) => Promise<number | void>> = {
    all: (config) => run(config, { serve: true, work: true }),
    serve: (config) => run(config, { serve: true, work: false }),
    work: (config) => run(config, { serve: false, work: true }),
    migrate: migrateOnly,
    doctor: (config) => doctor(config, say),
    ledger: (config) => ledgerCommand(config, args, say),
    keys: (config) => runOnce(config, args, keysCommand, say),
    credits: (config) => runOnce(config, args, creditsCommand, say),
    orders: (config) => runOnce(config, args, ordersCommand, say),
    prices: (config) => runOnce(config, args, pricesCommand, say),
    suppress: (config) => runOnce(config, args, suppressCommand, say),
    import: (config) => runOnce(config, args, importCommand, say),
  }
  const chosen = commands[name]
  if (!chosen) {
    process.stderr.write(`There is no command ${JSON.stringify(name)}.\n\n${USAGE}\n`)
    return 2
  }
  return (await chosen(readConfig(process.env))) ?? 0
}

const KNOWN = [
  ApiError,
  BookError,
  ConfigError,
  EmbeddedPostgresError,
  ImportError,
  SchemaError,
  SecretError,
  UsageError,
]

/** What a person can mend is told in words; anything else is a bug and keeps its stack. */
function explain(error: unknown): string {
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') return `Port ${port} on ${address} is taken: set PORT to another one.`
  const isKnown = KNOWN.some((known) => error instanceof known)
  if (isKnown) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

command(process.argv[2], process.argv.slice(3)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  },
)
