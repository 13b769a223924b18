import { PlatformError } from '../../../../connectors/platform-error.ts'
import type { PublishedPost } from '../../../../connectors/publish.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { describeFailure } from '../../accounts/platform-errors.ts'
import { attemptOutcomeUnknown, type TargetError } from './target-error.ts'

/** Outcome of an attempt to publish a target. */
export type PublishOutcome =
  | { readonly kind: 'published'; readonly post: PublishedPost }
  /** The platform has the post and is still processing it. */
  | { readonly kind: 'processing'; readonly post: PublishedPost }
  | RetryOutcome
  | { readonly kind: 'failed'; readonly error: TargetError }
  /** The request may have been sent: the post may be on the platform. */
  | { readonly kind: 'unknown'; readonly error: TargetError }

/** Nothing is on the platform, and the target is retried later. */
interface RetryOutcome {
  readonly kind: 'retry'
  readonly seconds: number
  readonly error: TargetError | null
  /** True when it counts towards `FAILURES_MAX`. */
  readonly isFailure: boolean
  /** No request was made. */
  readonly isUntried?: true
}

/** Number of failures, over about twenty minutes, after which the target fails. */
export const FAILURES_MAX = 10
const BACKOFF_SECONDS = [5, 10, 20, 40, 80, 160, 300]
/** Maximum delay of a post: after a day it is no longer what its author wanted, whatever made it wait. */
export const LATE_SECONDS_MAX = 86_400
const RATE_LIMIT_SECONDS = 60

/** State of a target that the decisions below depend on. */
export interface TargetProgress {
  readonly platform: string
  readonly failures: number
  readonly due_seconds: number
}

/** Converts an error to an outcome. `isSent` is true when the request that creates the post may have been sent. */
export function toErrorOutcome(target: TargetProgress, error: unknown, isSent: boolean): PublishOutcome {
  if (error instanceof ApiError && !isSent)
    return {
      kind: 'failed',
      error: {
        code: 'account_not_connected',
        message: error.message,
        remediation: 'Reconnect the account, then retry.',
      },
    }
  if (!(error instanceof PlatformError)) {
    const internal = { code: 'internal', message: 'Something went wrong on our side.' }
    return isSent ? unknown(internal) : retryOrFail(target, internal)
  }
  const failure = describeFailure(target.platform, error)
  const errorWith = (code: string): TargetError => ({ ...failure, code })
  switch (error.kind) {
    case 'auth':
      return {
        kind: 'failed',
        error: { ...errorWith('account_not_connected'), remediation: 'Reconnect the account, then retry.' },
      }
    case 'invalid':
      return { kind: 'failed', error: errorWith('rejected') }
    case 'rate_limited':
      return waitOrFail(target, error.retryAfterSeconds ?? RATE_LIMIT_SECONDS, errorWith('rate_limited'))
    case 'unavailable':
      return retryOrFail(target, errorWith('unavailable'))
    case 'ambiguous':
      return isSent ? unknown(errorWith('outcome_unknown')) : retryOrFail(target, errorWith('unavailable'))
  }
}

/** Returns undefined unless the target must not be tried at all. */
export function outcomeWithoutTrying(target: TargetProgress): PublishOutcome | undefined {
  if (target.due_seconds > LATE_SECONDS_MAX) {
    const message = 'The post was due more than a day ago.'
    return { kind: 'failed', error: { code: 'too_late', message, remediation: 'Retry the post to publish it now.' } }
  }
  if (target.failures >= FAILURES_MAX) {
    // A claim counts the crash of the previous worker as a failure: every worker so far crashed while preparing this post.
    const message = 'Every worker that prepared this post crashed. Nothing was published.'
    return { kind: 'failed', error: { code: 'internal', message } }
  }
  return undefined
}

/** Returns the delay of the next media poll: 1, 2, 4 and 8 seconds, then the connector's interval. */
export function pollSeconds(attempts: number): number {
  return 2 ** Math.min(attempts - 1, 10)
}

/**
 * Waits as long as the platform asks for. That does not count as a failure, but the target fails when the post would be a day
 * late.
 */
export function waitOrFail(target: TargetProgress, seconds: number, error: TargetError | null): PublishOutcome {
  if (target.due_seconds + seconds <= LATE_SECONDS_MAX) return { kind: 'retry', seconds, error, isFailure: false }
  const message = 'The platform asked us to wait for more than a day.'
  return { kind: 'failed', error: error ?? { code: 'unavailable', message } }
}

function retryOrFail(target: TargetProgress, error: TargetError): PublishOutcome {
  if (target.failures + 1 >= FAILURES_MAX) return { kind: 'failed', error }
  const seconds = BACKOFF_SECONDS[Math.min(target.failures, BACKOFF_SECONDS.length - 1)] ?? 0
  return { kind: 'retry', seconds, error, isFailure: true }
}

function unknown(error: TargetError): PublishOutcome {
  return { kind: 'unknown', error: attemptOutcomeUnknown(error) }
}
