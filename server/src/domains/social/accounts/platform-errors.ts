import { PlatformError } from '../../../connectors/platform-error.ts'
import { ApiError, type ErrorExtras, InvalidRequest, type Violation } from '../../../kit/declare/errors.ts'
import type { ErrorObject } from '../../../kit/declare/schema.ts'
import { OutboundError } from '../../../kit/net/outbound-error.ts'

/** Returns the API error for a failure of a platform. Any other error is returned unchanged. */
export function toPlatformApiError(platform: string, error: unknown, loc: Violation['loc'] = ['body']): unknown {
  if (!(error instanceof PlatformError)) return error
  const members = buildErrorMembers(platform, error)
  switch (error.kind) {
    case 'auth':
      return new ApiError('wrong_state', `${error.message} Reconnect the account.`, { members, cause: error })
    case 'invalid': {
      const ctx = { ...members, error: error.message }
      return new InvalidRequest([{ type: 'platform_rejected', loc, msg: error.message, ctx }])
    }
    case 'rate_limited':
      return new ApiError('rate_limited', error.message, { ...retryAfter(error), members, cause: error })
    case 'unavailable':
    case 'ambiguous': {
      const isTimeout = error.cause instanceof OutboundError && error.cause.reason === 'timeout'
      const outcome = error.kind === 'ambiguous' && { outcome: 'unknown' }
      const extras = { members: { ...members, ...outcome }, cause: error }
      return new ApiError(isTimeout ? 'upstream_timeout' : 'upstream_error', error.message, extras)
    }
  }
}

/** Returns a failure in the form in which it is stored and shown with its resource. */
export function describeFailure(platform: string, error: PlatformError): ErrorObject {
  return { code: error.kind, message: error.message, ...buildErrorMembers(platform, error) }
}

function buildErrorMembers(
  platform: string,
  { rule, remediation, platformResponse }: PlatformError,
): Record<string, unknown> {
  return {
    platform,
    ...(rule !== undefined && { rule }),
    ...(remediation !== undefined && { remediation }),
    ...(platformResponse && { platform_response: platformResponse }),
  }
}

function retryAfter({ retryAfterSeconds = 60 }: PlatformError): ErrorExtras {
  return { headers: { 'retry-after': String(retryAfterSeconds) } }
}
