import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../src/kit/postgres/db.ts'
import { type Contender, startContender } from './rig/contender.ts'
import { alternate, applyLoad, computeMedians, type LoadFigures, median } from './rig/load.ts'
import { cpuSeconds } from './rig/machine.ts'
import { type Report, table } from './rig/report.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 256
const HISTORY = 5_000_000

/** A metered lookup (key, validation, answer from memory, charge, durable) against the same route in bare Fastify. */
export async function bench(): Promise<Report> {
  const bare = await startContender('bench/programs/bare-lookup.ts')
  const committing = await startContender('bench/programs/bare-commit.ts')
  const metered = await startContender('bench/programs/metered.ts')
  try {
    const loadPath = (path: string) => (to: Contender, connections: number) =>
      applyLoad({
        url: to.url,
        paths: [path],
        body: '{"find":1}',
        headers: { authorization: `Bearer ${to.key}`, 'content-type': 'application/json' },
        connections,
        seconds: SECONDS,
      })
    const load = loadPath('/v1/demo/local')
    const loadHeld = loadPath('/v1/demo/find')
    const all = (connections: number) => [
      () => load(bare, connections),
      () => load(metered, connections),
      () => loadHeld(metered, connections),
      () => load(committing, connections),
    ]
    await alternate(2, all(CONNECTIONS))
    const [fromBare = [], fromMetered = [], fromHeld = [], fromCommitting = []] = await alternate(
      ROUNDS,
      all(CONNECTIONS),
    )
    const [loneBare = [], loneMetered = [], loneHeld = []] = await alternate(3, all(1))
    const single = await oneByOne(load)
    const growth = await measureGrowth(metered, bare, (to) => load(to, CONNECTIONS))
    return report({
      bare: computeMedians(fromBare),
      committing: computeMedians(fromCommitting),
      metered: computeMedians(fromMetered),
      held: computeMedians(fromHeld),
      single,
      loneBare: computeMedians(loneBare),
      loneMetered: computeMedians(loneMetered),
      loneHeld: computeMedians(loneHeld),
      growth,
    })
  } finally {
    await metered.stop()
    await committing.stop()
    await bare.stop()
  }
}

/** The same tables and functions with one transaction per call. */
async function oneByOne(load: (to: Contender, connections: number) => Promise<LoadFigures>): Promise<LoadFigures> {
  const contender = await startContender('bench/programs/metered.ts', { BATCH: '1' })
  try {
    await load(contender, CONNECTIONS)
    return computeMedians([
      await load(contender, CONNECTIONS),
      await load(contender, CONNECTIONS),
      await load(contender, CONNECTIONS),
    ])
  } finally {
    await contender.stop()
  }
}

interface Growth {
  /** Processor time of a metered call over that of a bare one. */
  readonly before: number
  readonly after: number
}

/**
 * Processor time a call, the server's and PostgreSQL's together, beside that of the bare route in the same moments: a machine
 * that is slower in the second half is slower for both.
 */
async function measureGrowth(
  metered: Contender,
  bare: Contender,
  load: (to: Contender) => Promise<LoadFigures>,
): Promise<Growth> {
  const postgres = Number(readFileSync(join(metered.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const meteredSeconds = () => cpuSeconds(metered.pid) + cpuSeconds(postgres, { family: true })
  const bareSeconds = () => cpuSeconds(bare.pid)
  const perCall = async (to: Contender, used: () => number) => {
    const before = used()
    const { perSecond } = await load(to)
    return (used() - before) / (perSecond * SECONDS)
  }
  const cost = async () => {
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push((await perCall(metered, meteredSeconds)) / (await perCall(bare, bareSeconds)))
    return median(rounds)
  }
  const before = await cost()
  await addHistory(metered)
  return { before, after: await cost() }
}

async function addHistory({ dataDir }: Contender): Promise<void> {
  const db = connect(`${join(dataDir, 'socket')}?quoin`, { max: 1 })
  await db`
    insert into charges (workspace_id, hold_id, step, key_id, action, units, credits, price_book, request_id, created_at)
    select w.workspace_id, 'hold_00' || lpad(n::text, 24, '0'), '', 'key_old', 'contacts/find-email', 1, 0, 'standard-2026-11',
      'req_00' || lpad(n::text, 24, '0'), now()
    from wallets w, generate_series(1, ${HISTORY}::int) n where w.granted > 1000`
  await db`vacuum analyze charges`
  await db`checkpoint`
  await db.end()
}

interface Figures {
  readonly bare: LoadFigures
  readonly committing: LoadFigures
  readonly metered: LoadFigures
  readonly held: LoadFigures
  readonly single: LoadFigures
  readonly loneBare: LoadFigures
  readonly loneMetered: LoadFigures
  readonly loneHeld: LoadFigures
  readonly growth: Growth
}

function row(name: string, { perSecond, p50, p99 }: LoadFigures, to: LoadFigures): string[] {
  return [
    name,
    Math.round(perSecond).toLocaleString('en'),
    `${p50} ms`,
    `${p99} ms`,
    (perSecond / to.perSecond).toFixed(2),
  ]
}

function report({ bare, committing, metered, held, single, loneBare, loneMetered, loneHeld, growth }: Figures): Report {
  const addedMs = 1000 / loneMetered.perSecond - 1000 / loneBare.perSecond
  const text = `
A paid lookup with every step of a request: API key, rate limit, validation, a result from memory, and a durable charge
(PostgreSQL's default settings), all in one workspace. It is compared with a lookup that holds credits first, as one that calls a
vendor does; with the same route in bare Fastify, without key, ledger or database; with bare Fastify that commits a row before each
response; and with the same ledger in one transaction per call. The load comes from a separate process; medians of alternating
rounds of ${SECONDS} s.

${table(
  ['', 'requests/s', 'p50', 'p99', 'ratio'],
  [
    row(`bare Fastify, ${CONNECTIONS} connections`, bare, bare),
    row(`bare Fastify that commits a row, ${CONNECTIONS} connections`, committing, bare),
    row(`metered, ${CONNECTIONS} connections`, metered, bare),
    row(`metered with a hold, ${CONNECTIONS} connections`, held, bare),
    row(`metered, one transaction per call, ${CONNECTIONS} connections`, single, bare),
    row('bare Fastify, 1 connection', loneBare, loneBare),
    row('metered, 1 connection', loneMetered, loneBare),
    row('metered with a hold, 1 connection', loneHeld, loneBare),
  ],
)}

A metered call takes ${growth.before.toFixed(1)} times the CPU time of a bare call (server and PostgreSQL together), and ${growth.after.toFixed(1)} times with
${HISTORY.toLocaleString('en')} more charges in the table. Metering adds ${addedMs.toFixed(1)} ms to a lone call.`
  return {
    title: 'Metered lookups',
    text,
    bars: [
      { what: 'of bare Fastify', is: metered.perSecond / bare.perSecond, atLeast: 0.6 },
      { what: 'processor time in bare calls', is: growth.before, atMost: 2.5 },
      { what: 'times one transaction per call', is: metered.perSecond / single.perSecond, atLeast: 5 },
      { what: 'ms added to a lone call', is: addedMs, atMost: 2.5 },
      { what: 'cost after five million charges', is: growth.after / growth.before, atMost: 1.2 },
    ],
  }
}
