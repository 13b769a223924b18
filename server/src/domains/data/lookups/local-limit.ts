import { ApiError } from '../../../kit/declare/errors.ts'
import { SourceError } from '../../../kit/sources.ts'

/** Retry delay when the duration of a limit is unknown. */
const RETRY_MS = 30_000

/** Returns true for a limit of this server, not a failure elsewhere: a source was not asked, and no other had a result. */
export function isLocalLimit(error: unknown): error is ApiError & { readonly cause: SourceError } {
  return error instanceof ApiError && error.cause instanceof SourceError && error.cause.isLocalLimit
}

export function localLimit(cause: SourceError): ApiError {
  const detail = `${cause.message}, and no other source had a result. Nothing was charged; try again later.`
  return new ApiError('unavailable', detail, {
    cause,
    members: { reason: cause.kind },
    headers: retryAfter(cause.retryAfterMs ?? RETRY_MS),
  })
}

export function retryAfter(ms: number): { 'retry-after': string } {
  return { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) }
}
