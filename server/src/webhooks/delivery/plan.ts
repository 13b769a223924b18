import type { ClaimedRow, Head, Position, Wanted } from '../sql/claims.ts'

export interface Plan {
  /** What to claim now. */
  readonly wanted: readonly Wanted[]
  /** Endpoints that are disabled or deleted: what waits for them becomes dead. */
  readonly inactive: readonly Head[]
  /** How long to sleep when nothing could be claimed, unless woken. */
  readonly sleepMs: number
  /** Nothing is due that could be sent, whether there is room for it or not. */
  readonly isQuiet: boolean
}

export interface Room {
  readonly total: number
  of(endpointId: string, isHealthy: boolean): number
  /** Exchanges with it that are under way. */
  sendingTo(endpointId: string): number
}

export interface PlanRules {
  readonly pollMs: number
  readonly breaksAfter: number
}

const SOON_MS = 10

/** Decides from the first waiting delivery of each endpoint, the oldest first, what to claim or how long to sleep. */
export function plan(heads: readonly Head[], room: Room, { pollMs, breaksAfter }: PlanRules): Plan {
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
      // After a pause one delivery goes first, to see whether the receiver is back.
      const isBroken = head.failures >= breaksAfter
      const free = isBroken ? 1 - room.sendingTo(head.endpoint_id) : room.of(head.endpoint_id, head.failures === 0)
      if (free > 0) due.push({ head, free })
    }
  }
  // While others are due too, an endpoint gets no more than its fair share of the room.
  const share = Math.max(1, Math.ceil(room.total / Math.max(1, due.length)))
  const wanted = due.slice(0, Math.max(0, room.total)).map(({ head, free }) => ({
    workspaceId: head.workspace_id,
    endpointId: head.endpoint_id,
    atMost: Math.min(free, share),
    from: head,
  }))
  return { wanted, inactive, sleepMs: wanted.length > 0 ? SOON_MS : sleepMs, isQuiet: isQuiet && inactive.length === 0 }
}

/**
 * The heads after a claim: each endpoint's line begins after the last delivery claimed, and one with none left is gone.
 * Under load this replaces reading the heads for a moment, and saves the walk over the index entries of finished deliveries.
 */
export function advance(heads: readonly Head[], wanted: readonly Wanted[], rows: readonly ClaimedRow[]): Head[] {
  const asked = new Map(wanted.map((one) => [one.endpointId, one.atMost]))
  const taken = Map.groupBy(rows, (row) => row.endpoint_id)
  return heads.flatMap((head) => {
    const atMost = asked.get(head.endpoint_id)
    if (atMost === undefined) return [head]
    const line = taken.get(head.endpoint_id) ?? []
    if (line.length < atMost) return []
    const { next_attempt_at, event_id } = line.reduce((last: Position, row) => (isAfter(row, last) ? row : last), head)
    return [{ ...head, next_attempt_at, event_id }]
  })
}

export function isAfter(a: Position, b: Position): boolean {
  const apart = a.next_attempt_at.getTime() - b.next_attempt_at.getTime()
  return apart > 0 || (apart === 0 && a.event_id > b.event_id)
}
