import type { Auth, FoundEntity } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { authorizeUrl, exchangeCode, type OAuth2, readTokens, refreshTokens } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity } from '../session.ts'
import { API, type Body, listPages, request } from './client.ts'
import { classifyTokenError } from './errors.ts'

const oauth2: OAuth2 = {
  platform: 'pinterest',
  authorizeUrl: 'https://www.pinterest.com/oauth/',
  tokenUrl: `${API}/oauth/token`,
  clientAuth: 'basic',
  scopeSeparator: ',',
  usesPkce: false,
  // Apps from before September 2025 get a refresh token that can be renewed only when they ask for it.
  exchangeParams: { continuous_refresh: 'true' },
  classify: classifyTokenError,
}

/** 10,000 boards. */
const PAGES_MAX = 40

export const auth: Auth = {
  oauth: {
    authorize: async (call, asked) => ({ url: authorizeUrl(oauth2, call, asked) }),
    async exchange(call, given) {
      const token = await exchangeCode(oauth2, call, given)
      const tokens = readTokens(token, call.now())
      const identity = readIdentity(await readAccount({ ...call, tokens, identity: UNKNOWN }))
      return { identity, tokens, scopes: String(token.scope ?? '').split(/[\s,]+/) }
    },
  },
  refresh: {
    // An access token is valid for 30 days. The refresh token ends 60 days after the last renewal.
    aheadSeconds: 7 * 86_400,
    renew: async (call) => readTokens(await refreshTokens(oauth2, call), call.now()),
  },
  listEntities: listBoards,
}

const UNKNOWN: Identity = { externalId: '', displayName: null, username: null, avatarUrl: null }

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const account = await readAccount(session)
  return { issues: [], identity: readIdentity(account), entities: await listBoards(session) }
}

async function listBoards(call: GrantCall): Promise<FoundEntity[]> {
  const boards: FoundEntity[] = []
  for await (const { items } of listPages(call, '/boards', PAGES_MAX)) boards.push(...items.map(readBoard))
  return boards
}

function readBoard(board: Body): FoundEntity {
  const reason = board.is_ads_only ? 'The board takes only pins of ads.' : null
  return {
    kind: 'board',
    externalId: String(board.id),
    name: String(board.name ?? board.id),
    parentExternalId: null,
    metadata: { privacy: board.privacy ?? 'PUBLIC', owner: board.owner?.username ?? null },
    grants: [],
    selectable: reason === null,
    unselectableReason: reason,
  }
}

export async function readAccount(call: GrantCall): Promise<Body> {
  const account = await request(call, 'GET', '/user_account')
  if (!account.id) throw new PlatformError('unavailable', 'Pinterest answered without the id of the account.')
  return account
}

function readIdentity(account: Body): Identity {
  return {
    externalId: String(account.id),
    displayName: account.business_name || account.username || null,
    username: account.username ?? null,
    avatarUrl: account.profile_image || null,
  }
}
