import { explainViolation, type Violation } from './violation.ts'

/** Error response of the API. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  /** Stable, unlike the texts. */
  readonly code: string
  readonly title: string
  readonly requestId: string | undefined
  readonly violations: readonly Violation[]
  /** All other members of the body, such as `remediation`. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>, requestId?: string) {
    const { detail } = body
    const violations = Array.isArray(detail) ? (detail as Violation[]) : []
    const said = violations.map(explainViolation).join(' ') || readString(detail)
    super(said ?? readString(body['title']) ?? `The server responded with status ${status}.`)
    this.status = status
    this.code = readString(body['code']) ?? 'unknown'
    this.title =
      readString(body['title']) ?? (violations.length > 0 ? 'Some values need a change' : 'The request failed')
    this.requestId = readString(body['request_id']) ?? requestId
    this.violations = violations
    this.members = body
  }
}

function readString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Builds the problem for a request without a response: it is unknown whether the server handled it. */
export function unreachable(cause: unknown): ProblemError {
  const problem = new ProblemError(0, {
    code: 'unreachable',
    title: 'The server cannot be reached',
    detail: 'Check your connection and try again. It is safe to retry: nothing happens twice.',
  })
  problem.cause = cause
  return problem
}

/** Returns true for errors that pass by themselves: no connection, or a server or database that does not respond. */
export function isOutage({ status }: ProblemError): boolean {
  return status === 0 || status >= 500
}

export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const detail = error instanceof Error ? error.message : String(error)
  return new ProblemError(0, { code: 'portal_error', title: 'Something went wrong in the portal', detail })
}

/** Maps the violations of a body by field path: `{ name: 'Too long', 'targets.0.text': '...' }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  return Object.fromEntries(
    error.violations
      .filter(({ loc }) => loc[0] === 'body' && loc.length > 1)
      .map((violation) => [violation.loc.slice(1).join('.'), explainViolation(violation)]),
  )
}
