import type { Static, TSchema } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, requestJson } from '../api/response.ts'
import { dpopHttp } from '../oauth/dpop.ts'
import type { PrivateJwk } from '../oauth/es256.ts'
import type { Call } from '../session.ts'
import { classifySignInError } from './errors.ts'
import { buildClientParams, findClientKey } from './oauth-client.ts'
import type { AuthServer } from './oauth-server.ts'
import { bluesky } from './platform.ts'
import { Did } from './xrpc.ts'

/** The part of a sign-in that lasts as long as it does. It is stored with its tokens. */
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

const PushedRequest = Type.Object({ request_uri: Type.String({ minLength: 1 }) })

export type SignInTokens = Static<typeof SignInTokens>
const SignInTokens = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  refresh_token: Type.String({ minLength: 1 }),
  sub: Did,
  token_type: Type.String({ pattern: '^[Dd][Pp][Oo][Pp]$' }),
  scope: Maybe(Type.String()),
  expires_in: Type.Optional(Type.Unknown()),
})

/** RFC 7009: the status alone says that a token is revoked. */

/** Announces a sign-in to the server and returns the reference to it for the sign-in page (RFC 9126). */
export async function pushAuthorization(call: Call, context: SignInContext, params: Params): Promise<string> {
  const { request_uri } = await postForm(call, context, context.server.parUrl, { schema: PushedRequest, params })
  return request_uri
}

/** A lost response to a renewal is ambiguous: the refresh token, which is for one use, may be used up. */
export function requestTokens(call: Call, context: SignInContext, params: Params): Promise<SignInTokens> {
  const mutates = params['grant_type'] === 'refresh_token'
  return postForm(call, context, context.server.tokenUrl, { schema: SignInTokens, params, mutates })
}

/** RFC 7009. */
export async function revokeToken(call: Call, context: SignInContext, token: string): Promise<void> {
  const { revokeUrl } = context.server
  if (revokeUrl !== undefined) await postForm(call, context, revokeUrl, { schema: AnyBody, params: { token } })
}

interface FormRequest<S extends TSchema> {
  readonly schema: S
  readonly params: Params
  readonly mutates?: boolean
}

function postForm<S extends TSchema>(
  call: Call,
  { server, signIn }: SignInContext,
  url: string,
  { schema, params, mutates = false }: FormRequest<S>,
): Promise<Static<S>> {
  const { clientId: id, clientKey, key } = signIn
  const own = findClientKey(call, clientKey)
  const form: Params = {
    ...params,
    ...buildClientParams({ id, ...(own && { key: own }) }, server.issuer, call.now()),
  }
  return requestJson(
    bluesky,
    { http: dpopHttp(call.http, { key }, call.now), report: call.report },
    {
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      deadlineMs: 20_000,
    },
    {
      schema,
      mutates,
      secrets: ['code', 'code_verifier', 'refresh_token', 'token', 'client_assertion'].map((name) => form[name]),
      classify: classifySignInError,
    },
  )
}
