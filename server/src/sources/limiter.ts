import { SourceError } from './source.ts'

/** Stands before one source in this process: how often it is asked, and whether it is asked at all. */
export interface Gate {
  /** How long to wait before asking; throws when it would be too long, or the source is to be left alone. */
  admit(now: number): number
  answered(): void
  failed(failure: SourceError, now: number): void
}

const FAILURES_MAX = 5
const REST_MS = 30_000
const WAIT_MS_MAX = 2000

export function createGate(label: string, perSecond: number): Gate {
  const burst = Math.max(1, perSecond)
  let tokens = burst
  let at = 0
  let failures = 0
  let openUntil = 0
  let restUntil = 0

  function take(now: number): number {
    if (!Number.isFinite(perSecond)) return 0
    tokens = Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond)
    at = now
    const waitMs = tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1000
    if (waitMs > WAIT_MS_MAX)
      throw new SourceError('rate_limited', `${label} may be asked ${perSecond} times a second`, {
        retryAfterMs: waitMs,
        isRefusal: true,
      })
    tokens -= 1
    return waitMs
  }

  return {
    admit(now) {
      if (now < restUntil)
        throw new SourceError('rate_limited', `${label} asked not to be asked`, {
          retryAfterMs: restUntil - now,
          isRefusal: true,
        })
      if (failures < FAILURES_MAX) return take(now)
      if (now < openUntil)
        throw new SourceError('unavailable', `${label} failed too often and is left alone`, {
          retryAfterMs: openUntil - now,
          isRefusal: true,
        })
      const waitMs = take(now)
      // Whoever comes first after the rest tries it; the others wait for what comes of that.
      openUntil = now + REST_MS
      return waitMs
    },
    answered() {
      failures = 0
    },
    failed(failure, now) {
      if (failure.isOfQuestion) return
      if (failure.kind === 'rate_limited') {
        restUntil = Math.max(restUntil, now + (failure.retryAfterMs ?? 1000))
        return
      }
      failures++
      if (failures >= FAILURES_MAX) openUntil = now + REST_MS
    },
  }
}
