import type { Outcome } from '../source.ts'

/** When a server that said "later" is asked again; the last wait is the last attempt. */
const WAITS_MS = [2, 8, 30, 120].map((minutes) => minutes * 60_000)

/**
 * The next attempt at a question that was put off; undefined when there are none left, or when the caller came back before
 * its time because it cannot wait: then what is known by now is the answer.
 */
export function deferral(ticket: string | undefined, now: Date): Outcome<never> | undefined {
  const { attempt } = readTicket(ticket)
  const retryAfterMs = WAITS_MS[attempt]
  if (retryAfterMs === undefined) return undefined
  return { outcome: 'pending', ticket: `${attempt + 1}.${now.getTime() + retryAfterMs}`, retryAfterMs }
}

/** Asked again too soon, a greylisting server only starts its clock anew. A tenth of the wait is forgiven. */
export function isTooSoon(ticket: string | undefined, now: Date): boolean {
  const { attempt, dueMs } = readTicket(ticket)
  return attempt > 0 && now.getTime() < dueMs - (WAITS_MS[attempt - 1] ?? 0) / 10
}

function readTicket(ticket: string | undefined): { attempt: number; dueMs: number } {
  const [, attempt = '0', due = '0'] = /^(\d{1,2})\.(\d{1,15})$/.exec(ticket ?? '') ?? []
  return { attempt: Number(attempt), dueMs: Number(due) }
}
