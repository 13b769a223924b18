import type { ClaimedRow, ClaimTarget, Head, Position } from '../sql/claims.ts'

export interface Plan {
  /** Claims to make now. */
  readonly targets: readonly ClaimTarget[]
  /** Disabled or deleted endpoints. Deliveries that wait for them become dead. */
  readonly inactive: readonly Head[]
  /** Time to sleep when nothing was claimed, unless woken. */
  readonly sleepMs: number
  /** True if no delivery that could be sent is due, with or without room for it. */
  readonly isQuiet: boolean
}

export interface DeliveryCapacity {
  readonly total: number
  of(endpointId: string, isHealthy: boolean): number
  /** Deliveries being sent to the endpoint. */
  sendingTo(endpointId: string): number
}

export interface PlanRules {
  readonly pollMs: number
  readonly breaksAfter: number
}

const SOON_MS = 10

/** Decides what to claim, or how long to sleep, from the first waiting delivery of each endpoint, oldest first. */
export function plan(heads: readonly Head[], room: DeliveryCapacity, { pollMs, breaksAfter }: PlanRules): Plan {
  const due: { head: Head; free: number }[] = []
  const inactive: Head[] = []
  let sleepMs = pollMs
  let isQuiet = true
  for (const head of heads) {
    const waitMs = Math.max(head.due_in_ms, head.paused_in_ms)
    if (!head.is_active) inactive.push(head)
    else if (waitMs > 0) sleepMs = Math.min(sleepMs, Math.ceil(waitMs))
    else {
      isQuiet = false
      // After a pause, a single delivery tests whether the receiver works again.
      const isBroken = head.failures >= breaksAfter
      const free = isBroken ? 1 - room.sendingTo(head.endpoint_id) : room.of(head.endpoint_id, head.failures === 0)
      if (free > 0) due.push({ head, free })
    }
  }
  // When several endpoints have deliveries due, each gets at most its share of the room.
  const share = Math.max(1, Math.ceil(room.total / Math.max(1, due.length)))
  const targets = due.slice(0, Math.max(0, room.total)).map(({ head, free }) => ({
    workspaceId: head.workspace_id,
    endpointId: head.endpoint_id,
    atMost: Math.min(free, share),
    from: head,
  }))
  return {
    targets,
    inactive,
    sleepMs: targets.length > 0 ? SOON_MS : sleepMs,
    isQuiet: isQuiet && inactive.length === 0,
  }
}

/**
 * Returns the heads after a claim: the queue of each endpoint continues after the last claimed delivery, and an empty queue is
 * omitted. Under load this briefly replaces reading the heads, which would read the index entries of finished deliveries.
 */
export function advance(heads: readonly Head[], targets: readonly ClaimTarget[], rows: readonly ClaimedRow[]): Head[] {
  const asked = new Map(targets.map((target) => [target.endpointId, target.atMost]))
  const claimed = Map.groupBy(rows, (row) => row.endpoint_id)
  return heads.flatMap((head) => {
    const atMost = asked.get(head.endpoint_id)
    if (atMost === undefined) return [head]
    const own = claimed.get(head.endpoint_id) ?? []
    if (own.length < atMost) return []
    const { next_attempt_at, event_id } = own.reduce((last: Position, row) => (isAfter(row, last) ? row : last), head)
    return [{ ...head, next_attempt_at, event_id }]
  })
}

export function isAfter(a: Position, b: Position): boolean {
  const apart = a.next_attempt_at.getTime() - b.next_attempt_at.getTime()
  return apart > 0 || (apart === 0 && a.event_id > b.event_id)
}
