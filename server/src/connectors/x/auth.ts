import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { authorizeUrl, exchangeCode, type OAuth2, readTokens, refreshTokens, revokeToken } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity } from '../session.ts'
import { API_URL, type Body, request } from './client.ts'
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

/** What a subscription of X allows. */
const LONG_TEXT_MAX = 25_000
const USER_FIELDS = 'name,username,profile_image_url,protected,subscription_type,public_metrics'

export const auth: Auth = {
  oauth: {
    authorize: async (call, asked) => ({ url: authorizeUrl(oauth2, call, asked) }),
    async exchange(call, given) {
      const body = await exchangeCode(oauth2, call, given)
      const tokens = readTokens(body, call.now())
      const unknown = { externalId: '', displayName: null, username: null, avatarUrl: null }
      const identity = readIdentity(await readMe({ ...call, tokens, identity: unknown }))
      return { identity, tokens, scopes: String(body.scope ?? '').split(' ') }
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
  const person = await readMe(session)
  const issues: HealthIssue[] = person.protected
    ? [
        {
          code: 'x_protected',
          message: 'The posts of this account are protected: only followers see them.',
          severity: 'warning',
        },
      ]
    : []
  return { issues, identity: readIdentity(person), entities: [readEntity(person)] }
}

export async function readMe(call: GrantCall): Promise<Body> {
  const { data } = await request(call, 'GET', '/users/me', { query: { 'user.fields': USER_FIELDS } })
  if (typeof data?.id !== 'string') throw new PlatformError('unavailable', 'X answered without a person.')
  return data
}

function readIdentity({ id, name, username, profile_image_url: avatarUrl }: Body): Identity {
  return { externalId: id, displayName: name ?? null, username: username ?? null, avatarUrl: avatarUrl ?? null }
}

function readEntity(person: Body): FoundEntity {
  const { externalId, displayName, username } = readIdentity(person)
  const subscription = typeof person.subscription_type === 'string' ? person.subscription_type : 'None'
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
