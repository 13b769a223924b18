import { maskSecrets } from '../../kit/log.ts'
import type { PlatformResponse } from '../exchange.ts'
import { type FailureKind, PlatformError } from '../platform-error.ts'

/** What one of Google's names of errors means. */
export interface GoogleError {
  readonly kind: FailureKind
  /** `<subject>.<rule>`; the platform's id comes before it. */
  readonly rule: string
  /** Google's own message when absent. */
  readonly message?: string
  readonly remediation: string
  /** How long a `rate_limited` one lasts when the answer does not say; a minute when absent. */
  readonly waitSeconds?: (now: Date) => number
}

export type GoogleErrors = Readonly<Record<string, GoogleError>>

/** The name that we give to an exhausted quota whose limit is zero. */
const NO_QUOTA = 'NO_QUOTA'

const SIGNED_OUT: GoogleError = {
  kind: 'auth',
  rule: 'sign_in.ended',
  message: 'Google no longer accepts this sign-in.',
  remediation: 'Connect the account again.',
}

const SCOPE_MISSING: GoogleError = {
  kind: 'invalid',
  rule: 'scope.missing',
  message: 'The sign-in does not allow this.',
  remediation: "Connect the account again and tick every box on Google's page.",
}

const API_DISABLED: GoogleError = {
  kind: 'invalid',
  rule: 'api.disabled',
  message: "This API is not enabled in the app's Google Cloud project.",
  remediation: 'Enable the API in the Google Cloud console; the guide lists all that are needed.',
}

const TOO_FAST: GoogleError = {
  kind: 'rate_limited',
  rule: 'quota.rate',
  message: 'Google refuses more requests of this app for now.',
  remediation: 'Wait, or ask Google for a higher quota.',
}

const NOT_ALLOWED: GoogleError = {
  kind: 'invalid',
  rule: 'permission.missing',
  remediation: 'Check the role of this person at Google.',
}

const INVALID: GoogleError = {
  kind: 'invalid',
  rule: 'request.invalid',
  remediation: 'Change what the message names and try again.',
}

/** Canonical codes of google.rpc.Code, reasons of google.rpc.ErrorInfo, and reasons of the older error format. */
const COMMON: GoogleErrors = {
  [NO_QUOTA]: {
    kind: 'invalid',
    rule: 'api.not_approved',
    message: 'Google has not approved this app for the API: its quota is 0.',
    remediation: "Apply for access with Google's form, which the guide names.",
  },
  UNAUTHENTICATED: SIGNED_OUT,
  authError: SIGNED_OUT,
  authorizationRequired: SIGNED_OUT,
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: SCOPE_MISSING,
  insufficientPermissions: SCOPE_MISSING,
  SERVICE_DISABLED: API_DISABLED,
  accessNotConfigured: API_DISABLED,
  RATE_LIMIT_EXCEEDED: TOO_FAST,
  RESOURCE_EXHAUSTED: TOO_FAST,
  rateLimitExceeded: TOO_FAST,
  userRateLimitExceeded: TOO_FAST,
  NOT_FOUND: {
    kind: 'invalid',
    rule: 'resource.not_found',
    remediation: 'It may have been deleted at Google, or this person no longer has access to it.',
  },
  PERMISSION_DENIED: NOT_ALLOWED,
  forbidden: NOT_ALLOWED,
  INVALID_ARGUMENT: INVALID,
  FAILED_PRECONDITION: INVALID,
  OUT_OF_RANGE: INVALID,
  ALREADY_EXISTS: INVALID,
}

/** Reads Google's error body. `own` has the names that only one API uses. Undefined leaves it to the status. */
export function classifyGoogle(
  platform: string,
  own: GoogleErrors,
  { status, headers, body }: PlatformResponse,
  now: Date,
): PlatformError | undefined {
  const error = body?.error
  if (status >= 500 || typeof error !== 'object' || error === null) return undefined
  const errors = { ...COMMON, ...own }
  const names = listErrorNames(error)
  const code = names.find((name) => Object.hasOwn(errors, name))
  const known = code === undefined ? (status === 401 ? SIGNED_OUT : undefined) : errors[code]
  if (!known) return undefined
  const said = maskSecrets(String(error.message ?? '')).slice(0, 300)
  return new PlatformError(known.kind, known.message ?? (said || `Google refused with ${status}.`), {
    rule: `${platform}.${known.rule}`,
    remediation: known.remediation,
    platformResponse: { status, message: said, ...(names[0] !== undefined && { code: code ?? names[0] }) },
    ...(known.kind === 'rate_limited' && {
      retryAfterSeconds: askedToWait(headers, error) ?? known.waitSeconds?.(now) ?? 60,
    }),
  })
}

/** Every name in the body, the most exact ones first. */
function listErrorNames(error: PlatformResponse['body']): string[] {
  const details = readObjects(error.details)
  const hasNoQuota = details.some(({ metadata }) => metadata?.quota_limit_value === '0')
  const names = [
    ...(hasNoQuota ? [NO_QUOTA] : []),
    ...details.map(({ reason }) => reason),
    ...readObjects(error.errors).map(({ reason }) => reason),
    error.status,
  ]
  return names.filter((name) => typeof name === 'string')
}

/** `Retry-After`, or google.rpc.RetryInfo, whose delay is written as `12.5s`. */
function askedToWait(headers: PlatformResponse['headers'], error: PlatformResponse['body']): number | undefined {
  const delay = readObjects(error.details)
    .map(({ retryDelay }) => /^(\d{1,6})(?:\.\d+)?s$/.exec(String(retryDelay))?.[1])
    .find((seconds) => seconds !== undefined)
  const seconds = Number(headers['retry-after'] ?? delay)
  return seconds > 0 ? Math.ceil(seconds) : undefined
}

function readObjects(value: unknown): PlatformResponse['body'][] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}
