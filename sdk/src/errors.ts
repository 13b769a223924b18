import type { ErrorCode } from './errors.gen.ts'

/** One place of a request that a 422 refuses. */
export interface Violation {
  readonly type: string
  /** Where: `['body', 'targets', 0, 'account_id']`. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly input?: unknown
}

/** What errors of some codes say beyond the rest. */
interface ProblemDetails {
  insufficient_credits: { readonly required: number; readonly available: number }
  key_budget_exceeded: { readonly required: number; readonly budget: number; readonly resets_at: string }
  max_credits_exceeded: { readonly required: number; readonly max_credits: number }
  media_quota_exceeded: { readonly bytes_used: number; readonly bytes_max: number }
  validation_error: { readonly detail: readonly Violation[] }
}

/** The body of an error: RFC 9457, with members of its own. */
export type Problem<Code extends string = string> = {
  readonly code: Code
  readonly request_id: string
  readonly title?: string
  readonly detail?: unknown
  readonly [member: string]: unknown
} & (Code extends keyof ProblemDetails ? ProblemDetails[Code] : unknown)

/** An answer that is no success: `code` says which, and is the contract. */
export class ApiError<Code extends string = ErrorCode | 'http_error'> extends Error {
  readonly status: number
  /** `http_error` when the answer was not the API's: that of a proxy, for example. */
  readonly code: Code
  readonly problem: Problem<Code>
  readonly requestId: string | undefined
  readonly headers: Headers
  /** The key that the call had: a repetition with it is done once. */
  readonly idempotencyKey: string | undefined

  constructor({ status, headers }: Response, text: string, idempotencyKey?: string) {
    const problem = problemIn(text)
    const code = problem.code ?? 'http_error'
    const says =
      typeof problem.detail === 'string' ? problem.detail : violationsIn(problem).map(formatViolation).join('; ')
    super(`${status} ${code}: ${says || text.slice(0, 200)}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code as Code
    this.problem = problem as Problem<Code>
    this.requestId = headers.get('x-quoin-request-id') ?? undefined
    this.headers = headers
    this.idempotencyKey = idempotencyKey
  }

  /** What a 422 refuses; empty for every other error. */
  get violations(): readonly Violation[] {
    return violationsIn(this.problem)
  }

  /** Narrows the error to one code, and `problem` to what errors of that code say. */
  is<C extends ErrorCode>(code: C): this is ApiError<C> {
    return (this.code as string) === code
  }
}

/** No answer came: the connection failed or was lost. The call may have been done; a repetition with the same key is done once. */
export class ConnectionError extends Error {
  readonly idempotencyKey: string | undefined

  constructor(message: string, cause?: unknown, idempotencyKey?: string) {
    super(message, { cause })
    this.name = 'ConnectionError'
    this.idempotencyKey = idempotencyKey
  }
}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

function problemIn(text: string): Partial<Problem> {
  try {
    return Object(JSON.parse(text)) as Partial<Problem>
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
