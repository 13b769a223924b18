import { Counter, Histogram, Registry } from 'prom-client'

export interface SourceMetrics {
  /** `result` is found, not_found, pending, or the kind of failure. */
  asked(source: string, result: string, seconds: number): void
}

export function createSourceMetrics(registry: Registry = new Registry()): SourceMetrics {
  const registers = [registry]
  const results = new Counter({
    name: 'quoin_source_calls_total',
    help: 'Questions to sources, by result: found, not_found, pending, or the kind of failure.',
    labelNames: ['source', 'result'],
    registers,
  })
  const durations = new Histogram({
    name: 'quoin_source_seconds',
    help: 'Time a source took to respond or fail.',
    labelNames: ['source'],
    buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  return {
    asked(source, result, seconds) {
      results.inc({ source, result })
      durations.observe({ source }, seconds)
    },
  }
}
