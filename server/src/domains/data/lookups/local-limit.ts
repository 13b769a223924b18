import { ApiError } from '../../../kit/declare/errors.ts'
import { SourceError } from '../../../kit/sources.ts'

/** When nothing says how long a limit lasts. */
const RETRY_MS = 30_000

/** A limit of this server, not a failure elsewhere: a source was not asked, and no other knew. */
export function isLocalLimit(error: unknown): error is ApiError & { readonly cause: SourceError } {
  return error instanceof ApiError && error.cause instanceof SourceError && error.cause.isLocalLimit
}

export function localLimit(cause: SourceError): ApiError {
  const detail = `${cause.message}, and no other source knew. Nothing was charged; try again later.`
  return new ApiError('unavailable', detail, {
    cause,
    members: { reason: cause.kind },
    headers: retryAfter(cause.retryAfterMs ?? RETRY_MS),
  })
}

export function retryAfter(ms: number): { 'retry-after': string } {
  return { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) }
}
