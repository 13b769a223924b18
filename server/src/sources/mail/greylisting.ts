import type { Outcome } from '../source.ts'

/** When a server that said "later" is asked again; the last wait is the last attempt. */
const WAITS_MS = [2, 8, 30, 120].map((minutes) => minutes * 60_000)

/** The next attempt at a question that was put off, with what is known meanwhile; undefined when there are none left. */
export function deferral<Out>(ticket: string | undefined, meanwhile: Out | undefined): Outcome<Out> | undefined {
  const attempt = Number(/^\d{1,2}/.exec(ticket ?? '')?.[0] ?? 0)
  const retryAfterMs = WAITS_MS[attempt]
  if (retryAfterMs === undefined) return undefined
  return { outcome: 'pending', ticket: String(attempt + 1), retryAfterMs, meanwhile }
}
