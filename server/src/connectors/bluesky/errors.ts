import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, readSeconds } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import { classifyOAuthError } from '../oauth/oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import { bluesky } from './platform.ts'

export const { createError, hasRule } = createPlatformErrors(bluesky)

const LIMITED: KnownError = {
  kind: 'rate_limited',
  rule: 'rate_limit',
  message: 'Bluesky refuses more requests for now.',
}

const NONCE_REFUSED: KnownError = {
  kind: 'unavailable',
  rule: 'use_dpop_nonce',
  message: 'The server refuses the proof of this request.',
}

/** The codes that sign an account out. */
const AUTH_ERRORS = [
  ['invalid_token', 'Bluesky no longer accepts this sign-in.'],
  ['ExpiredToken', 'The sign-in has expired.'],
  ['InvalidToken', 'Bluesky no longer accepts this sign-in.'],
  ['AuthenticationRequired', 'The handle or the app password is wrong.'],
  ['AuthFactorTokenRequired', 'This account needs a code sent by email when its main password is used.'],
  ['AccountTakedown', 'Bluesky has taken this account down.'],
  ['AccountSuspended', 'Bluesky has suspended this account.'],
  ['AccountDeactivated', 'The account is deactivated.'],
] as const

const CODES = new Map<string, KnownError>([
  ...AUTH_ERRORS.map(([code, message]) => {
    const remediation =
      'Connect the account again: sign in at Bluesky, or use an app password (Settings, Privacy and security, App passwords).'
    return [code, { kind: 'auth', rule: toRule(code), message, remediation }] as const
  }),
  ['use_dpop_nonce', NONCE_REFUSED],
  // A data server deletes uploads that no post uses in time; the next attempt uploads them again.
  [
    'BlobNotFound',
    { kind: 'unavailable', rule: 'blob_not_found', message: 'Bluesky has deleted the uploaded media.', isStale: true },
  ],
])

const Refusal = Type.Object({ error: Maybe(Type.String()), message: Maybe(Type.Unknown()) })

/** Returns the error of a refusal by an XRPC server; undefined when only the status says something. */
export function classifyError({ status, headers, body }: PlatformResponse, now: Date): PlatformError | undefined {
  const { code, message } = readRefusal(body)
  const known = status === 429 ? LIMITED : (CODES.get(code) ?? describeRefusal(status, code, message))
  return known && createError(known, { status, code, message }, readRetrySeconds(headers, now))
}

function readRefusal(body: unknown): { readonly code: string; readonly message: string } {
  const { error, message } = tryRead(Refusal, body) ?? {}
  return { code: error ?? '', message: typeof message === 'string' ? message : '' }
}

/** Describes a refusal by its own code and message. */
function describeRefusal(status: number, code: string, message: string): KnownError | undefined {
  if (status < 400 || status >= 500 || status === 408 || code === '') return undefined
  return { kind: 'invalid', rule: toRule(code), ...(message === '' && { message: `Bluesky refuses: ${code}.` }) }
}

/** Turns `RecordNotFound` into `record_not_found`. */
function toRule(code: string): string {
  return code.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
}

/** Reads the wait. `ratelimit-reset` is a Unix time by the server's own clock, which its `date` header shows. */
function readRetrySeconds(headers: PlatformResponse['headers'], now: Date): number | undefined {
  const reset = Number(headers['ratelimit-reset'])
  const from = Date.parse(String(headers['date'])) || now.getTime()
  return readSeconds(headers, 'retry-after') ?? (reset > 0 ? Math.max(1, Math.ceil(reset - from / 1000)) : undefined)
}

/** Returns the error of a refusal by an authorization server; undefined when only the status says something. */
export function classifySignInError(response: PlatformResponse): PlatformError | undefined {
  const { status, body } = response
  const { code, message } = readRefusal(body)
  if (code === 'use_dpop_nonce') return createError(NONCE_REFUSED, { status, code, message })
  const error = status === 429 ? undefined : classifyOAuthError(bluesky, response)
  if (error?.kind !== 'invalid') return error
  return new PlatformError('invalid', error.message, {
    rule: error.rule ?? 'bluesky.oauth.refused',
    ...(error.platformResponse && { platformResponse: error.platformResponse }),
    remediation: 'Check that this server can be reached at its public address (QUOIN_PUBLIC_URL) from the internet.',
  })
}
