import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import {
  authorizeUrl,
  exchangeCode,
  type OAuth2,
  readScopes,
  readTokens,
  refreshTokens,
  revokeToken,
} from '../oauth/oauth2.ts'
import type { GrantCall, Identity } from '../session.ts'
import { API_URL, request, Snowflake } from './client.ts'
import { x } from './platform.ts'

const oauth2: OAuth2 = {
  platform: x,
  authorizeUrl: 'https://x.com/i/oauth2/authorize',
  tokenUrl: `${API_URL}/oauth2/token`,
  revokeUrl: `${API_URL}/oauth2/revoke`,
  clientAuth: 'basic',
  usesPkce: true,
  // X reports it as `invalid_request`.
  expiredRefreshToken: /token was invalid/i,
}

/** The limit of accounts with a subscription. */
const LONG_TEXT_MAX = 25_000
const USER_FIELDS = 'name,username,profile_image_url,protected,subscription_type,public_metrics'

type Me = Static<typeof Me>
const Me = Type.Object({
  id: Snowflake,
  name: Maybe(Type.String()),
  username: Maybe(Type.String()),
  profile_image_url: Maybe(Type.String()),
  protected: Maybe(Type.Boolean()),
  subscription_type: Maybe(Type.String()),
  public_metrics: Maybe(Type.Record(Type.String(), Type.Unknown())),
})
const MeResponse = Type.Object({ data: Me })

export const auth: Auth = {
  oauth: {
    authorize: async (call, signIn) => ({ url: authorizeUrl(oauth2, call, signIn) }),
    async exchange(call, redirect) {
      const token = await exchangeCode(oauth2, call, redirect)
      const tokens = readTokens(token, call.now())
      const unknown = { externalId: '', displayName: null, username: null, avatarUrl: null }
      const identity = readIdentity(await readMe({ ...call, tokens, identity: unknown }))
      return { identity, tokens, scopes: readScopes(token) }
    },
  },
  refresh: {
    // Tokens last two hours, and each refresh token works once.
    aheadSeconds: 300,
    renew: async (call) => readTokens(await refreshTokens(oauth2, call), call.now()),
  },
  async revoke(call) {
    const { access, refresh } = call.tokens
    await revokeToken(oauth2, call, access, 'access_token')
    if (refresh !== undefined) await revokeToken(oauth2, call, refresh, 'refresh_token')
  },
  listEntities: async (call) => [readEntity(await readMe(call))],
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const me = await readMe(session)
  const message = 'The posts of this account are protected: only followers see them.'
  const issues: HealthIssue[] = me.protected ? [{ code: 'x_protected', message, severity: 'warning' }] : []
  return { issues, identity: readIdentity(me), entities: [readEntity(me)] }
}

export async function readMe(call: GrantCall): Promise<Me> {
  const query = { 'user.fields': USER_FIELDS }
  return (await request(call, 'GET', '/users/me', { schema: MeResponse, query })).data
}

function readIdentity({ id, name, username, profile_image_url: avatarUrl }: Me): Identity {
  return { externalId: id, displayName: name ?? null, username: username ?? null, avatarUrl: avatarUrl ?? null }
}

function readEntity(me: Me): FoundEntity {
  const { externalId, displayName, username } = readIdentity(me)
  const subscription = me.subscription_type ?? 'None'
  return {
    kind: 'account',
    externalId,
    name: displayName ?? username ?? externalId,
    parentExternalId: null,
    metadata: { subscription, ...(subscription !== 'None' && { text_max: LONG_TEXT_MAX }) },
    grants: [],
    selectable: true,
    unselectableReason: null,
  }
}
