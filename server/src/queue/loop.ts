import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBell } from '../kit/bell.ts'
import type { Context } from '../kit/context.ts'
import { type Pool, violatedConstraint } from '../kit/postgres/db.ts'
import { traceWork } from '../kit/trace.ts'
import { runAttempt } from './attempt.ts'
import { createFinisher, returnToQueue } from './finish.ts'
import { type ClaimedJob, type JobsInFlight, newClaimedJob } from './in-flight.ts'
import type { Handler } from './job.ts'
import type { QueueMetrics } from './metrics.ts'
import { createPlanner } from './planner.ts'
import { type ClaimedRow, claimJobs } from './sql/claims.ts'

export interface LoopOptions {
  /** The loop's own connections, so that claims, outcomes and heartbeats do not wait for the handlers' pool. */
  readonly claimDb: Pool
  readonly outcomeDb: Pool
  readonly handlers: ReadonlyMap<string, Handler>
  readonly inFlight: JobsInFlight
  readonly metrics: QueueMetrics
  readonly concurrency: number
  readonly pollMs: number
}

export interface Loop {
  wake(): void
  isFull(): boolean
  idle(): Promise<void>
  /** Stops claiming. Resolves when a claim that was in flight is returned. Outcomes of running jobs are still recorded. */
  close(): Promise<void>
  /** Stops recording: jobs whose outcome is not recorded wait until their lease expires. */
  abandon(): void
}

const FAILED_MS = 100

/** Claims due jobs, starts them and sleeps until the next one is due. Never claims more than it can start at once. */
export function startLoop(ctx: Context, options: LoopOptions): Loop {
  const { claimDb, outcomeDb, handlers, inFlight, metrics, concurrency, pollMs } = options
  const bell = createBell()
  let isClosing = false
  let idleWaiters: (() => void)[] = []
  const now = () => ctx.clock.forDatabase()
  const { slots } = inFlight
  const planner = createPlanner({ db: claimDb, now, handlers, slots, pollMs })
  const finisher = createFinisher({
    db: outcomeDb,
    log: ctx.log,
    now,
    onFinished: (job, outcome, isOurs) => end(job, isOurs ? outcome.kind : 'lost'),
  })

  /** Returns the number of milliseconds to sleep. */
  async function cycle(isOnTime: boolean): Promise<number> {
    const waiters = idleWaiters
    const atMost = slots.free
    if (atMost <= 0) return pollMs
    // A job that ends while the heads are read may enqueue jobs that the heads do not show.
    const hasNoneInFlight = inFlight.size === 0
    const { requests, sleepMs, isIdle } = await planner.next(isOnTime)
    if (isIdle && hasNoneInFlight) resolveIdle(waiters)
    if (requests.length === 0) return sleepMs
    const claim = randomUUID()
    const sentAt = performance.now()
    const full = slots.listFull(requests.map(({ job }) => job))
    const rows = await claimJobs(claimDb, { claim, now: now(), atMost, requests, full })
    planner.claimed(requests, rows, atMost)
    const claimed = inStartOrder(rows).map((row) => newClaimedJob(row, handlers.get(row.job) as Handler, claim, sentAt))
    if (isClosing && claimed.length > 0) await returnToQueue(outcomeDb, claimed)
    else for (const job of claimed) void start(job, performance.now() - sentAt)
    if (rows.length > 0) return 0
    return isOnTime ? 1 : sleepMs
  }

  async function start(job: ClaimedJob, claimMs: number) {
    // This process froze for longer than the lease between claim and start: another one has the job.
    if (claimMs > job.leaseSeconds * 1000) return
    inFlight.add(job)
    metrics.recordStart(job.row.job, (job.row.late_ms + claimMs) / 1000)
    const outcome = await traceWork(`job ${job.row.job}`, () => runAttempt(ctx, job))
    if (outcome === 'completed') end(job, 'done')
    else if (outcome === 'lost') end(job, 'lost')
    else finisher.finish(job, outcome)
  }

  function end(job: ClaimedJob, how: string) {
    inFlight.remove(job)
    if (how !== 'done' || job.row.key !== null) planner.returned()
    metrics.recordEnd(job.row.job, how, (performance.now() - job.startedAt) / 1000)
    bell.ring()
  }

  function resolveIdle(waiters: readonly (() => void)[]) {
    idleWaiters = idleWaiters.filter((resolve) => !waiters.includes(resolve))
    for (const resolve of waiters) resolve()
  }

  async function run() {
    let isOnTime = false
    for (;;) {
      if (isClosing) return
      bell.mute()
      const sleepMs: number = await cycle(isOnTime).catch((error: unknown) => {
        // Two nodes claimed jobs of one key at the same moment. The unique index let one through; the other plans again.
        if (violatedConstraint(error) === 'jobs_one_per_key') return 0
        if (!isClosing) ctx.log.warn({ err: error }, 'could not claim jobs')
        return sleep(FAILED_MS, 0)
      })
      isOnTime = !(await bell.rest(isClosing ? 0 : sleepMs)) && sleepMs > 0
    }
  }

  const running = run()
  return {
    wake() {
      planner.hint()
      bell.ring()
    },
    isFull: () => inFlight.size >= concurrency,
    abandon: () => finisher.close(),
    idle: () =>
      new Promise((resolve) => {
        idleWaiters = [...idleWaiters, resolve]
        bell.ring()
      }),
    async close() {
      isClosing = true
      bell.ring()
      await running
      resolveIdle(idleWaiters)
    },
  }
}

function inStartOrder(rows: readonly ClaimedRow[]): ClaimedRow[] {
  return rows
    .filter((row) => row.state === 'running')
    .toSorted((a, b) => a.priority - b.priority || a.run_at.getTime() - b.run_at.getTime() || a.id - b.id)
}
