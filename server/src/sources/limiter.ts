import { SourceError } from '../kit/sources.ts'

/** The rate limit and the circuit breaker of one source in this process. */
export interface SourceLimiter {
  /** How long to wait before asking; throws when that is too long, or while the source is not to be asked. */
  admit(now: number): number
  recordAnswer(): void
  recordFailure(failure: SourceError, now: number): void
}

const FAILURES_MAX = 5
const OPEN_MS = 30_000
const WAIT_MS_MAX = 2000

export function createSourceLimiter(label: string, perSecond: number): SourceLimiter {
  const burst = Math.max(1, perSecond)
  let tokens = burst
  let refilledAt = 0
  let failures = 0
  let openUntil = 0
  let pausedUntil = 0

  function takeToken(now: number): number {
    if (!Number.isFinite(perSecond)) return 0
    tokens = Math.min(burst, tokens + (Math.max(0, now - refilledAt) / 1000) * perSecond)
    refilledAt = now
    const waitMs = tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1000
    if (waitMs > WAIT_MS_MAX)
      throw new SourceError('rate_limited', `${label} may be asked ${perSecond} times a second`, {
        retryAfterMs: waitMs,
        isLocalLimit: true,
      })
    tokens -= 1
    return waitMs
  }

  return {
    admit(now) {
      if (now < pausedUntil)
        throw new SourceError('rate_limited', `${label} asked for fewer requests`, {
          retryAfterMs: pausedUntil - now,
          isSkipped: true,
        })
      if (failures < FAILURES_MAX) return takeToken(now)
      if (now < openUntil)
        throw new SourceError(
          'unavailable',
          `${label} failed ${FAILURES_MAX} times in a row and is not asked for now`,
          {
            retryAfterMs: openUntil - now,
            isSkipped: true,
          },
        )
      const waitMs = takeToken(now)
      // The first caller after the pause tries the source; the others wait for the result of that.
      openUntil = now + OPEN_MS
      return waitMs
    },
    recordAnswer() {
      failures = 0
    },
    recordFailure(failure, now) {
      if (failure.isAboutQuestion) return
      if (failure.kind === 'rate_limited') {
        pausedUntil = Math.max(pausedUntil, now + (failure.retryAfterMs ?? 1000))
        return
      }
      failures++
      if (failures >= FAILURES_MAX) openUntil = now + OPEN_MS
    },
  }
}
