import { dpopHttp } from '../dpop.ts'
import type { PrivateJwk } from '../es256.ts'
import { classifyStatus, exchange, type PlatformResponse, redactSecrets } from '../exchange.ts'
import { classifyOAuthError } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call } from '../session.ts'
import { clientParams, findClientKey } from './oauth-client.ts'
import type { AuthServer } from './oauth-server.ts'
import { bluesky } from './platform.ts'
import type { Body } from './xrpc.ts'

/** What a sign-in needs as long as it lasts. It is stored with its tokens. */
export type SignIn = {
  readonly issuer: string
  /** The tokens are bound to it; each sign-in has its own. */
  readonly key: PrivateJwk
  readonly clientId: string
  /** Names the client's own key; absent for a client on loopback, which has none. */
  readonly clientKey?: string
}

/** A sign-in and the server where it was made, or is being made. */
export interface SignInContext {
  readonly server: AuthServer
  readonly signIn: SignIn
}

type Params = Readonly<Record<string, string>>

/** Sends a form to an endpoint of the authorization server. What a refusal repeats of the secrets is removed. */
export async function post(call: Call, { server, signIn }: SignInContext, url: string, params: Params): Promise<Body> {
  const { clientId: id, clientKey, key } = signIn
  const own = findClientKey(call, clientKey)
  const client = clientParams({ id, ...(own && { key: own }) }, server.issuer, call.now())
  const form: Params = { ...params, ...client }
  const secrets = ['code', 'code_verifier', 'refresh_token', 'token', 'client_assertion'].map((name) => form[name])
  const mutates = isRenewal(params)
  const { body } = await exchange(
    dpopHttp(call.http, { key }, call.now),
    {
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      deadlineMs: 20_000,
    },
    { mutates, classify: (raw) => classify(redactSecrets(raw, secrets), mutates) },
  )
  return body
}

/** A lost answer to a renewal is ambiguous: the refresh token, which is for one use, may be used up. */
export async function requestTokens(call: Call, place: SignInContext, params: Params): Promise<Body> {
  const body = await post(call, place, place.server.tokenUrl, params)
  const isComplete = [body?.access_token, body?.refresh_token, body?.sub].every((one) => typeof one === 'string')
  if (isComplete && String(body.token_type).toLowerCase() === 'dpop') return body
  throw incompleteAnswer(isRenewal(params) ? 'ambiguous' : 'unavailable')
}

/** RFC 7009. */
export async function revokeToken(call: Call, place: SignInContext, token: string): Promise<void> {
  const { revokeUrl } = place.server
  if (revokeUrl !== undefined) await post(call, place, revokeUrl, { token })
}

const isRenewal = (params: Params) => params['grant_type'] === 'refresh_token'

function classify(answer: PlatformResponse, mutates: boolean): PlatformError {
  if (answer.body?.error === 'use_dpop_nonce')
    return new PlatformError('unavailable', 'The server refuses the proof of this request.', {
      rule: 'bluesky.use_dpop_nonce',
    })
  const error = answer.status === 429 ? undefined : classifyOAuthError(bluesky, answer)
  if (error?.kind !== 'invalid') return error ?? classifyStatus(answer, mutates)
  return new PlatformError('invalid', error.message, {
    rule: error.rule ?? 'bluesky.oauth.refused',
    ...(error.platformResponse && { platformResponse: error.platformResponse }),
    remediation: 'Check that this server can be reached at its public address (QUOIN_PUBLIC_URL) from the internet.',
  })
}

export function incompleteAnswer(kind: 'unavailable' | 'ambiguous' = 'unavailable'): PlatformError {
  return new PlatformError(kind, 'The authorization server left out what its answer must have.')
}
