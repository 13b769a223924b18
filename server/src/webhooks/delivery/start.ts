import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { Context } from '../../kit/context.ts'
import { connectBeside, PLANNED_ONCE, type Pool } from '../../kit/postgres/db.ts'
import { repeat } from '../../kit/repeat.ts'
import { RETRY_SECONDS } from '../schedule.ts'
import { countWaiting, renewLeases } from '../sql/claims.ts'
import { joinDeliveries } from './hint.ts'
import { DeliveriesInFlight } from './in-flight.ts'
import { startLoop } from './loop.ts'
import { createDeliveryMetrics } from './metrics.ts'

export interface DeliveryOptions {
  readonly registry?: Registry
  /** How long a silent worker keeps a delivery; a living one renews it. */
  readonly leaseSeconds?: number
  /** The longest sleep when nothing is due: finds what a lost hint or a dead worker left. */
  readonly pollMs?: number
  /** Over the whole exchange with a receiver. */
  readonly deadlineMs?: number
  readonly perEndpoint?: number
  readonly schedule?: readonly number[]
  readonly drainSeconds?: number
}

export interface Deliveries {
  /** Claims nothing more, lets exchanges finish within the drain limit, then gives up the rest. */
  stop(): Promise<void>
  /** Resolves when nothing is due and nothing is under way: what a test waits for after it has moved its clock. */
  idle(): Promise<void>
}

const BEAT_MS = 5000
const YOUNG = 512
const MOST = 4096

/** Starts sending webhooks. Any number of processes may: each delivery is claimed by one of them. */
export async function startDeliveries(ctx: Context, options: DeliveryOptions = {}): Promise<Deliveries> {
  const { leaseSeconds = 30, pollMs = 1000, deadlineMs = 10_000, perEndpoint = 32, schedule = RETRY_SECONDS } = options
  // A claim may be lost in a crash of the database: what was sent meanwhile is sent again, as after any crash.
  const quick = { ...PLANNED_ONCE, synchronous_commit: 'off' }
  const claims = connectBeside(ctx.db, { max: 1, name: 'quoin webhook claims', settings: quick })
  const outcomes = connectBeside(ctx.db, { max: 1, name: 'quoin webhook outcomes', settings: PLANNED_ONCE })
  const inFlight = new DeliveriesInFlight({ perEndpoint, young: YOUNG, most: MOST })
  const waiting = () => countWaiting(ctx.db)
  const metrics = createDeliveryMetrics(options.registry, { underWay: () => inFlight.size, waiting })
  const loop = startLoop(ctx, { claims, outcomes, inFlight, metrics, leaseSeconds, pollMs, deadlineMs, schedule })
  const leave = await joinDeliveries(ctx, loop)
  const beatMs = Math.min(BEAT_MS, (leaseSeconds * 1000) / 6)
  const beats = repeat(
    () => beat(outcomes, inFlight, { beatMs, leaseSeconds }),
    beatMs,
    (error) => ctx.log.warn({ err: error }, 'leases of deliveries were not renewed; it is tried again'),
  )
  return {
    idle: () => loop.idle(),
    async stop() {
      await Promise.all([loop.close(), leave()])
      const deadline = performance.now() + (options.drainSeconds ?? ctx.config.DRAIN_SECONDS) * 1000
      while (inFlight.size > 0 && performance.now() < deadline) await sleep(5)
      loop.abandon()
      await beats.stop()
      await Promise.all([claims.end({ timeout: 1 }), outcomes.end({ timeout: 1 })])
    },
  }
}

/** Renews leases that are older than a beat: a quick exchange ends before its first heartbeat and never costs one. */
async function beat(
  db: Pool,
  inFlight: DeliveriesInFlight,
  times: { beatMs: number; leaseSeconds: number },
): Promise<void> {
  const asked = performance.now()
  const due = inFlight.all().filter((delivery) => !delivery.isFinishing && asked - delivery.leasedAt >= times.beatMs)
  if (due.length === 0) return
  const kept = new Set(await renewLeases(db, due, times.leaseSeconds))
  for (const delivery of due) if (kept.has(delivery.id)) delivery.leasedAt = asked
}
