import type { Job } from './job.ts'
import type { ClaimedRow, Head, Wanted } from './sql/claims.ts'

export interface Plan {
  /** What to claim now. */
  readonly wanted: readonly Wanted[]
  /** How long to sleep when nothing could be claimed, unless woken. */
  readonly sleepMs: number
  /** Nothing that this process runs is due, whether it has room for it or not. */
  readonly isQuiet: boolean
}

export interface Room {
  /** How many more jobs of any kind may run. */
  readonly total: number
  /** Undefined for a kind that this process does not run. */
  of(job: string): Kind | undefined
}

export interface Kind {
  readonly job: Job
  /** How many more of it may run. */
  readonly free: number
  /** The last claim met jobs of it that wait for their key. */
  readonly isCrowded: boolean
}

const SOON_MS = 10
const CROWD_ROWS = 500

/**
 * Decides from the first waiting job of each kind and priority, most urgent first, what to claim or how long to sleep.
 * `ageMs` is how long ago the heads were read.
 */
export function plan(heads: readonly Head[], room: Room, pollMs: number, ageMs = 0): Plan {
  const wanted: Wanted[] = []
  let sleepMs = pollMs
  let isQuiet = true
  for (const head of heads) {
    const kind = room.of(head.job)
    if (!kind) continue
    const dueInMs = head.due_in_ms - ageMs
    const isDue = dueInMs <= 0
    if (isDue) isQuiet = false
    // A kind without room is looked at again when one of its jobs ends.
    if (kind.free <= 0 || room.total <= 0) continue
    if (!isDue) sleepMs = Math.min(sleepMs, Math.ceil(dueInMs))
    else wanted.push(want(head, kind, Math.min(kind.free, room.total)))
  }
  return { wanted, sleepMs: wanted.length > 0 ? SOON_MS : sleepMs, isQuiet }
}

function want(head: Head, { job, isCrowded }: Kind, atMost: number): Wanted {
  const look = isCrowded ? Math.max(atMost, CROWD_ROWS) : atMost
  return { job: head.job, priority: head.priority, atMost, look, leaseSeconds: job.leaseSeconds, from: head }
}

/**
 * What a claim leaves of the heads it was planned from: each begins after the last row started; one whose rows ran out is
 * gone. Under load it stands for the heads for a moment, and saves the walk over the entries that claims leave behind.
 */
export function advance(
  heads: readonly Head[],
  wanted: readonly Wanted[],
  rows: readonly ClaimedRow[],
  atMost: number,
): Head[] {
  const started = rows.filter((row) => row.state === 'running')
  return heads.flatMap((head) => {
    const asked = wanted.find(({ from }) => from === head)
    if (!asked) return [head]
    const ofKind = started.filter((row) => row.job === head.job)
    const seen = rows.filter((row) => row.job === head.job && row.priority === head.priority)
    if (started.length < atMost && ofKind.length < asked.atMost && seen.length < asked.look) return []
    const last = ofKind
      .filter((row) => row.priority === head.priority)
      .reduce<Position>((late, row) => (isAfter(row, late) ? row : late), head)
    return [{ ...head, run_at: last.run_at, id: last.id }]
  })
}

type Position = Pick<Head, 'run_at' | 'id'>

function isAfter(a: Position, b: Position): boolean {
  return (a.run_at.getTime() - b.run_at.getTime() || a.id - b.id) > 0
}
