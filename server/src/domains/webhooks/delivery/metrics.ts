import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface DeliveryMetrics {
  attempted(outcome: string, lateSeconds: number, seconds: number): void
}

export function createDeliveryMetrics(registry: Registry = new Registry(), underWay: () => number): DeliveryMetrics {
  const registers = [registry]
  const attempts = new Counter({
    name: 'quoin_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what became of the delivery.',
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
    help: 'Time a receiver took to answer.',
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const held = new Gauge({
    name: 'quoin_webhooks_under_way',
    help: 'Deliveries that this process has claimed and not settled yet.',
    registers: [],
    collect() {
      this.set(underWay())
    },
  })
  registry.registerMetric(held)
  return {
    attempted(outcome, lateSeconds, seconds) {
      attempts.inc({ outcome })
      lateness.observe(Math.max(0, lateSeconds))
      durations.observe(seconds)
    },
  }
}
