import { maskSecrets } from '../../kit/log.ts'
import type { PlatformResponse } from '../exchange.ts'
import { type FailureKind, PlatformError } from '../platform-error.ts'

interface KnownError {
  readonly kind: FailureKind
  readonly rule: string
  /** X's own words when absent. */
  readonly message?: string
  readonly remediation: string
  readonly isStale?: true
}

const invalid = (rule: string, remediation: string, message?: string): KnownError => ({
  kind: 'invalid',
  rule,
  remediation,
  ...(message !== undefined && { message }),
})

const CREDITS = invalid(
  'credits.depleted',
  "Buy credits or raise the app's spending limit in the developer console of X.",
  'The X app has no credits left.',
)
const SUSPENDED = invalid('account.suspended', 'The person solves this with X.', 'X has suspended this account.')

/** The last part of a problem's `type`. */
const BY_TYPE: Readonly<Record<string, KnownError>> = {
  'usage-capped': { kind: 'rate_limited', rule: 'usage.capped', remediation: "Raise the cap of the app's project." },
  credits: CREDITS,
  'credits-depleted': CREDITS,
  'client-forbidden': invalid('app.forbidden', 'Enrol the app in a project with access to the X API.'),
  'unsupported-authentication': invalid('app.authentication', 'Connect the account again, with OAuth 2.0.'),
  'not-authorized-for-resource': invalid('permission.missing', 'Check the scopes of the account and who may see this.'),
  'resource-not-found': invalid('not_found', 'It may have been deleted on X.'),
  'resource-unavailable': invalid('not_found', 'It is not available on X.'),
  'disallowed-resource': invalid('content.disallowed', 'X does not allow this content.'),
  'user-suspended': SUSPENDED,
  'invalid-request': invalid('request.invalid', 'Change what the message names and try again.'),
}

/** X gives most refusals of a post no type: only the sentence tells them apart. */
const BY_SENTENCE: readonly (readonly [RegExp, KnownError])[] = [
  [/duplicate content/i, invalid('post.duplicate', 'Change the text: X refuses the same text again.')],
  [
    /not authori[sz]ed to delete/i,
    invalid('comment.foreign', 'Hide it instead: X deletes only what the account wrote.'),
  ],
  [
    /reply to this conversation is not allowed|not been mentioned/i,
    invalid('reply.not_allowed', 'X allows replies by apps only to people who mentioned or quoted the account.'),
  ],
  [
    /media ids? (?:are|is) invalid/i,
    { kind: 'unavailable', rule: 'media.expired', remediation: 'It is uploaded again.', isStale: true },
  ],
  [/longer than 2 minutes/i, invalid('video.max_duration', 'Use a shorter video, or an account with X Premium.')],
  [/too long|exceeds? .{0,20}(?:length|characters)/i, invalid('text.max_weighted', 'Shorten the text.')],
  [/invalid url/i, invalid('text.link', 'Remove the link that X does not allow.')],
  [
    /cannot send messages?|not allowed to send/i,
    invalid('message.not_allowed', 'The person accepts no messages from you.'),
  ],
  [/suspended/i, SUSPENDED],
  [/temporarily locked/i, invalid('account.locked', 'The person unlocks the account on X.')],
]

const BY_STATUS: Readonly<Record<number, KnownError>> = {
  400: BY_TYPE['invalid-request'] as KnownError,
  401: {
    kind: 'auth',
    rule: 'token.invalid',
    message: 'X no longer accepts this sign-in.',
    remediation: 'Connect the account again.',
  },
  402: CREDITS,
  403: invalid('permission.missing', 'Check the scopes of the account and the access of the app.'),
  404: BY_TYPE['resource-not-found'] as KnownError,
  429: {
    kind: 'rate_limited',
    rule: 'rate_limited',
    message: 'X refuses more requests for now.',
    remediation: 'Wait until the window of the limit is over.',
  },
}

export function classifyX(answer: PlatformResponse, now: Date): PlatformError | undefined {
  const { status, headers, body } = answer
  if (typeof body !== 'object' || body === null || status >= 500) return undefined
  const first = Array.isArray(body.errors) ? body.errors[0] : undefined
  const sentence = maskSecrets(String(body.detail ?? first?.detail ?? first?.message ?? body.title ?? '')).slice(0, 300)
  const type =
    String(body.type ?? first?.type ?? '')
      .split('/')
      .at(-1) ?? ''
  const worded = BY_SENTENCE.find(([pattern]) => pattern.test(sentence))?.[1]
  const meaning =
    status === 401 || status === 429
      ? (BY_TYPE[type] ?? BY_STATUS[status])
      : (worded ?? BY_TYPE[type] ?? BY_STATUS[status])
  if (!meaning) return undefined
  return new PlatformError(meaning.kind, meaning.message ?? (sentence || `X refused with ${status}.`), {
    rule: `x.${meaning.rule}`,
    remediation: meaning.remediation,
    platformResponse: { status, code: type || String(body.title ?? status), message: sentence },
    ...(meaning.isStale && { isStale: true }),
    ...(meaning.kind === 'rate_limited' && { retryAfterSeconds: secondsToWait(headers, now) }),
  })
}

/** The latest end of the windows that are used up. */
function secondsToWait(headers: PlatformResponse['headers'], now: Date): number {
  const after = Number(headers['retry-after'])
  const ends = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour']
    .filter((prefix) => Number(headers[`${prefix}-remaining`] ?? 1) === 0)
    .map((prefix) => Number(headers[`${prefix}-reset`] ?? 0) - now.getTime() / 1000)
  const seconds = Math.ceil(Math.max(after > 0 ? after : 0, ...ends))
  return seconds > 0 ? seconds : 60
}

export function hasRule(error: unknown, ...rules: readonly string[]): error is PlatformError {
  return error instanceof PlatformError && rules.some((rule) => error.rule === `x.${rule}`)
}
