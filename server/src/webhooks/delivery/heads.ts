import type { Pool } from '../../kit/postgres/db.ts'
import { type ClaimedRow, type ClaimTarget, type Head, listHeads, type Now } from '../sql/claims.ts'
import type { DeliveriesInFlight } from './in-flight.ts'
import { advance, type Plan, type PlanRules, plan } from './plan.ts'

/** Time a busy loop plans with known heads before it reads those of all endpoints again. */
const HEADS_MS = 50
/** Reading heads takes at most a fifth of the time, however many endpoints there are. */
const READ_SHARE = 5

/** The queue heads of all endpoints, as far as the loop knows them. */
export class Heads {
  readonly #db: Pool
  readonly #now: () => Now
  readonly #inFlight: DeliveriesInFlight
  readonly #rules: PlanRules
  #heads: readonly Head[] = []
  /** Endpoints whose heads were dropped since the last read began: that read may have returned their old heads. */
  readonly #dropped = new Set<string>()
  #readEndedAt = Number.NEGATIVE_INFINITY
  #readTookMs = 0
  constructor(db: Pool, now: () => Now, inFlight: DeliveriesInFlight, rules: PlanRules) {
    this.#db = db
    this.#now = now
    this.#inFlight = inFlight
    this.#rules = rules
  }
  /** Plans from the known heads while they are fresh and something can be claimed. Otherwise reads them first. */
  async plan(): Promise<Plan> {
    const ageMs = performance.now() - this.#readEndedAt
    const known = this.#planKnown()
    if (known.targets.length > 0 && ageMs < HEADS_MS) return known
    const restMs = this.#readTookMs * (READ_SHARE - 1) - ageMs
    if (restMs > 1) return { ...known, sleepMs: Math.min(restMs, this.#rules.pollMs), isQuiet: false }
    const began = performance.now()
    this.#dropped.clear()
    const heads = await listHeads(this.#db, this.#now())
    this.#heads = heads.filter(({ endpoint_id }) => !this.#dropped.has(endpoint_id))
    this.#readEndedAt = performance.now()
    // Can at most double each time, so that a single slow read does not delay the next one for long.
    this.#readTookMs = Math.min(this.#readEndedAt - began, 2 * this.#readTookMs + 1)
    const { isQuiet, ...next } = this.#planKnown()
    return { ...next, isQuiet: isQuiet && this.#dropped.size === 0 }
  }
  #planKnown(): Plan {
    const inFlight = this.#inFlight
    const room = {
      total: inFlight.room(),
      of: (endpointId: string, isHealthy: boolean) => inFlight.roomAt(endpointId, isHealthy),
      sendingTo: (endpointId: string) => inFlight.sendingTo(endpointId),
    }
    return plan(this.#heads, room, this.#rules)
  }
  advance(targets: readonly ClaimTarget[], rows: readonly ClaimedRow[]): void {
    this.#heads = advance(this.#heads, targets, rows)
  }
  /** Plans nothing for the endpoint until the heads are read again. */
  drop(endpointId: string): void {
    this.#dropped.add(endpointId)
    this.#heads = this.#heads.filter((head) => head.endpoint_id !== endpointId)
  }
  /** Makes the next plan read the heads. */
  expire(): void {
    this.#readEndedAt = Number.NEGATIVE_INFINITY
  }
  /** Makes the next plan read the heads, and lets the plans after it read again soon. */
  reset(): void {
    this.expire()
    this.#readTookMs = 0
  }
}
