import type { ClaimPlan } from '../../kit/claims/claimer.ts'
import type { ClaimedRow, ClaimTarget, Head, Position } from '../sql/claims.ts'

/** A claim for one endpoint. If the endpoint is disabled or deleted, the deliveries that wait for it become dead. */
export interface DeliveryRequest extends ClaimTarget {
  readonly isActive: boolean
}

export interface DeliveryCapacity {
  /** Returns how many more deliveries may be claimed now. */
  room(): number
  /** Returns how many more deliveries may be claimed for the endpoint. */
  roomAt(endpoint: { readonly workspaceId: string; readonly endpointId: string }, isHealthy: boolean): number
  /** Returns the number of deliveries being sent to the endpoint. */
  sendingTo(endpointId: string): number
}

export interface PlanRules {
  readonly pollMs: number
  readonly breaksAfter: number
}

const SOON_MS = 10

/**
 * Decides what to claim, or how long to sleep, from the first waiting delivery of each endpoint, oldest first. `ageMs` is the
 * age of the heads.
 */
export function plan(
  heads: readonly Head[],
  capacity: DeliveryCapacity,
  { pollMs, breaksAfter }: PlanRules,
  ageMs = 0,
): ClaimPlan<DeliveryRequest> {
  const total = Math.max(0, capacity.room())
  const due: DeliveryRequest[] = []
  const inactive: DeliveryRequest[] = []
  let sleepMs = pollMs
  let isIdle = true
  for (const head of heads) {
    const { workspace_id: workspaceId, endpoint_id: endpointId, is_active: isActive } = head
    const target = { workspaceId, endpointId, isActive, from: head }
    const waitMs = Math.max(head.due_in_ms, head.paused_in_ms) - ageMs
    if (isActive && waitMs > 0) {
      sleepMs = Math.min(sleepMs, Math.ceil(waitMs))
      continue
    }
    isIdle = false
    if (!isActive) {
      inactive.push({ ...target, atMost: 0 })
      continue
    }
    // After a pause, a single delivery tests whether the receiver works again.
    const isBroken = head.failures >= breaksAfter
    const free = isBroken ? 1 - capacity.sendingTo(endpointId) : capacity.roomAt(target, head.failures === 0)
    if (free > 0) due.push({ ...target, atMost: free })
  }
  // When several endpoints have deliveries due, each gets at most its share of the room.
  const share = Math.max(1, Math.ceil(total / Math.max(1, due.length)))
  const shared = due.slice(0, total).map((target) => ({ ...target, atMost: Math.min(target.atMost, share) }))
  const requests = [...inactive, ...shared]
  return { requests, sleepMs: requests.length > 0 ? SOON_MS : sleepMs, isIdle }
}

/** Returns the heads after a claim: the queue of each endpoint continues after the last claimed delivery. */
export function advance(
  heads: readonly Head[],
  requests: readonly DeliveryRequest[],
  rows: readonly ClaimedRow[],
): Head[] {
  const asked = new Map(requests.map((request) => [request.endpointId, request]))
  const claimed = Map.groupBy(rows, (row) => row.endpoint_id)
  return heads.flatMap((head) => {
    const request = asked.get(head.endpoint_id)
    if (!request) return [head]
    const own = claimed.get(head.endpoint_id) ?? []
    if (!request.isActive || own.length < request.atMost) return []
    const { next_attempt_at, event_id } = own.reduce((last: Position, row) => (isAfter(row, last) ? row : last), head)
    return [{ ...head, next_attempt_at, event_id }]
  })
}

function isAfter(a: Position, b: Position): boolean {
  const apart = a.next_attempt_at.getTime() - b.next_attempt_at.getTime()
  return apart > 0 || (apart === 0 && a.event_id > b.event_id)
}
