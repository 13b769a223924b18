/** One wrong value of a request, and where it is. */
export interface Violation {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
  /** What is known besides, such as the platform whose rule it is, and `remediation`. */
  readonly ctx?: Readonly<Record<string, unknown>>
}

/** What the API says about a request that it refused. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  /** The contract: texts may change, codes do not. */
  readonly code: string
  readonly title: string
  readonly requestId: string | undefined
  readonly violations: readonly Violation[]
  /** Everything else that the answer says, such as `remediation`. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>, requestId?: string) {
    const { detail } = body
    const violations = Array.isArray(detail) ? (detail as Violation[]) : []
    const said = violations.map(({ msg }) => msg).join(' ') || readString(detail)
    super(said ?? readString(body['title']) ?? `The server answered with status ${status}.`)
    this.status = status
    this.code = readString(body['code']) ?? 'unknown'
    this.title = readString(body['title']) ?? (violations.length > 0 ? 'Some values are wrong' : 'The request failed')
    this.requestId = readString(body['request_id']) ?? requestId
    this.violations = violations
    this.members = body
  }
}

function readString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The server did not answer: nothing is known about what it did. */
export function unreachable(cause: unknown): ProblemError {
  const problem = new ProblemError(0, {
    code: 'unreachable',
    title: 'The server does not answer',
    detail: 'Check your connection and try again. Trying again repeats nothing that has happened already.',
  })
  problem.cause = cause
  return problem
}

export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const detail = error instanceof Error ? error.message : String(error)
  return new ProblemError(0, { code: 'portal_error', title: 'The portal made a mistake', detail })
}

/** The violations of a body by the path of their field: `{ name: 'Too long', 'targets.0.text': '...' }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  return Object.fromEntries(
    error.violations
      .filter(({ loc }) => loc[0] === 'body' && loc.length > 1)
      .map(({ loc, msg }) => [loc.slice(1).join('.'), msg]),
  )
}
