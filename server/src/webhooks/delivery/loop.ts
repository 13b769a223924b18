import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBell } from '../../kit/bell.ts'
import type { Context } from '../../kit/context.ts'
import type { Pool } from '../../kit/postgres/db.ts'
import * as sql from '../sql/claims.ts'
import { AnswerBudget } from './answer-budget.ts'
import { Heads } from './heads.ts'
import type { DeliveriesInFlight, InFlightDelivery } from './in-flight.ts'
import { createDestination, Keyring } from './keyring.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { decideDeliveryOutcome, poisonOutcome } from './outcome.ts'
import { BREAKER, createRecorder } from './record.ts'
import { send } from './send.ts'

export interface LoopOptions {
  /**
   * The loop's own connections, so that it never waits for the pool. One claims; the other records outcomes and renews leases.
   */
  readonly claims: Pool
  readonly outcomes: Pool
  readonly inFlight: DeliveriesInFlight
  readonly metrics: DeliveryMetrics
  readonly leaseSeconds: number
  readonly pollMs: number
  readonly deadlineMs: number
  readonly schedule: readonly number[]
}

export interface Loop {
  wake(): void
  isFull(): boolean
  idle(): Promise<void>
  /** Stops claiming. Resolves when waiting deliveries are unclaimed. Deliveries being sent are still recorded. */
  close(): Promise<void>
  /** Stops recording: the leases of the deliveries in flight expire, and another worker sends them again. */
  abandon(): void
}

/** Pause after a failed claim, and while there is no room for another delivery. */
const FAILED_MS = 100
const FULL_MS = 50
/** Interval between claims while deliveries wait for a slot. It makes claims larger. */
const GAP_MS = 5
const INACTIVE_ROWS = 500
/** Claims of a delivery without a recorded outcome, after which it becomes dead. */
const CLAIMS_MAX = 20
/** Time a delivery may wait for a slot before it is claimed again. */
const STALE_MS = 1000

/** Claims due deliveries, sends them and sleeps until the next one is due. Never claims more than it has room for. */
export function startLoop(ctx: Context, options: LoopOptions): Loop {
  const { claims, outcomes, inFlight, metrics, leaseSeconds, pollMs, deadlineMs, schedule } = options
  const bell = createBell()
  const now = () => ctx.clock.forDatabase()
  const recorder = createRecorder({ db: outcomes, log: ctx.log, now, isBusy: () => inFlight.hasYoung })
  const keyring = new Keyring(ctx.secrets)
  const answers = new AnswerBudget()
  const heads = new Heads(claims, now, inFlight, { pollMs, breaksAfter: BREAKER.breaksAfter })
  let isClosing = false
  let waiters: (() => void)[] = []
  let lastClaimAt = Number.NEGATIVE_INFINITY

  async function cycle(): Promise<number> {
    const asked = waiters
    if (inFlight.room() <= 0) return FULL_MS
    const gapMs = lastClaimAt + GAP_MS - performance.now()
    if (gapMs > 0 && inFlight.hasWaiting) await sleep(gapMs)
    const { targets, inactive, sleepMs, isQuiet } = await heads.plan()
    for (const { workspace_id, endpoint_id } of inactive) {
      await sql.updateUndeliverable(outcomes, workspace_id, endpoint_id, INACTIVE_ROWS)
      heads.expire()
    }
    if (isQuiet && inFlight.size === 0) resolveIdle(asked)
    if (targets.length === 0) return inactive.length > 0 ? 0 : sleepMs
    const claim = randomUUID()
    const claimedAt = performance.now()
    lastClaimAt = claimedAt
    // One connection runs both, in this order.
    const [rows, addresses] = await Promise.all([
      sql.claimDeliveries(claims, { claim, now: now(), leaseSeconds, targets }),
      sql.listAddresses(claims, targets),
    ])
    heads.advance(targets, rows)
    const destinations = new Map(addresses.map((row) => [row.id, createDestination(keyring, row)]))
    // A process that froze between claim and start has lost its leases.
    if (performance.now() - claimedAt >= leaseSeconds * 1000) return 0
    const unsent: sql.Claim[] = []
    for (const row of rows) {
      const delivery = { ...toClaim(row, claim), row, claimedAt, leasedAt: claimedAt, isFinishing: false }
      const destination = destinations.get(row.endpoint_id)
      // Without a destination, the endpoint was disabled or deleted just now: its delivery becomes dead in the next round.
      if (isClosing || !destination) unsent.push(delivery)
      else start({ ...delivery, destination })
    }
    await unclaim(unsent)
    return rows.length > 0 ? 0 : sleepMs
  }

  function start(delivery: InFlightDelivery) {
    if (inFlight.start(delivery)) void deliver(delivery)
  }

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
      heads.drop(delivery.endpointId)
      freeSlot(delivery)
    }
    inFlight.finish(delivery)
    if (waiters.length > 0) bell.ring()
  }

  function freeSlot(delivery: InFlightDelivery) {
    const next = inFlight.freeSlot(delivery)
    if (next) startNext(next)
    bell.ring()
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
    heads.expire()
    bell.ring()
  }

  function resolveIdle(asked: readonly (() => void)[]) {
    waiters = waiters.filter((resolve) => !asked.includes(resolve))
    for (const resolve of asked) resolve()
  }

  async function run() {
    for (;;) {
      if (isClosing) return
      bell.mute()
      const restMs = await cycle().catch((error: unknown) => {
        if (!isClosing) ctx.log.warn({ err: error }, 'could not claim deliveries')
        return sleep(FAILED_MS, 0)
      })
      if (!isClosing) await bell.rest(restMs)
    }
  }

  const running = run()
  return {
    wake: () => bell.ring(),
    isFull: () => inFlight.room() <= 0,
    abandon: () => recorder.close(),
    idle: () =>
      new Promise((resolve) => {
        waiters = [...waiters, resolve]
        heads.reset()
        bell.ring()
      }),
    async close() {
      isClosing = true
      bell.ring()
      await running
      await unclaim(inFlight.takeWaiting())
      resolveIdle(waiters)
    },
  }
}

function toClaim({ workspace_id, endpoint_id, id }: sql.ClaimedRow, claim: string): sql.Claim {
  return { workspaceId: workspace_id, endpointId: endpoint_id, id, claim }
}
