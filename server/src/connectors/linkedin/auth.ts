import type { Auth, FoundEntity } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { exchange } from '../exchange.ts'
import { authorizeUrl, exchangeCode, type OAuth2, readTokens, refreshTokens } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Identity, Tokens } from '../session.ts'
import { API_URL, type Body, classification } from './client.ts'
import { hasRule } from './errors.ts'
import { listOrganizations } from './organizations.ts'
import { linkedin, MEMBER_SCOPES } from './platform.ts'

const SITE = 'https://www.linkedin.com/oauth/v2'

const oauth2: OAuth2 = {
  platform: linkedin,
  authorizeUrl: `${SITE}/authorization`,
  tokenUrl: `${SITE}/accessToken`,
  clientAuth: 'body',
  // LinkedIn takes a challenge from native apps only, at another address.
  usesPkce: false,
  // LinkedIn reports it as `invalid_request`.
  expiredRefreshToken: /refresh.?token.{0,80}(?:expired|revoked|invalid)/i,
}

/** Renewed well before the 60 days are over: a token that has ended cannot be used to find out why. */
const AHEAD_SECONDS = 7 * 86_400

export const auth: Auth = {
  oauth: {
    async authorize(call, request) {
      const isMember = request.options['act_as'] === 'member'
      return { url: authorizeUrl(oauth2, call, { ...request, ...(isMember && { scopes: MEMBER_SCOPES }) }) }
    },
    async exchange(call, request) {
      const body = await exchangeCode(oauth2, call, request)
      return {
        identity: await readIdentity(call, body.access_token),
        tokens: readLinkedInTokens(body, call.now()),
        // LinkedIn separates scopes by commas.
        scopes: String(body.scope ?? '')
          .split(/[ ,]+/)
          .filter((scope) => scope !== ''),
      }
    },
  },
  refresh: {
    aheadSeconds: AHEAD_SECONDS,
    renew: async (call) => readLinkedInTokens(await refreshTokens(oauth2, call), call.now()),
  },
  async listEntities(call) {
    return [toMemberEntity(call.identity), ...(await findOrganizations(call))]
  },
}

/** Without the scopes of organisations LinkedIn refuses the list: then there is the person alone. */
async function findOrganizations(call: GrantCall): Promise<FoundEntity[]> {
  try {
    return await listOrganizations(call)
  } catch (error) {
    if (hasRule(error, 'permission.missing')) return []
    throw error
  }
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const identity = await readIdentity(session, session.tokens.access)
  if (session.entity.kind !== 'organization') return { issues: [], identity }
  const entities = [toMemberEntity(identity), ...(await findOrganizations({ ...session, identity }))]
  const own = entities.find(({ externalId }) => externalId === session.entity.externalId)
  const reason = own ? own.unselectableReason : 'The person has no role at this organisation any more.'
  if (reason === null) return { issues: [], identity, entities }
  const remediation = 'An administrator of the page gives the person a role there, on LinkedIn.'
  return { issues: [{ code: 'linkedin_role_missing', message: reason, remediation, severity: 'error' }], identity }
}

async function readIdentity(call: Call, token: string): Promise<Identity> {
  const { body } = await exchange(
    call.http,
    {
      method: 'GET',
      url: `${API_URL}/v2/userinfo`,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      deadlineMs: 20_000,
    },
    classification(call, token),
  )
  if (typeof body?.sub !== 'string') throw new PlatformError('unavailable', 'LinkedIn answered without a person.')
  return { externalId: body.sub, displayName: body.name ?? null, username: null, avatarUrl: body.picture ?? null }
}

function toMemberEntity({ externalId, displayName }: Identity): FoundEntity {
  return {
    kind: 'member',
    externalId: `urn:li:person:${externalId}`,
    name: displayName ?? externalId,
    parentExternalId: null,
    metadata: {},
    grants: [],
    selectable: true,
    unselectableReason: null,
  }
}

/** Most apps get no refresh token: then the person signs in again every 60 days. A refresh token ends after a year. */
function readLinkedInTokens(body: Body, now: Date): Tokens {
  const tokens = readTokens(body, now)
  const seconds = Number(body.refresh_token_expires_in)
  if (tokens.refresh === undefined) return { ...tokens, reauthAt: tokens.expiresAt }
  return { ...tokens, reauthAt: seconds > 0 ? new Date(now.getTime() + seconds * 1000) : null }
}
