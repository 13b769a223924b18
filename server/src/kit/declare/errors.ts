/** Every error of the API: the code is the contract, the status follows from it. */
export const ERRORS = {
  bad_request: { status: 400, title: 'The request cannot be read' },
  invalid_signature: { status: 400, title: 'The signature does not match the body' },
  invalid_api_key: { status: 401, title: 'No valid API key was sent' },
  invalid_operator_token: { status: 401, title: 'No valid operator token was sent' },
  invalid_session: { status: 401, title: 'No valid session was sent' },
  totp_required: { status: 401, title: 'The second factor is missing' },
  insufficient_credits: { status: 402, title: 'Insufficient credits' },
  key_budget_exceeded: { status: 402, title: 'The key has used up its monthly budget' },
  max_credits_exceeded: { status: 402, title: 'The call could cost more than X-Max-Credits allows' },
  read_only_key: { status: 403, title: 'A read key cannot change anything' },
  wrong_credentials: { status: 403, title: 'The sign-in was refused' },
  cross_site_request: { status: 403, title: 'Another site sent this request' },
  sudo_required: { status: 403, title: 'Prove who you are first' },
  role_required: { status: 403, title: 'Your role does not allow this' },
  not_a_member: { status: 403, title: 'You are not a member of this workspace' },
  workspace_closed: { status: 403, title: 'The workspace is closed' },
  sign_up_closed: { status: 403, title: 'This server takes new users by invitation only' },
  out_of_scope: { status: 403, title: 'The key does not reach this resource' },
  not_found: { status: 404, title: 'No such resource' },
  method_not_allowed: { status: 405, title: 'This path does not take that method' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  wrong_state: { status: 409, title: 'The resource is not in a state that allows this' },
  idempotency_in_progress: { status: 409, title: 'A call with this Idempotency-Key is still running' },
  template_not_approved: { status: 409, title: 'The platform has not approved the template' },
  rotation_in_progress: { status: 409, title: 'The previous rotation still overlaps' },
  media_quota_exceeded: { status: 409, title: "The workspace's media quota is used up" },
  payload_too_large: { status: 413, title: 'The body is too large' },
  range_not_satisfiable: { status: 416, title: 'The file has no such part' },
  expectation_failed: { status: 417, title: 'The expectation of the request cannot be met' },
  validation_error: { status: 422, title: 'The request does not match the schema' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key belongs to another request' },
  platform_not_configured: { status: 422, title: 'This server has no app for the platform' },
  unsupported_by_platform: { status: 422, title: 'The platform cannot do this' },
  rate_limited: { status: 429, title: 'Too many requests' },
  test_quota_exceeded: { status: 429, title: "The workspace's daily test quota is used up" },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something broke on our side' },
  upstream_error: { status: 502, title: 'An upstream service failed' },
  unavailable: { status: 503, title: 'The service cannot answer right now' },
  upstream_timeout: { status: 504, title: 'An upstream service took too long' },
} as const satisfies Record<string, { status: number; title: string }>

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
