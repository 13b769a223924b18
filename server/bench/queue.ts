import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { systemClock } from '../src/kit/clock.ts'
import type { Context } from '../src/kit/context.ts'
import { createLog } from '../src/kit/log/log.ts'
import { connect, transaction } from '../src/kit/postgres/db.ts'
import { startEmbeddedPostgres } from '../src/operations/embedded/embedded-postgres.ts'
import { migrate } from '../src/operations/schema/migrate.ts'
import { handler, job } from '../src/queue/job.ts'
import { enqueue, enqueueAll } from '../src/queue/queue.ts'
import { startQueue } from '../src/queue/start.ts'
import { effectJob } from '../test/support/effect-job.ts'
import { residentBytes } from './rig/machine.ts'
import { startProgram } from './rig/program.ts'
import { type Report, table } from './rig/report.ts'

const BURST = 10_000
const LONE = 200
const MANY = 50_000
const LARGE = 100_000
const CONCURRENCY = 200
const noop = job({ id: 'bench.noop', payload: Type.Object({ n: Type.Integer() }), concurrency: CONCURRENCY })

/** The queue on PostgreSQL's durable defaults: how late, how fast, how soon after a kill, how much memory. */
export async function bench(): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const ctx = createQueueContext(postgres.address)
  const elsewhere = createQueueContext(postgres.address)
  try {
    await migrate(ctx.db)
    const memory = await measureEnqueue(ctx)
    const burst = await measureBurst(ctx)
    const lone = await measureLone(ctx, ctx)
    const hinted = await measureLone(ctx, elsewhere)
    const batched = await measureThroughput(ctx, CONCURRENCY)
    const single = await measureThroughput(ctx, 1)
    const recovery = await measureRecovery(ctx, postgres.address)
    return report({ memory, burst, lone, hinted, batched, single, recovery })
  } finally {
    await Promise.all([ctx.db.end({ timeout: 5 }), elsewhere.db.end({ timeout: 5 })])
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** All that the queue asks of its context. */
function createQueueContext(address: string): Context {
  return { db: connect(address), clock: systemClock, log: createLog('warn') } as unknown as Context
}

function* numbered(count: number, runAt?: Date) {
  for (let n = 0; n < count; n++) yield { payload: { n }, ...(runAt && { runAt }) }
}

/** Runs a queue over no-op jobs while something is done; answers what that does. */
async function running<T>(ctx: Context, started: (n: number) => void, concurrency: number, work: () => Promise<T>) {
  const one = handler({ ...noop, concurrency }, async ({ payload }) => started(payload.n))
  const queue = await startQueue(ctx, { jobs: [one], concurrency, drainSeconds: 5 })
  try {
    return await work()
  } finally {
    await queue.stop()
  }
}

/** Milliseconds from the moment all are due until each has started. */
async function measureBurst(ctx: Context): Promise<number[]> {
  const late: number[] = []
  const all = Promise.withResolvers<void>()
  let due = 0
  const started = () => {
    if (late.push(performance.timeOrigin + performance.now() - due) === BURST) all.resolve()
  }
  await running(ctx, started, CONCURRENCY, async () => {
    due = Date.now() + 5000
    await enqueueAll(ctx, ctx.db, noop, numbered(BURST, new Date(due)))
    await all.promise
  })
  return late
}

interface LoneJobLatency {
  readonly late: number[]
  /** The same of a bare timer beside it: what the machine gives at best. */
  readonly timers: number[]
}

/** Milliseconds that a job which is alone starts late; enqueued by this process or by one without a loop. */
async function measureLone(ctx: Context, by: Context): Promise<LoneJobLatency> {
  const late: number[] = []
  const timers: number[] = []
  let next = Promise.withResolvers<void>()
  let due = 0
  const started = () => {
    late.push(performance.timeOrigin + performance.now() - due)
    next.resolve()
  }
  await running(ctx, started, CONCURRENCY, async () => {
    for (let n = 0; n < LONE; n++) {
      next = Promise.withResolvers()
      due = Date.now() + Math.round(30 + Math.random() * 40)
      const moment = due
      setTimeout(() => timers.push(performance.timeOrigin + performance.now() - moment), due - Date.now())
      await enqueue(by, by.db, noop, { n }, { runAt: new Date(due) })
      await next.promise
      await sleep(10)
    }
  })
  return { late, timers }
}

/** Jobs a second from their claim to their settling, both durable, with nothing to do in between. */
async function measureThroughput(ctx: Context, concurrency: number): Promise<number> {
  const count = concurrency === 1 ? MANY / 50 : MANY
  await enqueueAll(ctx, ctx.db, noop, numbered(count))
  const all = Promise.withResolvers<void>()
  let done = 0
  const begun = performance.now()
  await running(
    ctx,
    () => void (++done === count && all.resolve()),
    concurrency,
    () => all.promise,
  )
  return (count / (performance.now() - begun)) * 1000
}

/** Seconds from kill -9 of the worker until another has started its job again, under the default lease. */
async function measureRecovery(ctx: Context, address: string): Promise<number> {
  const { db } = ctx
  await db`create table starts (job_id bigint not null, pid integer not null)`
  await db`create table effects (job_id bigint not null, pid integer not null, is_atomic boolean not null)`
  const hire = () => startProgram({ file: 'test/support/queue-worker.ts', args: [address], ready: /ready/ })
  const workers = await Promise.all([hire(), hire()])
  await enqueue(ctx, db, effectJob, { ms: 1000, isAtomic: true })
  const starts = async (count: number) => {
    for (;;) {
      const rows = await db<{ pid: number }[]>`select pid from starts`
      if (rows.length === count) return rows
      await sleep(20)
    }
  }
  const [first] = await starts(1)
  const killed = performance.now()
  process.kill(first?.pid ?? 0, 'SIGKILL')
  await starts(2)
  const seconds = (performance.now() - killed) / 1000
  while ((await db`select from jobs`).length > 0) await sleep(20)
  await Promise.all(workers.filter(({ pid }) => pid !== first?.pid).map((worker) => worker.stop()))
  return seconds
}

/** A large enqueue in one transaction: rows a second, and the most memory that the process has meanwhile. */
async function measureEnqueue(ctx: Context) {
  let peak = 0
  function* watched(count: number) {
    for (const item of numbered(count)) {
      if (item.payload.n % 1000 === 0) peak = Math.max(peak, residentBytes(process.pid))
      yield item
    }
  }
  const put = (count: number) => transaction(ctx.db, (tx) => enqueueAll(ctx, tx, noop, watched(count)))
  const begun = performance.now()
  await put(LARGE)
  const perSecond = (LARGE / (performance.now() - begun)) * 1000
  await ctx.db`truncate jobs`
  return { perSecond, megabytes: peak / 1e6 }
}

interface Figures {
  readonly memory: { perSecond: number; megabytes: number }
  readonly burst: number[]
  readonly lone: LoneJobLatency
  readonly hinted: LoneJobLatency
  readonly batched: number
  readonly single: number
  readonly recovery: number
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

function report({ memory, burst, lone, hinted, batched, single, recovery }: Figures): Report {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const row = (what: string, values: readonly number[]) => [
    what,
    ms(quantile(values, 0.5)),
    ms(quantile(values, 0.99)),
    ms(Math.max(...values)),
  ]
  const lateness = table(
    ['start after the due time', 'p50', 'p99', 'max'],
    [
      row(`${BURST.toLocaleString('en')} jobs due at one moment`, burst),
      row(`a lone job enqueued by the same process (${LONE} of them)`, lone.late),
      row(`a lone job enqueued by another process (${LONE} of them)`, hinted.late),
      row('a bare timer beside each of these', [...lone.timers, ...hinted.timers]),
    ],
  )
  const speed = table(
    ['', 'jobs/s'],
    [
      [`claimed, run and recorded, ${CONCURRENCY} at a time`, Math.round(batched).toLocaleString('en')],
      ['claimed, run and recorded, one at a time', Math.round(single).toLocaleString('en')],
      [`enqueued, ${LARGE.toLocaleString('en')} in one transaction`, Math.round(memory.perSecond).toLocaleString('en')],
    ],
  )
  return {
    title: 'Queue',
    text: `One process and PostgreSQL on its durable defaults; the jobs do nothing. The bare timer shows how late the machine itself is.

${lateness}

${speed}

After \`kill -9\` of a worker its job started again ${recovery.toFixed(1)} s later: the lease lasts 30 s. The process that enqueued ${LARGE.toLocaleString('en')} jobs
in one transaction had at most ${memory.megabytes.toFixed(0)} MB.`,
    bars: [
      {
        what: `seconds until ${BURST} jobs due at one moment have all started`,
        is: Math.max(...burst) / 1000,
        atMost: 5,
      },
      { what: 'p99 lateness of a lone job in ms, same process', is: quantile(lone.late, 0.99), atMost: 50 },
      { what: 'p99 lateness of a lone job in ms, other process', is: quantile(hinted.late, 0.99), atMost: 50 },
      { what: "seconds from kill -9 to the job's next start", is: recovery, atMost: 35 },
      {
        what: `MB resident at most while it enqueues ${LARGE.toLocaleString('en')}`,
        is: memory.megabytes,
        atMost: 300,
      },
    ],
  }
}
