import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, readSeconds } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import { mastodon } from './platform.ts'
import { readText } from './status.ts'

/** An error of a server, recognized by everything that it names. */
interface MastodonError extends KnownError {
  readonly status?: number
  /** Found in `error`, which is a message without a code; for OAuth it is a code. */
  readonly says?: RegExp
}

export const { createError, hasRule } = createPlatformErrors(mastodon)

const SIGNED_OUT = {
  kind: 'auth',
  rule: 'token.refused',
  message: 'The server no longer accepts this sign-in.',
  remediation: 'Connect the account again.',
} as const
const CHANGE = 'Change what the message names and try again.'

/** The errors of Mastodon and of servers with its API. The first that fits is meant. */
const KNOWN: readonly MastodonError[] = [
  {
    status: 429,
    kind: 'rate_limited',
    rule: 'rate_limit',
    message: 'The server refuses more requests for now.',
  },
  { status: 401, says: /./, ...SIGNED_OUT },
  { says: /^invalid_grant$/, ...SIGNED_OUT },
  {
    status: 403,
    says: /scope/,
    kind: 'invalid',
    rule: 'scope_missing',
    message: 'The sign-in does not allow this.',
    remediation: 'Connect the account again and allow it.',
  },
  {
    status: 403,
    says: /^Your login/,
    kind: 'invalid',
    rule: 'login_disabled',
    remediation: 'Ask the moderators of the server.',
  },
  {
    status: 404,
    says: /./,
    kind: 'invalid',
    rule: 'not_found',
    remediation: 'It may have been deleted on the server.',
  },
  { status: 422, kind: 'invalid', rule: 'validation', remediation: CHANGE },
  { kind: 'invalid', rule: 'refused', remediation: CHANGE },
]

const Refusal = Type.Object({ error: Maybe(Type.Unknown()), error_description: Maybe(Type.Unknown()) })

/** Returns the error of a refusal; undefined when only the status says something. */
export function classifyError({ status, headers, body }: PlatformResponse, now: Date): PlatformError | undefined {
  const { error, error_description } = tryRead(Refusal, body) ?? {}
  const code = readText(error) ?? ''
  const message = readText(error_description) ?? code
  if (status < 400 || status >= 500 || status === 408 || (message === '' && status !== 429)) return undefined
  const known = KNOWN.find((one) => (one.status ?? status) === status && (one.says?.test(code) ?? true))
  return known && createError(known, { status, message }, readRetrySeconds(headers, now))
}

/** Mastodon sends no `retry-after`: `x-ratelimit-reset` is a time by the server's own clock. */
function readRetrySeconds(headers: PlatformResponse['headers'], now: Date): number | undefined {
  const reset = Date.parse(String(headers['x-ratelimit-reset']))
  const from = Date.parse(String(headers['date'])) || now.getTime()
  return readSeconds(headers, 'retry-after') ?? (reset > 0 ? Math.max(1, Math.ceil((reset - from) / 1000)) : undefined)
}

/** Returns true if the server does not have this part of the API. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof PlatformError && [404, 405, 410, 501].includes(error.platformResponse?.status ?? 0)
}
