import type { Job } from './job.ts'
import type { ClaimedRow, ClaimRequest, Head } from './sql/claims.ts'

export interface Plan {
  /** What to claim now. */
  readonly requests: readonly ClaimRequest[]
  /** How long to sleep when nothing could be claimed, unless woken. */
  readonly sleepMs: number
  /** Nothing that this process runs is due, whether it has capacity for it or not. */
  readonly isIdle: boolean
}

export interface Capacity {
  /** How many more jobs of any kind may run. */
  readonly total: number
  /** Undefined for a kind that this process does not run. */
  of(kind: string): KindCapacity | undefined
}

export interface KindCapacity {
  readonly job: Job
  /** How many more of it may run. */
  readonly free: number
  /** The last claim parked jobs of this kind: many may wait for one key. */
  readonly hasParked: boolean
}

const SOON_MS = 10
const SCAN_ROWS_BEHIND_KEY = 500

/**
 * Decides from the first waiting job of each kind and priority, most urgent first, what to claim or how long to sleep.
 * `ageMs` is how long ago the heads were read.
 */
export function plan(heads: readonly Head[], capacity: Capacity, pollMs: number, ageMs = 0): Plan {
  const requests: ClaimRequest[] = []
  let sleepMs = pollMs
  let isIdle = true
  for (const head of heads) {
    const kind = capacity.of(head.job)
    if (!kind) continue
    const dueInMs = head.due_in_ms - ageMs
    const isDue = dueInMs <= 0
    if (isDue) isIdle = false
    // A kind without free capacity is looked at again when one of its jobs ends.
    if (kind.free <= 0 || capacity.total <= 0) continue
    if (!isDue) sleepMs = Math.min(sleepMs, Math.ceil(dueInMs))
    else requests.push(requestOf(head, kind, Math.min(kind.free, capacity.total)))
  }
  return { requests, sleepMs: requests.length > 0 ? SOON_MS : sleepMs, isIdle }
}

function requestOf(head: Head, { job, hasParked }: KindCapacity, atMost: number): ClaimRequest {
  const scanRows = hasParked ? Math.max(atMost, SCAN_ROWS_BEHIND_KEY) : atMost
  return { job: head.job, priority: head.priority, atMost, scanRows, leaseSeconds: job.leaseSeconds, from: head }
}

/**
 * The heads after a claim: each begins behind the last row that was started, and one whose rows ran out is removed. Under load
 * the loop uses them for a moment instead of reading the heads again, which would walk over the entries that claims leave.
 */
export function advance(
  heads: readonly Head[],
  requests: readonly ClaimRequest[],
  rows: readonly ClaimedRow[],
  atMost: number,
): Head[] {
  const started = rows.filter((row) => row.state === 'running')
  return heads.flatMap((head) => {
    const request = requests.find(({ from }) => from === head)
    if (!request) return [head]
    const ofKind = started.filter((row) => row.job === head.job)
    const seen = rows.filter((row) => row.job === head.job && row.priority === head.priority)
    if (started.length < atMost && ofKind.length < request.atMost && seen.length < request.scanRows) return []
    const last = ofKind
      .filter((row) => row.priority === head.priority)
      .reduce<Position>((latest, row) => (isAfter(row, latest) ? row : latest), head)
    return [{ ...head, run_at: last.run_at, id: last.id }]
  })
}

type Position = Pick<Head, 'run_at' | 'id'>

function isAfter(a: Position, b: Position): boolean {
  return (a.run_at.getTime() - b.run_at.getTime() || a.id - b.id) > 0
}
