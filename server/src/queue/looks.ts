import type { SlotGroup, Slots } from '../kit/claims/slots.ts'
import type { ClaimedRow, ClaimRequest } from './sql/claims.ts'

/** A search for other workspaces' jobs behind those of a full workspace, in one or more claims. */
interface Look {
  readonly startedAt: number
  readonly scannedAt: number
  /** True if the last claim reached the last waiting job. */
  readonly isDone: boolean
}

/** Interval between looks behind a full workspace whose jobs end: after a hint, and without one. */
const LOOK_HINTED_MS = 50
const LOOK_MS = 5000
/** Time without an ended job after which the jobs of a workspace are assumed to hang. */
const STALLED_MS = 250

/** Looks behind a workspace whose jobs hang at once, and rarely behind one whose jobs end: each skipped job costs a write. */
export class Looks {
  readonly #slots: Slots
  readonly #startedAt = performance.now()
  readonly #looks = new Map<string, Look>()
  #hintedAt = Number.NEGATIVE_INFINITY
  constructor(slots: Slots) {
    this.#slots = slots
  }
  canLookBehind(full: SlotGroup): boolean {
    const last = this.#looks.get(full.job) ?? { startedAt: this.#startedAt, scannedAt: this.#startedAt, isDone: true }
    const waitMs = this.#hintedAt > last.scannedAt ? LOOK_HINTED_MS : LOOK_MS
    if (performance.now() - last.scannedAt >= waitMs) return true
    // A look that found more jobs than one claim reads continues until a job of the workspace ends.
    return this.#slots.isStalled(full, last.isDone ? STALLED_MS : performance.now() - last.startedAt)
  }
  record({ job, scanRows }: ClaimRequest, seen: readonly ClaimedRow[]): void {
    if (!seen.some((row) => row.state === 'backlogged')) return
    const last = this.#looks.get(job)
    const scannedAt = performance.now()
    const goesOn = last && !last.isDone && scannedAt - last.scannedAt < LOOK_HINTED_MS
    this.#looks.set(job, { startedAt: goesOn ? last.startedAt : scannedAt, scannedAt, isDone: seen.length < scanRows })
  }
  /** Records that jobs were enqueued. */
  hint(): void {
    this.#hintedAt = performance.now()
  }
}
