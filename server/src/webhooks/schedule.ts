/** Seconds before each of the seven retries. */
export const RETRY_SECONDS: readonly number[] = [30, 120, 480, 1920, 7200, 28_800, 86_400]

/** Attempts in all: one and seven retries. */
export const ATTEMPTS = RETRY_SECONDS.length + 1

const JITTER = 0.1

export interface Failure {
  /** The attempt that failed, 1 for the first of this budget. */
  readonly attempt: number
  /** What the receiver asked for, if it did. */
  readonly retryAfterSeconds: number | undefined
  /** From 0 up to 1. */
  readonly random: number
}

/**
 * Seconds to the next attempt, or undefined when none is left. Spread by 10 % both ways, so that deliveries that failed
 * together are not retried together. A receiver can ask for more time, up to twice what the schedule gives.
 */
export function retryDelay(
  { attempt, retryAfterSeconds = 0, random }: Failure,
  schedule: readonly number[] = RETRY_SECONDS,
): number | undefined {
  const seconds = schedule[attempt - 1]
  if (seconds === undefined) return undefined
  const spread = seconds * (1 - JITTER + 2 * JITTER * random)
  return Math.min(Math.max(spread, retryAfterSeconds), 2 * seconds)
}
