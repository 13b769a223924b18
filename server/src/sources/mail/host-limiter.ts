import { setTimeout as sleep } from 'node:timers/promises'
import { NOTHING_SHARED, type SharedLimits, type SlotAnswer } from '../../kit/shared-limits.ts'

/** Runs one session at a time with each mail server, over all nodes if they share limits, with a minimum time between them. */
export interface HostLimiter {
  /** Runs a session. Returns undefined when it could not start in time, or the server is paused. */
  run<T>(host: string, untilMs: number, work: () => Promise<T>): Promise<T | undefined>
  /** Stops sessions with a server that blocked us, for a while. */
  pause(host: string): void
  isPaused(host: string): boolean
}

interface HostState {
  /** Resolves when all previous sessions have ended. */
  last: Promise<unknown>
  waiting: number
  nextAt: number
  pausedUntil: number
}

const PAUSE_MS = 15 * 60_000
const HOSTS_MAX = 10_000
/** Interval between checks whether another process has ended its session. */
const LOOK_MS = 100

export interface HostLimiterOptions {
  readonly now?: () => number
  readonly sharedLimits?: SharedLimits | undefined
}

export function createHostLimiter(
  intervalMs: number,
  { now = () => performance.now(), sharedLimits: shared = NOTHING_SHARED }: HostLimiterOptions = {},
): HostLimiter {
  const hosts = new Map<string, HostState>()

  function getHostState(host: string): HostState {
    let state = hosts.get(host)
    if (!state) {
      if (hosts.size >= HOSTS_MAX) evict()
      hosts.set(host, (state = { last: Promise.resolve(), waiting: 0, nextAt: 0, pausedUntil: 0 }))
    }
    return state
  }

  /** Drops hosts that are free to ask; if all are paused, those that were paused first. */
  function evict(): void {
    for (const [host, state] of hosts)
      if (state.waiting === 0 && state.nextAt <= now() && state.pausedUntil <= now()) hosts.delete(host)
    for (const [host, state] of hosts) {
      if (hosts.size < HOSTS_MAX) return
      if (state.waiting === 0) hosts.delete(host)
    }
  }

  async function waitForInterval(state: HostState, untilMs: number): Promise<boolean> {
    if (state.nextAt >= untilMs) return false
    while (state.nextAt > now()) await sleep(Math.ceil(state.nextAt - now()))
    return now() < untilMs
  }

  /** Waits for the sessions of other processes. Returns false when the server is paused or the wait takes too long. */
  async function acquire(host: string, state: HostState, untilMs: number): Promise<SlotAnswer | undefined | false> {
    for (;;) {
      const slot = await shared.acquire({ id: sharedId(host), max: 1, gapMs: intervalMs })
      if (!slot || slot.isAcquired) return slot
      const { waitMs = LOOK_MS } = slot
      // No interval is that long: another process has paused the server.
      if (waitMs > Math.max(intervalMs, LOOK_MS)) state.pausedUntil = now() + waitMs
      if (state.pausedUntil > now() || now() + waitMs >= untilMs) return false
      await sleep(waitMs)
    }
  }

  return {
    async run(host, untilMs, work) {
      const state = getHostState(host)
      const before = state.last
      const { promise, resolve: done } = Promise.withResolvers<void>()
      state.last = promise
      state.waiting++
      try {
        await before
        if (state.pausedUntil > now() || !(await waitForInterval(state, untilMs))) return undefined
        const slot = await acquire(host, state, untilMs)
        if (slot === false) return undefined
        try {
          state.nextAt = now() + intervalMs
          return await work()
        } finally {
          if (slot?.isAcquired) slot.release()
        }
      } finally {
        state.waiting--
        done()
      }
    },
    pause(host) {
      getHostState(host).pausedUntil = now() + PAUSE_MS
      shared.pauseSlots(sharedId(host), PAUSE_MS)
    },
    isPaused: (host) => (hosts.get(host)?.pausedUntil ?? 0) > now(),
  }
}

function sharedId(host: string): string {
  return `mail:${host}`
}
