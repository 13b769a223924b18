/** Every error of the API. The code is the contract, the status follows from it, and the remedy tells the caller what to do. */
export const ERRORS = {
  bad_request: {
    status: 400,
    title: 'Malformed request',
    remedy: "Send well-formed HTTP and JSON: check the body's syntax and its `Content-Type`.",
  },
  invalid_signature: {
    status: 400,
    title: 'The signature does not match the body',
    remedy: 'Sign the exact bytes of the body that you send, with the secret configured on this server.',
  },
  invalid_api_key: {
    status: 401,
    title: 'No valid API key was sent',
    remedy: 'Send `Authorization: Bearer <API_KEY>` with a key that is complete, not revoked and not expired.',
  },
  invalid_operator_token: {
    status: 401,
    title: 'No valid operator token was sent',
    remedy: "Send the value of this server's `QUOIN_OPERATOR_TOKEN`, or sign in as an operator.",
  },
  invalid_session: {
    status: 401,
    title: 'No valid session was sent',
    remedy: 'Sign in again: the session has ended, or its cookie was not sent.',
  },
  totp_required: {
    status: 401,
    title: 'Second factor required',
    remedy: 'Send the code from your authenticator app, or a recovery code.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Insufficient credits',
    remedy: 'Buy credits or turn on auto top-up. `required` and `available` show how many are missing.',
  },
  key_budget_exceeded: {
    status: 402,
    title: 'The key has used up its monthly budget',
    remedy: "Raise the key's `monthly_budget`, use another key, or wait for the next month.",
  },
  max_credits_exceeded: {
    status: 402,
    title: 'The call could cost more than X-Max-Credits allows',
    remedy: 'Raise `X-Max-Credits`, or request less: fewer rows or fewer steps.',
  },
  read_only_key: {
    status: 403,
    title: 'A read key cannot change anything',
    remedy: 'Use a key with permission `read_write`.',
  },
  wrong_credentials: {
    status: 403,
    title: 'Sign-in failed',
    remedy: 'Check what you typed. After several failures, wait before the next attempt.',
  },
  cross_site_request: {
    status: 403,
    title: 'Cross-site request refused',
    remedy: 'Call from a page of this server, or use an API key instead of a session.',
  },
  sudo_required: {
    status: 403,
    title: 'Confirm your identity first',
    remedy: 'Confirm your password, passkey or code, then repeat the call within 15 minutes.',
  },
  role_required: {
    status: 403,
    title: 'Your role does not allow this',
    remedy: "Ask an owner of the workspace for a higher role, or use an owner's key.",
  },
  not_a_member: {
    status: 403,
    title: 'You are not a member of this workspace',
    remedy: 'Check `X-Quoin-Workspace`, or ask an owner to invite you.',
  },
  workspace_closed: {
    status: 403,
    title: 'The workspace is closed',
    remedy: 'An owner or the operator can reopen it until it is erased.',
  },
  email_unverified: {
    status: 403,
    title: 'Your email address is not verified',
    remedy:
      'Request a sign-in link with `POST /v1/auth/links` and open it in the browser in which you are signed in, or use single sign-on.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up is by invitation only',
    remedy: 'Ask the operator for an invitation.',
  },
  out_of_scope: {
    status: 403,
    title: 'The key cannot access this resource',
    remedy: 'Use a key with scope `full`, or one whose `profile_ids` contain the profile.',
  },
  not_found: {
    status: 404,
    title: 'Resource not found',
    remedy: "Check the id, and that the key belongs to the resource's workspace.",
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request timed out',
    remedy: 'Send the request again, with the same `Idempotency-Key`.',
  },
  wrong_state: {
    status: 409,
    title: 'The resource is not in a state that allows this',
    remedy: 'Read the resource again: `detail` names its current state and the states that allow the call.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'A call with this Idempotency-Key is still running',
    remedy: 'Wait a moment, then send the same call with the same key: it returns the result of the first one.',
  },
  template_not_approved: {
    status: 409,
    title: 'The platform has not approved the template',
    remedy: 'Wait for the event `template.status_changed`, or choose a template that is `approved`.',
  },
  rotation_in_progress: {
    status: 409,
    title: 'The previous rotation is still in progress',
    remedy: 'Wait until `secret_previous_expires_at`, then rotate again.',
  },
  media_quota_exceeded: {
    status: 409,
    title: "The workspace's media quota is used up",
    remedy: 'Delete media that no post needs, or ask the operator for a larger quota.',
  },
  version_conflict: {
    status: 412,
    title: 'The resource has changed since you read it',
    remedy: 'Read the resource again, make your change to what it says now, and send its `ETag` as `If-Match`.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: 'Send less in one call: split it, or upload files as media.',
  },
  unsupported_encoding: {
    status: 415,
    title: 'Unsupported content encoding',
    remedy: 'Send the body without `Content-Encoding`.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    remedy: 'Request a range within the size of the file.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation failed',
    remedy: 'Omit the `Expect` header, or send `Expect: 100-continue`.',
  },
  validation_error: {
    status: 422,
    title: 'The request does not match the schema',
    remedy: 'Correct the fields listed in `detail`: `loc` is the location, `msg` the problem.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key belongs to another request',
    remedy:
      'Use a new `Idempotency-Key` for each logical operation, and reuse it only to repeat that request unchanged.',
  },
  platform_not_configured: {
    status: 422,
    title: 'No app is configured for this platform',
    remedy: "Set the credentials of the platform's app; the platform's guide explains how.",
  },
  unsupported_by_platform: {
    status: 422,
    title: 'The platform cannot do this',
    remedy: "Check the platform's capabilities with `GET /v1/platforms` first.",
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait for the time in `Retry-After`, then send requests more slowly.',
  },
  test_quota_exceeded: {
    status: 429,
    title: "The workspace's daily test quota is used up",
    remedy: 'Wait until 00:00 UTC (`Retry-After`), or use a live key. Do not retry earlier.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Send fewer or shorter headers, or a shorter URL.',
  },
  internal: {
    status: 500,
    title: 'Internal server error',
    remedy: 'Retry with the same `Idempotency-Key`. If the error persists, report the `request_id`.',
  },
  upstream_error: { status: 502, title: 'An upstream service failed', remedy: 'Retry later. Nothing was charged.' },
  unavailable: {
    status: 503,
    title: 'Service temporarily unavailable',
    remedy: 'Retry after a second, and increase the delay with each attempt. Nothing was charged.',
  },
  upstream_timeout: {
    status: 504,
    title: 'An upstream service took too long',
    remedy: 'Retry later with the same `Idempotency-Key`. Nothing was charged.',
  },
  insufficient_storage: {
    status: 507,
    title: 'Not enough storage for the file',
    remedy: 'Retry later, or ask the operator to free space: the rest of the disk is kept for the database.',
  },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>

export type ErrorCode = keyof typeof ERRORS

export interface ErrorExtras {
  /** Further members of the problem body: `required`, `available`, `platform`, ... */
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly members: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  constructor(code: ErrorCode, detail?: string, { members = {}, headers = {}, cause }: ErrorExtras = {}) {
    super(detail ?? `${ERRORS[code].title}.`, { cause })
    this.code = code
    this.members = members
    this.headers = headers
  }
  get status(): number {
    return ERRORS[this.code].status
  }
}

/** One violation, in pydantic v2's vocabulary. The response adds the value that was sent as `input`. */
export interface Violation {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
  /** Only for values that cannot be read from the request, such as a body that is not parsed. */
  readonly input?: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

type InvalidCode = { [C in ErrorCode]: (typeof ERRORS)[C]['status'] extends 422 ? C : never }[ErrorCode]

/** A 422: the request was readable, but its values are invalid at these locations. */
export class InvalidRequest extends ApiError {
  override name = 'InvalidRequest'
  readonly violations: readonly Violation[]
  constructor(violations: readonly Violation[], code: InvalidCode = 'validation_error', cause?: unknown) {
    super(code, violations.map((v) => `${v.loc.join('.')}: ${v.msg}`).join('; '), { cause })
    this.violations = violations
  }
}

/** Reports a broken rule that JSON Schema cannot express; the message reads like pydantic's `value_error`. */
export function invalidValue(loc: readonly (string | number)[], reason: string): Violation {
  return { type: 'value_error', loc, msg: `Value error, ${reason}`, ctx: { error: reason } }
}

export function missingField(loc: Violation['loc']): Violation {
  return { type: 'missing', loc, msg: 'Field required' }
}

export const TOO_COMPLEX = 'a text or list in it is too long or too complex to search for; send a shorter one'

/** Reports that the database refused a value of the request: see `isDataError`. */
export function tooComplex(cause: unknown): InvalidRequest {
  return new InvalidRequest([invalidValue(['body'], TOO_COMPLEX)], 'validation_error', cause)
}

export function notFound(what: string): ApiError {
  return new ApiError('not_found', `No ${what} with this id.`)
}
