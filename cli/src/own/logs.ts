import type { Command } from 'commander'
import { pause } from '../../../sdk/src/send.ts'
import { openClient } from '../client.ts'
import { readMoment } from '../events/read-time.ts'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { note } from '../output.ts'
import { paint } from '../table.ts'
import { UsageError } from '../usage-error.ts'

interface TailOptions extends GlobalOptions {
  readonly since?: string
  readonly limit?: string
}

type Row = Readonly<Record<string, unknown>>

const POLL_MS = 2000
const LATE_MS = 60_000

/** Logs to follow: the list operation, and the cells of a line for each row. */
const LOGS = {
  requests: {
    operation: 'requests.list',
    id: 'request_id',
    line: ({ request_id, outcome, actions, credits }: Row) => [
      request_id,
      outcome,
      actions,
      `${credits as number} credits`,
    ],
  },
  deliveries: {
    operation: 'webhook_deliveries.list',
    id: 'id',
    line: ({ id, event_type, status, attempt, last_response_code, last_error }: Row) => [
      id,
      event_type,
      status,
      `attempt ${attempt as number}`,
      last_response_code,
      last_error,
    ],
  },
} as const

export function add(program: Command): void {
  const logs = program.command('logs').description('Follow paid requests or webhook deliveries.')
  const command = logs.command('tail').summary('follow paid requests or webhook deliveries')
  command.description('Prints paid requests, or webhook deliveries and each change of their status, as they appear.')
  command.argument('[log]', 'requests or deliveries', 'requests')
  command.option('--since <time>', 'start with entries since then: 10m, 2h, or a time')
  command.option('--limit <number>', 'stop after this many lines')
  command.addHelpText('after', '\nExample:\n  quoin logs tail deliveries --since 1h')
  addGlobals(command).action((log: string) => tail(log, command.optsWithGlobals<TailOptions>()))
}

async function tail(name: string, options: TailOptions): Promise<void> {
  if (name !== 'requests' && name !== 'deliveries')
    throw new UsageError(`There is no log ${name}. Use requests or deliveries.`)
  const { client } = openClient(options)
  const { operation, id, line } = LOGS[name]
  const stop = new AbortController()
  process.once('SIGINT', () => {
    process.exitCode = 130
    stop.abort()
  })
  /** Last printed state of each row. A delivery is printed again when its status changes. */
  const shown = new Map<unknown, string>()
  let from = options.since === undefined ? new Date() : readMoment(options.since, '--since')
  let count = 0
  if (!options.quiet) note(`Following ${name}. Press Ctrl-C to stop.`)
  while (!stop.signal.aborted) {
    const readAt = new Date()
    const list = client.call(operation, [], { from: from.toISOString(), limit: 100 }, { signal: stop.signal })
    const rows: Row[] = []
    for await (const row of list as unknown as AsyncIterable<Row>) rows.push(row)
    for (const row of rows.toReversed()) {
      const text = JSON.stringify(row)
      if (shown.get(row[id]) === text) continue
      shown.set(row[id], text)
      process.stdout.write(`${options.json ? text : formatLogLine(row, line(row))}\n`)
      if (++count === Number(options.limit ?? Infinity)) return
    }
    for (const known of [...shown.keys()].slice(0, -10_000)) shown.delete(known)
    from = new Date(Math.max(from.getTime(), readAt.getTime() - LATE_MS))
    await pause(POLL_MS, stop.signal).catch(() => {})
  }
}

function formatLogLine({ created_at }: Row, cells: readonly unknown[]): string {
  const texts = cells
    .filter((cell) => cell !== null && cell !== undefined && cell !== '')
    .map((cell) => (Array.isArray(cell) ? cell.join(',') : String(cell as string | number)))
  return [paint(String(created_at), 'dim'), ...texts].join('  ')
}
