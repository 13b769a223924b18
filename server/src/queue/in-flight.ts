import type { Handler } from './job.ts'
import type { ClaimedRow, JobClaim } from './sql/claims.ts'

/** A job that this process has claimed and whose outcome is not recorded yet. */
export interface ClaimedJob extends JobClaim {
  readonly row: ClaimedRow
  readonly handler: Handler
  readonly leaseSeconds: number
  readonly abort: AbortController
  /** When the lease was last renewed, by the process's monotonic clock. */
  leasedAt: number
  startedAt: number
  /** Its outcome is being recorded, by the finisher or in the handler's own transaction: the lease is not renewed any more. */
  isFinishing: boolean
}

export function newClaimedJob(row: ClaimedRow, handler: Handler, claim: string, leasedAt: number): ClaimedJob {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    claim,
    row,
    handler,
    leaseSeconds: handler.job.leaseSeconds,
    abort: new AbortController(),
    leasedAt,
    startedAt: performance.now(),
    isFinishing: false,
  }
}

/** The jobs that this process runs now, and how many of each kind. */
export class JobsInFlight {
  readonly #jobs = new Map<number, ClaimedJob>()
  readonly #counts = new Map<string, number>()
  get size(): number {
    return this.#jobs.size
  }
  all(): ClaimedJob[] {
    return [...this.#jobs.values()]
  }
  count(kind: string): number {
    return this.#counts.get(kind) ?? 0
  }
  add(job: ClaimedJob): void {
    this.#jobs.set(job.id, job)
    this.#counts.set(job.row.job, this.count(job.row.job) + 1)
  }
  remove(job: ClaimedJob): void {
    // The same job can be claimed again, under another claim, before a frozen attempt at it has ended.
    if (this.#jobs.get(job.id) === job) this.#jobs.delete(job.id)
    this.#counts.set(job.row.job, this.count(job.row.job) - 1)
  }
}
