import type { ErrorCode } from './errors.gen.ts'
import type { ListResult } from './list-result.ts'

/** One violation of a 422. */
export interface Violation {
  readonly type: string
  /** Path to the value, such as `['body', 'targets', 0, 'account_id']`. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly input?: unknown
}

/** Additional fields of some error codes. */
interface ProblemDetails {
  insufficient_credits: { readonly required: number; readonly available: number }
  key_budget_exceeded: { readonly required: number; readonly budget: number; readonly resets_at: string }
  max_credits_exceeded: { readonly required: number; readonly max_credits: number }
  media_quota_exceeded: { readonly bytes_used: number; readonly bytes_max: number }
  validation_error: { readonly detail: readonly Violation[] }
}

/** `http_error` means that the response did not come from the API, but from a proxy, for example. */
type ApiErrorCode = ErrorCode | 'http_error'

/** Body of an error: RFC 9457 with additional fields. Its `code` narrows it. */
export type Problem<Code extends string = ApiErrorCode> = Code extends string
  ? {
      readonly code: Code
      readonly request_id: string
      readonly title?: string
      readonly detail?: unknown
      readonly [member: string]: unknown
    } & (Code extends keyof ProblemDetails ? ProblemDetails[Code] : unknown)
  : never

/** An error response. `code` identifies the error and is stable. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly problem: Problem
  readonly requestId: string | undefined
  readonly headers: Headers
  /** Idempotency key of the call. A retry with the same key is done once. */
  readonly idempotencyKey: string | undefined
  /** Items that a paid search had bought before this error. */
  declare readonly partial?: ListResult<unknown>

  constructor({ status, headers }: Response, text: string, idempotencyKey?: string) {
    const problem = problemIn(text)
    const code = problem.code ?? 'http_error'
    const says =
      typeof problem.detail === 'string' ? problem.detail : violationsIn(problem).map(formatViolation).join('; ')
    super(`${status} ${code}: ${says || text.slice(0, 200)}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code as ApiErrorCode
    this.problem = problem as Problem
    this.requestId = headers.get('x-quoin-request-id') ?? undefined
    this.headers = headers
    this.idempotencyKey = idempotencyKey
  }

  /** Violations of a 422. Empty for every other error. */
  get violations(): readonly Violation[] {
    return violationsIn(this.problem)
  }

  /** Narrows the error to one code, and `problem` to the fields of that code. */
  is<C extends ErrorCode>(code: C): this is this & { readonly code: C; readonly problem: Problem<C> } {
    return this.code === code
  }
}

/** No response: the connection failed or was lost. The call may have succeeded; a retry with the same key is done once. */
export class ConnectionError extends Error {
  readonly idempotencyKey: string | undefined
  /** Items that a paid search had bought before this error. */
  declare readonly partial?: ListResult<unknown>

  constructor(message: string, cause?: unknown, idempotencyKey?: string) {
    super(message, { cause })
    this.name = 'ConnectionError'
    this.idempotencyKey = idempotencyKey
  }
}

/** No response in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/**
 * A paid search ended in the middle for a reason outside of it, such as its `signal`. The reason is the `cause`, and its name and
 * message are those of this error. An abort before the first items throws the reason itself.
 */
export class InterruptedError extends Error {
  /** Items that the search had bought. */
  declare readonly partial: ListResult<unknown>

  constructor(reason: unknown) {
    const { name = 'InterruptedError', message = String(reason) } = Object(reason) as Partial<Error>
    super(message, { cause: reason })
    this.name = name
  }
}

/** Returns the error with the items that were bought before it. They are not enumerable, so that logs do not show them. */
export function addPartial(error: unknown, partial: ListResult<unknown>): Error {
  const own = error instanceof ApiError || error instanceof ConnectionError ? error : new InterruptedError(error)
  return Object.defineProperty(own, 'partial', { value: partial })
}

/** Returns whether the call was refused because of its credit limit. */
export function isOverMaxCredits(
  error: unknown,
): error is ApiError & { readonly problem: Problem<'max_credits_exceeded'> } {
  return error instanceof ApiError && error.is('max_credits_exceeded')
}

function problemIn(text: string): Partial<Problem<string>> {
  try {
    return Object(JSON.parse(text)) as Partial<Problem<string>>
  } catch {
    return {}
  }
}

function violationsIn({ detail }: { readonly detail?: unknown }): readonly Violation[] {
  return Array.isArray(detail) ? detail : []
}

function formatViolation({ loc, msg }: Violation): string {
  return `${loc.join('.')}: ${msg}`
}
