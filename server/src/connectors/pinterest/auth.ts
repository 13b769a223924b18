import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id } from '../api/response.ts'
import type { Auth, FoundEntity } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { authorizeUrl, exchangeCode, type OAuth2, readScopes, readTokens, refreshTokens } from '../oauth/oauth2.ts'
import type { GrantCall, Identity } from '../session.ts'
import { API, buildPageSchema, listPages, request } from './client.ts'
import { classifyTokenError } from './errors.ts'
import { pinterest } from './platform.ts'

const oauth2: OAuth2 = {
  platform: pinterest,
  authorizeUrl: 'https://www.pinterest.com/oauth/',
  tokenUrl: `${API}/oauth/token`,
  clientAuth: 'basic',
  scopeSeparator: ',',
  usesPkce: false,
  // Apps from before September 2025 get a refresh token that can be renewed only when they ask for it.
  exchangeParams: { continuous_refresh: 'true' },
  classify: classifyTokenError,
}

type Account = Static<typeof Account>
const Account = Type.Object({
  id: Id,
  username: Maybe(Type.String()),
  business_name: Maybe(Type.String()),
  profile_image: Maybe(Type.String()),
  follower_count: Maybe(Type.Number()),
  pin_count: Maybe(Type.Number()),
})

type Board = Static<typeof Board>
const Board = Type.Object({
  id: Id,
  name: Maybe(Type.String()),
  privacy: Maybe(Type.String()),
  is_ads_only: Maybe(Type.Boolean()),
  owner: Maybe(Type.Object({ username: Maybe(Type.String()) })),
})

const BoardPage = buildPageSchema(Board)

/** 10,000 boards. */
const PAGES_MAX = 40

export const auth: Auth = {
  oauth: {
    authorize: async (call, asked) => ({ url: authorizeUrl(oauth2, call, asked) }),
    async exchange(call, given) {
      const token = await exchangeCode(oauth2, call, given)
      const tokens = readTokens(token, call.now())
      const identity = readIdentity(await readAccount({ ...call, tokens, identity: UNKNOWN }))
      return { identity, tokens, scopes: readScopes(token) }
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
  for await (const { items } of listPages(call, '/boards', BoardPage, PAGES_MAX)) boards.push(...items.map(readBoard))
  return boards
}

function readBoard(board: Board): FoundEntity {
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

export function readAccount(call: GrantCall): Promise<Account> {
  return request(call, 'GET', '/user_account', { schema: Account })
}

function readIdentity(account: Account): Identity {
  return {
    externalId: String(account.id),
    displayName: account.business_name || account.username || null,
    username: account.username ?? null,
    avatarUrl: account.profile_image || null,
  }
}
