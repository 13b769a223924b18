import { maskSecrets } from '../../kit/log.ts'
import type { PlatformResponse } from '../exchange.ts'
import { type FailureKind, PlatformError } from '../platform-error.ts'
import { regainSeconds } from './usage.ts'

/** What one of Meta's error codes means. */
export interface GraphError {
  /** `transient`: nothing says whether the request had an effect. A mutation is then ambiguous, another call unavailable. */
  readonly kind: FailureKind | 'transient'
  /** After the platform's name: `token.expired`. */
  readonly rule: string
  /** Meta's own message when absent. */
  readonly message?: string
  readonly remediation?: string
  /** For `rate_limited`, where no header says more. */
  readonly retryAfterSeconds?: number
  /** True when what was prepared is gone: the next attempt prepares from the start. */
  readonly isStale?: true
}

// By `code`, `code/subcode`, or `*/subcode` where Meta sends a subcode with several codes: a subcode wins over a code. A
// platform puts its own before the common ones.
export type GraphErrors = Readonly<Record<string, GraphError>>

const AGAIN = 'Connect the account again.'
const signIn = (rule: string, message: string, remediation = AGAIN): GraphError => ({
  kind: 'auth',
  rule: `token.${rule}`,
  message,
  remediation,
})
const TOKEN_DEAD = signIn('invalid', 'Meta no longer accepts this sign-in.')
const limit = (rule: string, message: string): GraphError => ({ kind: 'rate_limited', rule: `rate.${rule}`, message })
const PERMISSION: GraphError = {
  kind: 'invalid',
  rule: 'permission.missing',
  message: 'The sign-in does not allow this.',
  remediation: 'Connect the account again and allow what is asked for. The app may also need a review by Meta.',
}

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
const COMMON: GraphErrors = {
  '1': { kind: 'transient', rule: 'graph.unknown_error', message: 'Meta could not answer.' },
  '2': { kind: 'transient', rule: 'graph.service_down', message: 'Meta is temporarily unavailable.' },
  '3': {
    kind: 'invalid',
    rule: 'app.capability_missing',
    message: 'The app may not make this call.',
    remediation: "Check the app's permissions and products in its dashboard at Meta.",
  },
  '4': limit('app', 'The app has made too many calls.'),
  '10': PERMISSION,
  '17': limit('user', 'Too many calls were made for this person.'),
  '32': limit('page', 'Too many calls were made for this page.'),
  '100': { kind: 'invalid', rule: 'request.parameter' },
  '100/33': {
    kind: 'invalid',
    rule: 'object.missing',
    message: 'Meta does not know this object, or the sign-in may not see it.',
    remediation:
      'It may have been deleted, or its access was withdrawn: check it at Meta, or connect the account again.',
  },
  '101': { kind: 'invalid', rule: 'app.invalid', remediation: "Check the app's id and secret." },
  '102': TOKEN_DEAD,
  '104': {
    kind: 'invalid',
    rule: 'app.proof',
    remediation: "Check the app's secret: it must be that of the token's app.",
  },
  '190': TOKEN_DEAD,
  '190/458': signIn('app_removed', 'The person has removed the app.'),
  '190/459': signIn(
    'checkpoint',
    'Meta wants the person to log in and confirm their account.',
    'Log in at facebook.com, then connect again.',
  ),
  '190/460': signIn('password_changed', 'The password was changed, which ended the sign-in.'),
  '190/463': signIn('expired', 'The sign-in has expired.'),
  '190/464': signIn(
    'unconfirmed',
    'The person has not confirmed their account at Meta.',
    'Log in at facebook.com, then connect again.',
  ),
  '190/467': signIn('revoked', 'The sign-in was ended.'),
  '190/492': signIn(
    'role_lost',
    'The person has lost their role on the page.',
    'Ask for the role, then connect again.',
  ),
  '341': limit('actions', 'Too many actions were made.'),
  '368': {
    kind: 'invalid',
    rule: 'account.blocked',
    message: 'Meta has blocked this action for a time, for a breach of its policies.',
    remediation: 'Look at the account quality page of Meta Business Suite.',
  },
  '506': { kind: 'invalid', rule: 'post.duplicate', message: 'The same was posted just before.' },
  '613': limit('calls', 'Too many calls were made.'),
  '803': { kind: 'invalid', rule: 'object.missing', message: 'Meta does not know this object.' },
  '80000': limit('business', 'Too many calls were made.'),
}

/** Codes that are documented as ranges. */
const RANGES: readonly (readonly [number, number, string])[] = [
  [200, 299, '10'],
  [80_001, 80_014, '80000'],
]

const WAIT_SECONDS = 300

export interface GraphErrorContext {
  /** The platform's id, for the names of rules. */
  readonly platform: string
  readonly errors: GraphErrors
  readonly mutates: boolean
}

/** Reads Meta's error object; undefined where the answer has none. Secrets must be gone from it before. */
export function classifyGraphError(
  answer: PlatformResponse,
  { platform, errors, mutates }: GraphErrorContext,
): PlatformError | undefined {
  const error = answer.body?.error
  if (typeof error !== 'object' || error === null || !Number.isInteger(error.code)) return undefined
  const known = findError({ ...COMMON, ...errors }, error.code, error.error_subcode)
  const said = readErrorMessage(error)
  const code = error.error_subcode ? `${error.code}/${error.error_subcode}` : String(error.code)
  const extras = {
    rule: `${platform}.${known?.rule ?? `graph.code_${error.code}`}`,
    platformResponse: { status: answer.status, code, message: said },
    ...(known?.remediation !== undefined && { remediation: known.remediation }),
    ...(known?.isStale && { isStale: true }),
  }
  const message = known?.message ?? (said || `Meta refuses with code ${code}.`)
  const kind = known?.kind ?? (error.is_transient || answer.status >= 500 ? 'transient' : 'invalid')
  if (kind === 'transient') return new PlatformError(mutates ? 'ambiguous' : 'unavailable', message, extras)
  if (kind !== 'rate_limited') return new PlatformError(kind, message, extras)
  const retryAfterSeconds = regainSeconds(answer.headers) ?? known?.retryAfterSeconds ?? WAIT_SECONDS
  return new PlatformError(kind, message, { ...extras, retryAfterSeconds })
}

function findError(errors: GraphErrors, code: number, subcode: unknown): GraphError | undefined {
  const range = RANGES.find(([from, to]) => code >= from && code <= to)
  const found = errors[`${code}/${String(subcode)}`] ?? errors[`*/${String(subcode)}`] ?? errors[code]
  return found ?? (range && errors[range[2]])
}

/** Meta writes for people in `error_user_msg`, for developers in `error_data.details` or `message`. */
function readErrorMessage(error: PlatformResponse['body']): string {
  const texts = [error.error_user_msg, error.error_data?.details, error.message]
  const said = texts.find((text) => typeof text === 'string' && text !== '') ?? ''
  return maskSecrets(said).slice(0, 300)
}
