import type { Config } from '../kit/config.ts'
import { creditsCommand } from './credits.ts'
import { doctor } from './doctor.ts'
import { importCommand } from './import.ts'
import { keysCommand } from './keys.ts'
import { ledgerCommand } from './ledger.ts'
import { migrateCommand } from './migrate.ts'
import { ordersCommand } from './orders.ts'
import { pricesCommand } from './prices.ts'
import { runOnce } from './run-once.ts'
import { startProcess } from './start.ts'
import { suppressCommand } from './suppress.ts'

export type Print = (text: string) => void

export interface Command {
  /** One line of the usage. */
  readonly summary: string
  /** Answers the exit code; 0 when there is none. */
  readonly run: (config: Config, args: string[], print: Print) => Promise<number | void>
}

/** Every command of quoin-server, in the order of the usage. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  all: {
    summary: 'run the API and the background work in one process (what npm start runs)',
    run: (config, _args, print) => startProcess(config, { serve: true, work: true }, print),
  },
  serve: {
    summary: 'run the API only',
    run: (config, _args, print) => startProcess(config, { serve: true, work: false }, print),
  },
  work: {
    summary: 'run the background work only',
    run: (config, _args, print) => startProcess(config, { serve: false, work: true }, print),
  },
  migrate: {
    summary: 'bring the database schema up to date, then exit',
    run: (config, _args, print) => migrateCommand(config, print),
  },
  keys: {
    summary: 'list, create or revoke API keys, also when a workspace has none left',
    run: (config, args, print) => runOnce(config, args, keysCommand, print),
  },
  credits: {
    summary: 'grant, revoke, refund or adjust credits',
    run: (config, args, print) => runOnce(config, args, creditsCommand, print),
  },
  orders: {
    summary: 'list, approve, cancel or refund orders',
    run: (config, args, print) => runOnce(config, args, ordersCommand, print),
  },
  prices: {
    summary: 'publish a price book',
    run: (config, args, print) => runOnce(config, args, pricesCommand, print),
  },
  import: {
    summary: 'import people into the directory, from a file or invented ones',
    run: (config, args, print) => runOnce(config, args, importCommand, print),
  },
  suppress: {
    summary: "keep an email, a domain or a person out of every workspace's answers",
    run: (config, args, print) => runOnce(config, args, suppressCommand, print),
  },
  doctor: {
    summary: 'check database, schema, master key, clock, disk and network, and say what to do',
    run: (config, _args, print) => doctor(config, print),
  },
  ledger: {
    summary: 'verify [--workspace ID]: recompute every balance from the journal and report discrepancies',
    run: ledgerCommand,
  },
}

const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)

export const USAGE = `quoin-server COMMAND

${lines.join('\n')}

Settings come from environment variables; docs/configuration.md lists them.`
