import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBell } from '../../kit/bell.ts'
import type { Context } from '../../kit/context.ts'
import type { Pool } from '../../kit/postgres/db.ts'
import * as sql from '../sql/claims.ts'
import { AnswerBudget } from './answer-budget.ts'
import type { DeliveriesInFlight, InFlight } from './in-flight.ts'
import { Keyring } from './keyring.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { outcomeOf, poisonOutcome } from './outcome.ts'
import { advance, type Plan, plan } from './plan.ts'
import { BREAKER, createRecorder } from './record.ts'
import { send } from './send.ts'

export interface LoopOptions {
  /** Connections of the loop's own, so that it never waits for the pool: one claims, one records outcomes and renews leases. */
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
  /** Claims nothing more; resolves when what waits is unclaimed. What is in flight is still recorded. */
  close(): Promise<void>
  /** Writes nothing more: the lease of what is not recorded runs out, and another worker sends it again. */
  abandon(): void
}

const FAILED_MS = 100
const FULL_MS = 50
/** How long a busy loop goes on from the heads it knows before it reads those of all endpoints again. */
const HEADS_MS = 50
/** Reading heads takes at most a fifth of the time, however many endpoints there are. */
const READ_SHARE = 5
const INACTIVE_ROWS = 500
const CLAIMS_MOST = 20
const STALE_MS = 1000

/** Claims what is due, sends it, sleeps until the next is due. It never claims more than it can send at once. */
export function startLoop(ctx: Context, options: LoopOptions): Loop {
  const { claims, outcomes, inFlight, metrics, leaseSeconds, pollMs, deadlineMs, schedule } = options
  const bell = createBell()
  const now = () => ctx.clock.forDatabase()
  const recorder = createRecorder({ db: outcomes, log: ctx.log, now })
  const keyring = new Keyring(ctx.secrets)
  const answers = new AnswerBudget()
  let isClosing = false
  let heads: readonly sql.Head[] = []
  let lastRead = { endedAt: Number.NEGATIVE_INFINITY, tookMs: 0 }
  let waiters: (() => void)[] = []
  const rules = { pollMs, breaksAfter: BREAKER.breaksAfter }
  const room = () => ({
    total: inFlight.room(),
    of: (endpointId: string, isHealthy: boolean) => inFlight.roomAt(endpointId, isHealthy),
    sendingTo: (endpointId: string) => inFlight.sendingTo(endpointId),
  })

  async function readPlan(): Promise<Plan> {
    const age = performance.now() - lastRead.endedAt
    const known = plan(heads, room(), rules)
    if (known.wanted.length > 0 && age < HEADS_MS) return known
    const restMs = lastRead.tookMs * (READ_SHARE - 1) - age
    if (restMs > 1) return { ...known, sleepMs: Math.min(restMs, pollMs), isQuiet: false }
    const began = performance.now()
    heads = await sql.listHeads(claims, now())
    const endedAt = performance.now()
    // Grows slowly, so that one slow read does not stand for the number of endpoints.
    lastRead = { endedAt, tookMs: Math.min(endedAt - began, 2 * lastRead.tookMs + 1) }
    return plan(heads, room(), rules)
  }

  async function cycle(): Promise<number> {
    const asked = waiters
    if (inFlight.room() <= 0) return FULL_MS
    const { wanted, inactive, sleepMs, isQuiet } = await readPlan()
    for (const { workspace_id, endpoint_id } of inactive) {
      await sql.updateUndeliverable(outcomes, workspace_id, endpoint_id, INACTIVE_ROWS)
      lastRead = { ...lastRead, endedAt: Number.NEGATIVE_INFINITY }
    }
    if (isQuiet && inFlight.size === 0) resolveIdle(asked)
    if (wanted.length === 0) return inactive.length > 0 ? 0 : sleepMs
    const claim = randomUUID()
    const claimedAt = performance.now()
    const rows = await sql.claimDeliveries(claims, { claim, now: now(), leaseSeconds, wanted })
    heads = advance(heads, wanted, rows)
    const taken = rows.map((row) => newInFlight(row, claim, claimedAt))
    if (isClosing) await unclaim(taken)
    // A process that froze between claim and start has lost its leases to another.
    else if (performance.now() - claimedAt < leaseSeconds * 1000)
      for (const delivery of taken) if (inFlight.start(delivery)) void deliver(delivery)
    return rows.length > 0 ? 0 : sleepMs
  }

  async function deliver(delivery: InFlight) {
    const { row } = delivery
    let outcome = poisonOutcome(delivery)
    if (row.claims <= CLAIMS_MOST) {
      const lateMs = row.late_ms + performance.now() - delivery.claimedAt
      const sent = await send(ctx, keyring, row, deadlineMs)
      const answer = { ...sent, body: answers.cut(row.workspace_id, sent.body, performance.now()) }
      outcome = outcomeOf(delivery, answer, { random: Math.random(), schedule })
      metrics.attempted(outcome.status, lateMs / 1000, answer.durationMs / 1000)
    }
    // A success frees the slot at once. A failure frees it when it is written, and the endpoint's state is read again:
    // the breaker may have opened.
    const isHealthy = outcome.status === 'delivered'
    if (isHealthy) freeSlot(delivery)
    else void unclaim(inFlight.takeWaiting(delivery.endpointId))
    await recorder.record(delivery, outcome)
    if (!isHealthy) {
      heads = heads.filter((head) => head.endpoint_id !== delivery.endpointId)
      freeSlot(delivery)
    }
    inFlight.finish(delivery)
    if (waiters.length > 0) bell.ring()
  }

  function freeSlot(delivery: InFlight) {
    const next = inFlight.freeSlot(delivery)
    if (next) startNext(next)
    bell.ring()
  }

  /** What waited for a second is claimed anew: its endpoint may have been changed or its secret rotated meanwhile. */
  function startNext(delivery: InFlight) {
    if (performance.now() - delivery.claimedAt < STALE_MS) return void deliver(delivery)
    const stale = [delivery, ...inFlight.takeWaiting(delivery.endpointId)]
    freeSlot(delivery)
    inFlight.finish(delivery)
    void unclaim(stale)
  }

  /** When this fails, the lease runs out instead. */
  async function unclaim(claimed: readonly InFlight[]) {
    if (claimed.length === 0) return
    await sql.unclaimDeliveries(outcomes, claimed).catch((error: unknown) => {
      ctx.log.warn({ err: error, deliveries: claimed.length }, 'deliveries could not be unclaimed')
    })
    lastRead = { ...lastRead, endedAt: Number.NEGATIVE_INFINITY }
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
        if (!isClosing) ctx.log.warn({ err: error }, 'deliveries could not be claimed')
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
        lastRead = { endedAt: Number.NEGATIVE_INFINITY, tookMs: 0 }
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

function newInFlight(row: sql.ClaimedRow, claim: string, claimedAt: number): InFlight {
  const { workspace_id: workspaceId, endpoint_id: endpointId, id } = row
  return { workspaceId, endpointId, id, claim, row, claimedAt, leasedAt: claimedAt, isFinishing: false }
}
