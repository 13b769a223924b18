/** Hang protection: anything that has not happened by then never will. Even a busy machine does not come near it. */
export const HANG_MS = 300_000
