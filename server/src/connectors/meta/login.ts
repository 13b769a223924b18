import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id } from '../api/response.ts'
import type { AuthorizeRequest, ExchangeRequest } from '../auth.ts'
import { getClientCredentials, readEnd } from '../oauth/oauth2.ts'
import type { Call } from '../session.ts'
import { buildEdgeSchema, type Graph, readAll, readUnixSeconds, request, toExternalId } from './graph.ts'

const AccessToken = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  expires_in: Maybe(Type.Unknown()),
})

const DebugToken = Type.Object({
  data: Type.Object({
    app_id: Maybe(Id),
    user_id: Maybe(Id),
    is_valid: Type.Boolean(),
    scopes: Maybe(Type.Array(Type.String())),
    granular_scopes: Maybe(Type.Array(Type.Object({ scope: Type.String(), target_ids: Maybe(Type.Array(Id)) }))),
    expires_at: Maybe(Type.Unknown()),
    data_access_expires_at: Maybe(Type.Unknown()),
  }),
})

const PermissionEdge = buildEdgeSchema(Type.Object({ permission: Type.String(), status: Type.String() }))

/** The address of Facebook Login. `params` are a platform's own, such as the `config_id` of an embedded signup. */
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
  /** Null if Meta names no end. */
  readonly expiresAt: Date | null
}

/** Returns the token of a person who has just signed in. It lasts an hour or two; the token of a system user does not end. */
export function exchangeCode(graph: Graph, { code, redirectUri }: ExchangeRequest): Promise<FacebookToken> {
  return requestToken(graph, { code, redirect_uri: redirectUri }, [code])
}

/** Exchanges a token that lasts an hour for one that lasts about sixty days. */
export function getLongLivedToken(graph: Graph, shortLived: string): Promise<FacebookToken> {
  return requestToken(graph, { grant_type: 'fb_exchange_token', fb_exchange_token: shortLived }, [shortLived])
}

async function requestToken(
  graph: Graph,
  params: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Promise<FacebookToken> {
  const { id, secret } = getClientCredentials(graph.call)
  const { token: _, ...app } = graph
  const { access_token, expires_in } = await request(app, 'POST', 'oauth/access_token', {
    schema: AccessToken,
    form: { client_id: id, client_secret: secret, ...params },
    secrets,
  })
  return { access: access_token, expiresAt: readEnd(expires_in, graph.call.now()) }
}

/** Lists the scopes that the person granted. */
export async function readGrantedScopes(person: Graph): Promise<string[]> {
  const permissions = await readAll(person, 'me/permissions', { schema: PermissionEdge })
  return permissions.filter(({ status }) => status === 'granted').map(({ permission }) => permission)
}

/** Facts about a token, as Meta reports them. */
export interface TokenInfo {
  readonly appId: string
  readonly userId: string | null
  readonly isValid: boolean
  readonly scopes: readonly string[]
  /** The objects that each scope was granted for. A scope without an entry applies to all. */
  readonly targets: ReadonlyMap<string, readonly string[]>
  readonly expiresAt: Date | null
  /** The end of the app's access to the person's data, unless the person signs in again. */
  readonly dataAccessEndsAt: Date | null
}

/** Reads the facts about a token. Meta accepts that token in the address only. */
export async function debugToken(graph: Graph, token: string): Promise<TokenInfo> {
  const { id, secret } = getClientCredentials(graph.call)
  const { data } = await request({ ...graph, token: `${id}|${secret}` }, 'GET', 'debug_token', {
    schema: DebugToken,
    query: { input_token: token },
    secrets: [token],
  })
  return {
    appId: String(data.app_id ?? ''),
    userId: toExternalId(data.user_id),
    isValid: data.is_valid,
    scopes: data.scopes ?? [],
    targets: readTargets(data.granular_scopes ?? []),
    expiresAt: readUnixSeconds(data.expires_at),
    dataAccessEndsAt: readUnixSeconds(data.data_access_expires_at),
  }
}

type GranularScope = NonNullable<Static<typeof DebugToken>['data']['granular_scopes']>[number]

function readTargets(scopes: readonly GranularScope[]): Map<string, string[]> {
  return new Map(
    scopes.flatMap(({ scope, target_ids }) => (target_ids ? [[scope, target_ids.map(String)] as const] : [])),
  )
}
