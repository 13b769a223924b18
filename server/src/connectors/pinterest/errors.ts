import type { Answer } from '../exchange.ts'
import { type FailureKind, PlatformError } from '../platform-error.ts'

interface KnownError {
  /** The platform's own code. */
  readonly code?: number
  readonly status?: number
  /** A part of its message, where several errors share a code. */
  readonly says?: string
  readonly kind: FailureKind
  /** Without `pinterest.` before it. */
  readonly rule: string
  readonly message: string
  readonly remediation: string
}

/** The errors that Pinterest documents or that integrations of it report. The first that fits is meant. */
const KNOWN: readonly KnownError[] = [
  {
    code: 8,
    kind: 'rate_limited',
    rule: 'rate_limit.exceeded',
    message: 'Pinterest refuses more requests for now.',
    remediation: 'Wait. With trial access an app has 1000 requests a day: apply for standard access.',
  },
  {
    code: 2,
    status: 401,
    kind: 'auth',
    rule: 'token.invalid',
    message: 'Pinterest no longer accepts this sign-in.',
    remediation: 'Connect the account again.',
  },
  {
    code: 3,
    kind: 'invalid',
    rule: 'permission.scope',
    message: 'The sign-in does not allow this.',
    remediation: 'Connect the account again and allow everything that is asked for.',
  },
  {
    code: 29,
    says: 'Trial access',
    kind: 'invalid',
    rule: 'app.trial_access',
    message: 'An app with trial access cannot create pins.',
    remediation: 'Apply for standard access at developers.pinterest.com, or use the API sandbox to try it.',
  },
  {
    code: 29,
    kind: 'invalid',
    rule: 'permission.denied',
    message: 'Pinterest does not permit this for the account.',
    remediation: "Check that the account may use the board, and the app's access at developers.pinterest.com.",
  },
  {
    code: 40,
    kind: 'invalid',
    rule: 'board.not_found',
    message: 'The board no longer exists.',
    remediation: 'Choose another board for the account.',
  },
  {
    code: 50,
    kind: 'invalid',
    rule: 'pin.not_found',
    message: 'The pin no longer exists.',
    remediation: 'It may have been deleted on Pinterest.',
  },
  {
    says: 'Unable to reach the URL',
    kind: 'unavailable',
    rule: 'media.unreachable',
    message: 'Pinterest could not fetch the image.',
    remediation: "This server's public address (QUOIN_PUBLIC_URL) must be reachable from the internet.",
  },
  {
    says: 'cover_image',
    kind: 'invalid',
    rule: 'cover.invalid',
    message: 'Pinterest does not accept the cover image of the video.',
    remediation: 'Send another cover_image_url, or a cover_image_key_frame_time.',
  },
  {
    says: 'blocked this link',
    kind: 'invalid',
    rule: 'link.blocked',
    message: 'Pinterest blocks this link.',
    remediation: 'Use another link. Pinterest may take it for spam.',
  },
  {
    status: 404,
    kind: 'invalid',
    rule: 'not_found',
    message: 'Pinterest does not have what was asked for.',
    remediation: 'It may have been deleted on Pinterest.',
  },
  {
    code: 1,
    kind: 'invalid',
    rule: 'request.invalid',
    message: 'Pinterest does not accept a field of the pin.',
    remediation: "Change what Pinterest's message names.",
  },
]

/** Undefined when only the status says something. */
export function classifyError(answer: Answer): PlatformError | undefined {
  const { status, body } = answer
  const said = typeof body?.message === 'string' ? body.message : ''
  const fits = ({ code, status: wanted, says }: KnownError) =>
    (code === undefined || code === body?.code) &&
    (wanted === undefined || wanted === status) &&
    (says === undefined || said.includes(says))
  const known = status >= 400 && status < 500 && status !== 408 ? KNOWN.find(fits) : undefined
  if (!known) return undefined
  const { kind, rule, message, remediation } = known
  return new PlatformError(kind, message, {
    rule: `pinterest.${rule}`,
    remediation,
    platformResponse: { status, code: String(body?.code ?? ''), message: said.slice(0, 300) },
    ...(kind === 'rate_limited' && { retryAfterSeconds: secondsToWait(answer.headers) }),
  })
}

/** The token endpoint: 283 says that a refresh token, or a code, is no longer valid; other codes are about our app. */
export function classifyTokenError({ status, body }: Answer): PlatformError | undefined {
  if (typeof body?.code !== 'number' || status >= 500 || status === 429) return undefined
  const platformResponse = { status, code: String(body.code), message: String(body.message ?? '').slice(0, 300) }
  if (body.code === 283)
    return new PlatformError('auth', 'Pinterest no longer accepts this sign-in.', {
      rule: 'pinterest.oauth.invalid_grant',
      remediation: 'Connect the account again.',
      platformResponse,
    })
  return new PlatformError('invalid', 'Pinterest refuses the sign-in of the app.', {
    rule: 'pinterest.oauth.client',
    remediation: "Check the app's id, secret and redirect address. If they are right, connect the account again.",
    platformResponse,
  })
}

const WAIT_SECONDS = 60

export function secondsToWait(headers: Answer['headers']): number {
  const told = ['retry-after', 'x-userendpoint-ratelimit-reset-seconds', 'x-ratelimit-reset']
  const seconds = told.map((name) => Number.parseInt(String(headers[name]), 10))
  return seconds.find((one) => one > 0 && one < 86_400) ?? WAIT_SECONDS
}

export function hasRule(error: unknown, ...rules: readonly string[]): boolean {
  return error instanceof PlatformError && rules.some((rule) => error.rule === `pinterest.${rule}`)
}
