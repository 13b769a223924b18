import type { Pool } from '../kit/postgres/db.ts'
import type { JobsInFlight } from './in-flight.ts'
import type { Handler } from './job.ts'
import { advance, type Plan, plan } from './plan.ts'
import { type ClaimedRow, type ClaimRequest, type Head, listHeads } from './sql/claims.ts'
import type { Now } from './sql/now.ts'

export interface PlannerOptions {
  readonly db: Pool
  readonly now: () => Now
  readonly handlers: ReadonlyMap<string, Handler>
  readonly inFlight: JobsInFlight
  readonly pollMs: number
}

export interface Planner {
  /** Decides what to claim, `atMost` jobs. `isOnTime` when the loop slept until the first known head was due. */
  next(atMost: number, isOnTime: boolean): Promise<Plan>
  /** Takes note of what a claim answered. */
  claimed(requests: readonly ClaimRequest[], rows: readonly ClaimedRow[], atMost: number): void
}

/** How long a busy loop goes on from the heads it knows before it reads them again, and so finds more urgent jobs. */
const HEADS_MS = 50

/**
 * Plans from the known heads while there is much to do, and after a sleep until the first of them was due: that saves a round
 * trip just when it counts. The claim itself checks by the database's clock whether they are due.
 */
export function createPlanner({ db, now, handlers, inFlight, pollMs }: PlannerOptions): Planner {
  let heads: readonly Head[] = []
  let headsReadAt = Number.NEGATIVE_INFINITY
  let parkedKinds: ReadonlySet<string> = new Set()
  const capacity = (total: number) => ({
    total,
    of(kind: string) {
      const job = handlers.get(kind)?.job
      return job && { job, free: job.concurrency - inFlight.count(kind), hasParked: parkedKinds.has(kind) }
    },
  })

  return {
    async next(atMost, isOnTime) {
      const ageMs = performance.now() - headsReadAt
      if (isOnTime || ageMs < HEADS_MS) {
        const known = plan(heads, capacity(atMost), pollMs, ageMs)
        if (known.requests.length > 0) return known
      }
      headsReadAt = performance.now()
      heads = await listHeads(db, now())
      return plan(heads, capacity(atMost), pollMs)
    },
    claimed(requests, rows, atMost) {
      heads = advance(heads, requests, rows, atMost)
      parkedKinds = new Set(rows.filter((row) => row.state === 'parked').map((row) => row.job))
    },
  }
}
