import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type CutReason = 'slow_body' | 'slow_reader' | 'full'

export interface Metrics {
  readonly registry: Registry
  request(operation: string, method: string, status: number, seconds: number): void
  /** Counts a connection that the server closed, and the reason. */
  cut(reason: CutReason): void
  /** Counts a request that a rate limit refused. */
  limited(limit: string): void
}

/** Sums whose names only counters may have. The same values are available by type. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `quoin_nodejs_active_${what}_total`)

export function createMetrics(registry: Registry = new Registry()): Metrics {
  collectDefaultMetrics({ register: registry, prefix: 'quoin_' })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const requests = new Counter({
    name: 'quoin_http_requests_total',
    help: 'Completed requests, by operation and status.',
    labelNames: ['operation', 'method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'quoin_http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const cuts = new Counter({
    name: 'quoin_http_connections_cut_total',
    help: 'Connections closed because the client sent or read too slowly, or too many were open.',
    labelNames: ['reason'],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'quoin_rate_limit_refusals_total',
    help: 'Requests refused by a rate limit of a key, a workspace or an address.',
    labelNames: ['limit'],
    registers: [registry],
  })
  return {
    registry,
    limited: (limit) => refusals.inc({ limit }),
    cut: (reason) => cuts.inc({ reason }),
    request(operation, method, status, seconds) {
      requests.inc({ operation, method, status })
      durations.observe({ operation }, seconds)
    },
  }
}
