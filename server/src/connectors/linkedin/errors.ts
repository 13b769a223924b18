import { maskSecrets } from '../../kit/log.ts'
import type { PlatformResponse } from '../exchange.ts'
import { type FailureExtras, type FailureKind, PlatformError } from '../platform-error.ts'

interface KnownError {
  readonly kind: FailureKind
  readonly rule: string
  /** LinkedIn's own message when absent. */
  readonly message?: string
  readonly remediation: string
}

const SIGN_IN_AGAIN = 'Connect the account again.'
const auth = (rule: string): KnownError => ({
  kind: 'auth',
  rule,
  message: 'LinkedIn no longer accepts this sign-in.',
  remediation: SIGN_IN_AGAIN,
})
const invalid = (rule: string, remediation: string, message?: string): KnownError => ({
  kind: 'invalid',
  rule,
  remediation,
  ...(message !== undefined && { message }),
})

const PERMISSION = invalid(
  'permission.missing',
  'Check that the app has the product that this needs, that the person has a role at the organisation, and connect again.',
  'LinkedIn does not allow this for the app or the person.',
)

/** LinkedIn's `code`, and the codes of `errorDetails.inputErrors`. */
const BY_CODE: Readonly<Record<string, KnownError>> = {
  INVALID_ACCESS_TOKEN: auth('token.invalid'),
  EXPIRED_ACCESS_TOKEN: auth('token.expired'),
  REVOKED_ACCESS_TOKEN: auth('token.revoked'),
  ACCESS_DENIED: PERMISSION,
  NOT_AUTHORIZED: PERMISSION,
  INSUFFICIENT_PERMISSIONS: PERMISSION,
  MEMBER_RESTRICTED: invalid('member.restricted', 'The person solves this with LinkedIn, in the app or on the site.'),
  NONEXISTENT_VERSION: invalid(
    'version.ended',
    'Update this server: a newer release uses a version that LinkedIn still serves.',
    'LinkedIn no longer serves the version of its API that this server uses.',
  ),
  VERSION_MISSING: invalid('version.missing', 'Update this server.'),
  DUPLICATE_POST: invalid(
    'post.duplicate',
    'Change the text: LinkedIn refuses a second post with the same content.',
    'LinkedIn has a post with the same content.',
  ),
  NOT_FOUND: invalid('not_found', 'It may have been deleted on LinkedIn.'),
  CONFLICT: { kind: 'unavailable', rule: 'conflict', remediation: 'Try again in a moment.' },
  FIELD_LENGTH_TOO_LONG: invalid('text.max_characters', 'Shorten the text.'),
  INVALID_URN: invalid('reference.invalid', 'Check the id.'),
  TOO_MANY_REQUESTS: {
    kind: 'rate_limited',
    rule: 'rate_limited',
    message: 'LinkedIn refuses more requests for now.',
    remediation: 'Wait. LinkedIn counts requests of each app and person by the day (UTC).',
  },
}

/** What a status means when LinkedIn gives no code that we know. */
const BY_STATUS: Readonly<Record<number, KnownError>> = {
  400: invalid('request.invalid', 'Change what the message names and try again.'),
  403: PERMISSION,
  404: invalid('not_found', 'It may have been deleted on LinkedIn.'),
  409: { kind: 'unavailable', rule: 'conflict', remediation: 'Try again in a moment.' },
  422: invalid('request.refused', 'Change what the message names and try again.'),
  426: BY_CODE['NONEXISTENT_VERSION'] as KnownError,
  429: BY_CODE['TOO_MANY_REQUESTS'] as KnownError,
}

/** Numbers that LinkedIn sends as `serviceErrorCode` beside a 401. */
const BY_SERVICE_CODE: Readonly<Record<number, string>> = {
  65_600: 'INVALID_ACCESS_TOKEN',
  65_601: 'REVOKED_ACCESS_TOKEN',
  65_602: 'EXPIRED_ACCESS_TOKEN',
}

export function classifyLinkedIn(answer: PlatformResponse, now: Date): PlatformError | undefined {
  const { status, headers, body } = answer
  if (typeof body !== 'object' || body === null || status >= 500) return undefined
  const codes = listErrorCodes(body)
  const known = codes.find((code) => BY_CODE[code])
  const meaning = known === undefined ? BY_STATUS[status] : BY_CODE[known]
  if (!meaning) return undefined
  const message = maskSecrets(String(body.message ?? '')).slice(0, 300)
  const extras: FailureExtras = {
    rule: `linkedin.${meaning.rule}`,
    remediation: meaning.remediation,
    platformResponse: { status, code: codes[0] ?? String(status), message },
    ...(meaning.kind === 'rate_limited' && { retryAfterSeconds: secondsToWait(headers, message, now) }),
  }
  return new PlatformError(meaning.kind, meaning.message ?? (message || `LinkedIn refused with ${status}.`), extras)
}

function listErrorCodes(body: PlatformResponse['body']): string[] {
  const inputs = Array.isArray(body.errorDetails?.inputErrors) ? body.errorDetails.inputErrors : []
  const all = [
    ...inputs.map((one: PlatformResponse['body']) => one?.code),
    body.code,
    BY_SERVICE_CODE[body.serviceErrorCode],
  ]
  return all.filter((code): code is string => typeof code === 'string')
}

/** A limit of the day ends at midnight UTC. */
function secondsToWait(headers: PlatformResponse['headers'], message: string, now: Date): number {
  const after = Number(headers['retry-after'])
  if (after > 0) return after
  if (!/\bDAY\b/.test(message)) return 60
  return Math.max(60, 86_400 - Math.floor((now.getTime() / 1000) % 86_400))
}

export function hasRule(error: unknown, ...rules: readonly string[]): error is PlatformError {
  return error instanceof PlatformError && rules.some((rule) => error.rule === `linkedin.${rule}`)
}

/** The post that a refused one repeats. */
export function findDuplicateUrn(error: unknown): string | undefined {
  if (!hasRule(error, 'post.duplicate')) return undefined
  return /urn:li:(?:share|ugcPost):\d+/.exec(error.platformResponse?.message ?? '')?.[0]
}
