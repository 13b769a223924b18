import type { ReceivedRequest } from './connectors/loopback.ts'

/** The phase of a target's worker at a request: `prepare` before the intent is committed, `publish` after it, `find` later. */
export type Phase = 'prepare' | 'publish' | 'find'

/** A request at which a worker is killed: on arrival, without effect, or after its effect, before its response. */
export interface KillPoint {
  readonly phase: Phase
  /** Position among the requests of this phase, from 1. */
  readonly nth: number
  readonly moment: 'arrived' | 'done'
}

export type Counts = Record<Phase, number>

/**
 * Counts the requests of every platform, and blocks those that are to be a worker's last until it is dead. `reached` is called
 * when all platforms of a plan have reached their point.
 */
export class KillPlan {
  private readonly points: ReadonlyMap<string, KillPoint>
  private readonly counts = new Map<string, Counts>()
  private readonly numbers = new WeakMap<ReceivedRequest, number>()
  readonly stopped = new Map<string, string>()
  private readonly reached: () => Promise<void>
  private dead: Promise<void> | undefined
  private readonly waiting = new Map<string, () => void>()

  constructor(points: ReadonlyMap<string, KillPoint> = new Map(), reached = async () => {}) {
    this.points = points
    this.reached = reached
  }

  getPlatformCounts(platform: string): Counts {
    const counts = this.counts.get(platform) ?? { prepare: 0, publish: 0, find: 0 }
    this.counts.set(platform, counts)
    return counts
  }

  /** Returns false when the worker was killed at this request. */
  async pass(platform: string, phase: Phase, request: ReceivedRequest, moment: KillPoint['moment']): Promise<boolean> {
    const counts = this.getPlatformCounts(platform)
    // Requests of a platform may run concurrently, so each keeps the number it arrived with.
    if (moment === 'arrived') this.numbers.set(request, ++counts[phase])
    const point = this.points.get(platform)
    const isIt = point?.phase === phase && point.nth === this.numbers.get(request) && point.moment === moment
    if (!isIt || this.stopped.has(platform)) return true
    this.stopped.set(platform, `${phase} ${point.nth} ${moment}: ${request.method} ${request.path}`)
    if (this.stopped.size === this.points.size) {
      this.dead = this.reached()
      for (const release of this.waiting.values()) release()
    } else await new Promise<void>((resolve) => this.waiting.set(platform, resolve))
    await this.dead
    return false
  }
}
