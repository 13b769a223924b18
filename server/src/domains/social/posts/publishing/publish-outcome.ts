import { PlatformError } from '../../../../connectors/failure.ts'
import type { Finding, Published } from '../../../../connectors/publish.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { describeFailure } from '../../accounts/service.ts'

export type TargetError = Record<string, unknown> & { readonly code: string; readonly message: string }

/** What is to be done about a target after a step. */
export type Verdict =
  | { readonly kind: 'published'; readonly post: Published }
  | { readonly kind: 'processing'; readonly post: Published }
  /** Not yet, and nothing is on the platform. One that counts is a failed attempt. */
  | { readonly kind: 'later'; readonly seconds: number; readonly error: TargetError | null; readonly counts: boolean }
  | { readonly kind: 'failed'; readonly error: TargetError }
  /** It may be on the platform. */
  | { readonly kind: 'unknown'; readonly error: TargetError }

/** So many failed attempts, over about twenty minutes; then a person is told. */
export const FAILURES_MAX = 10
const BACKOFF_SECONDS = [5, 10, 20, 40, 80, 160, 300]
/** Whatever the platform asks us to wait for, a day after it was due a post is no longer what somebody wanted. */
const DAY_SECONDS = 86_400
const RATE_LIMIT_SECONDS = 60

export interface Judged {
  readonly platform: string
  readonly failures: number
  readonly due_seconds: number
}

/** What an error of a step means. `isSent` once the request that makes the post may have left. */
export function judge(target: Judged, error: unknown, isSent: boolean): Verdict {
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
    const internal = { code: 'internal', message: 'Something broke on our side.' }
    return isSent ? unknown(internal) : failure(target, internal)
  }
  const { message, ...rest } = describeFailure(target.platform, error) as { message: string }
  const shown = (code: string): TargetError => ({ code, message, ...rest })
  switch (error.kind) {
    case 'auth':
      return {
        kind: 'failed',
        error: { ...shown('account_not_connected'), remediation: 'Reconnect the account, then retry.' },
      }
    case 'invalid':
      return { kind: 'failed', error: shown('rejected') }
    case 'rate_limited':
      return wait(target, error.retryAfterSeconds ?? RATE_LIMIT_SECONDS, shown('rate_limited'))
    case 'unavailable':
      return failure(target, shown('unavailable'))
    case 'ambiguous':
      return isSent ? unknown(shown('outcome_unknown')) : failure(target, shown('unavailable'))
  }
}

/** Nobody was there for a day: a good morning of yesterday is not said today, unless somebody asks for it. */
export function tooLate({ due_seconds }: Judged): Verdict | undefined {
  if (due_seconds <= DAY_SECONDS) return undefined
  const message = 'The post was due more than a day ago.'
  return { kind: 'failed', error: { code: 'too_late', message, remediation: 'Retry to publish it now.' } }
}

/** A wait that the platform asked for. */
export function wait(target: Judged, seconds: number, error: TargetError | null): Verdict {
  if (target.due_seconds + seconds <= DAY_SECONDS) return { kind: 'later', seconds, error, counts: false }
  const message = 'The platform asked to wait for more than a day.'
  return { kind: 'failed', error: error ?? { code: 'unavailable', message } }
}

export function failure(target: Judged, error: TargetError): Verdict {
  if (target.failures + 1 >= FAILURES_MAX) return { kind: 'failed', error }
  const seconds = BACKOFF_SECONDS[Math.min(target.failures, BACKOFF_SECONDS.length - 1)] ?? 0
  return { kind: 'later', seconds, error, counts: true }
}

function unknown(error: TargetError): Verdict {
  const message = 'The request was sent, and nobody knows whether the post is on the platform.'
  return { kind: 'unknown', error: { ...error, code: 'outcome_unknown', message } }
}

/** How long after it was armed a post that is not there will not turn up any more: with a handle, a repeat is no second one. */
const QUIET_SECONDS = { withHandle: 30, without: 120 }
const ASK_SECONDS = [5, 10, 15, 30, 60, 120, 300, 600, 600, 600, 600]

export interface Asked extends Judged {
  readonly asks: number
  readonly armed_seconds: number | null
  readonly status: string
}

export type Answer =
  | { readonly kind: 'published'; readonly post: Published }
  | { readonly kind: 'processing' }
  | { readonly kind: 'failed'; readonly error: TargetError }
  /** It is not on the platform, though it was sent. */
  | { readonly kind: 'absent'; readonly error: TargetError }
  | { readonly kind: 'ask'; readonly seconds: number; readonly error: TargetError }
  /** An hour without an answer, or a day of processing: a person has to look. */
  | { readonly kind: 'stuck'; readonly error: TargetError }

/** What the platform's word means for a target whose outcome is not known. */
export function weigh(target: Asked, finding: Finding, handleSeconds: number): Answer {
  switch (finding.state) {
    case 'published':
      return finding.post.isProcessing ? askAgain(target, 'processing') : { kind: 'published', post: finding.post }
    case 'processing':
      return askAgain(target, 'processing')
    case 'failed':
      return { kind: 'failed', error: { code: 'rejected', message: finding.message, rule: finding.rule } }
    case 'absent': {
      const quiet = handleSeconds > 0 ? QUIET_SECONDS.withHandle : QUIET_SECONDS.without
      const left = quiet - (target.armed_seconds ?? 0)
      const error = { code: 'unavailable', message: 'The platform did not take the post, though it was sent.' }
      if (left > 0) return { kind: 'ask', seconds: left, error: outcomeUnknown(true) }
      return target.failures + 1 >= FAILURES_MAX ? { kind: 'failed', error } : { kind: 'absent', error }
    }
    case 'unknown':
      return askAgain(target, 'unknown')
  }
}

/** Once the platform has said that it works on the post, a question without an answer is no reason for doubt. */
function askAgain(target: Asked, state: 'processing' | 'unknown'): Answer {
  const isTaken = state === 'processing' || target.status === 'processing'
  const isOver = isTaken ? target.due_seconds > DAY_SECONDS : target.asks >= ASK_SECONDS.length
  if (isOver) return { kind: 'stuck', error: outcomeUnknown(false) }
  if (state === 'processing') return { kind: 'processing' }
  return { kind: 'ask', seconds: askSeconds(target.asks), error: outcomeUnknown(true) }
}

export function askSeconds(asks: number): number {
  return ASK_SECONDS[Math.min(asks, ASK_SECONDS.length - 1)] ?? 0
}

/** As long as the platform can be asked, nobody has to do anything. */
export function outcomeUnknown(isAsked: boolean): TargetError {
  return {
    code: 'outcome_unknown',
    message: 'The request was sent, and nobody knows whether the post is on the platform.',
    remediation: isAsked
      ? 'Wait: the platform is asked, and the post goes on by itself.'
      : 'Look at the platform. If the post is not there, retry with force.',
  }
}
