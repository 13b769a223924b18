import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { systemClock } from '../src/kit/clock.ts'
import type { Context } from '../src/kit/context.ts'
import { createLog } from '../src/kit/log/log.ts'
import { createOutbound } from '../src/kit/net/outbound.ts'
import { connect } from '../src/kit/postgres/db.ts'
import { startEmbeddedPostgres } from '../src/operations/embedded/embedded-postgres.ts'
import { migrate } from '../src/operations/schema/migrate.ts'
import { type Handler, handler, type Job, type JobCall } from '../src/queue/job.ts'
import { enqueue, enqueueAll } from '../src/queue/queue.ts'
import { startQueue } from '../src/queue/start.ts'
import { jobs as declared } from '../src/worker/worker.ts'
import { openQueueRate, type Rate } from './rig/queue-rate.ts'
import { type Report, type Threshold, table } from './rig/report.ts'

const HANGING = 1000
const ROUNDS = 16
const PER_ROUND = 25
const WARM_UP = 5
const RATE_ROUNDS = 9
const SLOW = 'ws_slow'
const OTHER = 'ws_other'
/** Kinds whose jobs belong to no tenant: pushes, mail and the operator's vendors. */
const OF_NO_TENANT = ['inbound.handle', 'links.ask', 'mail.send', 'vendor_tickets.confirm', 'vendor_tickets.watch']
const Numbered = Type.Object({ n: Type.Integer() })
type BenchJob = Job<typeof Numbered>

/** The wait of a tenant's jobs, alone and beside a tenant whose servers hang; and what that costs when none hangs. */
export async function bench(): Promise<Report> {
  const kinds = declared.map(({ job }) => job.id).filter((id) => !OF_NO_TENANT.includes(id))
  const waits = await measureWaits(kinds)
  const rates = await measureRates(process.env['BEFORE'])
  return report(waits, rates)
}

interface Waits {
  readonly kind: string
  readonly concurrency: number
  readonly alone: readonly number[][]
  readonly beside: readonly number[][]
}

async function measureWaits(kinds: readonly string[]): Promise<Waits[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const outbound = createOutbound({ allowLoopback: true, httpsOnly: false })
  const ctx = {
    db: connect(postgres.address),
    clock: systemClock,
    log: createLog('silent'),
    outbound,
  } as unknown as Context
  const remotes = await openRemotes()
  try {
    await migrate(ctx.db)
    const waits: Waits[] = []
    for (const kind of kinds) waits.push(await measureKind(ctx, kind, remotes))
    return waits
  } finally {
    remotes.close()
    await outbound.close()
    await ctx.db.end({ timeout: 5 })
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Remotes {
  readonly quick: string
  readonly hanging: string
  /** Ends the requests that hang. */
  drop(): void
  close(): void
}

async function openRemotes(): Promise<Remotes> {
  const quick = createServer((_request, response) => response.end('{}'))
  const hanging = createServer(() => {})
  const addresses = [quick, hanging].map(async (server) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  const [quickUrl = '', hangingUrl = ''] = await Promise.all(addresses)
  return {
    quick: quickUrl,
    hanging: hangingUrl,
    drop: () => hanging.closeAllConnections(),
    close() {
      for (const server of [quick, hanging]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

/** Short rounds in turns, so that a slow minute of the machine is in both. */
async function measureKind(ctx: Context, kind: string, remotes: Remotes): Promise<Waits> {
  const alone: number[][] = []
  const beside: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await measureRound(ctx, kind, remotes, 0))
    beside.push(await measureRound(ctx, kind, remotes, HANGING))
  }
  const concurrency = declared.find(({ job }) => job.id === kind)?.job.concurrency ?? 0
  return { kind, concurrency, alone, beside }
}

/** Milliseconds from the enqueuing of each job to its start. */
async function measureRound(ctx: Context, kind: string, remotes: Remotes, hangingJobs: number): Promise<number[]> {
  const started = new Map<number, PromiseWithResolvers<number>>()
  let hanging = 0
  async function run({ workspaceId, payload: { n } }: JobCall<{ n: number }>) {
    if (workspaceId === OTHER) started.get(n)?.resolve(performance.now())
    else hanging++
    const url = workspaceId === OTHER ? remotes.quick : remotes.hanging
    await ctx.outbound.send({ url, workspaceId, deadlineMs: 60_000 }).catch(() => {})
  }
  // Every kind of the worker, as it is declared, with this work instead of its own.
  const handlers: Handler[] = declared.map(({ job }) => handler({ ...job, payload: Numbered }, run))
  const one = handlers.find(({ job }) => job.id === kind)?.job as BenchJob
  const queue = await startQueue(ctx, { jobs: handlers, drainSeconds: 0 })
  async function measure(n: number): Promise<number> {
    const start = Promise.withResolvers<number>()
    started.set(n, start)
    const begun = performance.now()
    await enqueue(ctx, ctx.db, one, { n }, { workspaceId: OTHER })
    return (await start.promise) - begun
  }
  for (let n = 0; n < WARM_UP; n++) await measure(n)
  const slowJobs = Array.from({ length: hangingJobs }, (_, n) => ({ payload: { n }, workspaceId: SLOW }))
  await enqueueAll(ctx, ctx.db, one, slowJobs)
  while (hanging < Math.min(hangingJobs, one.concurrency)) await sleep(5)
  await sleep(100)
  const waits: number[] = []
  for (let n = 0; n < PER_ROUND; n++) {
    waits.push(await measure(n))
    await sleep(4 + 8 * Math.random())
  }
  remotes.drop()
  await queue.stop()
  await ctx.db`truncate jobs`
  return waits
}

type Version = 'before' | 'now'
interface RateCase {
  readonly workspaces: number
  readonly rates: Readonly<Record<Version, readonly Rate[]>>
}

/** `BEFORE` names a checkout to compare with: both versions take turns in this process, each on a database of its own. */
async function measureRates(before: string | undefined): Promise<RateCase[]> {
  const contenders = { now: await openQueueRate(), ...(before && { before: await openQueueRate(before) }) }
  const versions = Object.keys(contenders) as Version[]
  const cases: RateCase[] = []
  for (const workspaces of [1, 200]) {
    const rates: Record<Version, Rate[]> = { before: [], now: [] }
    for (let round = 0; round < RATE_ROUNDS; round++)
      for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
        const rate = await contenders[version]?.measure(workspaces)
        // The first round warms up.
        if (rate && round > 0) rates[version].push(rate)
      }
    cases.push({ workspaces, rates })
  }
  await Promise.all(Object.values(contenders).map((contender) => contender.close()))
  return cases
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

/** The median over rounds of a quantile in each: one slow moment of the machine does not decide it. */
const typical = (rounds: readonly number[][], q: number) =>
  quantile(
    rounds.map((round) => quantile(round, q)),
    0.5,
  )

function report(waits: readonly Waits[], rates: readonly RateCase[]): Report {
  const computeWaitRatio = ({ alone, beside }: Waits, q: number) => typical(beside, q) / typical(alone, q)
  const ms = (value: number) => value.toFixed(1)
  const waited = table(
    ['kind (slots of one tenant)', 'p50 alone', 'p50 beside', 'p99 alone', 'p99 beside', 'p99 ratio'],
    waits.map((one) => [
      `\`${one.kind}\` (${one.concurrency})`,
      ...[0.5, 0.99].flatMap((q) => [`${ms(typical(one.alone, q))} ms`, `${ms(typical(one.beside, q))} ms`]),
      computeWaitRatio(one, 0.99).toFixed(2),
    ]),
  )
  const middle = (all: readonly Rate[], key: keyof Rate) =>
    quantile(
      all.map((rate) => rate[key]),
      0.5,
    )
  const worked = table(
    ['20,000 jobs of', 'jobs/s', 'CPU time per job'],
    rates.map(({ workspaces, rates: { now } }) => [
      workspaces === 1 ? 'one workspace' : `${workspaces} workspaces`,
      Math.round(middle(now, 'perSecond')).toLocaleString('en'),
      `${middle(now, 'processorUs').toFixed(0)} µs`,
    ]),
  )
  const compared = rates.filter(({ rates: { before } }) => before.length > 0)
  return {
    title: 'Fairness between tenants',
    text: `Time from the enqueue of a tenant's job to its start, alone and beside another tenant with ${HANGING.toLocaleString('en')} jobs of that kind to a server
that accepts connections and never responds. Every kind as the worker declares it; each job makes one request. ${ROUNDS} short alternating
rounds, ${PER_ROUND} jobs per round; p50 and p99 are medians over the rounds.

${waited}

Without a hanging tenant, jobs that do nothing are enqueued, claimed, run and recorded at these rates:

${worked}`,
    bars: [
      {
        what: 'p99 beside a hanging tenant, in p99 alone, worst kind',
        is: worst(waits, computeWaitRatio),
        atMost: 1.5,
      },
      ...compared.map(
        ({ workspaces, rates: { before, now } }): Threshold => ({
          what: `jobs a second now, in those before, ${workspaces} workspaces`,
          is: middle(now, 'perSecond') / middle(before, 'perSecond'),
          atLeast: 0.97,
        }),
      ),
    ],
  }
}

function worst(waits: readonly Waits[], computeRatio: (one: Waits, q: number) => number): number {
  return Math.max(...waits.map((one) => computeRatio(one, 0.99)))
}
