/** Seconds before each of the seven retries. */
export const RETRY_SECONDS = [30, 120, 480, 1920, 7200, 28_800, 86_400] as const

/** How often a delivery is tried in all: once, and seven retries. */
export const ATTEMPTS = RETRY_SECONDS.length + 1
