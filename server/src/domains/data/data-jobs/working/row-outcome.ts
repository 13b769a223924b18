import { ApiError, InvalidRequest, TOO_COMPLEX } from '../../../../kit/declare/errors.ts'
import { isDataError, isUnavailable } from '../../../../kit/postgres/db.ts'
import { type LookupResult, SourceError, type Subject } from '../../../../kit/sources.ts'
import type { AskedRow, Postponed } from '../sql/rows.ts'

/** What asking for a row came to: its result, or when to ask again. */
export type Answer =
  | {
      readonly row: AskedRow
      readonly status: 'found'
      readonly data: unknown
      readonly units: number
      /** What the source knows of the subject and does not show. */
      readonly about?: Subject
    }
  | { readonly row: AskedRow; readonly status: 'not_found' }
  | { readonly row: AskedRow; readonly status: 'failed'; readonly error: RowError }
  | { readonly row: AskedRow; readonly status: 'later'; readonly postponed: Postponed; readonly isHeldUp: boolean }

type RowError = NonNullable<AskedRow['trouble']>

/** Seconds from a failed attempt to the next; after the last the row has failed. */
const RETRY_SECONDS = [10, 60, 300, 1500]
/** What a source owes, or does not let us ask, is waited for so long after the job's last answer. */
const PATIENCE_MS = 24 * 3_600_000
const PAUSE_MS_MIN = 100

export interface Moment {
  readonly now: Date
  /** When the job was last answered anything, or began. */
  readonly since: Date
}

/**
 * Found, else what is owed, else what failed, else a miss. A round with tickets asks only those who owe an answer, so that
 * a failure of the round before still stands: it never becomes a miss. A round without asks everybody again.
 */
export function answerOf(
  row: AskedRow,
  result: LookupResult<unknown>,
  isCharged: (data: never) => boolean,
  at: Moment,
): Answer {
  // A guess is told once what is owed has been waited for long enough.
  const told = result.found ?? (isTooLate(at) ? result.weak : undefined)
  if (told) {
    const { data, about } = told
    return { row, status: 'found', data, units: isCharged(data as never) ? 1 : 0, ...(about && { about }) }
  }
  const earlier = row.tickets ? row.trouble : null
  const trouble = result.failure ? errorOf(result.failure) : earlier
  const tickets = [...result.pending, ...result.unchecked]
  if (result.pending.length > 0) {
    const waitMs = Math.min(...result.pending.map(({ retryAfterMs }) => retryAfterMs))
    return postpone(row, at, waitMs, { tickets, trouble })
  }
  if (result.failure) return retry({ ...row, tickets: tickets.length > 0 ? tickets : null }, result.failure, at)
  if (earlier) return again(row, earlier, 0, null, at)
  return { row, status: 'not_found' }
}

/** After a failure: at once given up, waited for, or tried a few times. */
export function retry(row: AskedRow, failure: SourceError, at: Moment): Answer {
  const error = errorOf(failure)
  if (failure.kind === 'rejected') return { row, status: 'failed', error }
  const waitMs = failure.retryAfterMs ?? 0
  if (failure.kind === 'rate_limited') {
    const answer = postpone(row, at, Math.max(1000, waitMs), { tickets: row.tickets, trouble: error })
    return failure.isAboutQuestion ? answer : heldUp(answer)
  }
  return again(row, error, waitMs, row.tickets, at)
}

function again(row: AskedRow, error: RowError, waitMs: number, tickets: AskedRow['tickets'], at: Moment): Answer {
  const seconds = RETRY_SECONDS[row.attempts]
  if (seconds === undefined) return { row, status: 'failed', error }
  return postpone({ ...row, attempts: row.attempts + 1 }, at, Math.max(waitMs, seconds * 1000), {
    tickets,
    trouble: error,
  })
}

function isTooLate({ now, since }: Moment): boolean {
  return now.getTime() - since.getTime() > PATIENCE_MS
}

function postpone(
  row: AskedRow,
  at: Moment,
  waitMs: number,
  { tickets, trouble }: Pick<Postponed, 'tickets' | 'trouble'>,
): Answer {
  const late = { code: 'upstream_timeout', message: 'A source took too long and no other knew. Nothing was charged.' }
  if (isTooLate(at)) return { row, status: 'failed', error: trouble ?? late }
  const dueAt = new Date(at.now.getTime() + Math.max(PAUSE_MS_MIN, waitMs))
  const postponed = { n: row.n, attempts: row.attempts, dueAt, tickets, trouble }
  return { row, status: 'later', postponed, isHeldUp: false }
}

/** The source wants to be asked less often: the next row would be told the same. */
function heldUp(answer: Answer): Answer {
  return answer.status === 'later' ? { ...answer, isHeldUp: true } : answer
}

function errorOf({ kind, message }: SourceError): RowError {
  if (kind === 'timeout')
    return { code: 'upstream_timeout', message: 'A source took too long and no other knew. Nothing was charged.' }
  const said = kind === 'rejected' ? message : `A source failed (${kind}) and no other knew. Nothing was charged.`
  return { code: 'upstream_error', message: said }
}

/** Whether the whole job has to wait: nothing could be asked now. Everything else is about the row that was asked. */
export function isOfJob(thrown: unknown): boolean {
  return isUnavailable(thrown) || (thrown instanceof ApiError && thrown.code === 'unavailable')
}

/** What a row failed with that could not be asked: its own fault, or a bug that must not cost the other rows their answers. */
export function rowErrorOf(thrown: unknown): RowError {
  if (isDataError(thrown) || (thrown instanceof InvalidRequest && isDataError(thrown.cause)))
    return { code: 'invalid_row', message: `This row cannot be asked: ${TOO_COMPLEX}.` }
  if (thrown instanceof InvalidRequest) return { code: 'invalid_row', message: thrown.message }
  return { code: 'internal', message: 'Something broke on our side while this row was asked. It is not charged.' }
}

/** A search says its failures as the API does; anything else is thrown on. */
export function failureOf(thrown: unknown): SourceError {
  if (!(thrown instanceof ApiError) || !thrown.code.startsWith('upstream_')) throw thrown
  const seconds = Number(thrown.headers['retry-after'] ?? 0)
  const kind = thrown.code === 'upstream_timeout' ? 'timeout' : 'unavailable'
  return new SourceError(kind, thrown.message, { retryAfterMs: seconds * 1000 })
}
