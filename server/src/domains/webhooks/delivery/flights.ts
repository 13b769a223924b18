import type { ClaimedRow, Hold } from '../sql/claims.ts'

/** A delivery this process has claimed and not settled yet. */
export interface Flight extends Hold {
  readonly row: ClaimedRow
  /** When it was claimed and when its lease was last renewed, by the process's monotonic clock. */
  readonly claimedAt: number
  leasedAt: number
  /** Its end is being written: the lease is left alone. */
  isEnding: boolean
}

export interface FlightLimits {
  /** Exchanges with one endpoint at a time. */
  readonly perEndpoint: number
  /** Exchanges that have just begun. Those that take longer than a second wait for somebody else and cost next to nothing. */
  readonly young: number
  /** Everything held. */
  readonly most: number
}

const YOUNG_MS = 1000

/** What one endpoint has of it. */
interface Line {
  sending: number
  /** Claimed ahead, so that a place that falls free is taken at once, and claims are large. */
  waiting: Flight[]
}

/** What is under way: how much more may be claimed, in all and for each endpoint. */
export class Flights {
  readonly #limits: FlightLimits
  readonly #held = new Map<string, Flight>()
  readonly #young = new Set<Flight>()
  readonly #lines = new Map<string, Line>()
  constructor(limits: FlightLimits) {
    this.#limits = limits
  }
  get size(): number {
    return this.#held.size
  }
  all(): Flight[] {
    return [...this.#held.values()]
  }
  /** How many more may be claimed now. */
  room(): number {
    const grown = performance.now() - YOUNG_MS
    // In the order they were added, so the first young one ends the search.
    for (const flight of this.#young) {
      if (flight.claimedAt > grown) break
      this.#young.delete(flight)
    }
    return Math.min(this.#limits.young - this.#young.size, this.#limits.most - this.#held.size)
  }
  /** For an endpoint that is well as many again may be claimed ahead, once all that was has gone. */
  roomAt(endpointId: string, isWell: boolean): number {
    const { perEndpoint } = this.#limits
    const line = this.#lines.get(endpointId)
    if (!line) return isWell ? 2 * perEndpoint : perEndpoint
    return line.waiting.length > 0 ? 0 : perEndpoint - line.sending + (isWell ? perEndpoint : 0)
  }
  sendingTo(endpointId: string): number {
    return this.#lines.get(endpointId)?.sending ?? 0
  }
  /** Answers whether it may go at once; otherwise it waits until another lands. */
  start(flight: Flight): boolean {
    this.#held.set(flight.id, flight)
    this.#young.add(flight)
    let line = this.#lines.get(flight.endpointId)
    if (!line) this.#lines.set(flight.endpointId, (line = { sending: 0, waiting: [] }))
    if (line.sending >= this.#limits.perEndpoint) {
      line.waiting.push(flight)
      return false
    }
    line.sending++
    return true
  }
  /** The endpoint takes another: answers the one that goes next, if one waits. */
  land(flight: Flight): Flight | undefined {
    this.#young.delete(flight)
    const line = this.#lines.get(flight.endpointId)
    const next = line?.waiting.shift()
    if (next || !line) return next
    line.sending--
    if (line.sending === 0) this.#lines.delete(flight.endpointId)
    return undefined
  }
  /** Takes out what waits, at one endpoint or everywhere. */
  takeWaiting(endpointId?: string): Flight[] {
    const lines = endpointId === undefined ? [...this.#lines.values()] : [this.#lines.get(endpointId)]
    const taken = lines.flatMap((line) => line?.waiting.splice(0) ?? [])
    for (const flight of taken) {
      this.#young.delete(flight)
      this.end(flight)
    }
    return taken
  }
  end(flight: Flight): void {
    // The same delivery can be held anew, under another claim, before a frozen exchange has ended.
    if (this.#held.get(flight.id) === flight) this.#held.delete(flight.id)
  }
}
