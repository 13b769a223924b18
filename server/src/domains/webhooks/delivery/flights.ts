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

/** What is under way: how much more may be claimed, in all and for each endpoint. */
export class Flights {
  readonly #limits: FlightLimits
  readonly #held = new Map<string, Flight>()
  readonly #young = new Set<Flight>()
  readonly #sending = new Map<string, number>()
  constructor(limits: FlightLimits) {
    this.#limits = limits
  }
  get size(): number {
    return this.#held.size
  }
  all(): Flight[] {
    return [...this.#held.values()]
  }
  /** How many more may take off now. */
  room(): number {
    const grown = performance.now() - YOUNG_MS
    // In the order they were added, so the first young one ends the search.
    for (const flight of this.#young) {
      if (flight.claimedAt > grown) break
      this.#young.delete(flight)
    }
    return Math.min(this.#limits.young - this.#young.size, this.#limits.most - this.#held.size)
  }
  roomAt(endpointId: string): number {
    return this.#limits.perEndpoint - this.sendingTo(endpointId)
  }
  sendingTo(endpointId: string): number {
    return this.#sending.get(endpointId) ?? 0
  }
  start(flight: Flight): void {
    this.#held.set(flight.id, flight)
    this.#young.add(flight)
    this.#sending.set(flight.endpointId, this.sendingTo(flight.endpointId) + 1)
  }
  /** The endpoint takes another. */
  land(flight: Flight): void {
    this.#young.delete(flight)
    const left = this.sendingTo(flight.endpointId) - 1
    if (left > 0) this.#sending.set(flight.endpointId, left)
    else this.#sending.delete(flight.endpointId)
  }
  end(flight: Flight): void {
    // The same delivery can be held anew, under another claim, before a frozen exchange has ended.
    if (this.#held.get(flight.id) === flight) this.#held.delete(flight.id)
  }
}
