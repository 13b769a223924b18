import type { Handler } from './job.ts'
import type { ClaimedRow, Hold } from './sql/claims.ts'

/** A job this process has claimed and not settled yet. */
export interface Held extends Hold {
  readonly row: ClaimedRow
  readonly handler: Handler
  readonly leaseSeconds: number
  readonly abort: AbortController
  /** When the lease was last renewed, by the process's monotonic clock. */
  leasedAt: number
  startedAt: number
  /** Its end is being written, by the settler or in the handler's own transaction: the lease is left alone. */
  isEnding: boolean
}

export function newHeld(row: ClaimedRow, handler: Handler, claim: string, leasedAt: number): Held {
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
    isEnding: false,
  }
}

/** Everything held, and how many of each kind. */
export class Holds {
  readonly #held = new Map<number, Held>()
  readonly #counts = new Map<string, number>()
  get size(): number {
    return this.#held.size
  }
  all(): Held[] {
    return [...this.#held.values()]
  }
  count(job: string): number {
    return this.#counts.get(job) ?? 0
  }
  add(held: Held): void {
    this.#held.set(held.id, held)
    this.#counts.set(held.row.job, this.count(held.row.job) + 1)
  }
  remove(held: Held): void {
    // The same job can be held anew, under another claim, before a frozen attempt at it has ended.
    if (this.#held.get(held.id) === held) this.#held.delete(held.id)
    this.#counts.set(held.row.job, this.count(held.row.job) - 1)
  }
}
