import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { authorizeUrl, exchangeCode, type OAuth2, readTokens, refreshTokens, revokeToken } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity, Tokens } from '../session.ts'
import { API, type Body, request } from './client.ts'
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
    authorize: async (call, asked) => ({ url: authorizeUrl(oauth2, call, asked) }),
    async exchange(call, given) {
      const token = await exchangeCode(oauth2, call, given)
      const tokens = readTikTokTokens(token, call.now())
      const unknown = { externalId: '', displayName: null, username: null, avatarUrl: null }
      const identity = await readIdentity({ ...call, tokens, identity: unknown })
      return { identity, tokens, scopes: String(token.scope ?? '').split(/[\s,]+/) }
    },
  },
  refresh: {
    // An access token lasts two hours, and lasted a day before November 2026.
    aheadSeconds: 900,
    renew: async (call) => readTikTokTokens(await refreshTokens(oauth2, call), call.now()),
  },
  revoke: (call) => revokeToken(oauth2, call, call.tokens.access),
  // The app then no longer appears among the person's connected apps.
  revokesAllOn: ['tiktok'],
  async listEntities(call) {
    const identity = await readIdentity(call)
    const { creator } = await askCreator(call)
    return [readEntity(identity, creator)]
  },
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const identity = await readIdentity(session)
  const { creator, issues } = await askCreator(session)
  // What is known of the creator stays when TikTok did not say it this time.
  return { issues, identity, ...(creator && { entities: [readEntity(identity, creator)] }) }
}

/** Each renewal brings a new refresh token; the old one ends. The person signs in again when the last one has ended. */
function readTikTokTokens(token: Body, now: Date): Tokens {
  const seconds = Number(token.refresh_expires_in)
  return readTokens(token, now, seconds > 0 ? new Date(now.getTime() + seconds * 1000) : null)
}

/** An account that cannot post now is still connected. */
async function askCreator(call: GrantCall): Promise<{ creator?: Creator; issues: HealthIssue[] }> {
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

const USER_FIELDS = ['open_id', 'avatar_url', 'display_name', 'username']

async function readIdentity(call: GrantCall): Promise<Identity> {
  const { user = {} } = await request(call, 'GET', '/user/info/', { fields: USER_FIELDS })
  if (!user.open_id) throw new PlatformError('unavailable', 'TikTok answered without the id of the account.')
  return {
    externalId: String(user.open_id),
    displayName: user.display_name || null,
    username: user.username || null,
    avatarUrl: user.avatar_url || null,
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
