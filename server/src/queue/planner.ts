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
  /** Decides what to claim. `isOnTime` when the loop slept until the first known head was due. */
  next(isOnTime: boolean): Promise<Plan>
  /** Takes note of what a claim of at most `atMost` jobs returned. */
  claimed(requests: readonly ClaimRequest[], rows: readonly ClaimedRow[], atMost: number): void
  /** Takes note that jobs were enqueued. */
  hint(): void
  /** Takes note that a job that ran, or the next one of its key, waits now. */
  returned(): void
}

/** How long a busy loop goes on from the heads it knows before it reads them again, and so finds more urgent jobs. */
const HEADS_MS = 50
/** How often to look behind a full workspace whose jobs end: after a hint, and without one. */
const LOOK_HINTED_MS = 50
const LOOK_MS = 5000

/**
 * Plans from the known heads while there is much to do, and after a sleep until the first of them was due: that saves a round
 * trip just when it counts. The claim itself checks by the database's clock whether they are due.
 */
export function createPlanner({ db, now, handlers, slots, pollMs }: PlannerOptions): Planner {
  let heads: readonly Head[] = []
  let headsReadAt = Number.NEGATIVE_INFINITY
  let hintedAt = Number.NEGATIVE_INFINITY
  /** Jobs may wait that the known heads do not show. */
  let isOutdated = true
  let parkedKinds: ReadonlySet<string> = new Set()
  const startedAt = performance.now()
  const lookedAt = new Map<string, number>()

  /** A workspace whose jobs hang is passed at once; one that works through its jobs, rarely: each job passed costs a write. */
  function canLookBehind(full: SlotGroup): boolean {
    const last = lookedAt.get(full.job) ?? startedAt
    const waitMs = hintedAt > last ? LOOK_HINTED_MS : LOOK_MS
    return slots.isStalled(full) || performance.now() - last >= waitMs
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
        // Only one line is due and it waits for slots: reading the heads again would find the same.
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
      for (const { job, state } of rows) if (state === 'backlogged') lookedAt.set(job, performance.now())
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
