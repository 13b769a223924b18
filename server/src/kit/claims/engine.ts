import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBell } from '../bell.ts'
import type { Context } from '../context.ts'
import { connectDedicated } from '../postgres/db.ts'
import { joinHints } from '../postgres/hint.ts'
import { repeat } from '../repeat.ts'
import type { ClaimEngine, ClaimedWork, Claimer, ClaimPlan } from './claimer.ts'
import { KnownHeads } from './known-heads.ts'

export interface EngineOptions {
  /** Name of the database connections: `queue`. */
  readonly name: string
  /** Noun for log lines: `jobs`. */
  readonly noun: string
  /** Channel of the hints that wake the engine. */
  readonly channel: string
  readonly settings: Readonly<Record<string, string>>
  /** The shortest lease. A lease gets six heartbeats, at least one every five seconds. */
  readonly leaseSeconds: number
  /** Time started work gets to finish once the engine stops; DRAIN_SECONDS by default. */
  readonly drainSeconds?: number | undefined
}

export interface RunningEngine {
  /** Stops claiming, lets started work finish within the drain limit and abandons the rest. */
  stop(): Promise<void>
  /** Resolves when nothing is due and nothing runs. A test waits for this after it has moved its clock. */
  idle(): Promise<void>
}

/** Pause after a failed claim, and while there is no capacity. */
const FAILED_MS = 100
const FULL_MS = 50
const HEARTBEAT_MS = 5000
const ABORT_MS = 500

/**
 * Claims due work, starts it and sleeps until more is due. Any number of processes may do so: each piece of work is claimed by
 * one of them, which renews its lease until the outcome is recorded. Never claims more than it can start.
 */
export async function startClaims<Head, Request, Work extends ClaimedWork>(
  ctx: Context,
  { name, noun, channel, settings, leaseSeconds, drainSeconds }: EngineOptions,
  createClaimer: (engine: ClaimEngine<Head>) => Claimer<Head, Request, Work>,
): Promise<RunningEngine> {
  // A database crash may lose a claim: the work then waits again, and its outcome matches no claim.
  const notDurable = { ...settings, synchronous_commit: 'off' }
  const connect = (kind: 'claims' | 'outcomes', its: EngineOptions['settings']) =>
    connectDedicated(ctx.db, { max: 1, name: `quoin ${name} ${kind}`, kind, settings: its })
  const claims = connect('claims', notDurable)
  const outcomes = connect('outcomes', settings)
  const bell = createBell()
  const heads = new KnownHeads<Head>(() => claimer.readHeads())
  const claimer = createClaimer({
    claims,
    outcomes,
    wake: () => bell.ring(),
    expireHeads() {
      heads.isExpired = true
    },
    outdateHeads() {
      heads.isOutdated = true
    },
    dropHeads: (isDropped) => heads.drop(isDropped),
  })
  const { inFlight } = claimer
  let isClosing = false
  let idleWaiters: (() => void)[] = []

  /** Plans from the known heads under load, and after a sleep until the first of them was due. Otherwise reads them first. */
  async function nextPlan(isOnTime: boolean): Promise<ClaimPlan<Request>> {
    if (!heads.isExpired && idleWaiters.length === 0) {
      const known = claimer.plan(heads.all, heads.ageMs)
      const { freshMs, restMs } = heads
      if (known.requests.length > 0 && (isOnTime || freshMs > 0)) return known
      if (known.isBlocked && !heads.isOutdated && freshMs > 0)
        return { ...known, sleepMs: Math.min(freshMs, known.sleepMs) }
      if (restMs > 1) return { ...known, sleepMs: Math.min(restMs, known.sleepMs), isIdle: false }
    }
    await heads.read()
    const plan = claimer.plan(heads.all, 0)
    return { ...plan, isIdle: plan.isIdle && !heads.hasDropped }
  }

  /** Returns the number of milliseconds to sleep. */
  async function cycle(isOnTime: boolean): Promise<number> {
    const waiters = idleWaiters
    if (claimer.isFull()) return FULL_MS
    const pauseMs = claimer.pauseMs?.() ?? 0
    if (pauseMs > 0) await sleep(pauseMs)
    // Work that ends while the heads are read may add work that the heads do not show.
    const hasNoneInFlight = inFlight.size === 0
    const { requests, sleepMs, isIdle } = await nextPlan(isOnTime)
    if (isIdle && hasNoneInFlight) resolveIdle(waiters)
    if (requests.length === 0) return sleepMs
    const { work, isEmpty, advance } = await claimer.claim(requests, randomUUID())
    heads.replace(advance(heads.all))
    if (isClosing && work.length > 0) await claimer.unclaim(work)
    else for (const one of work) if (!hasLostLease(one)) claimer.start(one)
    if (!isEmpty) return 0
    return isOnTime ? 1 : sleepMs
  }

  function resolveIdle(waiters: readonly (() => void)[]) {
    idleWaiters = idleWaiters.filter((resolve) => !waiters.includes(resolve))
    for (const resolve of waiters) resolve()
  }

  async function run() {
    let isOnTime = false
    for (;;) {
      if (isClosing) return
      bell.mute()
      const sleepMs: number = await cycle(isOnTime).catch((error: unknown) => {
        if (!isClosing) ctx.log.warn({ err: error }, `could not claim ${noun}`)
        return sleep(FAILED_MS, 0)
      })
      isOnTime = !(await bell.rest(isClosing ? 0 : sleepMs)) && sleepMs > 0
    }
  }

  const heartbeatMs = Math.min(HEARTBEAT_MS, (leaseSeconds * 1000) / 6)
  /** Skips young leases: short work ends before its first heartbeat and never costs one. */
  async function renewLeases() {
    const sentAt = performance.now()
    const due = inFlight.all().filter((one) => !one.isFinishing && sentAt - one.leasedAt >= heartbeatMs)
    if (due.length === 0) return
    const renewed = new Set(await claimer.renewLeases(due))
    for (const one of due) {
      if (renewed.has(one.id)) one.leasedAt = sentAt
      else if (!one.isFinishing) claimer.onLeaseLost?.(one)
    }
  }

  async function waitUntilEmpty(withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs
    while (inFlight.size > 0 && performance.now() < deadline) await sleep(5)
  }

  const running = run()
  const heartbeats = repeat(renewLeases, heartbeatMs, (error) =>
    ctx.log.warn({ err: error }, `could not renew the leases of ${noun}`),
  )
  const loop = {
    wake() {
      heads.isOutdated = true
      claimer.onHint?.()
      bell.ring()
    },
    isFull: () => claimer.needsHelp(),
  }
  const leaveHints = await joinHints(ctx.db, loop, channel)
  return {
    idle: () =>
      new Promise((resolve) => {
        idleWaiters = [...idleWaiters, resolve]
        bell.ring()
      }),
    async stop() {
      isClosing = true
      bell.ring()
      await Promise.all([running, leaveHints()])
      await claimer.release?.()
      resolveIdle(idleWaiters)
      await waitUntilEmpty((drainSeconds ?? ctx.config.DRAIN_SECONDS) * 1000)
      if (claimer.abort) {
        claimer.abort()
        await waitUntilEmpty(ABORT_MS)
      }
      await claimer.close()
      await heartbeats.stop()
      await Promise.all([claims.end({ timeout: 1 }), outcomes.end({ timeout: 1 })])
    },
  }
}

/** Returns true if this process froze for longer than the lease between claim and start: another one has the work. */
function hasLostLease({ claimedAt, leaseSeconds }: ClaimedWork): boolean {
  return performance.now() - claimedAt >= leaseSeconds * 1000
}
