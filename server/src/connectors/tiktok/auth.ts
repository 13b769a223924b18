import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import {
  authorizeUrl,
  exchangeCode,
  type OAuth2,
  readEnd,
  readScopes,
  readTokens,
  refreshTokens,
  revokeToken,
  type TokenResponse,
} from '../oauth/oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity, Tokens } from '../session.ts'
import { API, buildEnvelopeSchema, request } from './client.ts'
import { type Creator, describeCreator, readCreator } from './creator.ts'
import { hasRule } from './errors.ts'
import { tiktok } from './platform.ts'

const oauth2: OAuth2 = {
  platform: tiktok,
  authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize/',
  tokenUrl: `${API}/oauth/token/`,
  revokeUrl: `${API}/oauth/revoke/`,
  clientAuth: 'body',
  clientIdParam: 'client_key',
  scopeSeparator: ',',
  // TikTok uses PKCE for apps on devices only, with a challenge of its own.
  usesPkce: false,
}

export const auth: Auth = {
  oauth: {
    authorize: async (call, authorization) => ({ url: authorizeUrl(oauth2, call, authorization) }),
    async exchange(call, authorization) {
      const token = await exchangeCode(oauth2, call, authorization)
      const tokens = readTikTokTokens(token, call.now())
      const unknown = { externalId: '', displayName: null, username: null, avatarUrl: null }
      const identity = await readIdentity({ ...call, tokens, identity: unknown })
      return { identity, tokens, scopes: readScopes(token) }
    },
  },
  refresh: {
    // An access token is valid for two hours; before November 2026 it was valid for a day.
    aheadSeconds: 900,
    renew: async (call) => readTikTokTokens(await refreshTokens(oauth2, call), call.now()),
  },
  revoke: (call) => revokeToken(oauth2, call, call.tokens.access),
  // TikTok removes the app from the person's connected apps.
  revokesAllOn: ['tiktok'],
  async listEntities(call) {
    const identity = await readIdentity(call)
    const { creator } = await checkCreator(call)
    return [readEntity(identity, creator)]
  },
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const identity = await readIdentity(session)
  const { creator, issues } = await checkCreator(session)
  // Without the creator's settings, the stored metadata stay as they are.
  return { issues, identity, ...(creator && { entities: [readEntity(identity, creator)] }) }
}

/** Reads the tokens. Each renewal ends the old refresh token; the person signs in again when the last one has expired. */
function readTikTokTokens(token: TokenResponse, now: Date): Tokens {
  return readTokens(token, now, readEnd(token['refresh_expires_in'], now))
}

/** Returns an error about posting as an issue: an account that cannot post now is still connected. */
async function checkCreator(call: GrantCall): Promise<{ creator?: Creator; issues: HealthIssue[] }> {
  try {
    return { creator: await readCreator(call), issues: [] }
  } catch (error) {
    const isBanned = hasRule(error, 'account.banned')
    if (!(error instanceof PlatformError) || !(isBanned || isAboutPosting(error))) throw error
    const { message, remediation } = error
    const code = `tiktok_${(error.rule ?? '').replace('tiktok.', '').replaceAll('.', '_')}`
    const severity = isBanned ? 'error' : 'warning'
    return { issues: [{ code, message, severity, ...(remediation !== undefined && { remediation }) }] }
  }
}

const isAboutPosting = (error: PlatformError) =>
  hasRule(error, 'account.daily_posts', 'app.daily_users', 'permission.scope', 'app.unaudited')

const User = Type.Object({
  open_id: Type.String({ minLength: 1 }),
  avatar_url: Maybe(Type.String()),
  display_name: Maybe(Type.String()),
  username: Maybe(Type.String()),
})

const UserInfo = buildEnvelopeSchema(Type.Object({ user: User }))

async function readIdentity(call: GrantCall): Promise<Identity> {
  const fields = Object.keys(User.properties)
  const { data } = await request(call, 'GET', '/user/info/', { schema: UserInfo, fields })
  const { open_id, display_name, username, avatar_url } = data.user
  return {
    externalId: open_id,
    displayName: display_name || null,
    username: username || null,
    avatarUrl: avatar_url || null,
  }
}

function readEntity({ externalId, displayName, username }: Identity, creator: Creator | undefined): FoundEntity {
  return {
    kind: 'account',
    externalId,
    name: displayName ?? username ?? externalId,
    parentExternalId: null,
    metadata: creator ? describeCreator(creator) : {},
    grants: [],
    selectable: true,
    unselectableReason: null,
  }
}
