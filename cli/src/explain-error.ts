import { ApiError, ConnectionError } from '../../sdk/src/errors.ts'
import { kebab } from './command.ts'
import { UsageError } from './usage-error.ts'

export const EXIT = {
  server: 1,
  usage: 2,
  unreachable: 3,
  refused: 4,
  missing: 5,
  credits: 6,
  conflict: 7,
  rate: 8,
  interrupted: 130,
} as const

const BY_STATUS: Readonly<Record<number, number>> = {
  400: EXIT.usage,
  401: EXIT.refused,
  402: EXIT.credits,
  403: EXIT.refused,
  404: EXIT.missing,
  409: EXIT.conflict,
  422: EXIT.usage,
  429: EXIT.rate,
}

/** Reason of an abort by the user. */
export class Interruption extends Error {
  override name = 'Interruption'
}

export function toExitCode(error: unknown): number {
  if (error instanceof ApiError) return BY_STATUS[error.status] ?? (error.status < 500 ? EXIT.usage : EXIT.server)
  if (error instanceof ConnectionError) return EXIT.unreachable
  if (error instanceof Interruption || (error as Error).cause instanceof Interruption) return EXIT.interrupted
  return error instanceof UsageError || error instanceof TypeError ? EXIT.usage : EXIT.server
}

/** Formats an error for people: what happened, why, and what to do. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) return explainAnswer(error)
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof ConnectionError)) return `Error: ${message}`
  const repeat =
    error.idempotencyKey &&
    !error.partial &&
    `The call may have succeeded. Retry it safely with --idempotency-key ${error.idempotencyKey}`
  return lines(
    `Error: ${message}`,
    'Check that the server is running and that its URL is right: --base-url, QUOIN_BASE_URL or `quoin login`.',
    repeat,
  )
}

function explainAnswer(error: ApiError): string {
  const { status, code, violations, problem, requestId } = error
  const detail = typeof problem.detail === 'string' ? problem.detail : (problem.title ?? 'The request was refused.')
  const says = violations.length > 0 ? 'The server rejected these values:' : detail
  return lines(
    `Error: ${says} (${status} ${code})`,
    ...violations.map(({ loc, msg }) => `  ${formatLocation(loc)}: ${msg}`),
    adviceOn(error),
    requestId && `Request: ${requestId}`,
  )
}

function adviceOn({ status, code, headers }: ApiError): string | undefined {
  if (status === 401)
    return 'Run `quoin login`, or check QUOIN_API_KEY and --login. `quoin whoami` shows the key in use.'
  if (status === 402) return 'See your balance with `quoin credits get`, or buy credits with `quoin credits checkout`.'
  const after = headers.get('retry-after')
  if (status === 429 && after !== null) return `Try again in ${after} seconds.`
  return code === 'http_error' ? 'The response is not from Quoin. Check the base URL.' : undefined
}

/** Formats a location in the request as the flag that sets it, such as `--targets.0.account-id`. */
function formatLocation([where, ...path]: readonly (string | number)[]): string {
  if (path.length === 0 || (where !== 'body' && where !== 'query')) return [where, ...path].join('.')
  return `--${path.map((part) => kebab(String(part))).join('.')}`
}

function lines(...texts: (string | false | undefined)[]): string {
  return texts.filter(Boolean).join('\n')
}
