import type { ClaimedWork } from '../kit/claims/claimer.ts'
import type { SlotGroup, Slots } from '../kit/claims/slots.ts'
import type { Handler } from './job.ts'
import type { ClaimedRow, JobClaim } from './sql/claims.ts'

/** A job that this process has claimed and whose outcome is not recorded yet. */
export interface ClaimedJob extends ClaimedWork, JobClaim {
  readonly id: number
  readonly row: ClaimedRow
  readonly handler: Handler
  readonly group: SlotGroup
  readonly abort: AbortController
  readonly startedAt: number
}

export function newClaimedJob(
  row: ClaimedRow,
  handler: Handler,
  { claim, claimedAt }: { claim: string; claimedAt: number },
): ClaimedJob {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    claim,
    row,
    handler,
    group: { job: row.job, workspaceId: row.workspace_id, remote: row.remote },
    leaseSeconds: handler.job.leaseSeconds,
    abort: new AbortController(),
    claimedAt,
    leasedAt: claimedAt,
    startedAt: performance.now(),
    isFinishing: false,
  }
}

/** Jobs that this process runs now. */
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
    // A job can be claimed again, under another claim, before a frozen attempt at it has ended.
    if (this.#jobs.get(job.id) === job) this.#jobs.delete(job.id)
    this.slots.end(job.group)
  }
}
