import { Type } from '../../kit/declare/type.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, readSeconds, refuse, relayRefusal } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import type { PlatformError } from '../platform-error.ts'
import { linkedin } from './platform.ts'

/** An error of LinkedIn, recognized by one of these fields. */
interface LinkedInError extends KnownError {
  /** LinkedIn's `code`, or a code of `errorDetails.inputErrors`. */
  readonly code?: string
  /** Applies when LinkedIn sends no code of this table. */
  readonly status?: number
}

const { createError, hasRule } = createPlatformErrors(linkedin)

export { hasRule }

const endSignIn = (rule: string): KnownError => ({
  kind: 'auth',
  rule,
  message: 'LinkedIn no longer accepts this sign-in.',
  remediation: 'Connect the account again.',
})

const PERMISSION = refuse(
  'permission.missing',
  'LinkedIn does not allow this for the app or the person.',
  'Check that the app has the product that this needs, that the person has a role at the organization, and connect again.',
)
const VERSION_ENDED = refuse(
  'version.ended',
  'LinkedIn no longer serves the version of its API that this server uses.',
  'Update this server: a newer release uses a version that LinkedIn still serves.',
)
const NOT_FOUND = relayRefusal('not_found', 'It may have been deleted on LinkedIn.')
const CONFLICT: KnownError = { kind: 'unavailable', rule: 'conflict', remediation: 'Try again in a moment.' }
const RATE_LIMITED: KnownError = {
  kind: 'rate_limited',
  rule: 'rate_limited',
  message: 'LinkedIn refuses more requests for now.',
  remediation: 'Wait. LinkedIn counts requests of each app and person by the day (UTC).',
}

const KNOWN: readonly LinkedInError[] = [
  { code: 'INVALID_ACCESS_TOKEN', ...endSignIn('token.invalid') },
  { code: 'EXPIRED_ACCESS_TOKEN', ...endSignIn('token.expired') },
  { code: 'REVOKED_ACCESS_TOKEN', ...endSignIn('token.revoked') },
  { code: 'ACCESS_DENIED', ...PERMISSION },
  { code: 'NOT_AUTHORIZED', ...PERMISSION },
  { code: 'INSUFFICIENT_PERMISSIONS', ...PERMISSION },
  {
    code: 'MEMBER_RESTRICTED',
    ...relayRefusal('member.restricted', 'The person solves this with LinkedIn, in the app or on the site.'),
  },
  { code: 'NONEXISTENT_VERSION', ...VERSION_ENDED },
  { code: 'VERSION_MISSING', ...relayRefusal('version.missing', 'Update this server.') },
  {
    code: 'DUPLICATE_POST',
    ...refuse(
      'post.duplicate',
      'LinkedIn has a post with the same content.',
      'Change the text: LinkedIn refuses a second post with the same content.',
    ),
  },
  { code: 'NOT_FOUND', ...NOT_FOUND },
  { code: 'CONFLICT', ...CONFLICT },
  { code: 'FIELD_LENGTH_TOO_LONG', ...relayRefusal('text.max_characters', 'Shorten the text.') },
  { code: 'INVALID_URN', ...relayRefusal('reference.invalid', 'Check the id.') },
  { code: 'TOO_MANY_REQUESTS', ...RATE_LIMITED },
  { status: 400, ...relayRefusal('request.invalid', 'Change what the message names and try again.') },
  { status: 403, ...PERMISSION },
  { status: 404, ...NOT_FOUND },
  { status: 409, ...CONFLICT },
  { status: 422, ...relayRefusal('request.refused', 'Change what the message names and try again.') },
  { status: 426, ...VERSION_ENDED },
  { status: 429, ...RATE_LIMITED },
]

/** Numbers that LinkedIn sends as `serviceErrorCode` in a 401. */
const SERVICE_CODES: Readonly<Record<number, string>> = {
  65_600: 'INVALID_ACCESS_TOKEN',
  65_601: 'REVOKED_ACCESS_TOKEN',
  65_602: 'EXPIRED_ACCESS_TOKEN',
}

/** Fields of any type are accepted, because the status of a JSON object has a meaning whatever the object says. */
const Field = Type.Optional(Type.Unknown())
const Refusal = Type.Object({ code: Field, message: Field, serviceErrorCode: Field })
const InputErrors = Type.Object({
  errorDetails: Type.Object({ inputErrors: Type.Array(Type.Object({ code: Field })) }),
})

/** Returns the error of a refusal; undefined when only the status says something. */
export function classifyError({ status, headers, body }: PlatformResponse, now: Date): PlatformError | undefined {
  const refusal = tryRead(Refusal, body)
  if (!refusal || status >= 500) return undefined
  const inputErrors = tryRead(InputErrors, body)?.errorDetails.inputErrors ?? []
  const codes = [
    ...inputErrors.map(({ code }) => code),
    refusal.code,
    SERVICE_CODES[Number(refusal.serviceErrorCode)],
  ].filter((code) => typeof code === 'string')
  const known =
    codes.map((code) => KNOWN.find((entry) => entry.code === code)).find((entry) => entry !== undefined) ??
    KNOWN.find((entry) => entry.status === status)
  const message = typeof refusal.message === 'string' ? refusal.message : ''
  const response = { status, code: codes[0] ?? String(status), message }
  return known && createError(known, response, readWaitSeconds(headers, message, now))
}

/** Returns the time until a limit ends: a limit of the day ends at midnight UTC. */
function readWaitSeconds(headers: PlatformResponse['headers'], message: string, now: Date): number | undefined {
  const seconds = readSeconds(headers, 'retry-after')
  if (seconds !== undefined || !/\bDAY\b/.test(message)) return seconds
  return Math.max(60, 86_400 - Math.floor((now.getTime() / 1000) % 86_400))
}

/** Returns the URN of the post that a refused post duplicates. */
export function findDuplicateUrn(error: unknown): string | undefined {
  if (!hasRule(error, 'post.duplicate')) return undefined
  return /urn:li:(?:share|ugcPost):\d+/.exec(error.platformResponse?.message ?? '')?.[0]
}
