import { readJsonBody } from '../answer-body.ts'
import type { ExchangeRequest } from '../auth.ts'
import { classifyStatus, exchange, redactSecrets } from '../exchange.ts'
import { type Body, send } from '../meta/graph.ts'
import { getClientCredentials, type OAuth2 } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Tokens } from '../session.ts'
import { instagramGraph } from './account.ts'
import { instagram } from './platform.ts'

export const instagramLogin: OAuth2 = {
  platform: instagram,
  authorizeUrl: 'https://www.instagram.com/oauth/authorize',
  tokenUrl: 'https://api.instagram.com/oauth/access_token',
  clientAuth: 'body',
  scopeSeparator: ',',
  usesPkce: false,
}

/** A token of an hour, made to one of sixty days. */
export async function signInAtInstagram(call: Call, { code, redirectUri }: ExchangeRequest) {
  const { id, secret } = getClientCredentials(call)
  const form = {
    client_id: id,
    client_secret: secret,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code,
  }
  const answer = await exchange(
    call.http,
    {
      method: 'POST',
      url: instagramLogin.tokenUrl,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      deadlineMs: 20_000,
    },
    {
      classify: (raw) => {
        const safe = redactSecrets(raw, [secret, code])
        return classifySignInError(safe.status, safe.body) ?? classifyStatus(safe, false)
      },
    },
  )
  const body = readJsonBody(answer, false)
  // The documentation shows the answer in a list, the server sends it without.
  const short = Array.isArray(body.data) ? body.data[0] : body
  if (typeof short?.access_token !== 'string')
    throw new PlatformError('unavailable', 'Instagram answered without an access token.')
  const params = { grant_type: 'ig_exchange_token', client_secret: secret, access_token: short.access_token }
  return { tokens: await readToken(call, 'access_token', params), scopes: readScopes(short.permissions) }
}

/** Instagram extends a token that is at least a day old and has not ended. */
export function extendToken(call: Call, { access }: Tokens): Promise<Tokens> {
  return readToken(call, 'refresh_access_token', { grant_type: 'ig_refresh_token', access_token: access })
}

/** Instagram takes what these two calls need in the address only. */
async function readToken(call: Call, path: string, params: Record<string, string>): Promise<Tokens> {
  const graph = instagramGraph(call)
  const url = `${graph.origin}/${path}?${new URLSearchParams(params).toString()}`
  const answer = await send(graph, { method: 'GET', url }, { secrets: Object.values(params).slice(1) })
  const body = readJsonBody(answer, false)
  if (typeof body.access_token !== 'string')
    throw new PlatformError('unavailable', 'Instagram answered without an access token.')
  const seconds = Number(body.expires_in)
  return {
    access: body.access_token,
    expiresAt: seconds > 0 ? new Date(call.now().getTime() + seconds * 1000) : null,
    reauthAt: null,
    extra: { login: 'instagram' },
  }
}

function classifySignInError(status: number, body: Body): PlatformError | undefined {
  if (typeof body?.error_message !== 'string') return undefined
  const message = body.error_message.slice(0, 300)
  return new PlatformError('invalid', `Instagram refuses the sign-in: ${message}`, {
    rule: 'instagram.oauth.refused',
    remediation: "Check the app's id, secret and redirect address, then start again.",
    platformResponse: { status, code: String(body.code ?? ''), message },
  })
}

function readScopes(permissions: unknown): string[] {
  if (Array.isArray(permissions)) return permissions.map(String)
  return typeof permissions === 'string' ? permissions.split(',') : []
}
