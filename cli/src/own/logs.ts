import type { Command } from 'commander'
import type { Quoin } from '../../../sdk/src/client.ts'
import { ApiError } from '../../../sdk/src/errors.ts'
import { connectStream } from '../../../sdk/src/follow.ts'
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

/** Stored logs to follow: the list operation, and the cells of a line for each row. */
const LOGS = {
  metered: {
    operation: 'requests.list',
    query: { metered: true },
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
    query: {},
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
  const logs = program.command('logs').description('Follow requests, metered calls or webhook deliveries.')
  const command = logs.command('tail').summary('follow requests, metered calls or webhook deliveries')
  command.description(
    'Prints every request of the workspace as it completes, or metered calls with their outcome and credits, or webhook deliveries and each change of their status.',
  )
  command.argument('[log]', 'requests, metered or deliveries', 'requests')
  command.option('--since <time>', 'start with entries since then: 10m, 2h, or a time')
  command.option('--limit <number>', 'stop after this many lines')
  command.addHelpText('after', '\nExample:\n  quoin logs tail deliveries --since 1h')
  addGlobals(command).action((log: string) => tail(log, command.optsWithGlobals<TailOptions>()))
}

async function tail(name: string, options: TailOptions): Promise<void> {
  if (name !== 'requests' && name !== 'metered' && name !== 'deliveries')
    throw new UsageError(`There is no log ${name}. Use requests, metered or deliveries.`)
  const { client } = openClient(options)
  const stop = new AbortController()
  process.once('SIGINT', () => {
    process.exitCode = 130
    stop.abort()
  })
  if (name === 'requests') await tailRequests(client, options, stop.signal)
  else await tailStored(client, name, options, stop.signal)
}

async function tailRequests(client: Quoin, given: TailOptions, signal: AbortSignal): Promise<void> {
  const { json, quiet, limit } = given
  let since = given.since === undefined ? undefined : readMoment(given.since, '--since')
  let count = 0
  const print = (row: Row, text: string) => {
    process.stdout.write(`${json ? text : formatRequest(row)}\n`)
    return ++count === Number(limit ?? Infinity)
  }
  const onOpen = () => quiet || note('Following requests. Press Ctrl-C to stop.')
  while (!signal.aborted) {
    // Ends the connection, even if nothing was read from it.
    const over = new AbortController()
    try {
      const options = { signal: AbortSignal.any([signal, over.signal]), onOpen }
      const { isTest, events } = await connectStream(client, 'requests.stream', {}, options)
      const stored = since === undefined || isTest ? [] : await listSince(client, since, signal)
      since = undefined
      for (const row of stored) if (print(row, JSON.stringify(row))) return
      const printed = new Set(stored.map(({ request_id }) => request_id))
      for await (const { body } of events) {
        const row = JSON.parse(body) as Row
        if (!printed.has(row['request_id']) && print(row, body)) return
      }
      if (isTest) return
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error
    } finally {
      over.abort()
    }
    await pause(POLL_MS, signal).catch(() => {})
  }
}

/** Lists requests of the log, oldest first. It is called when the stream is open: the log is about a second behind. */
async function listSince(client: Quoin, since: Date, signal: AbortSignal): Promise<Row[]> {
  await pause(POLL_MS, signal)
  const rows: Row[] = []
  const list = client.call('requests.list', [], { from: since.toISOString(), limit: 100 }, { signal })
  for await (const row of list as unknown as AsyncIterable<Row>) if (row['method'] !== null) rows.push(row)
  return rows.toReversed()
}

function formatRequest(row: Row): string {
  const { request_id, method, path, status, ms, credits, outcome } = row
  const isError = (status as number) >= 400
  const cost = credits === undefined || outcome === 'unmetered' ? '' : `${credits as number} credits`
  const answer = paint(String(status), isError ? 'red' : 'green')
  return formatLogLine(row, [answer, method, path, `${ms as number} ms`, cost, request_id])
}

async function tailStored(
  client: Quoin,
  name: keyof typeof LOGS,
  options: TailOptions,
  signal: AbortSignal,
): Promise<void> {
  const { operation, query, id, line } = LOGS[name]
  /** Last printed state of each row. A delivery is printed again when its status changes. */
  const shown = new Map<unknown, string>()
  let from = options.since === undefined ? new Date() : readMoment(options.since, '--since')
  let count = 0
  if (!options.quiet) note(`Following ${name}. Press Ctrl-C to stop.`)
  while (!signal.aborted) {
    const readAt = new Date()
    const list = client.call(operation, [], { ...query, from: from.toISOString(), limit: 100 }, { signal })
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
    await pause(POLL_MS, signal).catch(() => {})
  }
}

function formatLogLine({ created_at }: Row, cells: readonly unknown[]): string {
  const texts = cells
    .filter((cell) => cell !== null && cell !== undefined && cell !== '')
    .map((cell) => (Array.isArray(cell) ? cell.join(',') : String(cell as string | number)))
  return [paint(String(created_at), 'dim'), ...texts].join('  ')
}
