/** What has not happened by then never will: hang protection, which no busy machine comes near to. */
export const HANG_MS = 300_000
