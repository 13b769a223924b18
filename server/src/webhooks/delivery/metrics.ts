import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { WaitingRow } from '../sql/claims.ts'

export interface DeliveryMetrics {
  attempted(outcome: string, lateSeconds: number, seconds: number): void
}

export interface Gauges {
  readonly inFlight: () => number
  readonly waiting: () => Promise<readonly WaitingRow[]>
}

const COUNT_MS_MIN = 5000

export function createDeliveryMetrics(registry: Registry = new Registry(), gauges: Gauges): DeliveryMetrics {
  const registers = [registry]
  const attempts = new Counter({
    name: 'quoin_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by the resulting status of the delivery.',
    labelNames: ['outcome'],
    registers,
  })
  const lateness = new Histogram({
    name: 'quoin_webhook_lateness_seconds',
    help: 'Time from when a delivery was due to the start of an attempt.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
    registers,
  })
  const durations = new Histogram({
    name: 'quoin_webhook_attempt_seconds',
    help: 'Time a receiver took to respond.',
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const inFlight = new Gauge({
    name: 'quoin_webhooks_under_way',
    help: 'Deliveries that this process has claimed and not finished yet.',
    registers: [],
    collect() {
      this.set(gauges.inFlight())
    },
  })
  registry.registerMetric(inFlight)
  registry.registerMetric(depthGauge(gauges))
  return {
    attempted(outcome, lateSeconds, seconds) {
      attempts.inc({ outcome })
      lateness.observe(Math.max(0, lateSeconds))
      durations.observe(seconds)
    },
  }
}

/** Counted when metrics are collected, at most every five seconds. */
function depthGauge({ waiting }: Gauges): Gauge {
  let counted = Number.NEGATIVE_INFINITY
  return new Gauge({
    name: 'quoin_webhook_deliveries_waiting',
    help: 'Deliveries waiting for their first attempt (pending) or for a retry (failed).',
    labelNames: ['status'],
    registers: [],
    async collect() {
      if (performance.now() - counted < COUNT_MS_MIN) return
      counted = performance.now()
      const rows = await waiting().catch(() => [])
      this.reset()
      for (const { status, deliveries } of rows) this.set({ status }, deliveries)
    },
  })
}
