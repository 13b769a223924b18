import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, refuse } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import type { PlatformError } from '../platform-error.ts'
import { readRegainSeconds } from './usage.ts'

/** The meaning of one of Meta's error codes. */
export interface GraphError extends Omit<KnownError, 'kind'> {
  /** `transient`: the request may have had an effect. A mutation is then ambiguous, any other call unavailable. */
  readonly kind: KnownError['kind'] | 'transient'
}

// The keys are `code`, `code/subcode`, or `*/subcode` for a subcode that Meta sends with several codes. A subcode wins over a code, and
// a platform's own entry over the common one.
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
const PERMISSION = refuse(
  'permission.missing',
  'The sign-in does not allow this.',
  'Connect the account again and allow what is asked for. The app may also need a review by Meta.',
)

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
const COMMON: GraphErrors = {
  '1': { kind: 'transient', rule: 'graph.unknown_error', message: 'Meta could not answer.' },
  '2': { kind: 'transient', rule: 'graph.service_down', message: 'Meta is temporarily unavailable.' },
  '3': refuse(
    'app.capability_missing',
    'The app may not make this call.',
    "Check the app's permissions and products in its dashboard at Meta.",
  ),
  '4': limit('app', 'The app has made too many calls.'),
  '10': PERMISSION,
  '17': limit('user', 'Too many calls were made for this person.'),
  '32': limit('page', 'Too many calls were made for this page.'),
  '100': { kind: 'invalid', rule: 'request.parameter' },
  '100/33': refuse(
    'object.missing',
    'Meta does not know this object, or the sign-in may not see it.',
    'It may have been deleted, or its access was withdrawn: check it at Meta, or connect the account again.',
  ),
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
  '368': refuse(
    'account.blocked',
    'Meta has blocked this action for a time, for a breach of its policies.',
    'Look at the account quality page of Meta Business Suite.',
  ),
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

const Refusal = Type.Object({
  error: Type.Object({
    code: Type.Integer(),
    error_subcode: Maybe(Type.Union([Type.Integer(), Type.String()])),
    is_transient: Maybe(Type.Unknown()),
    error_user_msg: Maybe(Type.Unknown()),
    error_data: Maybe(Type.Unknown()),
    message: Maybe(Type.Unknown()),
  }),
})
type Refusal = Static<typeof Refusal>['error']

const ErrorData = Type.Object({ details: Type.String() })

export interface GraphErrorContext {
  /** The platform's id, for the names of rules. */
  readonly platform: string
  readonly errors: GraphErrors
  readonly mutates: boolean
}

/** Reads Meta's error object; undefined if the response has none. */
export function classifyGraphError(
  { status, headers, body }: PlatformResponse,
  { platform, errors, mutates }: GraphErrorContext,
): PlatformError | undefined {
  const { error } = tryRead(Refusal, body) ?? {}
  if (!error) return undefined
  const { code, error_subcode: subcode } = error
  const fullCode = subcode ? `${code}/${subcode}` : String(code)
  const message = readErrorMessage(error)
  const known = findError({ ...COMMON, ...errors }, code, subcode) ?? {
    kind: error.is_transient || status >= 500 ? 'transient' : 'invalid',
    rule: `graph.code_${code}`,
  }
  const kind = known.kind !== 'transient' ? known.kind : mutates ? 'ambiguous' : 'unavailable'
  const { createError } = createPlatformErrors({ id: platform, label: 'Meta' })
  return createError(
    {
      retryAfterSeconds: WAIT_SECONDS,
      ...(message === '' && { message: `Meta refuses with code ${fullCode}.` }),
      ...known,
      kind,
    },
    { status, code: fullCode, message },
    readRegainSeconds(headers),
  )
}

function findError(errors: GraphErrors, code: number, subcode: Refusal['error_subcode']): GraphError | undefined {
  const range = RANGES.find(([from, to]) => code >= from && code <= to)
  const found = errors[`${code}/${subcode}`] ?? errors[`*/${subcode}`] ?? errors[code]
  return found ?? (range && errors[range[2]])
}

/** Meta writes for people in `error_user_msg`, for developers in `error_data.details` or `message`. */
function readErrorMessage({ error_user_msg, error_data, message }: Refusal): string {
  const texts = [error_user_msg, tryRead(ErrorData, error_data)?.details, message]
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}
