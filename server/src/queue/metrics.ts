import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { recent } from '../kit/throttle-reads.ts'
import type { JobCountRow } from './sql/jobs.ts'

export interface QueueMetrics {
  recordStart(job: string, lateSeconds: number): void
  /** `end` is the outcome of the attempt: done, retry, later, dead, or lost to another worker. */
  recordEnd(job: string, end: string, seconds: number): void
}

const COUNT_KEPT_MS = 5000

export function createQueueMetrics(
  registry: Registry = new Registry(),
  count: () => Promise<readonly JobCountRow[]>,
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
    help: 'Time an attempt took, including the recording of its outcome.',
    labelNames: ['job'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 300],
    registers,
  })
  const attempts = new Counter({
    name: 'quoin_job_attempts_total',
    help: 'Attempts that ended, by outcome.',
    labelNames: ['job', 'end'],
    registers,
  })
  const running = new Gauge({
    name: 'quoin_jobs_running',
    help: 'Jobs running in this process.',
    labelNames: ['job'],
    registers,
  })
  depthGauges(registry, count)
  return {
    recordStart(job, lateSeconds) {
      lateness.observe({ job }, Math.max(0, lateSeconds))
      running.inc({ job })
    },
    recordEnd(job, end, seconds) {
      attempts.inc({ job, end })
      durations.observe({ job }, seconds)
      running.dec({ job })
    },
  }
}

/** Counts when the metrics are read, at most once every few seconds. */
function depthGauges(registry: Registry, count: () => Promise<readonly JobCountRow[]>): void {
  const current = recent(count, COUNT_KEPT_MS)
  function gauge<L extends string>(
    name: string,
    help: string,
    labels: L[],
    set: (gauge: Gauge<L>, row: JobCountRow) => void,
  ) {
    const one: Gauge<L> = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [],
      async collect() {
        const rows = await current()
        one.reset()
        for (const row of rows ?? []) set(one, row)
      },
    })
    registry.registerMetric(one)
  }
  gauge('quoin_jobs', 'Jobs in the queue, by state.', ['job', 'state'], (one, { job, state, jobs }) =>
    one.set({ job, state }, jobs),
  )
  gauge('quoin_jobs_due', 'Jobs that could run now and wait for a process.', ['job'], (one, { job, state, due }) => {
    if (state === 'waiting') one.set({ job }, due)
  })
  gauge(
    'quoin_jobs_oldest_due_seconds',
    'Time that the oldest due job has been waiting.',
    ['job'],
    (one, { job, state, oldest_seconds }) => {
      if (state === 'waiting') one.set({ job }, oldest_seconds)
    },
  )
}
