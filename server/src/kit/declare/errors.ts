/** Every error of the API: the code is the contract, the status follows from it, and the remedy is what a caller can do. */
export const ERRORS = {
  bad_request: {
    status: 400,
    title: 'The request cannot be read',
    remedy: "Send well-formed HTTP and JSON: check the body's syntax and its `Content-Type`.",
  },
  invalid_signature: {
    status: 400,
    title: 'The signature does not match the body',
    remedy: 'Sign the bytes of the body as they are sent, with the secret that this server has.',
  },
  invalid_api_key: {
    status: 401,
    title: 'No valid API key was sent',
    remedy: 'Send `Authorization: Bearer <API_KEY>` with a key that is complete, not revoked and not expired.',
  },
  invalid_operator_token: {
    status: 401,
    title: 'No valid operator token was sent',
    remedy: 'Send the value of `QUOIN_OPERATOR_TOKEN` of this server, or sign in as an operator.',
  },
  invalid_session: {
    status: 401,
    title: 'No valid session was sent',
    remedy: 'Sign in again: the session ended, or its cookie was not sent.',
  },
  totp_required: {
    status: 401,
    title: 'The second factor is missing',
    remedy: 'Send the code of the authenticator app, or a recovery code.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Insufficient credits',
    remedy: 'Buy credits or turn on the automatic top-up. `required` and `available` say how many are missing.',
  },
  key_budget_exceeded: {
    status: 402,
    title: 'The key has used up its monthly budget',
    remedy: 'Raise `monthly_budget` of the key, use another key, or wait for the next month.',
  },
  max_credits_exceeded: {
    status: 402,
    title: 'The call could cost more than X-Max-Credits allows',
    remedy: 'Raise `X-Max-Credits`, or ask for less: fewer rows or fewer steps.',
  },
  read_only_key: {
    status: 403,
    title: 'A read key cannot change anything',
    remedy: 'Use a key with permission `read_write`.',
  },
  wrong_credentials: {
    status: 403,
    title: 'The sign-in was refused',
    remedy: 'Check what was typed. After several failures wait before the next attempt.',
  },
  cross_site_request: {
    status: 403,
    title: 'Another site sent this request',
    remedy: 'Call from a page of this server, or use an API key instead of a session.',
  },
  sudo_required: {
    status: 403,
    title: 'Prove who you are first',
    remedy: 'Confirm your password, passkey or code, then repeat the call within 15 minutes.',
  },
  role_required: {
    status: 403,
    title: 'Your role does not allow this',
    remedy: 'Ask an owner of the workspace for a higher role, or use a key of an owner.',
  },
  not_a_member: {
    status: 403,
    title: 'You are not a member of this workspace',
    remedy: 'Check `X-Quoin-Workspace`, or ask an owner to invite you.',
  },
  workspace_closed: {
    status: 403,
    title: 'The workspace is closed',
    remedy: 'An owner or the operator can open it again until it is erased.',
  },
  email_unverified: {
    status: 403,
    title: 'Your email address is not verified',
    remedy:
      'Ask for a sign-in link with `POST /v1/auth/links` and open it in the browser that you are signed in with, or use single sign-on.',
  },
  sign_up_closed: {
    status: 403,
    title: 'This server takes new users by invitation only',
    remedy: 'Ask the operator for an invitation.',
  },
  out_of_scope: {
    status: 403,
    title: 'The key does not reach this resource',
    remedy: 'Use a key with scope `full`, or one whose `profile_ids` contain the profile.',
  },
  not_found: {
    status: 404,
    title: 'No such resource',
    remedy: 'Check the id, and that the key belongs to the workspace that has it.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This path does not take that method',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'Send the request again, with the same `Idempotency-Key`.',
  },
  wrong_state: {
    status: 409,
    title: 'The resource is not in a state that allows this',
    remedy: 'Read the resource again: `detail` says which state it is in, and which ones allow the call.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'A call with this Idempotency-Key is still running',
    remedy: 'Wait a moment and send the same call with the same key again: it gets the result of the first one.',
  },
  template_not_approved: {
    status: 409,
    title: 'The platform has not approved the template',
    remedy: 'Wait for the event `template.status_changed`, or choose a template that is `approved`.',
  },
  rotation_in_progress: {
    status: 409,
    title: 'The previous rotation still overlaps',
    remedy: 'Wait until `secret_previous_expires_at`, then rotate again.',
  },
  media_quota_exceeded: {
    status: 409,
    title: "The workspace's media quota is used up",
    remedy: 'Delete media that no post needs, or ask the operator for more.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: 'Send less in one call: split it, or upload files as media.',
  },
  unsupported_encoding: {
    status: 415,
    title: 'The body is encoded in a way that this server does not read',
    remedy: 'Send the body as it is, without `Content-Encoding`.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file has no such part',
    remedy: 'Ask for a range within the size of the file.',
  },
  expectation_failed: {
    status: 417,
    title: 'The expectation of the request cannot be met',
    remedy: 'Leave out the header `Expect`, or send `Expect: 100-continue`.',
  },
  validation_error: {
    status: 422,
    title: 'The request does not match the schema',
    remedy: 'Correct what `detail` lists: `loc` is the place, `msg` says what is wrong there.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key belongs to another request',
    remedy: 'Use a new `Idempotency-Key` for each logical operation, and the same one only to repeat it unchanged.',
  },
  platform_not_configured: {
    status: 422,
    title: 'This server has no app for the platform',
    remedy: "Set the credentials of the platform's app: the guide of the platform says how.",
  },
  unsupported_by_platform: {
    status: 422,
    title: 'The platform cannot do this',
    remedy: 'Check what the platform can do with `GET /v1/platforms` first.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait as long as `Retry-After` says, then continue more slowly.',
  },
  test_quota_exceeded: {
    status: 429,
    title: "The workspace's daily test quota is used up",
    remedy: 'Wait until 00:00 UTC (`Retry-After`), or use a live key. Do not retry before.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Send fewer or shorter headers, or a shorter URL.',
  },
  internal: {
    status: 500,
    title: 'Something broke on our side',
    remedy: 'Retry with the same `Idempotency-Key`. If it stays, report the `request_id`.',
  },
  upstream_error: { status: 502, title: 'An upstream service failed', remedy: 'Retry later. Nothing was charged.' },
  unavailable: {
    status: 503,
    title: 'The service cannot answer right now',
    remedy: 'Retry after a second, and longer each time. Nothing was charged.',
  },
  upstream_timeout: {
    status: 504,
    title: 'An upstream service took too long',
    remedy: 'Retry later with the same `Idempotency-Key`. Nothing was charged.',
  },
  insufficient_storage: {
    status: 507,
    title: 'The server has no room for the file',
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

/** One violation, in pydantic v2's vocabulary. The answer adds what was sent in its place, as `input`. */
export interface Violation {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
  /** Only for what cannot be read from the request, such as a body that is not parsed. */
  readonly input?: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

type InvalidCode = { [C in ErrorCode]: (typeof ERRORS)[C]['status'] extends 422 ? C : never }[ErrorCode]

/** A 422: the request could be read, and its values are wrong in these places. */
export class InvalidRequest extends ApiError {
  override name = 'InvalidRequest'
  readonly violations: readonly Violation[]
  constructor(violations: readonly Violation[], code: InvalidCode = 'validation_error', cause?: unknown) {
    super(code, violations.map((v) => `${v.loc.join('.')}: ${v.msg}`).join('; '), { cause })
    this.violations = violations
  }
}

/** Breaks a rule that JSON Schema cannot express; the message reads as pydantic's `value_error` does. */
export function invalidValue(loc: readonly (string | number)[], reason: string): Violation {
  return { type: 'value_error', loc, msg: `Value error, ${reason}`, ctx: { error: reason } }
}

export function missingField(loc: Violation['loc']): Violation {
  return { type: 'missing', loc, msg: 'Field required' }
}

export const TOO_COMPLEX = 'a text or a list in it is too long or too complex to look for; send less of it'

/** The database refuses a value of the request: see `isDataError`. */
export function tooComplex(cause: unknown): InvalidRequest {
  return new InvalidRequest([invalidValue(['body'], TOO_COMPLEX)], 'validation_error', cause)
}

export function notFound(what: string): ApiError {
  return new ApiError('not_found', `No ${what} with this id.`)
}
