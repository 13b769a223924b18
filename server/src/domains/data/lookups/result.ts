import { ApiError, tooComplex } from '../../../kit/declare/errors.ts'
import { isDataError } from '../../../kit/postgres/db.ts'
import { type LookupResult, SourceError } from '../../../kit/sources.ts'

export const NO_SOURCE = 'No source for this is configured on this server.'

/** When nothing says how long a limit lasts. */
const RETRY_MS = 30_000

type Decisive<Out> = Pick<LookupResult<Out>, 'failure' | 'pending' | 'steps'> & {
  readonly found: { data: Out } | undefined
}

/** The data found; null when all sources answered "not found". Throws when a source failed or is not ready. */
export function dataOf<Out>({ found, failure, pending, steps }: Decisive<Out>): Out | null {
  if (found) return found.data
  if (failure) throw upstreamError(failure)
  const [first] = pending
  if (first)
    throw new ApiError('upstream_timeout', 'A source is still working on it. Nothing was charged; ask again later.', {
      headers: { 'retry-after': seconds(first.retryAfterMs) },
    })
  if (steps.length === 0) throw new ApiError('upstream_error', `${NO_SOURCE} Nothing was charged.`)
  return null
}

/** A limit of this server, not a failure elsewhere: a source was not asked, and no other knew. */
export function isLocalLimit(error: unknown): error is ApiError & { readonly cause: SourceError } {
  return error instanceof ApiError && error.cause instanceof SourceError && error.cause.isLocalLimit
}

export function localLimit(cause: SourceError): ApiError {
  const detail = `${cause.message}, and no other source knew. Nothing was charged; try again later.`
  return new ApiError('unavailable', detail, {
    cause,
    members: { reason: cause.kind },
    headers: { 'retry-after': seconds(cause.retryAfterMs ?? RETRY_MS) },
  })
}

function upstreamError(cause: SourceError): ApiError {
  if (isDataError(cause.cause)) return tooComplex(cause.cause)
  if (cause.isLocalLimit) return localLimit(cause)
  const { kind, retryAfterMs } = cause
  const extras = {
    cause,
    members: { reason: kind },
    ...(retryAfterMs !== undefined && { headers: { 'retry-after': seconds(retryAfterMs) } }),
  }
  return kind === 'timeout'
    ? new ApiError('upstream_timeout', 'A source took too long and no other knew. Nothing was charged.', extras)
    : new ApiError('upstream_error', 'A source failed and no other knew. Nothing was charged.', extras)
}

function seconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)))
}
