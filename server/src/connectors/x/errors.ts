import { Type } from '../../kit/declare/type.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, readSeconds, refuse, relayRefusal } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import type { PlatformError } from '../platform-error.ts'
import { x } from './platform.ts'

/** An error of X, recognized by one of these fields. */
interface XError extends KnownError {
  /** Part of the sentence: most refusals of a post have no type. */
  readonly says?: RegExp
  /** The last part of the problem's `type`. */
  readonly type?: string
  readonly status?: number
}

const { createError, hasRule } = createPlatformErrors(x)

export { hasRule }

const CREDITS = refuse(
  'credits.depleted',
  'The X app has no credits left.',
  "Buy credits or raise the app's spending limit in the developer console of X.",
)
const SUSPENDED = refuse('account.suspended', 'X has suspended this account.', 'The person solves this with X.')
const INVALID = relayRefusal('request.invalid', 'Change what the message names and try again.')
const NOT_FOUND = relayRefusal('not_found', 'It may have been deleted on X.')

/** The first entry that matches applies: a sentence says more than a type, and a type more than a status. */
const KNOWN: readonly XError[] = [
  { says: /duplicate content/i, ...relayRefusal('post.duplicate', 'Change the text: X refuses the same text again.') },
  {
    says: /not authori[sz]ed to delete/i,
    ...relayRefusal('comment.foreign', 'Hide it instead: X deletes only what the account wrote.'),
  },
  {
    says: /reply to this conversation is not allowed|not been mentioned/i,
    ...relayRefusal(
      'reply.not_allowed',
      'X allows replies by apps only to people who mentioned or quoted the account.',
    ),
  },
  {
    says: /media ids? (?:are|is) invalid/i,
    kind: 'unavailable',
    rule: 'media.expired',
    remediation: 'It is uploaded again.',
    isStale: true,
  },
  {
    says: /longer than 2 minutes/i,
    ...relayRefusal('video.max_duration', 'Use a shorter video, or an account with X Premium.'),
  },
  {
    says: /too long|exceeds? .{0,20}(?:length|characters)/i,
    ...relayRefusal('text.max_weighted', 'Shorten the text.'),
  },
  { says: /invalid url/i, ...relayRefusal('text.link', 'Remove the link that X does not allow.') },
  {
    says: /cannot send messages?|not allowed to send/i,
    ...relayRefusal('message.not_allowed', 'The person accepts no messages from you.'),
  },
  { says: /suspended/i, ...SUSPENDED },
  { says: /temporarily locked/i, ...relayRefusal('account.locked', 'The person unlocks the account on X.') },
  {
    type: 'usage-capped',
    kind: 'rate_limited',
    rule: 'usage.capped',
    remediation: "Raise the cap of the app's project.",
  },
  { type: 'credits', ...CREDITS },
  { type: 'credits-depleted', ...CREDITS },
  {
    type: 'client-forbidden',
    ...relayRefusal('app.forbidden', 'Enroll the app in a project with access to the X API.'),
  },
  {
    type: 'unsupported-authentication',
    ...relayRefusal('app.authentication', 'Connect the account again, with OAuth 2.0.'),
  },
  {
    type: 'not-authorized-for-resource',
    ...relayRefusal('permission.missing', 'Check the scopes of the account and who may see this.'),
  },
  { type: 'resource-not-found', ...NOT_FOUND },
  { type: 'resource-unavailable', ...relayRefusal('not_found', 'It is not available on X.') },
  { type: 'disallowed-resource', ...relayRefusal('content.disallowed', 'X does not allow this content.') },
  { type: 'user-suspended', ...SUSPENDED },
  { type: 'invalid-request', ...INVALID },
  { status: 400, ...INVALID },
  {
    status: 401,
    kind: 'auth',
    rule: 'token.invalid',
    message: 'X no longer accepts this sign-in.',
    remediation: 'Connect the account again.',
  },
  { status: 402, ...CREDITS },
  { status: 403, ...relayRefusal('permission.missing', 'Check the scopes of the account and the access of the app.') },
  { status: 404, ...NOT_FOUND },
  {
    status: 429,
    kind: 'rate_limited',
    rule: 'rate_limited',
    message: 'X refuses more requests for now.',
    remediation: 'Wait until the window of the limit is over.',
  },
]

/** Fields of any type are accepted, because a 401 with a JSON object ends the sign-in whatever it says. */
const Field = Type.Optional(Type.Unknown())
const Problem = Type.Object({ type: Field, title: Field, detail: Field, message: Field })
const ProblemList = Type.Object({ errors: Type.Array(Problem) })

/** Returns the error of a refusal; undefined when only the status says something. */
export function classifyError({ status, headers, body }: PlatformResponse, now: Date): PlatformError | undefined {
  const problem = tryRead(Problem, body)
  if (!problem || status >= 500) return undefined
  const first = tryRead(ProblemList, body)?.errors[0]
  const message = findText(problem.detail, first?.detail, first?.message, problem.title)
  const type = findText(problem.type, first?.type).replace(/^.*\//, '')
  const hasSentence = status !== 401 && status !== 429
  const known = KNOWN.find(
    (entry) =>
      (hasSentence && entry.says?.test(message)) ||
      (entry.type !== undefined && entry.type === type) ||
      (entry.status !== undefined && entry.status === status),
  )
  const code = type || findText(problem.title) || String(status)
  return known && createError(known, { status, code, message }, readWaitSeconds(headers, now))
}

const findText = (...values: readonly unknown[]) => values.find((value) => typeof value === 'string') ?? ''

/** Returns the time until the last of the exhausted windows ends. */
function readWaitSeconds(headers: PlatformResponse['headers'], now: Date): number | undefined {
  const ends = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour']
    .filter((prefix) => Number(headers[`${prefix}-remaining`] ?? 1) === 0)
    .map((prefix) => Number(headers[`${prefix}-reset`] ?? 0) - now.getTime() / 1000)
  const seconds = Math.ceil(Math.max(readSeconds(headers, 'retry-after') ?? 0, ...ends))
  return seconds > 0 ? seconds : undefined
}
