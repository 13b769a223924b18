import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, readSeconds, refuse } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import type { PlatformName } from '../platform.ts'
import type { PlatformError } from '../platform-error.ts'

interface GoogleError extends KnownError {
  /** The wait after `rate_limited`, where it depends on the time of day. */
  readonly waitSeconds?: (now: Date) => number
}

/** Errors by the name that Google gives them. */
export type GoogleErrors = Readonly<Record<string, GoogleError>>

/** One of Google's APIs. */
export interface GoogleApi {
  readonly platform: PlatformName
  /** Errors that only this API has. */
  readonly errors: GoogleErrors
}

/** Our name for an exhausted quota whose limit is zero. */
const NO_QUOTA = 'NO_QUOTA'

const SIGNED_OUT: GoogleError = {
  kind: 'auth',
  rule: 'sign_in.ended',
  message: 'Google no longer accepts this sign-in.',
  remediation: 'Connect the account again.',
}

const SCOPE_MISSING = refuse(
  'scope.missing',
  'The sign-in does not allow this.',
  "Connect the account again and tick every box on Google's page.",
)

const API_DISABLED = refuse(
  'api.disabled',
  "This API is not enabled in the app's Google Cloud project.",
  'Enable the API in the Google Cloud console; the guide lists all that are needed.',
)

const TOO_FAST: KnownError = {
  kind: 'rate_limited',
  rule: 'quota.rate',
  message: 'Google refuses more requests of this app for now.',
  remediation: 'Wait, or ask Google for a higher quota.',
}

const NOT_ALLOWED: KnownError = {
  kind: 'invalid',
  rule: 'permission.missing',
  remediation: 'Check the role of this person at Google.',
}

const INVALID: KnownError = {
  kind: 'invalid',
  rule: 'request.invalid',
  remediation: 'Change what the message names and try again.',
}

/** Canonical codes of google.rpc.Code, reasons of google.rpc.ErrorInfo, and reasons of the older error format. */
const COMMON: GoogleErrors = {
  [NO_QUOTA]: refuse(
    'api.not_approved',
    'Google has not approved this app for the API: its quota is 0.',
    "Apply for access with Google's form, which the guide names.",
  ),
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

const Refusal = Type.Object({
  error: Type.Object({
    message: Maybe(Type.String()),
    status: Maybe(Type.String()),
    details: Maybe(Type.Array(Type.Unknown())),
    errors: Maybe(Type.Array(Type.Unknown())),
  }),
})

/** An item of `details` or of `errors`, which have items of many kinds. An item of another shape is ignored. */
type Detail = Static<typeof Detail>
const Detail = Type.Object({
  reason: Maybe(Type.String()),
  retryDelay: Maybe(Type.String()),
  metadata: Maybe(Type.Object({ quota_limit_value: Maybe(Type.String()) })),
})

/** Returns the error that the body names; undefined when only the status says something. */
export function classifyError(
  api: GoogleApi,
  { status, headers, body }: PlatformResponse,
  now: Date,
): PlatformError | undefined {
  const refusal = tryRead(Refusal, body)?.error
  if (status >= 500 || !refusal) return undefined
  const errors = { ...COMMON, ...api.errors }
  const details = readDetails(refusal.details)
  // The most exact names come first.
  const names = [
    ...(details.some(({ metadata }) => metadata?.quota_limit_value === '0') ? [NO_QUOTA] : []),
    ...[...details, ...readDetails(refusal.errors), { reason: refusal.status }].flatMap(({ reason }) => reason ?? []),
  ]
  const name = names.find((one) => Object.hasOwn(errors, one))
  const known = name === undefined ? (status === 401 ? SIGNED_OUT : undefined) : errors[name]
  if (!known) return undefined
  const code = name ?? names[0]
  const response = { status, message: refusal.message ?? '', ...(code !== undefined && { code }) }
  const seconds = readSeconds(headers, 'retry-after') ?? readRetryDelay(details) ?? known.waitSeconds?.(now)
  return createPlatformErrors(api.platform).createError(known, response, seconds)
}

function readDetails(list: readonly unknown[] | null | undefined): Detail[] {
  return (list ?? []).flatMap((item) => tryRead(Detail, item) ?? [])
}

/** Reads the delay of google.rpc.RetryInfo, which is written as `12.5s`. */
function readRetryDelay(details: readonly Detail[]): number | undefined {
  const delays = details.map(({ retryDelay }) => Number(/^(\d{1,6})(?:\.\d+)?s$/.exec(retryDelay ?? '')?.[1]))
  return delays.find((seconds) => seconds > 0)
}
