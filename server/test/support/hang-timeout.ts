/** Timeout against hangs. Even a busy machine does not come near it. */
export const HANG_MS = 300_000
