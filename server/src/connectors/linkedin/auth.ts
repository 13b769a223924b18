import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { jsonRequest } from '../api/exchange.ts'
import { requestJson } from '../api/response.ts'
import type { Auth, FoundEntity } from '../auth.ts'
import type { Connector } from '../connector.ts'
import {
  authorizeUrl,
  exchangeCode,
  type OAuth2,
  readEnd,
  readScopes,
  readTokens,
  refreshTokens,
  type TokenResponse,
} from '../oauth/oauth2.ts'
import type { Call, GrantCall, Identity, Tokens } from '../session.ts'
import { API_URL, buildExchangeOptions } from './client.ts'
import { hasRule } from './errors.ts'
import { listOrganizations } from './organizations.ts'
import { linkedin, MEMBER_SCOPES } from './platform.ts'

const SITE = 'https://www.linkedin.com/oauth/v2'

const oauth2: OAuth2 = {
  platform: linkedin,
  authorizeUrl: `${SITE}/authorization`,
  tokenUrl: `${SITE}/accessToken`,
  clientAuth: 'body',
  // LinkedIn accepts a challenge only from native apps, at another address.
  usesPkce: false,
  // LinkedIn reports it as `invalid_request`.
  expiredRefreshToken: /refresh.?token.{0,80}(?:expired|revoked|invalid)/i,
}

const UserInfo = Type.Object({
  sub: Type.String({ minLength: 1 }),
  name: Maybe(Type.String()),
  picture: Maybe(Type.String()),
})

export const auth: Auth = {
  oauth: {
    async authorize(call, request) {
      const isMember = request.options['act_as'] === 'member'
      return { url: authorizeUrl(oauth2, call, { ...request, ...(isMember && { scopes: MEMBER_SCOPES }) }) }
    },
    async exchange(call, request) {
      const token = await exchangeCode(oauth2, call, request)
      return {
        identity: await readIdentity(call, token.access_token),
        tokens: readLinkedInTokens(token, call.now()),
        // LinkedIn separates scopes by commas.
        scopes: readScopes(token),
      }
    },
  },
  refresh: {
    // Well before the 60 days are over: with an expired token one cannot find out why it ended.
    aheadSeconds: 7 * 86_400,
    renew: async (call) => readLinkedInTokens(await refreshTokens(oauth2, call), call.now()),
  },
  async listEntities(call) {
    return [toMemberEntity(call.identity), ...(await findOrganizations(call))]
  },
}

/** Returns no organizations if LinkedIn refuses the list, as it does without their scopes. */
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
  const reason = own ? own.unselectableReason : 'The person no longer has a role at this organization.'
  if (reason === null) return { issues: [], identity, entities }
  const remediation = 'An administrator of the page gives the person a role there, on LinkedIn.'
  return { issues: [{ code: 'linkedin_role_missing', message: reason, remediation, severity: 'error' }], identity }
}

async function readIdentity(call: Call, token: string): Promise<Identity> {
  const { sub, name, picture } = await requestJson(
    linkedin,
    call,
    { ...jsonRequest('GET', `${API_URL}/v2/userinfo`, { token }), deadlineMs: 20_000 },
    { schema: UserInfo, ...buildExchangeOptions(call, token) },
  )
  return { externalId: sub, displayName: name ?? null, username: null, avatarUrl: picture ?? null }
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

/** Most apps get no refresh token, so the person signs in again every 60 days. A refresh token expires after a year. */
function readLinkedInTokens(token: TokenResponse, now: Date): Tokens {
  const lifetime = token.refresh_token ? token['refresh_token_expires_in'] : token.expires_in
  return readTokens(token, now, readEnd(lifetime, now))
}
