import { NOTHING_SHARED, type SharedLimits, type TakeResult } from '../kit/shared-limits.ts'
import { SourceError } from '../kit/sources.ts'

/** The rate limit of one source, over all nodes if they share limits, and its circuit breaker in this process. */
export interface SourceLimiter {
  /** Returns the time to wait before asking. Throws when that is too long, or while the source is not asked. */
  admit(now: number): number | Promise<number>
  recordAnswer(): void
  recordFailure(failure: SourceError, now: number): void
}

const FAILURES_MAX = 5
const OPEN_MS = 30_000
const WAIT_MS_MAX = 2000

interface LimitedSource {
  readonly id: string
  readonly label: string
  readonly perSecond: number
}

export function createSourceLimiter(
  { id, label, perSecond }: LimitedSource,
  shared: SharedLimits = NOTHING_SHARED,
): SourceLimiter {
  const burst = Math.max(1, perSecond)
  const bucket = { id: `source:${id}`, perSecond, burst, least: 1 - (WAIT_MS_MAX / 1000) * perSecond }
  let tokens = burst
  let refilledAt = 0
  let failures = 0
  let openUntil = 0
  let pausedUntil = 0

  function takeToken(now: number): number | Promise<number> {
    if (!Number.isFinite(perSecond)) return 0
    const taking = shared.take([bucket])
    return taking ? taking.then((taken) => (taken ? waitFor(taken) : takeHere(now))) : takeHere(now)
  }

  function waitFor({ refusedBy, tokens: [left = 0] }: TakeResult): number {
    if (refusedBy === 0) throw tooMany(((1 - left) / perSecond) * 1000)
    return Math.max(0, (-left / perSecond) * 1000)
  }

  function tooMany(waitMs: number): SourceError {
    return new SourceError('rate_limited', `${label} may be asked ${perSecond} times per second`, {
      retryAfterMs: waitMs,
      isLocalLimit: true,
    })
  }

  function takeHere(now: number): number {
    tokens = Math.min(burst, tokens + (Math.max(0, now - refilledAt) / 1000) * perSecond)
    refilledAt = now
    const waitMs = tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1000
    if (waitMs > WAIT_MS_MAX) throw tooMany(waitMs)
    tokens -= 1
    return waitMs
  }

  /** The first caller after the pause tries the source; the others wait for its result. */
  async function tryAgain(now: number): Promise<number> {
    const before = openUntil
    openUntil = now + OPEN_MS
    try {
      return await takeToken(now)
    } catch (error) {
      openUntil = before
      throw error
    }
  }

  return {
    admit(now) {
      if (now < pausedUntil)
        throw new SourceError('rate_limited', `${label} is rate limiting requests`, {
          retryAfterMs: pausedUntil - now,
          isSkipped: true,
        })
      if (failures < FAILURES_MAX) return takeToken(now)
      if (now < openUntil)
        throw new SourceError('unavailable', `${label} failed ${FAILURES_MAX} times in a row and is paused`, {
          retryAfterMs: openUntil - now,
          isSkipped: true,
        })
      return tryAgain(now)
    },
    recordAnswer() {
      failures = 0
    },
    recordFailure(failure, now) {
      if (failure.isAboutQuestion) return
      if (failure.kind === 'rate_limited') {
        const pauseMs = failure.retryAfterMs ?? 1000
        pausedUntil = Math.max(pausedUntil, now + pauseMs)
        shared.pause(bucket, pauseMs)
        return
      }
      failures++
      if (failures >= FAILURES_MAX) openUntil = now + OPEN_MS
    },
  }
}
