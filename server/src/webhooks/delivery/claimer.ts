import type { ClaimEngine, Claimer } from '../../kit/claims/claimer.ts'
import type { Context } from '../../kit/context.ts'
import * as sql from '../sql/claims.ts'
import type { DeliveriesInFlight, InFlightDelivery } from './in-flight.ts'
import { createDestination, Keyring } from './keyring.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { decideDeliveryOutcome, poisonOutcome } from './outcome.ts'
import { advance, type DeliveryRequest, plan } from './plan.ts'
import { BREAKER, createDeliveryRecorder } from './record.ts'
import { send } from './send.ts'

export interface DeliveryClaimerOptions {
  readonly inFlight: DeliveriesInFlight
  readonly metrics: DeliveryMetrics
  readonly leaseSeconds: number
  readonly pollMs: number
  readonly deadlineMs: number
  readonly schedule: readonly number[]
}

/** Interval between claims while deliveries wait for a slot. It makes claims larger. */
const GAP_MS = 5
const INACTIVE_ROWS = 500
/** Claims of a delivery without a recorded outcome, after which it becomes dead. */
const CLAIMS_MAX = 20
/** Time a delivery may wait for a slot before it is claimed again. */
const STALE_MS = 1000

/** Claims deliveries within the room of their endpoints and workspaces, and sends them. */
export function createDeliveryClaimer(
  ctx: Context,
  engine: ClaimEngine<sql.Head>,
  { inFlight, metrics, leaseSeconds, pollMs, deadlineMs, schedule }: DeliveryClaimerOptions,
): Claimer<sql.Head, DeliveryRequest, InFlightDelivery> {
  const { claims, outcomes } = engine
  const now = () => ctx.clock.forDatabase()
  const recorder = createDeliveryRecorder({ db: outcomes, log: ctx.log, now, isBusy: () => inFlight.hasYoung })
  const keyring = new Keyring(ctx.secrets)
  const answers = new AnswerBudget()
  const rules = { pollMs, breaksAfter: BREAKER.breaksAfter }
  let lastClaimAt = Number.NEGATIVE_INFINITY

  async function deliver(delivery: InFlightDelivery) {
    const { row } = delivery
    let outcome = poisonOutcome(delivery)
    if (row.claims <= CLAIMS_MAX) {
      const lateMs = row.late_ms + performance.now() - delivery.claimedAt
      const sent = await send(ctx, delivery, deadlineMs)
      const answer = { ...sent, body: answers.cut(row.workspace_id, sent.body, performance.now()) }
      outcome = decideDeliveryOutcome(delivery, answer, { random: Math.random(), schedule })
      metrics.attempted(outcome.status, lateMs / 1000, answer.durationMs / 1000)
    }
    // A success frees the slot at once. A failure frees it only when it is recorded and the endpoint's head is dropped: the
    // breaker may have opened.
    const isHealthy = outcome.status === 'delivered'
    if (isHealthy) freeSlot(delivery)
    else void unclaim(inFlight.takeWaiting(delivery.endpointId))
    await recorder.record(delivery, outcome)
    if (!isHealthy) {
      engine.dropHeads((head) => head.endpoint_id === delivery.endpointId)
      freeSlot(delivery)
    }
    inFlight.finish(delivery)
    engine.wake()
  }

  function freeSlot(delivery: InFlightDelivery) {
    const next = inFlight.freeSlot(delivery)
    if (next) startNext(next)
    engine.wake()
  }

  /** A delivery that has waited too long is claimed again: its endpoint or secret may have changed since. */
  function startNext(delivery: InFlightDelivery) {
    if (performance.now() - delivery.claimedAt < STALE_MS) return void deliver(delivery)
    const stale = [delivery, ...inFlight.takeWaiting(delivery.endpointId)]
    freeSlot(delivery)
    inFlight.finish(delivery)
    void unclaim(stale)
  }

  /** Returns deliveries to the queue. When this fails, their leases expire instead. */
  async function unclaim(claimed: readonly sql.Claim[]) {
    if (claimed.length === 0) return
    await sql.unclaimDeliveries(outcomes, claimed).catch((error: unknown) => {
      ctx.log.warn({ err: error, deliveries: claimed.length }, 'could not unclaim deliveries')
    })
    engine.expireHeads()
    engine.wake()
  }

  async function claim(targets: readonly DeliveryRequest[], id: string) {
    const claimedAt = performance.now()
    lastClaimAt = claimedAt
    // One connection runs both, in this order.
    const [rows, addresses] = await Promise.all([
      sql.claimDeliveries(claims, { claim: id, now: now(), leaseSeconds, targets }),
      sql.listAddresses(claims, targets),
    ])
    const destinations = new Map(addresses.map((row) => [row.id, createDestination(keyring, row)]))
    const work: InFlightDelivery[] = []
    const undeliverable: sql.Claim[] = []
    for (const row of rows) {
      const claimed = toClaim(row, id)
      const destination = destinations.get(row.endpoint_id)
      // Without a destination, the endpoint was disabled or deleted just now: its delivery becomes dead in the next round.
      if (!destination) undeliverable.push(claimed)
      else work.push({ ...claimed, row, destination, leaseSeconds, claimedAt, leasedAt: claimedAt, isFinishing: false })
    }
    await unclaim(undeliverable)
    return { rows, work }
  }

  return {
    inFlight,
    isFull: () => inFlight.room() <= 0,
    needsHelp: () => inFlight.room() <= 0,
    pauseMs: () => (inFlight.hasWaiting ? lastClaimAt + GAP_MS - performance.now() : 0),
    readHeads: () => sql.listHeads(claims, now()),
    plan: (heads, ageMs) => plan(heads, inFlight, rules, ageMs),
    async claim(requests, id) {
      const targets = requests.filter(({ isActive }) => isActive)
      for (const { workspaceId, endpointId, isActive } of requests)
        if (!isActive) await sql.updateUndeliverable(outcomes, workspaceId, endpointId, INACTIVE_ROWS)
      const { rows, work } = targets.length > 0 ? await claim(targets, id) : { rows: [], work: [] }
      const isEmpty = rows.length === 0 && targets.length === requests.length
      return { work, isEmpty, advance: (heads) => advance(heads, requests, rows) }
    },
    start(delivery) {
      if (inFlight.start(delivery)) void deliver(delivery)
    },
    unclaim,
    renewLeases: (deliveries) => sql.renewLeases(outcomes, deliveries, leaseSeconds),
    release: () => unclaim(inFlight.takeWaiting()),
    async close() {
      recorder.close()
    },
  }
}

function toClaim({ workspace_id, endpoint_id, id }: sql.ClaimedRow, claim: string): sql.Claim {
  return { workspaceId: workspace_id, endpointId: endpoint_id, id, claim }
}

const BURST_LENGTH = 16 * 1024 * 1024
const LENGTH_PER_SECOND = 4096
const SHORT_LENGTH = 256
const WORKSPACES_MAX = 10_000

/**
 * Limits the size of the responses that a workspace stores from its receivers: in full at first, and only their beginning once
 * they have been large for a long time. Large responses cost a receiver nothing, but would fill the database's disk.
 */
export class AnswerBudget {
  readonly #budgets = new Map<string, { length: number; atMs: number }>()

  /** Returns the part of the response that is stored. */
  cut(workspaceId: string, answer: string, nowMs: number): string {
    if (answer.length <= SHORT_LENGTH) return answer
    const before = this.#budgets.get(workspaceId) ?? { length: BURST_LENGTH, atMs: nowMs }
    const length = Math.min(BURST_LENGTH, before.length + ((nowMs - before.atMs) / 1000) * LENGTH_PER_SECOND)
    const kept = length >= answer.length ? answer : answer.slice(0, SHORT_LENGTH)
    if (this.#budgets.size >= WORKSPACES_MAX) this.#budgets.clear()
    this.#budgets.set(workspaceId, { length: kept === answer ? length - answer.length : length, atMs: nowMs })
    return kept
  }
}
