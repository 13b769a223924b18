import type { ClaimedWork } from '../../kit/claims/claimer.ts'
import { Slots } from '../../kit/claims/slots.ts'
import type { Claim, ClaimedRow } from '../sql/claims.ts'
import type { Destination } from './keyring.ts'

/** A delivery that this process has claimed and not finished yet. */
export interface InFlightDelivery extends ClaimedWork, Claim {
  readonly id: string
  readonly row: ClaimedRow
  readonly destination: Destination
}

type EndpointKey = Pick<Claim, 'workspaceId' | 'endpointId'>

export interface InFlightLimits {
  /** Concurrent exchanges with one endpoint. */
  readonly perEndpoint: number
  /** Exchanges younger than a second. Older ones only wait for their receiver and cost almost nothing (0011). */
  readonly young: number
  /** Claimed deliveries of one workspace, sent or waiting for a slot. All workspaces together get twice as many. */
  readonly claimed: number
}

const YOUNG_MS = 1000
/**
 * A healthy endpoint may claim ahead the deliveries that it accepts in this time: at least `perEndpoint`, at most `AHEAD_MAX`
 * times that.
 */
const AHEAD_MS = 100
const AHEAD_MAX = 8

/** Deliveries in flight to one endpoint. */
interface EndpointSlots {
  sending: number
  /** Claimed ahead, so that a free slot is used at once and claims stay large. */
  waiting: InFlightDelivery[]
  /** Number of deliveries that may wait. */
  ahead: number
  /** Exchanges that have ended since the last measurement, and its time. */
  ended: number
  measuredAt: number
}

/** Deliveries that this process has in flight, and the room for more in total and for each endpoint. */
export class DeliveriesInFlight {
  readonly #limits: InFlightLimits
  readonly #claimed = new Map<string, InFlightDelivery>()
  readonly #young = new Set<InFlightDelivery>()
  readonly #endpoints = new Map<string, EndpointSlots>()
  /** A workspace whose endpoints hang leaves slots for the others. */
  readonly #shares: Slots
  #waiting = 0
  constructor(limits: InFlightLimits) {
    this.#limits = limits
    this.#shares = new Slots(limits.claimed, () => limits.claimed)
  }
  get size(): number {
    return this.#claimed.size
  }
  all(): InFlightDelivery[] {
    return [...this.#claimed.values()]
  }
  /** Returns how many more deliveries may be claimed now. */
  room(): number {
    const grown = performance.now() - YOUNG_MS
    // The set is in insertion order, so the first young one ends the search.
    for (const delivery of this.#young) {
      if (delivery.claimedAt > grown) break
      this.#young.delete(delivery)
    }
    return Math.min(this.#limits.young - this.#young.size, this.#shares.free)
  }
  /** True while deliveries claimed within the last second are being sent or wait. */
  get hasYoung(): boolean {
    return this.#young.size > 0
  }
  /** True while claimed deliveries wait for a slot: the next claim may come a little later without leaving slots idle. */
  get hasWaiting(): boolean {
    return this.#waiting > 0
  }
  /**
   * Returns how many more deliveries may be claimed for the endpoint. For a healthy one more are claimed ahead, once half of
   * the previous ones have been sent: otherwise claims are small or come too late (measured in 0011 and 0041).
   */
  roomAt(endpoint: EndpointKey, isHealthy: boolean): number {
    return Math.min(this.#roomInSlots(endpoint.endpointId, isHealthy), this.#shares.quota(toSlotGroup(endpoint)))
  }
  #roomInSlots(endpointId: string, isHealthy: boolean): number {
    const { perEndpoint } = this.#limits
    const slots = this.#endpoints.get(endpointId)
    if (!slots) return isHealthy ? 2 * perEndpoint : perEndpoint
    const { sending, waiting, ahead } = slots
    if (!isHealthy) return waiting.length > 0 ? 0 : perEndpoint - sending
    return waiting.length > ahead / 2 ? 0 : perEndpoint - sending + ahead - waiting.length
  }
  sendingTo(endpointId: string): number {
    return this.#endpoints.get(endpointId)?.sending ?? 0
  }
  /** Returns true if the delivery may be sent at once. Otherwise it waits for a slot of its endpoint. */
  start(delivery: InFlightDelivery): boolean {
    this.#claimed.set(delivery.id, delivery)
    this.#shares.start(toSlotGroup(delivery))
    this.#young.add(delivery)
    let slots = this.#endpoints.get(delivery.endpointId)
    if (!slots) this.#endpoints.set(delivery.endpointId, (slots = newSlots(this.#limits.perEndpoint)))
    if (slots.sending >= this.#limits.perEndpoint) {
      slots.waiting.push(delivery)
      this.#waiting++
      return false
    }
    slots.sending++
    return true
  }
  /** Frees the delivery's slot at its endpoint. Returns the waiting delivery that gets the slot, if there is one. */
  freeSlot(delivery: InFlightDelivery): InFlightDelivery | undefined {
    this.#young.delete(delivery)
    const slots = this.#endpoints.get(delivery.endpointId)
    if (!slots) return undefined
    measure(slots, this.#limits.perEndpoint)
    const next = slots.waiting.shift()
    if (next) {
      this.#waiting--
      return next
    }
    slots.sending--
    if (slots.sending === 0) this.#endpoints.delete(delivery.endpointId)
    return undefined
  }
  /** Removes and returns the deliveries that wait for a slot, of one endpoint or of all. */
  takeWaiting(endpointId?: string): InFlightDelivery[] {
    const all = endpointId === undefined ? [...this.#endpoints.values()] : [this.#endpoints.get(endpointId)]
    const taken = all.flatMap((slots) => slots?.waiting.splice(0) ?? [])
    this.#waiting -= taken.length
    for (const delivery of taken) {
      this.#young.delete(delivery)
      this.finish(delivery)
    }
    return taken
  }
  finish(delivery: InFlightDelivery): void {
    // While a frozen exchange has not ended, the same delivery may have been claimed again, under another claim.
    if (this.#claimed.get(delivery.id) === delivery) this.#claimed.delete(delivery.id)
    this.#shares.end(toSlotGroup(delivery))
  }
}

function toSlotGroup({ workspaceId, endpointId }: EndpointKey) {
  return { job: 'deliver', workspaceId, remote: endpointId }
}

function newSlots(perEndpoint: number): EndpointSlots {
  return { sending: 0, waiting: [], ahead: perEndpoint, ended: 0, measuredAt: performance.now() }
}

function measure(slots: EndpointSlots, perEndpoint: number): void {
  slots.ended++
  const now = performance.now()
  if (now - slots.measuredAt < AHEAD_MS) return
  slots.ahead = Math.min(Math.max(perEndpoint, slots.ended), AHEAD_MAX * perEndpoint)
  slots.ended = 0
  slots.measuredAt = now
}
