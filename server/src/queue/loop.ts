import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBell } from '../kit/bell.ts'
import type { Context } from '../kit/context.ts'
import { type Pool, violatedConstraint } from '../kit/postgres/db.ts'
import { attempt } from './attempt.ts'
import { createSettler, giveBack } from './finish.ts'
import { type Held, type Holds, newHeld } from './in-flight.ts'
import type { Handler } from './job.ts'
import type { QueueMetrics } from './metrics.ts'
import { advance, type Plan, plan } from './plan.ts'
import * as sql from './sql/claims.ts'

export interface LoopOptions {
  /** Connections of the loop's own: one claims, one settles and renews, so that neither waits for the handlers' pool. */
  readonly claims: Pool
  readonly settles: Pool
  readonly handlers: ReadonlyMap<string, Handler>
  readonly holds: Holds
  readonly metrics: QueueMetrics
  readonly concurrency: number
  readonly pollMs: number
}

export interface Loop {
  wake(): void
  isFull(): boolean
  idle(): Promise<void>
  /** Claims nothing more; resolves when what was claimed meanwhile is given back. What runs is still settled. */
  close(): Promise<void>
  /** Writes nothing more: what has not been settled is left to its lease. */
  abandon(): void
}

const FAILED_MS = 100
/** How long a loop with much to do goes on from where it was before it looks for something more urgent. */
const HEADS_MS = 50

/** Claims what is due, starts it, sleeps until the next is due. It never claims more than it can start at once. */
export function startLoop(ctx: Context, options: LoopOptions): Loop {
  const { claims, settles, handlers, holds, metrics, concurrency, pollMs } = options
  const bell = createBell()
  let isClosing = false
  let heads: readonly sql.Head[] = []
  let crowded: ReadonlySet<string> = new Set()
  let lookedAt = Number.NEGATIVE_INFINITY
  let resolveIdle: (() => void)[] = []
  const now = () => ctx.clock.forDatabase()
  const settler = createSettler({
    db: settles,
    log: ctx.log,
    now,
    onSettled: (held, outcome, isOurs) => end(held, isOurs ? outcome.kind : 'lost'),
  })
  const room = (total: number) => ({
    total,
    of(name: string) {
      const job = handlers.get(name)?.job
      return job && { job, free: job.concurrency - holds.count(name), isCrowded: crowded.has(name) }
    },
  })

  /**
   * What to do next; from the heads of the last look while there is much to do, and when it has slept until the first of
   * them was due: that saves a round trip just when it counts. The claim itself asks the right clock whether they are.
   */
  async function look(atMost: number, isOnTime: boolean): Promise<Plan> {
    const age = performance.now() - lookedAt
    if (isOnTime || age < HEADS_MS) {
      const known = plan(heads, room(atMost), pollMs, age)
      if (known.wanted.length > 0) return known
    }
    lookedAt = performance.now()
    heads = await sql.listHeads(claims, now())
    return plan(heads, room(atMost), pollMs)
  }

  async function cycle(isOnTime: boolean): Promise<number> {
    const asked = resolveIdle
    const atMost = concurrency - holds.size
    if (atMost === 0) return pollMs
    // What ends while the look is under way may leave work behind that the look did not see.
    const isFree = holds.size === 0
    const { wanted, sleepMs, isQuiet } = await look(atMost, isOnTime)
    if (isQuiet && isFree) settleIdle(asked)
    if (wanted.length === 0) return sleepMs
    const claim = randomUUID()
    const sent = performance.now()
    const rows = await sql.claimJobs(claims, { claim, now: now(), atMost, wanted })
    heads = advance(heads, wanted, rows, atMost)
    crowded = new Set(rows.filter((row) => row.state === 'parked').map((row) => row.job))
    const held = rows
      .filter((row) => row.state === 'running')
      .toSorted((a, b) => a.priority - b.priority || a.run_at.getTime() - b.run_at.getTime() || a.id - b.id)
      .map((row) => newHeld(row, handlers.get(row.job) as Handler, claim, sent))
    if (isClosing && held.length > 0) await giveBack(settles, held)
    else for (const one of held) void start(one, performance.now() - sent)
    if (rows.length > 0) return 0
    return isOnTime ? 1 : sleepMs
  }

  async function start(held: Held, claimMs: number) {
    // Frozen for so long between claim and start, this process has lost the job to another.
    if (claimMs > held.leaseSeconds * 1000) return
    holds.add(held)
    metrics.started(held.row.job, (held.row.late_ms + claimMs) / 1000)
    const outcome = await attempt(ctx, held)
    if (outcome === 'completed') end(held, 'done')
    else if (outcome === 'lost') end(held, 'lost')
    else settler.settle(held, outcome)
  }

  function end(held: Held, how: string) {
    holds.remove(held)
    metrics.ended(held.row.job, how, (performance.now() - held.startedAt) / 1000)
    bell.ring()
  }

  function settleIdle(asked: readonly (() => void)[]) {
    resolveIdle = resolveIdle.filter((resolve) => !asked.includes(resolve))
    for (const resolve of asked) resolve()
  }

  async function run() {
    let isOnTime = false
    for (;;) {
      if (isClosing) return
      bell.mute()
      const restMs: number = await cycle(isOnTime).catch((error: unknown) => {
        // Two nodes claimed for one key at the same moment: the index let one through, the other looks again.
        if (violatedConstraint(error) === 'jobs_one_per_key') return 0
        if (!isClosing) ctx.log.warn({ err: error }, 'jobs could not be claimed')
        return sleep(FAILED_MS, 0)
      })
      isOnTime = !(await bell.rest(isClosing ? 0 : restMs)) && restMs > 0
    }
  }

  const running = run()
  return {
    wake: () => bell.ring(),
    isFull: () => holds.size >= concurrency,
    abandon: () => settler.close(),
    idle: () =>
      new Promise((resolve) => {
        resolveIdle = [...resolveIdle, resolve]
        bell.ring()
      }),
    async close() {
      isClosing = true
      bell.ring()
      await running
      settleIdle(resolveIdle)
    },
  }
}
