import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { Context } from '../kit/context.ts'
import { connectBeside, PLANNED_ONCE } from '../kit/postgres/db.ts'
import { joinHints } from '../kit/postgres/hint.ts'
import { repeat } from '../kit/repeat.ts'
import { JOBS } from './channel.ts'
import { Holds } from './in-flight.ts'
import type { Handler } from './job.ts'
import { startLeases } from './leases.ts'
import { startLoop } from './loop.ts'
import { createQueueMetrics } from './metrics.ts'
import * as sql from './sql/claims.ts'
import { ensureTimers, type Timer, timerHandler } from './timers.ts'

export interface QueueOptions {
  readonly jobs: readonly Handler[]
  readonly timers?: readonly Timer[]
  readonly registry?: Registry
  /** How many jobs of all kinds the process runs at once. */
  readonly concurrency?: number
  /** How long to sleep at most when nothing is due: the backstop for a hint that was lost. */
  readonly pollMs?: number
  readonly reapSeconds?: number
  /** How long running jobs may take to finish once the queue stops. */
  readonly drainSeconds?: number
}

export interface Queue {
  /** Claims nothing more, lets running jobs finish within the drain limit, then aborts their signals and lets go. */
  stop(): Promise<void>
  /** Resolves when nothing is due and nothing runs: what a test waits for after it has moved its clock. */
  idle(): Promise<void>
}

const TIMERS_MS = 60_000
const ABORT_MS = 500
/** What is first of its key is read off the index in that order. */
const SETTINGS = { ...PLANNED_ONCE, enable_sort: 'off' }

/** Starts this process's share of the background work. Any number of processes may. */
export async function startQueue(ctx: Context, options: QueueOptions): Promise<Queue> {
  const { jobs, timers = [], concurrency = 200, pollMs = 1000, reapSeconds = 2 } = options
  const handlers = handlersById([...jobs, ...timers.map(timerHandler)])
  // A claim need not outlive a crash of the database: the job is then waiting again, and the settle finds no claim of its own.
  const quick = { ...SETTINGS, synchronous_commit: 'off' }
  const claims = connectBeside(ctx.db, { max: 1, name: 'quoin queue claims', settings: quick })
  const settles = connectBeside(ctx.db, { max: 1, name: 'quoin queue settles', settings: SETTINGS })
  const holds = new Holds()
  await ensureTimers(ctx, timers)

  const metrics = createQueueMetrics(options.registry, () => sql.countJobs(ctx.db))
  const loop = startLoop(ctx, { claims, settles, handlers, holds, metrics, concurrency, pollMs })
  const leave = await joinHints(ctx.db, loop, JOBS)
  const leases = startLeases({
    db: settles,
    log: ctx.log,
    holds,
    now: () => ctx.clock.forDatabase(),
    leaseSeconds: Math.min(...[...handlers.values()].map(({ job }) => job.leaseSeconds)),
    reapSeconds,
    onReaped(rows) {
      ctx.log.warn({ jobs: rows.map(({ job, id, state }) => ({ job, id, state })) }, 'took jobs from a lost worker')
      loop.wake()
    },
  })
  const ticks = repeat(
    () => ensureTimers(ctx, timers),
    TIMERS_MS,
    (error) => ctx.log.warn({ err: error }, 'timers were not checked'),
  )

  return {
    idle: () => loop.idle(),
    async stop() {
      await Promise.all([loop.close(), ticks.stop(), leave()])
      await drained(holds, (options.drainSeconds ?? ctx.config.DRAIN_SECONDS) * 1000)
      for (const held of holds.all()) held.abort.abort(new Error('The process stops.'))
      await drained(holds, ABORT_MS)
      loop.abandon()
      await leases.stop()
      await Promise.all([claims.end({ timeout: 1 }), settles.end({ timeout: 1 })])
    },
  }
}

function handlersById(all: readonly Handler[]): Map<string, Handler> {
  const byId = new Map<string, Handler>()
  for (const one of all) {
    if (byId.has(one.job.id)) throw new Error(`The job ${one.job.id} has two handlers.`)
    byId.set(one.job.id, one)
  }
  return byId
}

async function drained(holds: Holds, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (holds.size > 0 && performance.now() < deadline) await sleep(5)
}
