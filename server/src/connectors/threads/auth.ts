import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id, readResponse } from '../api/response.ts'
import type { Auth, FoundEntity } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { classifyGraphError } from '../meta/errors.ts'
import { request, send } from '../meta/graph.ts'
import { authorizeUrl, exchangeCode, getClientCredentials, type OAuth2, readTokens } from '../oauth/oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Identity, Tokens } from '../session.ts'
import { errors } from './errors.ts'
import { createAppGraph, createGraph, ORIGIN } from './graph.ts'
import { threads } from './platform.ts'

const oauth2: OAuth2 = {
  platform: threads,
  authorizeUrl: 'https://threads.com/oauth/authorize',
  tokenUrl: `${ORIGIN}/oauth/access_token`,
  clientAuth: 'body',
  scopeSeparator: ',',
  usesPkce: false,
  classify: (response) => classifyGraphError(response, { platform: 'threads', errors, mutates: false }),
}

const Token = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  expires_in: Type.Optional(Type.Unknown()),
})
const TokenInfo = Type.Object({ data: Maybe(Type.Object({ scopes: Maybe(Type.Array(Type.String())) })) })

type User = Static<typeof User>
const User = Type.Object({
  id: Id,
  username: Maybe(Type.String()),
  name: Maybe(Type.String()),
  threads_profile_picture_url: Maybe(Type.Unknown()),
})

const UNKNOWN: Identity = { externalId: '', displayName: null, username: null, avatarUrl: null }
const DAY_SECONDS = 86_400

export const auth: Auth = {
  oauth: {
    authorize: async (call, authorization) => ({ url: authorizeUrl(oauth2, call, authorization) }),
    async exchange(call, redirect) {
      // The first token is valid for an hour; it is exchanged for one that is valid for sixty days.
      const { access_token } = await exchangeCode(oauth2, call, redirect)
      const tokens = await requestTokens(call, '/access_token', {
        grant_type: 'th_exchange_token',
        client_secret: getClientCredentials(call).secret,
        access_token,
      })
      const grant: GrantCall = { ...call, tokens, identity: UNKNOWN }
      const identity = readIdentity(await readUser(grant))
      return { identity, tokens, scopes: (await findScopes(grant)) ?? threads.auth.scopes }
    },
  },
  refresh: {
    // A token can be extended while it is valid and at least a day old. We extend it every week.
    aheadSeconds: 53 * DAY_SECONDS,
    extendsAccess: true,
    renew: (call) =>
      requestTokens(call, '/refresh_access_token', {
        grant_type: 'th_refresh_token',
        access_token: call.tokens.access,
      }),
  },
  listEntities: async (call) => [buildEntity(readIdentity(await readUser(call)))],
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const identity = readIdentity(await readUser(session))
  const scopes = await findScopes(session)
  return { issues: [], identity, entities: [buildEntity(identity)], ...(scopes && { scopes }) }
}

/** Both token endpoints have no version and take every parameter in the query. */
async function requestTokens(call: Call, path: string, query: Record<string, string>): Promise<Tokens> {
  const url = `${ORIGIN}${path}?${new URLSearchParams(query).toString()}`
  const secrets = [query['access_token'], query['client_secret']]
  const response = await send(createAppGraph(call), { method: 'GET', url }, { secrets })
  return readTokens(readResponse(threads, response, Token, { secrets, report: call.report }), call.now())
}

/** Returns the scopes that the person granted; undefined if Threads does not list them. */
async function findScopes(call: GrantCall): Promise<readonly string[] | undefined> {
  const query = { input_token: call.tokens.access }
  try {
    const { data } = await request(createGraph(call), 'GET', 'debug_token', { schema: TokenInfo, query })
    return data?.scopes ?? undefined
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'invalid') return undefined
    throw error
  }
}

function readUser(call: GrantCall): Promise<User> {
  const query = { fields: 'id,username,name,threads_profile_picture_url' }
  return request(createGraph(call), 'GET', 'me', { schema: User, query })
}

function readIdentity({ id, name, username, threads_profile_picture_url: picture }: User): Identity {
  return {
    externalId: String(id),
    displayName: name || username || null,
    username: username ?? null,
    avatarUrl: typeof picture === 'string' && picture !== '' ? picture : null,
  }
}

function buildEntity({ externalId, displayName, username }: Identity): FoundEntity {
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
