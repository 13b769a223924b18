import { ApiError } from '../../../kit/declare/errors.ts'

export interface QueueLimits {
  /** Maximum running at a time. */
  readonly atOnce: number
  /** Maximum waiting in one lane. */
  readonly laneMax: number
  /** Maximum waiting in all lanes together. */
  readonly waitingMax: number
}

interface Waiter {
  start(): void
  refuse(error: ApiError): void
}

/** Runs the work of lanes in turn, one item each, so that a lane with hundreds delays the others by one. */
export interface HashQueue {
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
  /** Runs a call that will wait in the lane. When the lane has too many of them, the call is refused before it costs a query. */
  admit<T>(lane: string, call: () => Promise<T>): Promise<T>
}

export function createHashQueue({ atOnce, laneMax, waitingMax }: QueueLimits): HashQueue {
  let running = 0
  let waiting = 0
  /** Lanes in the order of their turns; a lane without waiters has no entry. */
  const lanes = new Map<string, Waiter[]>()
  const admitted = new Map<string, number>()

  /** Makes room in a full queue by dropping the last waiter of the longest lane. */
  function makeRoom(ownLength: number): void {
    const longest = [...lanes.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    if (longest.length <= ownLength + 1) throw busy('unavailable')
    longest.pop()?.refuse(busy('rate_limited'))
    waiting--
  }

  async function claimSlot(lane: string): Promise<void> {
    if (running < atOnce) {
      running++
      return
    }
    const own = lanes.get(lane) ?? []
    if (own.length >= laneMax) throw busy('rate_limited')
    if (waiting >= waitingMax) makeRoom(own.length)
    waiting++
    await new Promise<void>((start, refuse) => {
      lanes.set(lane, own)
      own.push({ start, refuse })
    })
  }

  function releaseSlot(): void {
    const [turn] = lanes
    if (!turn) {
      running--
      return
    }
    const [lane, own] = turn
    const next = own.shift()
    lanes.delete(lane)
    if (own.length > 0) lanes.set(lane, own)
    waiting--
    next?.start()
  }

  return {
    async run(lane, work) {
      await claimSlot(lane)
      try {
        return await work()
      } finally {
        releaseSlot()
      }
    },
    async admit(lane, call) {
      const own = admitted.get(lane) ?? 0
      if (own >= laneMax) throw busy('rate_limited')
      admitted.set(lane, own + 1)
      try {
        return await call()
      } finally {
        const left = (admitted.get(lane) ?? 1) - 1
        if (left > 0) admitted.set(lane, left)
        else admitted.delete(lane)
      }
    },
  }
}

function busy(code: 'rate_limited' | 'unavailable'): ApiError {
  const detail =
    code === 'rate_limited'
      ? 'Too many sign-ins from your network are waiting. Try again in a few seconds.'
      : 'Too many people are signing in right now. Try again in a few seconds.'
  return new ApiError(code, detail, { headers: { 'retry-after': '2' } })
}
