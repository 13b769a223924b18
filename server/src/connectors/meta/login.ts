import type { AuthorizeRequest, ExchangeRequest } from '../auth.ts'
import { getClientCredentials } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call } from '../session.ts'
import { type Body, type Graph, request } from './graph.ts'

/** The address of Facebook Login. `params` has what a platform adds, such as the `config_id` of an embedded signup. */
export function facebookLoginUrl(
  version: string,
  call: Call,
  authorize: AuthorizeRequest,
  params: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: getClientCredentials(call).id,
    redirect_uri: authorize.redirectUri,
    scope: authorize.scopes.join(','),
    state: authorize.state,
    ...params,
  })
  return `https://www.facebook.com/${version}/dialog/oauth?${query.toString()}`
}

export interface FacebookToken {
  readonly access: string
  /** Null where Meta names no end. */
  readonly expiresAt: Date | null
}

/** The token of a person who has just signed in. It lasts an hour or two; a system user's does not end. */
export function exchangeCode(graph: Graph, { code, redirectUri }: ExchangeRequest): Promise<FacebookToken> {
  return requestToken(graph, { code, redirect_uri: redirectUri }, [code])
}

/** A token that lasts about sixty days for one that lasts an hour. */
export function longLived(graph: Graph, shortLived: string): Promise<FacebookToken> {
  return requestToken(graph, { grant_type: 'fb_exchange_token', fb_exchange_token: shortLived }, [shortLived])
}

async function requestToken(
  graph: Graph,
  params: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Promise<FacebookToken> {
  const { id, secret } = getClientCredentials(graph.call)
  const { token: _, ...app } = graph
  const body = await request(app, 'POST', 'oauth/access_token', {
    form: { client_id: id, client_secret: secret, ...params },
    secrets,
  })
  if (typeof body.access_token !== 'string')
    throw new PlatformError('unavailable', 'Meta answered without an access token.')
  const seconds = Number(body.expires_in)
  const expiresAt = seconds > 0 ? new Date(graph.call.now().getTime() + seconds * 1000) : null
  return { access: body.access_token, expiresAt }
}

/** What Meta says about a token. */
export interface TokenInfo {
  readonly appId: string
  readonly userId: string | null
  readonly isValid: boolean
  readonly scopes: readonly string[]
  /** What each scope was granted for; without an entry it holds for everything. */
  readonly targets: ReadonlyMap<string, readonly string[]>
  readonly expiresAt: Date | null
  /** When the app may no longer read the person's data, unless they sign in again. */
  readonly dataAccessEndsAt: Date | null
}

/** Meta takes the token that it is asked about in the address only. */
export async function debugToken(graph: Graph, token: string): Promise<TokenInfo> {
  const { id, secret } = getClientCredentials(graph.call)
  const asApp = { ...graph, token: `${id}|${secret}` }
  const { data = {} } = await request(asApp, 'GET', 'debug_token', { query: { input_token: token }, secrets: [token] })
  const granular: Body[] = Array.isArray(data.granular_scopes) ? data.granular_scopes : []
  return {
    appId: String(data.app_id ?? ''),
    userId: data.user_id === undefined ? null : String(data.user_id),
    isValid: data.is_valid === true,
    scopes: Array.isArray(data.scopes) ? data.scopes.map(String) : [],
    targets: new Map(granular.filter((one) => one.target_ids).map((one) => [one.scope, one.target_ids.map(String)])),
    expiresAt: readUnixSeconds(data.expires_at),
    dataAccessEndsAt: readUnixSeconds(data.data_access_expires_at),
  }
}

function readUnixSeconds(seconds: unknown): Date | null {
  return Number(seconds) > 0 ? new Date(Number(seconds) * 1000) : null
}
