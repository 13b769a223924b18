import type { Claim, ClaimedRow } from '../sql/claims.ts'

/** A delivery that this process has claimed and not finished yet. */
export interface InFlight extends Claim {
  readonly row: ClaimedRow
  /** When it was claimed and when its lease was last renewed, by the process's monotonic clock. */
  readonly claimedAt: number
  leasedAt: number
  /** Its outcome is being written: the lease is not renewed any more. */
  isFinishing: boolean
}

export interface InFlightLimits {
  /** Exchanges with one endpoint at a time. */
  readonly perEndpoint: number
  /** Exchanges younger than a second. Older ones wait for their receiver and cost next to nothing. */
  readonly young: number
  /** All claimed deliveries. */
  readonly most: number
}

const YOUNG_MS = 1000

/** The deliveries in flight to one endpoint. */
interface EndpointSlots {
  sending: number
  /** Claimed ahead, so that a free slot is used at once and claims are large. */
  waiting: InFlight[]
}

/** What this process has in flight, and how much more it may claim in all and for each endpoint. */
export class DeliveriesInFlight {
  readonly #limits: InFlightLimits
  readonly #claimed = new Map<string, InFlight>()
  readonly #young = new Set<InFlight>()
  readonly #endpoints = new Map<string, EndpointSlots>()
  constructor(limits: InFlightLimits) {
    this.#limits = limits
  }
  get size(): number {
    return this.#claimed.size
  }
  all(): InFlight[] {
    return [...this.#claimed.values()]
  }
  /** How many more may be claimed now. */
  room(): number {
    const grown = performance.now() - YOUNG_MS
    // The set keeps the order of insertion, so the first young one ends the search.
    for (const delivery of this.#young) {
      if (delivery.claimedAt > grown) break
      this.#young.delete(delivery)
    }
    return Math.min(this.#limits.young - this.#young.size, this.#limits.most - this.#claimed.size)
  }
  /** For a healthy endpoint a second set may be claimed ahead, once the first has been sent. */
  roomAt(endpointId: string, isHealthy: boolean): number {
    const { perEndpoint } = this.#limits
    const slots = this.#endpoints.get(endpointId)
    if (!slots) return isHealthy ? 2 * perEndpoint : perEndpoint
    return slots.waiting.length > 0 ? 0 : perEndpoint - slots.sending + (isHealthy ? perEndpoint : 0)
  }
  sendingTo(endpointId: string): number {
    return this.#endpoints.get(endpointId)?.sending ?? 0
  }
  /** Answers whether it may be sent at once; otherwise it waits for a slot of its endpoint. */
  start(delivery: InFlight): boolean {
    this.#claimed.set(delivery.id, delivery)
    this.#young.add(delivery)
    let slots = this.#endpoints.get(delivery.endpointId)
    if (!slots) this.#endpoints.set(delivery.endpointId, (slots = { sending: 0, waiting: [] }))
    if (slots.sending >= this.#limits.perEndpoint) {
      slots.waiting.push(delivery)
      return false
    }
    slots.sending++
    return true
  }
  /** Frees the delivery's slot at its endpoint; answers the delivery that takes it over, if one waits. */
  freeSlot(delivery: InFlight): InFlight | undefined {
    this.#young.delete(delivery)
    const slots = this.#endpoints.get(delivery.endpointId)
    const next = slots?.waiting.shift()
    if (next || !slots) return next
    slots.sending--
    if (slots.sending === 0) this.#endpoints.delete(delivery.endpointId)
    return undefined
  }
  /** Removes and answers what waits, at one endpoint or at all. */
  takeWaiting(endpointId?: string): InFlight[] {
    const all = endpointId === undefined ? [...this.#endpoints.values()] : [this.#endpoints.get(endpointId)]
    const taken = all.flatMap((slots) => slots?.waiting.splice(0) ?? [])
    for (const delivery of taken) {
      this.#young.delete(delivery)
      this.finish(delivery)
    }
    return taken
  }
  finish(delivery: InFlight): void {
    // The same delivery can be claimed anew, under another claim, before a frozen exchange has ended.
    if (this.#claimed.get(delivery.id) === delivery) this.#claimed.delete(delivery.id)
  }
}
