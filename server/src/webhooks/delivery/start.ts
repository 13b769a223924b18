import type { Registry } from 'prom-client'
import { type RunningEngine, startClaims } from '../../kit/claims/engine.ts'
import type { Context } from '../../kit/context.ts'
import { PLANNED_ONCE } from '../../kit/postgres/db.ts'
import { RETRY_SECONDS } from '../retry-schedule.ts'
import { countWaiting, type Head } from '../sql/claims.ts'
import { createDeliveryClaimer } from './claimer.ts'
import { DELIVERIES_CHANNEL } from './hint.ts'
import { DeliveriesInFlight, type InFlightDelivery } from './in-flight.ts'
import { createDeliveryMetrics } from './metrics.ts'
import type { DeliveryRequest } from './plan.ts'

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

export type Deliveries = RunningEngine

const YOUNG_MAX = 1024
const CLAIMED_MAX = 2048

/** Starts sending webhooks. Any number of processes may do so: each delivery is claimed by one of them. */
export function startDeliveries(ctx: Context, options: DeliveryOptions = {}): Promise<Deliveries> {
  const { leaseSeconds = 30, pollMs = 1000, deadlineMs = 10_000, perEndpoint = 32, schedule = RETRY_SECONDS } = options
  const inFlight = new DeliveriesInFlight({ perEndpoint, young: YOUNG_MAX, claimed: CLAIMED_MAX })
  const waiting = () => countWaiting(ctx.db)
  const metrics = createDeliveryMetrics(options.registry, { inFlight: () => inFlight.size, waiting })
  return startClaims<Head, DeliveryRequest, InFlightDelivery>(
    ctx,
    {
      name: 'webhook',
      noun: 'deliveries',
      channel: DELIVERIES_CHANNEL,
      settings: PLANNED_ONCE,
      leaseSeconds,
      drainSeconds: options.drainSeconds,
    },
    (engine) => createDeliveryClaimer(ctx, engine, { inFlight, metrics, leaseSeconds, pollMs, deadlineMs, schedule }),
  )
}
