import { maskSecrets } from '../../kit/log.ts'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import { readJsonBody } from '../answer-body.ts'
import { dpopHttp, hasFreshNonce } from '../dpop.ts'
import type { PrivateJwk } from '../es256.ts'
import { classifyStatus, exchange, jsonRequest, type PlatformResponse, redactSecrets } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Json } from '../session.ts'

/** A server that speaks XRPC, and the token we use there. */
export interface Service {
  readonly call: Call
  readonly host: string
  readonly token?: string
  /** The key that the token is bound to, when it comes from a sign-in page. */
  readonly key?: PrivateJwk
}

type Params = Readonly<Record<string, string | number | readonly string[]>>
export type Body = PlatformResponse['body']

/** The account's own data server (PDS). It forwards `app.bsky.*` to Bluesky's index (the AppView). */
export function getPdsService(call: GrantCall): Service {
  const { pds, key } = call.tokens.extra as { pds: string; key?: PrivateJwk }
  return { call, host: pds, token: call.tokens.access, ...(key && { key }) }
}

export function query(service: Service, method: string, params: Params = {}): Promise<Body> {
  return send(service, jsonRequest('GET', buildXrpcUrl(service, method, params)))
}

export interface Procedure {
  readonly body?: Json
  readonly mutates?: boolean
  /** A part of the body that must not appear in an error. */
  readonly secret?: string
}

export function procedure(service: Service, method: string, options: Procedure = {}): Promise<Body> {
  const { body, mutates = false, secret } = options
  const request = jsonRequest('POST', buildXrpcUrl(service, method), body === undefined ? {} : { body })
  return send(service, request, { mutates, ...(secret !== undefined && { secret }) })
}

export function buildXrpcUrl({ host }: Service, method: string, params: Params = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) for (const one of [value].flat()) search.append(name, String(one))
  const text = search.toString()
  return `${host}/xrpc/${method}${text && `?${text}`}`
}

export interface SendOptions {
  readonly mutates?: boolean
  readonly secret?: string
  /** Sees a refusal before the usual classification. */
  readonly classify?: (answer: PlatformResponse) => PlatformError | undefined
}

export async function send(service: Service, request: OutboundRequest, options: SendOptions = {}): Promise<Body> {
  const { call, token, key } = service
  const { mutates = false, secret, classify } = options
  const isBearer = token !== undefined && key === undefined
  const headers = { ...request.headers, ...(isBearer && { authorization: `Bearer ${token}` }) }
  const answer = await exchange(
    key ? dpopHttp(call.http, { key, ...(token !== undefined && { token }) }, call.now) : call.http,
    { deadlineMs: 15_000, ...request, headers },
    {
      mutates,
      classify: (raw) => {
        const refusal = redactSecrets(raw, [token, secret])
        return classify?.(refusal) ?? classifyCode(refusal, call.now()) ?? classifyStatus(refusal, mutates)
      },
    },
  )
  return readJsonBody(answer, mutates)
}

/** A stream cannot be sent again with a newer nonce, so before one is sent the nonce is asked for. */
export async function readyForStream(service: Service): Promise<void> {
  if (service.key && !hasFreshNonce(service.host, service.call.now()))
    await query(service, 'com.atproto.server.getSession')
}

/** The error codes that mean that the sign-in does not work. */
const AUTH_ERRORS = {
  invalid_token: 'Bluesky no longer accepts this sign-in.',
  ExpiredToken: 'The sign-in has expired.',
  InvalidToken: 'Bluesky no longer accepts this sign-in.',
  AuthenticationRequired: 'The handle or the app password is wrong.',
  AuthFactorTokenRequired: 'This account needs a code sent by email when its main password is used.',
  AccountTakedown: 'Bluesky has taken this account down.',
  AccountSuspended: 'Bluesky has suspended this account.',
  AccountDeactivated: 'The account is deactivated.',
} as const

/** The only place that knows what Bluesky's error codes mean. */
function classifyCode(answer: PlatformResponse, now: Date): PlatformError | undefined {
  const { status, headers, body } = answer
  const code = typeof body?.error === 'string' ? body.error : ''
  const message = maskSecrets(typeof body?.message === 'string' ? body.message : '').slice(0, 300)
  const platformResponse = { status, code, message }
  if (status === 429)
    return new PlatformError('rate_limited', 'Bluesky refuses more requests for now.', {
      platformResponse,
      retryAfterSeconds: secondsToWait(headers, now),
    })
  if (code in AUTH_ERRORS)
    return new PlatformError('auth', AUTH_ERRORS[code as keyof typeof AUTH_ERRORS], {
      platformResponse,
      remediation:
        'Connect the account again: sign in at Bluesky, or use an app password (Settings, Privacy and security, App passwords).',
    })
  if (code === 'use_dpop_nonce')
    return new PlatformError('unavailable', 'The server refuses the proof of this request.', {
      platformResponse,
      rule: 'bluesky.use_dpop_nonce',
    })
  // A data server deletes uploads that no post uses in time; the next attempt uploads them again.
  if (code === 'BlobNotFound')
    return new PlatformError('unavailable', 'Bluesky has deleted the uploaded media.', {
      platformResponse,
      isStale: true,
    })
  if (status >= 400 && status < 500 && status !== 408 && code)
    return new PlatformError('invalid', message || `Bluesky refuses: ${code}.`, {
      platformResponse,
      rule: `bluesky.${snakeCase(code)}`,
    })
  return undefined
}

/** `ratelimit-reset` is a Unix time by the server's own clock, which its `date` header shows. */
function secondsToWait(headers: PlatformResponse['headers'], now: Date): number {
  const after = Number(headers['retry-after'])
  if (after > 0) return after
  const reset = Number(headers['ratelimit-reset'])
  const from = Date.parse(String(headers['date'])) || now.getTime()
  return reset > 0 ? Math.max(1, Math.ceil(reset - from / 1000)) : 60
}

function snakeCase(code: string): string {
  return code.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
}
