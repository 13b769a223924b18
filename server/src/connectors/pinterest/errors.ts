import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, readSeconds, refuse } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import type { PlatformError } from '../platform-error.ts'
import { pinterest } from './platform.ts'

/** An error of Pinterest, recognised by everything that it names. */
interface PinterestError extends KnownError {
  readonly code?: number
  readonly status?: number
  /** A part of the message, where several errors share a code. */
  readonly says?: string
}

export const { createError, hasRule } = createPlatformErrors(pinterest)

/** The errors that Pinterest documents or that integrations of it report. The first that fits is meant. */
const KNOWN: readonly PinterestError[] = [
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

/** The error of a refusal; undefined when only the status says something. */
export function classifyError({ status, headers, body }: PlatformResponse): PlatformError | undefined {
  const { code, message } = readRefusal(body)
  const fits = (known: PinterestError) =>
    (known.code === undefined || known.code === code) &&
    (known.status === undefined || known.status === status) &&
    (known.says === undefined || message.includes(known.says))
  const known = status >= 400 && status < 500 && status !== 408 ? KNOWN.find(fits) : undefined
  return known && createError(known, { status, code: String(code ?? ''), message }, readRetrySeconds(headers))
}

const Refusal = Type.Object({ code: Maybe(Type.Number()), message: Maybe(Type.String()) })

function readRefusal(body: unknown): { readonly code: number | undefined; readonly message: string } {
  const { code, message } = tryRead(Refusal, body) ?? {}
  return { code: code ?? undefined, message: message ?? '' }
}

const ENDED = {
  kind: 'auth',
  rule: 'oauth.invalid_grant',
  message: 'Pinterest no longer accepts this sign-in.',
  remediation: 'Connect the account again.',
} as const

const REFUSED_APP = refuse(
  'oauth.client',
  'Pinterest refuses the sign-in of the app.',
  "Check the app's id, secret and redirect address. If they are right, connect the account again.",
)

/** The token endpoint: 283 says that a refresh token, or a code, is no longer valid; other codes are about our app. */
export function classifyTokenError({ status, body }: PlatformResponse): PlatformError | undefined {
  const { code, message } = readRefusal(body)
  if (code === undefined || status >= 500 || status === 429) return undefined
  return createError(code === 283 ? ENDED : REFUSED_APP, { status, code: String(code), message })
}

export function readRetrySeconds(headers: PlatformResponse['headers']): number | undefined {
  return readSeconds(headers, 'retry-after', 'x-userendpoint-ratelimit-reset-seconds', 'x-ratelimit-reset')
}
