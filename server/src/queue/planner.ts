import type { Pool } from '../kit/postgres/db.ts'
import type { Handler } from './job.ts'
import { advance, type Plan, plan } from './plan.ts'
import type { SlotGroup, Slots } from './slots.ts'
import { type ClaimedRow, type ClaimRequest, type Head, listHeads } from './sql/claims.ts'
import type { Now } from './sql/now.ts'

export interface PlannerOptions {
  readonly db: Pool
  readonly now: () => Now
  readonly handlers: ReadonlyMap<string, Handler>
  readonly slots: Slots
  readonly pollMs: number
}

export interface Planner {
  /** Decides what to claim. `isOnTime` is true when the loop slept until the first known head was due. */
  next(isOnTime: boolean): Promise<Plan>
  /** Records the rows that a claim of at most `atMost` jobs returned. */
  claimed(requests: readonly ClaimRequest[], rows: readonly ClaimedRow[], atMost: number): void
  /** Records that jobs were enqueued. */
  hint(): void
  /** Records that a job, or the next one of its key, went back to waiting. */
  returned(): void
}

/** A search for other workspaces' jobs behind those of a full workspace, in one or more claims. */
interface Look {
  readonly startedAt: number
  readonly scannedAt: number
  /** True if the last claim reached the last waiting job. */
  readonly isDone: boolean
}

/** Time a busy loop uses known heads before it reads them again and finds more urgent jobs. */
const HEADS_MS = 50
/** Interval between looks behind a full workspace whose jobs end: after a hint, and without one. */
const LOOK_HINTED_MS = 50
const LOOK_MS = 5000
/** Time without an ended job after which the jobs of a workspace are assumed to hang. */
const STALLED_MS = 250

/**
 * Plans from the known heads under load, and after a sleep until the first of them was due: this saves a round trip when
 * latency matters most. The claim itself checks by the database's clock whether they are due.
 */
export function createPlanner({ db, now, handlers, slots, pollMs }: PlannerOptions): Planner {
  let heads: readonly Head[] = []
  let headsReadAt = Number.NEGATIVE_INFINITY
  let hintedAt = Number.NEGATIVE_INFINITY
  /** True if jobs may wait that the known heads do not show. */
  let isOutdated = true
  let parkedKinds: ReadonlySet<string> = new Set()
  const startedAt = performance.now()
  const looks = new Map<string, Look>()

  /** Looks behind a workspace whose jobs hang at once, and rarely behind one whose jobs end: each skipped job costs a write. */
  function canLookBehind(full: SlotGroup): boolean {
    const last = looks.get(full.job) ?? { startedAt, scannedAt: startedAt, isDone: true }
    const waitMs = hintedAt > last.scannedAt ? LOOK_HINTED_MS : LOOK_MS
    if (performance.now() - last.scannedAt >= waitMs) return true
    // A look that found more jobs than one claim reads continues until a job of the workspace ends.
    return slots.isStalled(full, last.isDone ? STALLED_MS : performance.now() - last.startedAt)
  }

  function recordLook({ job, scanRows }: ClaimRequest, seen: readonly ClaimedRow[]) {
    if (!seen.some((row) => row.state === 'backlogged')) return
    const last = looks.get(job)
    const scannedAt = performance.now()
    const goesOn = last && !last.isDone && scannedAt - last.scannedAt < LOOK_HINTED_MS
    looks.set(job, { startedAt: goesOn ? last.startedAt : scannedAt, scannedAt, isDone: seen.length < scanRows })
  }

  const capacity = {
    slots,
    of(kind: string) {
      const job = handlers.get(kind)?.job
      return job && { job, hasParked: parkedKinds.has(kind), canLookBehind }
    },
  }

  return {
    async next(isOnTime) {
      const ageMs = performance.now() - headsReadAt
      if (isOnTime || ageMs < HEADS_MS) {
        const known = plan(heads, capacity, pollMs, ageMs)
        if (known.requests.length > 0) return known
        // Only one head is due and it waits for slots: reading the heads again would return the same.
        const isAlone = heads.filter((head) => head.due_in_ms <= ageMs && handlers.has(head.job)).length === 1
        if (isAlone && !isOutdated && ageMs < HEADS_MS)
          return { ...known, sleepMs: Math.min(known.sleepMs, HEADS_MS - ageMs) }
      }
      headsReadAt = performance.now()
      isOutdated = false
      heads = await listHeads(db, now(), slots.listFull())
      return plan(heads, capacity, pollMs)
    },
    claimed(requests, rows, atMost) {
      heads = advance(heads, requests, rows, atMost)
      parkedKinds = new Set(rows.filter((row) => row.state === 'parked').map((row) => row.job))
      for (const [at, request] of requests.entries())
        recordLook(
          request,
          rows.filter((row) => row.request === at),
        )
    },
    hint() {
      hintedAt = performance.now()
      isOutdated = true
    },
    returned() {
      isOutdated = true
    },
  }
}
