import { ApiError, tooComplex } from '../../../kit/declare/errors.ts'
import { isDataError } from '../../../kit/postgres/db.ts'
import type { LookupResult, SourceError } from '../../../kit/sources.ts'
import { localLimit, retryAfter } from './local-limit.ts'

export const NO_SOURCE = 'No source for this lookup is configured on this server.'

type DecisiveResult<Out> = Pick<LookupResult<Out>, 'failure' | 'pending' | 'steps'> & {
  readonly found: { data: Out } | undefined
}

/** Returns the data found; null when all sources answered "not found". Throws when a source failed or is not ready. */
export function unwrapResult<Out>({ found, failure, pending, steps }: DecisiveResult<Out>): Out | null {
  if (found) return found.data
  if (failure) throw upstreamError(failure)
  const [first] = pending
  if (first)
    throw new ApiError(
      'upstream_timeout',
      'A source is still working on this lookup. Nothing was charged. Try again later.',
      {
        headers: retryAfter(first.retryAfterMs),
      },
    )
  if (steps.length === 0) throw new ApiError('upstream_error', `${NO_SOURCE} Nothing was charged.`)
  return null
}

function upstreamError(cause: SourceError): ApiError {
  if (isDataError(cause.cause)) return tooComplex(cause.cause)
  if (cause.isLocalLimit) return localLimit(cause)
  const { kind, retryAfterMs } = cause
  const extras = {
    cause,
    members: { reason: kind },
    ...(retryAfterMs !== undefined && { headers: retryAfter(retryAfterMs) }),
  }
  return kind === 'timeout'
    ? new ApiError(
        'upstream_timeout',
        'A source timed out and no other source had a result. Nothing was charged.',
        extras,
      )
    : new ApiError('upstream_error', 'A source failed and no other source had a result. Nothing was charged.', extras)
}
