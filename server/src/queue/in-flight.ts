import type { Handler } from './job.ts'
import type { SlotGroup, Slots } from './slots.ts'
import type { ClaimedRow, JobClaim } from './sql/claims.ts'

/** A job that this process has claimed and whose outcome is not recorded yet. */
export interface ClaimedJob extends JobClaim {
  readonly row: ClaimedRow
  readonly handler: Handler
  readonly group: SlotGroup
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
    group: { job: row.job, workspaceId: row.workspace_id, remote: row.remote },
    leaseSeconds: handler.job.leaseSeconds,
    abort: new AbortController(),
    leasedAt,
    startedAt: performance.now(),
    isFinishing: false,
  }
}

/** The jobs that this process runs now. */
export class JobsInFlight {
  readonly #jobs = new Map<number, ClaimedJob>()
  readonly slots: Slots
  constructor(slots: Slots) {
    this.slots = slots
  }
  get size(): number {
    return this.#jobs.size
  }
  all(): ClaimedJob[] {
    return [...this.#jobs.values()]
  }
  add(job: ClaimedJob): void {
    this.#jobs.set(job.id, job)
    this.slots.start(job.group)
  }
  remove(job: ClaimedJob): void {
    // The same job can be claimed again, under another claim, before a frozen attempt at it has ended.
    if (this.#jobs.get(job.id) === job) this.#jobs.delete(job.id)
    this.slots.end(job.group)
  }
}
