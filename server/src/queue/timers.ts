import type { Context } from '../kit/context.ts'
import { type Handler, handler, job, NextTick, NO_PAYLOAD } from './job.ts'
import { SYSTEM_WORKSPACE } from './queue.ts'
import { ensureTimer } from './sql/jobs.ts'

/** Recurring work: one run for each tick, however many nodes there are, and one run for all missed ticks. */
export interface Timer {
  readonly id: string
  /** Returns the first tick after a time. */
  readonly next: (after: Date) => Date
  readonly run: (ctx: Context, tick: Date) => Promise<unknown>
  readonly leaseSeconds?: number
}

type TimerSpec = Omit<Timer, 'next'> & ({ readonly everySeconds: number } | { readonly at: (after: Date) => Date })

/** `everySeconds` ticks at the multiples of the period since 1970 in UTC: the same moments on every node and after a restart. */
export function timer(spec: TimerSpec): Timer {
  const { id, run, leaseSeconds } = spec
  const next = 'at' in spec ? spec.at : (after: Date) => nextMultiple(after, spec.everySeconds)
  return { id, run, next, ...(leaseSeconds !== undefined && { leaseSeconds }) }
}

function nextMultiple(after: Date, seconds: number): Date {
  const period = seconds * 1000
  return new Date((Math.floor(after.getTime() / period) + 1) * period)
}

const RETRY_SECONDS_MAX = 60

/**
 * A timer is one job that never finishes: after a run it waits for the next tick. Its claim makes it run on one node, its lease
 * expires when that node dies, and a failure is retried within a minute. Missed ticks become one run.
 */
export function timerHandler({ id, next, run, leaseSeconds = 30 }: Timer): Handler {
  const declared = job({
    id: `timer:${id}`,
    payload: NO_PAYLOAD,
    attempts: Number.POSITIVE_INFINITY,
    retry: (attempt) => Math.min(RETRY_SECONDS_MAX, 2 ** Math.min(attempt, 10)),
    leaseSeconds,
    concurrency: 1,
  })
  return handler(declared, async ({ ctx, runAt }) => {
    await run(ctx, runAt)
    // This node's clock may be behind the database's clock, which decided that the tick is due. The next tick must come after
    // it.
    const now = ctx.clock.now()
    throw new NextTick(next(now > runAt ? now : runAt))
  })
}

export async function ensureTimers(ctx: Context, timers: readonly Timer[]): Promise<void> {
  for (const { id, next } of timers) {
    const [tick, now] = [next(ctx.clock.now()), ctx.clock.forDatabase()]
    await ensureTimer(ctx.db, SYSTEM_WORKSPACE, { job: `timer:${id}`, tick, now })
  }
}
