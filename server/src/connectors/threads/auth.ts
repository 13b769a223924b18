import type { Auth, FoundEntity } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { classifyGraphError } from '../meta/errors.ts'
import { send } from '../meta/graph.ts'
import { authorizeUrl, exchangeCode, getClientCredentials, type OAuth2, readTokens } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Identity, Tokens } from '../session.ts'
import { errors } from './errors.ts'
import { type Body, createGraph, ORIGIN, request } from './graph.ts'
import { threads } from './platform.ts'

const oauth2: OAuth2 = {
  platform: threads,
  authorizeUrl: 'https://threads.com/oauth/authorize',
  tokenUrl: `${ORIGIN}/oauth/access_token`,
  clientAuth: 'body',
  scopeSeparator: ',',
  usesPkce: false,
  classify: (answer) => classifyGraphError(answer, { platform: 'threads', errors, mutates: false }),
}

const DAY_SECONDS = 86_400

export const auth: Auth = {
  oauth: {
    authorize: async (call, asked) => ({ url: authorizeUrl(oauth2, call, asked) }),
    async exchange(call, given) {
      // The first token lasts an hour; it is exchanged for one that lasts sixty days.
      const { access_token: short } = await exchangeCode(oauth2, call, given)
      const query = {
        grant_type: 'th_exchange_token',
        client_secret: getClientCredentials(call).secret,
        access_token: short,
      }
      const tokens = await requestTokens(call, '/access_token', query)
      const unknown = { externalId: '', displayName: null, username: null, avatarUrl: null }
      const granted = { ...call, tokens, identity: unknown }
      const identity = readIdentity(await readUser(granted))
      return { identity, tokens, scopes: (await findScopes(granted)) ?? threads.auth.scopes }
    },
  },
  refresh: {
    // A token can be extended while it is valid and at least a day old: that is done every week.
    aheadSeconds: 53 * DAY_SECONDS,
    extendsAccess: true,
    renew: (call) =>
      requestTokens(call, '/refresh_access_token', {
        grant_type: 'th_refresh_token',
        access_token: call.tokens.access,
      }),
  },
  listEntities: async (call) => [readEntity(readIdentity(await readUser(call)))],
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const identity = readIdentity(await readUser(session))
  const scopes = await findScopes(session)
  return { issues: [], identity, entities: [readEntity(identity)], ...(scopes && { scopes }) }
}

/** These two addresses have no version and take everything in the query. */
async function requestTokens(call: Call, path: string, query: Record<string, string>): Promise<Tokens> {
  const url = `${ORIGIN}${path}?${new URLSearchParams(query).toString()}`
  const { body } = await send(createGraph(call), { method: 'GET', url }, { secrets: [query['access_token']] })
  if (typeof body?.access_token !== 'string')
    throw new PlatformError('unavailable', 'Threads answered without an access token.')
  return readTokens(body, call.now())
}

/** What the person has allowed; undefined where Threads does not say it. */
async function findScopes(call: GrantCall): Promise<readonly string[] | undefined> {
  const query = { input_token: call.tokens.access }
  try {
    const { data } = await request(call, 'GET', 'debug_token', { query, secrets: [call.tokens.access] })
    return Array.isArray(data?.scopes) ? data.scopes.map(String) : undefined
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'invalid') return undefined
    throw error
  }
}

async function readUser(call: GrantCall): Promise<Body> {
  const user = await request(call, 'GET', 'me', { query: { fields: 'id,username,name,threads_profile_picture_url' } })
  if (!user.id) throw new PlatformError('unavailable', 'Threads answered without the id of the account.')
  return user
}

function readIdentity({ id, name, username, threads_profile_picture_url }: Body): Identity {
  return {
    externalId: String(id),
    displayName: name || username || null,
    username: username ?? null,
    avatarUrl: threads_profile_picture_url || null,
  }
}

function readEntity({ externalId, displayName, username }: Identity): FoundEntity {
  return {
    kind: 'account',
    externalId,
    name: displayName ?? username ?? externalId,
    parentExternalId: null,
    metadata: {},
    grants: [],
    selectable: true,
    unselectableReason: null,
  }
}
