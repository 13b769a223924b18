/** Seconds before each of the seven retries. */
export const RETRY_SECONDS: readonly number[] = [30, 120, 480, 1920, 7200, 28_800, 86_400]

/** Attempts of one budget: the first one and seven retries. */
export const ATTEMPTS = RETRY_SECONDS.length + 1

const JITTER = 0.1

export interface FailedAttempt {
  /** The number of the failed attempt; 1 is the first of this budget. */
  readonly attempt: number
  /** The receiver's `Retry-After`, if it sent one. */
  readonly retryAfterSeconds: number | undefined
  /** At least 0 and below 1. */
  readonly random: number
}

/**
 * Returns the seconds to the next attempt, or undefined when none is left. The delay varies by 10 % both ways, so that
 * deliveries that failed at the same time are not retried at the same time. `Retry-After` can extend it up to twice the
 * scheduled delay.
 */
export function retryDelay(
  { attempt, retryAfterSeconds = 0, random }: FailedAttempt,
  schedule: readonly number[] = RETRY_SECONDS,
): number | undefined {
  const seconds = schedule[attempt - 1]
  if (seconds === undefined) return undefined
  const spread = seconds * (1 - JITTER + 2 * JITTER * random)
  return Math.min(Math.max(spread, retryAfterSeconds), 2 * seconds)
}
