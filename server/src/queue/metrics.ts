import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CountRow } from './sql/claims.ts'

export interface QueueMetrics {
  started(job: string, lateSeconds: number): void
  /** `end` is how the attempt ended: done, retry, later, dead, or lost to another worker. */
  ended(job: string, end: string, seconds: number): void
}

const COUNT_KEPT_MS = 5000

export function createQueueMetrics(
  registry: Registry = new Registry(),
  count: () => Promise<readonly CountRow[]>,
): QueueMetrics {
  const registers = [registry]
  const lateness = new Histogram({
    name: 'quoin_job_lateness_seconds',
    help: 'Time from when a job was due to the start of an attempt at it.',
    labelNames: ['job'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
    registers,
  })
  const durations = new Histogram({
    name: 'quoin_job_seconds',
    help: 'Time an attempt took, its settling included.',
    labelNames: ['job'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 300],
    registers,
  })
  const attempts = new Counter({
    name: 'quoin_job_attempts_total',
    help: 'Attempts that ended, by how.',
    labelNames: ['job', 'end'],
    registers,
  })
  const running = new Gauge({
    name: 'quoin_jobs_running',
    help: 'Jobs that this process runs now.',
    labelNames: ['job'],
    registers,
  })
  depthGauge(registry, count)
  return {
    started(job, lateSeconds) {
      lateness.observe({ job }, Math.max(0, lateSeconds))
      running.inc({ job })
    },
    ended(job, end, seconds) {
      attempts.inc({ job, end })
      durations.observe({ job }, seconds)
      running.dec({ job })
    },
  }
}

/** Counted when somebody looks, and no more than every few seconds. */
function depthGauge(registry: Registry, count: () => Promise<readonly CountRow[]>): void {
  let counted = Number.NEGATIVE_INFINITY
  const depth = new Gauge({
    name: 'quoin_jobs',
    help: 'Jobs in the queue, by state.',
    labelNames: ['job', 'state'],
    registers: [],
    async collect() {
      if (performance.now() - counted < COUNT_KEPT_MS) return
      counted = performance.now()
      const rows = await count().catch(() => [])
      this.reset()
      for (const { job, state, jobs } of rows) this.set({ job, state }, jobs)
    },
  })
  registry.registerMetric(depth)
}
