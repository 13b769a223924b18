import { ApiError, InvalidRequest, TOO_COMPLEX } from '../../../../kit/declare/errors.ts'
import { isDataError, isUnavailable } from '../../../../kit/postgres/db.ts'
import { type LookupResult, SourceError, type Subject } from '../../../../kit/sources.ts'
import type { AnyAction } from '../../../../sources/action.ts'
import { isLocalLimit, localLimit } from '../../lookups/local-limit.ts'
import type { JobRow } from '../sql/jobs.ts'
import type { PostponedRow, StoredRow } from '../sql/rows.ts'

/** Outcome of a row's lookup: its result, or the time of the next attempt. */
export type RowOutcome =
  | {
      readonly row: StoredRow
      readonly status: 'found'
      readonly data: unknown
      readonly lines: readonly ChargeLine[]
      /** Identifiers of the subject that the source knows but does not show. */
      readonly about?: Subject
    }
  | { readonly row: StoredRow; readonly status: 'not_found' }
  | { readonly row: StoredRow; readonly status: 'failed'; readonly error: RowError }
  | {
      readonly row: StoredRow
      readonly status: 'postponed'
      readonly postponed: PostponedRow
      /** True when the source is rate limited: the other rows would be refused too. */
      readonly isThrottled: boolean
    }

/** Units that a row is charged for. */
export interface ChargeLine {
  readonly step: string
  readonly action: string
  readonly units: number
}

type RowError = NonNullable<StoredRow['trouble']>
type JobKind = JobRow['kind']

type FoundOutcome = Extract<RowOutcome, { status: 'found' }>

/**
 * Seconds from a failed attempt to the next; after the last one the row has failed. A caller waits for the single result of an
 * async job; a list survives half an hour without its source.
 */
const RETRY_SECONDS: Record<JobKind, readonly number[]> = { async: [5, 15, 40], bulk: [10, 60, 300, 1500] }
/** Maximum pause before an attempt of an async job, whatever its source asks for: it ends within minutes. */
const ASYNC_PAUSE_SECONDS_MAX = 60
/** Time to wait for pending answers and rate limits after the job's last answer. */
const PATIENCE_MS = 24 * 3_600_000
const PAUSE_MS_MIN = 100

export interface JobTiming {
  readonly kind: JobKind
  readonly now: Date
  /** Time at which a row of the job was last answered, or the job's start. */
  readonly lastAnswerAt: Date
}

/**
 * Decides in this order: found, pending, failed, not found. A round with tickets asks only their sources, so a failure of the
 * previous round still counts: it never becomes a miss. A round without tickets asks all sources again.
 */
export function toRowOutcome(
  row: StoredRow,
  result: LookupResult<unknown>,
  action: AnyAction,
  timing: JobTiming,
): RowOutcome {
  // Once the time for pending answers is over, a weak answer is the result.
  const answer = result.found ?? (isTooLate(timing) ? result.weak : undefined)
  if (answer) {
    const { data, about } = answer
    return { ...foundOutcome(row, action, data), ...(about && { about }) }
  }
  const earlier = row.tickets ? row.trouble : null
  const trouble = result.failure ? describeSourceError(result.failure) : earlier
  const tickets = [...result.pending, ...result.unchecked]
  if (result.pending.length > 0) {
    const waitMs = Math.min(...result.pending.map(({ retryAfterMs }) => retryAfterMs))
    return postpone(row, timing, waitMs, { tickets, trouble })
  }
  if (result.failure)
    return retryLater({ ...row, tickets: tickets.length > 0 ? tickets : null }, result.failure, timing)
  if (earlier) return countAttempt(row, timing, { error: earlier, waitMs: 0, tickets: null })
  return { row, status: 'not_found' }
}

export function foundOutcome(row: StoredRow, action: AnyAction, data: unknown): FoundOutcome {
  const lines = [{ step: row.step, action: action.id, units: action.isCharged(data) ? 1 : 0 }]
  return { row, status: 'found', data, lines }
}

/** Decides after a failure: fail at once, postpone until the source may be asked, or retry a few times. */
export function retryLater(row: StoredRow, failure: SourceError, timing: JobTiming): RowOutcome {
  const error = describeSourceError(failure)
  if (failure.kind === 'rejected') return { row, status: 'failed', error }
  const waitMs = failure.retryAfterMs ?? 0
  if (failure.kind !== 'rate_limited') return countAttempt(row, timing, { error, waitMs, tickets: row.tickets })
  const outcome = postpone(row, timing, Math.max(1000, waitMs), { tickets: row.tickets, trouble: error })
  return outcome.status === 'postponed' && !failure.isAboutQuestion ? { ...outcome, isThrottled: true } : outcome
}

function countAttempt(
  row: StoredRow,
  timing: JobTiming,
  { error, waitMs, tickets }: { error: RowError; waitMs: number; tickets: StoredRow['tickets'] },
): RowOutcome {
  const seconds = RETRY_SECONDS[timing.kind][row.attempts]
  if (seconds === undefined) return { row, status: 'failed', error }
  const pauseMax = timing.kind === 'async' ? ASYNC_PAUSE_SECONDS_MAX * 1000 : Number.POSITIVE_INFINITY
  const pauseMs = Math.min(Math.max(waitMs, seconds * 1000), pauseMax)
  return postpone({ ...row, attempts: row.attempts + 1 }, timing, pauseMs, {
    tickets,
    trouble: error,
  })
}

function isTooLate({ now, lastAnswerAt }: JobTiming): boolean {
  return now.getTime() - lastAnswerAt.getTime() > PATIENCE_MS
}

const TOO_SLOW = {
  code: 'upstream_timeout',
  message: 'A source timed out and no other source had a result. Nothing was charged.',
}

function postpone(
  row: StoredRow,
  timing: JobTiming,
  waitMs: number,
  { tickets, trouble }: Pick<PostponedRow, 'tickets' | 'trouble'>,
): RowOutcome {
  if (isTooLate(timing)) return { row, status: 'failed', error: trouble ?? TOO_SLOW }
  const dueAt = new Date(timing.now.getTime() + Math.max(PAUSE_MS_MIN, waitMs))
  const postponed = { n: row.n, attempts: row.attempts, dueAt, tickets, trouble }
  return { row, status: 'postponed', postponed, isThrottled: false }
}

function describeSourceError(error: SourceError): RowError {
  const { kind, message } = error
  if (kind === 'timeout') return TOO_SLOW
  if (error.isLocalLimit) return { code: 'unavailable', message: localLimit(error).message }
  const reason =
    kind === 'rejected' ? message : `A source failed (${kind}) and no other source had a result. Nothing was charged.`
  return { code: 'upstream_error', message: reason }
}

/** Returns true when no row can be looked up now, so that the whole job has to wait; other errors concern one row. */
export function concernsJob(error: unknown): boolean {
  if (isLocalLimit(error)) return false
  return isUnavailable(error) || (error instanceof ApiError && error.code === 'unavailable')
}

/** Returns the error of a row that could not be looked up: its own content, or a bug that must not fail the other rows. */
export function toRowError(error: unknown): RowError {
  if (isDataError(error) || (error instanceof InvalidRequest && isDataError(error.cause)))
    return { code: 'invalid_row', message: `This row cannot be looked up: ${TOO_COMPLEX}.` }
  if (error instanceof InvalidRequest) return { code: 'invalid_row', message: error.message }
  return {
    code: 'internal',
    message: 'Something went wrong on our side while this row was looked up. It is not charged.',
  }
}

/** Converts the API error of a search into a `SourceError`; rethrows all others. */
export function toSourceError(error: unknown): SourceError {
  if (isLocalLimit(error)) return error.cause
  if (!(error instanceof ApiError) || !error.code.startsWith('upstream_')) throw error
  const seconds = Number(error.headers['retry-after'] ?? 0)
  const kind = error.code === 'upstream_timeout' ? 'timeout' : 'unavailable'
  return new SourceError(kind, error.message, { retryAfterMs: seconds * 1000 })
}
