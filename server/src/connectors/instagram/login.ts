import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { exchange, type PlatformResponse } from '../api/exchange.ts'
import { Id, readResponse, tryRead } from '../api/response.ts'
import type { ExchangeRequest } from '../auth.ts'
import { sendForJson } from '../meta/graph.ts'
import { getClientCredentials, type OAuth2, readEnd } from '../oauth/oauth2.ts'
import type { PlatformError } from '../platform-error.ts'
import type { Call, Tokens } from '../session.ts'
import { createInstagramGraph } from './account.ts'
import { createError } from './errors.ts'
import { instagram } from './platform.ts'

export const instagramLogin: OAuth2 = {
  platform: instagram,
  authorizeUrl: 'https://www.instagram.com/oauth/authorize',
  tokenUrl: 'https://api.instagram.com/oauth/access_token',
  clientAuth: 'body',
  scopeSeparator: ',',
  usesPkce: false,
}

const ShortToken = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  permissions: Maybe(Type.Unknown()),
})
const ShortTokenList = Type.Object({ data: Type.Array(ShortToken) })
const LongToken = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Maybe(Type.Unknown()) })
const SignInError = Type.Object({ error_message: Type.String(), code: Maybe(Id) })

/** Exchanges a code for a token of an hour, and that for a token of sixty days. */
export async function signInAtInstagram(call: Call, { code, redirectUri }: ExchangeRequest) {
  const { id, secret } = getClientCredentials(call)
  const form = {
    client_id: id,
    client_secret: secret,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code,
  }
  const secrets = [secret, code]
  const response = await exchange(
    call.http,
    {
      method: 'POST',
      url: instagramLogin.tokenUrl,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      deadlineMs: 20_000,
    },
    { secrets, classify: classifySignInError },
  )
  // The documentation shows the token in a list; the server sends it without one.
  const [listed] = tryRead(ShortTokenList, response.body)?.data ?? []
  const short = listed ?? readResponse(instagram, response, ShortToken, { secrets, report: call.report })
  const params = { grant_type: 'ig_exchange_token', client_secret: secret, access_token: short.access_token }
  return { tokens: await requestToken(call, 'access_token', params), scopes: readScopes(short.permissions) }
}

/** Extends a token that is at least a day old and has not ended. */
export function extendToken(call: Call, { access }: Tokens): Promise<Tokens> {
  return requestToken(call, 'refresh_access_token', { grant_type: 'ig_refresh_token', access_token: access })
}

/** Sends the parameters in the address: Instagram accepts them nowhere else. */
async function requestToken(call: Call, path: string, params: Record<string, string>): Promise<Tokens> {
  const graph = createInstagramGraph(call)
  const url = `${graph.origin}/${path}?${new URLSearchParams(params).toString()}`
  const { access_token, expires_in } = await sendForJson(
    graph,
    { method: 'GET', url },
    { schema: LongToken, secrets: Object.values(params).slice(1) },
  )
  return {
    access: access_token,
    expiresAt: readEnd(expires_in, call.now()),
    reauthAt: null,
    extra: { login: 'instagram' },
  }
}

function classifySignInError({ status, body }: PlatformResponse): PlatformError | undefined {
  const error = tryRead(SignInError, body)
  if (!error) return undefined
  const message = error.error_message
  return createError(
    {
      kind: 'invalid',
      rule: 'oauth.refused',
      message: `Instagram refuses the sign-in: ${message.slice(0, 300)}`,
      remediation: "Check the app's id, secret and redirect address, then start again.",
    },
    { status, code: String(error.code ?? ''), message },
  )
}

function readScopes(permissions: unknown): string[] {
  if (Array.isArray(permissions)) return permissions.map(String)
  return typeof permissions === 'string' ? permissions.split(',') : []
}
