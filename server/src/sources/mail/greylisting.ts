import type { Outcome } from '../source.ts'

/** Waits before a server that replied "later" is asked again; after the last wait there is one more attempt. */
const WAITS_MS = [2, 8, 30, 120].map((minutes) => minutes * 60_000)

/** Returns the next attempt after greylisting, with the interim result; undefined when there are no attempts left. */
export function nextAttempt<Out>(ticket: string | undefined, interim: Out | undefined): Outcome<Out> | undefined {
  const attempt = Number(/^\d{1,2}/.exec(ticket ?? '')?.[0] ?? 0)
  const retryAfterMs = WAITS_MS[attempt]
  if (retryAfterMs === undefined) return undefined
  return { outcome: 'pending', ticket: String(attempt + 1), retryAfterMs, interim }
}
