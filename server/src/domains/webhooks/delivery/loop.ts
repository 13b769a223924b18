import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBell } from '../../../kit/bell.ts'
import type { Context } from '../../../kit/context.ts'
import type { Pool } from '../../../kit/postgres/db.ts'
import * as sql from '../sql/claims.ts'
import { AnswerBudget } from './answers.ts'
import type { Flight, Flights } from './flights.ts'
import { judge, poisoned } from './judge.ts'
import { Keyring } from './keyring.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { advance, type Plan, plan } from './plan.ts'
import { send } from './send.ts'
import { createSettler, RULES } from './settle.ts'

export interface LoopOptions {
  /** Connections of the loop's own: one claims, one settles and renews, so that neither waits for anybody. */
  readonly claims: Pool
  readonly settles: Pool
  readonly flights: Flights
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
  /** Claims nothing more; resolves when what was claimed meanwhile is given back. What is under way is still settled. */
  close(): Promise<void>
  /** Writes nothing more: what has not been settled is left to its lease. */
  abandon(): void
}

const FAILED_MS = 100
const FULL_MS = 50
/** How long a loop with much to do goes on from where it was before it looks at all the lines again. */
const HEADS_MS = 50
/** Looking may take a fifth of the time, however many endpoints there are. */
const LOOK_SHARE = 5
const BURY_ROWS = 500
const CLAIMS_MOST = 20
const STALE_MS = 1000

/** Claims what is due, sends it, sleeps until the next is due. It never claims more than it can send at once. */
export function startLoop(ctx: Context, options: LoopOptions): Loop {
  const { claims, settles, flights, metrics, leaseSeconds, pollMs, deadlineMs, schedule } = options
  const bell = createBell()
  const now = () => ctx.clock.forDatabase()
  const settler = createSettler({ db: settles, log: ctx.log, now })
  const keyring = new Keyring(ctx.secrets)
  const answers = new AnswerBudget()
  let isClosing = false
  let heads: readonly sql.Head[] = []
  let look = { endedAt: Number.NEGATIVE_INFINITY, tookMs: 0 }
  let waiters: (() => void)[] = []
  const rules = { pollMs, breaksAfter: RULES.breaksAfter }
  const room = () => ({
    total: flights.room(),
    of: (endpointId: string, isWell: boolean) => flights.roomAt(endpointId, isWell),
    sendingTo: (endpointId: string) => flights.sendingTo(endpointId),
  })

  async function lookAround(): Promise<Plan> {
    const age = performance.now() - look.endedAt
    const known = plan(heads, room(), rules)
    if (known.wanted.length > 0 && age < HEADS_MS) return known
    const restMs = look.tookMs * (LOOK_SHARE - 1) - age
    if (restMs > 1) return { ...known, sleepMs: Math.min(restMs, pollMs), isQuiet: false }
    const began = performance.now()
    heads = await sql.listHeads(claims, now())
    const endedAt = performance.now()
    // A single slow one is the machine's hiccup, not the number of endpoints.
    look = { endedAt, tookMs: Math.min(endedAt - began, 2 * look.tookMs + 1) }
    return plan(heads, room(), rules)
  }

  async function cycle(): Promise<number> {
    const asked = waiters
    if (flights.room() <= 0) return FULL_MS
    const { wanted, buried, sleepMs, isQuiet } = await lookAround()
    for (const { workspace_id, endpoint_id } of buried) {
      await sql.buryDeliveries(settles, workspace_id, endpoint_id, BURY_ROWS)
      look = { ...look, endedAt: Number.NEGATIVE_INFINITY }
    }
    if (isQuiet && flights.size === 0) release(asked)
    if (wanted.length === 0) return buried.length > 0 ? 0 : sleepMs
    const claim = randomUUID()
    const claimedAt = performance.now()
    const rows = await sql.claimDeliveries(claims, { claim, now: now(), leaseSeconds, wanted })
    heads = advance(heads, wanted, rows)
    const taken = rows.map((row) => newFlight(row, claim, claimedAt))
    if (isClosing) await giveBack(taken)
    // Frozen for so long between claim and start, this process has lost them to another.
    else if (performance.now() - claimedAt < leaseSeconds * 1000)
      for (const flight of taken) if (flights.start(flight)) void fly(flight)
    return rows.length > 0 ? 0 : sleepMs
  }

  async function fly(flight: Flight) {
    const { row } = flight
    let ending = poisoned(flight)
    if (row.claims <= CLAIMS_MOST) {
      const lateMs = row.late_ms + performance.now() - flight.claimedAt
      const sent = await send(ctx, keyring, row, deadlineMs)
      const answer = { ...sent, body: answers.cut(row.workspace_id, sent.body, performance.now()) }
      ending = judge(flight, answer, { random: Math.random(), schedule })
      metrics.attempted(ending.status, lateMs / 1000, answer.durationMs / 1000)
    }
    // The endpoint takes another as soon as it has answered well. After a failure it waits until that is written, and is
    // looked at anew: the breaker may have opened.
    const isWell = ending.status === 'delivered'
    if (isWell) land(flight)
    else void giveBack(flights.takeWaiting(flight.endpointId))
    await settler.settle(flight, ending)
    if (!isWell) {
      heads = heads.filter((head) => head.endpoint_id !== flight.endpointId)
      land(flight)
    }
    flights.end(flight)
    if (waiters.length > 0) bell.ring()
  }

  function land(flight: Flight) {
    const next = flights.land(flight)
    if (next) takeOff(next)
    bell.ring()
  }

  /** What waited for so long is looked at anew: its endpoint may have been changed or its secret rotated meanwhile. */
  function takeOff(flight: Flight) {
    if (performance.now() - flight.claimedAt < STALE_MS) return void fly(flight)
    const stale = [flight, ...flights.takeWaiting(flight.endpointId)]
    land(flight)
    flights.end(flight)
    void giveBack(stale)
  }

  /** Left to its lease when that fails. */
  async function giveBack(claimed: readonly Flight[]) {
    if (claimed.length === 0) return
    await sql.releaseDeliveries(settles, claimed).catch((error: unknown) => {
      ctx.log.warn({ err: error, deliveries: claimed.length }, 'deliveries could not be given back')
    })
    look = { ...look, endedAt: Number.NEGATIVE_INFINITY }
    bell.ring()
  }

  function release(asked: readonly (() => void)[]) {
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
    isFull: () => flights.room() <= 0,
    abandon: () => settler.close(),
    idle: () =>
      new Promise((resolve) => {
        waiters = [...waiters, resolve]
        look = { endedAt: Number.NEGATIVE_INFINITY, tookMs: 0 }
        bell.ring()
      }),
    async close() {
      isClosing = true
      bell.ring()
      await running
      await giveBack(flights.takeWaiting())
      release(waiters)
    },
  }
}

function newFlight(row: sql.ClaimedRow, claim: string, claimedAt: number): Flight {
  const { workspace_id: workspaceId, endpoint_id: endpointId, id } = row
  return { workspaceId, endpointId, id, claim, row, claimedAt, leasedAt: claimedAt, isEnding: false }
}
