import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { Context } from '../../kit/context.ts'
import { connectDedicated, PLANNED_ONCE, type Pool } from '../../kit/postgres/db.ts'
import { repeat } from '../../kit/repeat.ts'
import { RETRY_SECONDS } from '../retry-schedule.ts'
import { countWaiting, renewLeases } from '../sql/claims.ts'
import { joinDeliveries } from './hint.ts'
import { DeliveriesInFlight } from './in-flight.ts'
import { startLoop } from './loop.ts'
import { createDeliveryMetrics } from './metrics.ts'

export interface DeliveryOptions {
  readonly registry?: Registry
  /** Time a worker that has stopped renewing keeps its claims. */
  readonly leaseSeconds?: number
  /** The longest sleep when nothing is due. After it, deliveries with lost hints or dead workers are found. */
  readonly pollMs?: number
  /** Time limit for the whole exchange with a receiver. */
  readonly deadlineMs?: number
  readonly perEndpoint?: number
  readonly schedule?: readonly number[]
  readonly drainSeconds?: number
}

export interface Deliveries {
  /** Stops claiming and waits for exchanges to finish. Drops the rest after the drain limit. */
  stop(): Promise<void>
  /** Resolves when nothing is due or in flight. A test waits for this after it has advanced its clock. */
  idle(): Promise<void>
}

const HEARTBEAT_MS = 5000
const YOUNG_MAX = 1024
const CLAIMED_MAX = 4096

/** Starts sending webhooks. Any number of processes may do so: each delivery is claimed by one of them. */
export async function startDeliveries(ctx: Context, options: DeliveryOptions = {}): Promise<Deliveries> {
  const { leaseSeconds = 30, pollMs = 1000, deadlineMs = 10_000, perEndpoint = 32, schedule = RETRY_SECONDS } = options
  // A database crash may lose a claim: the delivery is then sent again, as after any other crash.
  const quick = { ...PLANNED_ONCE, synchronous_commit: 'off' }
  const claims = connectDedicated(ctx.db, { max: 1, name: 'quoin webhook claims', kind: 'claims', settings: quick })
  const outcomes = connectDedicated(ctx.db, {
    max: 1,
    name: 'quoin webhook outcomes',
    kind: 'outcomes',
    settings: PLANNED_ONCE,
  })
  const inFlight = new DeliveriesInFlight({ perEndpoint, young: YOUNG_MAX, claimed: CLAIMED_MAX })
  const waiting = () => countWaiting(ctx.db)
  const metrics = createDeliveryMetrics(options.registry, { inFlight: () => inFlight.size, waiting })
  const loop = startLoop(ctx, { claims, outcomes, inFlight, metrics, leaseSeconds, pollMs, deadlineMs, schedule })
  const leave = await joinDeliveries(ctx, loop)
  const intervalMs = Math.min(HEARTBEAT_MS, (leaseSeconds * 1000) / 6)
  const heartbeat = repeat(
    () => renewOldLeases(outcomes, inFlight, { intervalMs, leaseSeconds }),
    intervalMs,
    (error) => ctx.log.warn({ err: error }, 'could not renew delivery leases; will retry'),
  )
  return {
    idle: () => loop.idle(),
    async stop() {
      await Promise.all([loop.close(), leave()])
      const deadline = performance.now() + (options.drainSeconds ?? ctx.config.DRAIN_SECONDS) * 1000
      while (inFlight.size > 0 && performance.now() < deadline) await sleep(5)
      loop.abandon()
      await heartbeat.stop()
      await Promise.all([claims.end({ timeout: 1 }), outcomes.end({ timeout: 1 })])
    },
  }
}

/** Renews leases that are older than the interval: a quick exchange ends before that and costs no renewal. */
async function renewOldLeases(
  db: Pool,
  inFlight: DeliveriesInFlight,
  { intervalMs, leaseSeconds }: { intervalMs: number; leaseSeconds: number },
): Promise<void> {
  const now = performance.now()
  const due = inFlight.all().filter((delivery) => !delivery.isFinishing && now - delivery.leasedAt >= intervalMs)
  if (due.length === 0) return
  const kept = new Set(await renewLeases(db, due, leaseSeconds))
  for (const delivery of due) if (kept.has(delivery.id)) delivery.leasedAt = now
}
