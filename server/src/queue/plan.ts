import type { ClaimPlan } from '../kit/claims/claimer.ts'
import type { SlotGroup, Slots } from '../kit/claims/slots.ts'
import type { Job } from './job.ts'
import { SYSTEM_WORKSPACE } from './queue.ts'
import type { ClaimedRow, ClaimRequest, Head } from './sql/claims.ts'

export interface Capacity {
  readonly slots: Slots
  /** Undefined for a kind that this process does not run. */
  of(kind: string): KindCapacity | undefined
}

export interface KindCapacity {
  readonly job: Job
  /** True if the last claim parked jobs of this kind: many may wait for one key. */
  readonly hasParked: boolean
  /** True if now is the time to look for other workspaces' jobs behind those of a full workspace. */
  readonly canLookBehind: (full: SlotGroup) => boolean
}

const SOON_MS = 10
/** Time until the next check for a look behind a full workspace. */
const LOOK_AGAIN_MS = 50
const SCAN_ROWS_BEHIND = 500

/**
 * Decides what to claim or how long to sleep, from the first job of each kind and priority and of each backlog group. `ageMs`
 * is the age of the heads.
 */
export function plan(heads: readonly Head[], capacity: Capacity, pollMs: number, ageMs = 0): ClaimPlan<ClaimRequest> {
  const { slots } = capacity
  const requests: ClaimRequest[] = []
  const reserved: (readonly [SlotGroup, number])[] = []
  let sleepMs = pollMs
  let due = 0
  for (const head of inTurn(heads, slots)) {
    const kind = capacity.of(head.job)
    if (!kind) continue
    const dueInMs = head.due_in_ms - ageMs
    if (dueInMs > 0) {
      sleepMs = Math.min(sleepMs, Math.ceil(dueInMs))
      continue
    }
    due++
    const { request, group, isBehind } = requestFor(head, kind, slots)
    if (request.atMost > 0) {
      requests.push(request)
      slots.reserve(group, request.atMost)
      reserved.push([group, request.atMost])
    } else if (isBehind) sleepMs = Math.min(sleepMs, LOOK_AGAIN_MS)
  }
  for (const [group, jobs] of reserved) slots.reserve(group, -jobs)
  return {
    requests,
    sleepMs: requests.length > 0 ? SOON_MS : sleepMs,
    isIdle: due === 0,
    isBlocked: due === 1 && requests.length === 0,
  }
}

/** Sorts by urgency, then by the slots that the workspace uses, fewest first, then by age. */
function inTurn(heads: readonly Head[], slots: Slots): readonly Head[] {
  if (!heads.some((head) => head.is_backlogged)) return heads
  const running = new Map(heads.map((head) => [head, head.is_backlogged ? slots.countRunning(toSlotGroup(head)) : 0]))
  return heads.toSorted((a, b) => a.priority - b.priority || (running.get(a) ?? 0) - (running.get(b) ?? 0))
}

function toSlotGroup({ job, workspace_id: workspaceId, remote }: Head): SlotGroup {
  return { job, workspaceId, remote }
}

/** Skips a group that may not start jobs: its waiting jobs go to the backlog, and those behind them start. */
function requestFor(head: Head, { job, hasParked, canLookBehind }: KindCapacity, slots: Slots) {
  const { leaseSeconds } = job
  const own = toSlotGroup(head)
  const atMost = slots.quota(own)
  const isBehind = atMost === 0 && !head.is_backlogged && own.workspaceId !== SYSTEM_WORKSPACE
  if (!isBehind) {
    const scanRows = hasParked ? Math.max(atMost, SCAN_ROWS_BEHIND) : atMost
    return { isBehind, group: own, request: { job: head.job, atMost, scanRows, leaseSeconds, from: head } }
  }
  const other = { job: head.job, workspaceId: '', remote: 0 }
  const ofOther = slots.quota(other)
  const atMostBehind = ofOther > 0 && canLookBehind(own) ? ofOther : 0
  return {
    isBehind,
    group: other,
    request: { job: head.job, atMost: atMostBehind, scanRows: SCAN_ROWS_BEHIND, leaseSeconds, from: head },
  }
}

/** Returns the heads after a claim. Each begins behind the last row that was started or moved to the backlog. */
export function advance(
  heads: readonly Head[],
  requests: readonly ClaimRequest[],
  rows: readonly ClaimedRow[],
  atMost: number,
): Head[] {
  const startedInAll = rows.filter((row) => row.state === 'running').length
  const byRequest = Map.groupBy(rows, (row) => row.request)
  return heads.flatMap((head) => {
    const at = requests.findIndex(({ from }) => from === head)
    const request = requests[at]
    if (!request) return [head]
    const seen = byRequest.get(at) ?? []
    const started = seen.filter((row) => row.state === 'running').length
    if (startedInAll < atMost && started < request.atMost && seen.length < request.scanRows) return []
    const last = seen
      .filter((row) => row.state !== 'parked')
      .reduce<Position>((latest, row) => (isAfter(row, latest) ? row : latest), head)
    return [{ ...head, priority: last.priority, run_at: last.run_at, id: last.id }]
  })
}

type Position = Pick<Head, 'priority' | 'run_at' | 'id'>

function isAfter(a: Position, b: Position): boolean {
  return (a.priority - b.priority || a.run_at.getTime() - b.run_at.getTime() || a.id - b.id) > 0
}
