import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { Context } from '../../../kit/context.ts'
import { connectBeside, PLANNED_ONCE, type Pool } from '../../../kit/postgres/db.ts'
import { repeat } from '../../../kit/repeat.ts'
import { RETRY_SECONDS } from '../schedule.ts'
import { countWaiting, renewLeases } from '../sql/claims.ts'
import { Flights } from './flights.ts'
import { joinDeliveries } from './hint.ts'
import { startLoop } from './loop.ts'
import { createDeliveryMetrics } from './metrics.ts'

export interface DeliveryOptions {
  readonly registry?: Registry
  /** How long a silent worker keeps a delivery; a living one renews it. */
  readonly leaseSeconds?: number
  /** How long to sleep at most when nothing is due: finds what a lost hint did not tell and what a dead worker held. */
  readonly pollMs?: number
  /** Over the whole exchange with a receiver. */
  readonly deadlineMs?: number
  readonly perEndpoint?: number
  readonly schedule?: readonly number[]
  readonly drainSeconds?: number
}

export interface Deliveries {
  /** Claims nothing more, lets exchanges finish within the drain limit, then lets go. */
  stop(): Promise<void>
  /** Resolves when nothing is due and nothing is under way: what a test waits for after it has moved its clock. */
  idle(): Promise<void>
}

const BEAT_MS = 5000
const YOUNG = 512
const MOST = 4096

/** Starts this process's share of sending webhooks. Any number of processes may. */
export async function startDeliveries(ctx: Context, options: DeliveryOptions = {}): Promise<Deliveries> {
  const { leaseSeconds = 30, pollMs = 1000, deadlineMs = 10_000, perEndpoint = 32, schedule = RETRY_SECONDS } = options
  // A claim need not outlive a crash of the database: what was sent meanwhile is sent again, as after any crash.
  const quick = { ...PLANNED_ONCE, synchronous_commit: 'off' }
  const claims = connectBeside(ctx.db, { max: 1, name: 'quoin webhook claims', settings: quick })
  const settles = connectBeside(ctx.db, { max: 1, name: 'quoin webhook settles', settings: PLANNED_ONCE })
  const flights = new Flights({ perEndpoint, young: YOUNG, most: MOST })
  const waiting = () => countWaiting(ctx.db)
  const metrics = createDeliveryMetrics(options.registry, { underWay: () => flights.size, waiting })
  const loop = startLoop(ctx, { claims, settles, flights, metrics, leaseSeconds, pollMs, deadlineMs, schedule })
  const leave = await joinDeliveries(ctx, loop)
  const beatMs = Math.min(BEAT_MS, (leaseSeconds * 1000) / 6)
  const beats = repeat(
    () => beat(settles, flights, { beatMs, leaseSeconds }),
    beatMs,
    (error) => ctx.log.warn({ err: error }, 'leases of deliveries were not renewed'),
  )
  return {
    idle: () => loop.idle(),
    async stop() {
      await Promise.all([loop.close(), leave()])
      const deadline = performance.now() + (options.drainSeconds ?? ctx.config.DRAIN_SECONDS) * 1000
      while (flights.size > 0 && performance.now() < deadline) await sleep(5)
      loop.abandon()
      await beats.stop()
      await Promise.all([claims.end({ timeout: 1 }), settles.end({ timeout: 1 })])
    },
  }
}

/** Young leases are left alone: a quick exchange ends before its first heartbeat and never costs one. */
async function beat(db: Pool, flights: Flights, times: { beatMs: number; leaseSeconds: number }): Promise<void> {
  const asked = performance.now()
  const due = flights.all().filter((flight) => !flight.isEnding && asked - flight.leasedAt >= times.beatMs)
  if (due.length === 0) return
  const kept = new Set(await renewLeases(db, due, times.leaseSeconds))
  for (const flight of due) if (kept.has(flight.id)) flight.leasedAt = asked
}
