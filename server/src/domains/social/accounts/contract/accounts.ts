import type { Static } from 'typebox'
import { declareList, echoId, exampleById, IdParams, onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { PageQuery, PageSchema } from '../../../../kit/declare/page.ts'
import { StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { checkUrl } from '../../../../kit/declare/url.ts'
import { signInFields } from './connections.ts'
import {
  accountEntityExample,
  accountExample,
  connectionExample,
  disconnectedExample,
  healthExample,
  platformExample,
} from './examples.ts'
import { buildPictureEndpoint } from './picture.ts'
import { PlatformName } from './platform.ts'
import { ACCOUNT_STATUSES, Account, AccountEntity, AccountHealth, Connection, Platform } from './resources.ts'

export type ReconnectRequest = Static<typeof ReconnectRequest>
const ReconnectRequest = Type.Object(signInFields, { additionalProperties: false, title: 'ReconnectRequest' })

const read = { access: 'read', scope: 'profile' } as const
const readOne = { ...read, params: IdParams } as const
const writeOne = { access: 'write', scope: 'profile', params: IdParams } as const
const accountId = { params: { id: accountExample.id } }
const filters = Type.Object({
  ...PageQuery,
  profile_id: Type.Optional(Type.String({ maxLength: 64 })),
  platform: Type.Optional(PlatformName),
  status: Type.Optional(StringEnum(ACCOUNT_STATUSES)),
})
const entityPage = {
  reply: PageSchema(AccountEntity, 'AccountEntityPage'),
  example: { ...accountId, reply: onePage(accountEntityExample) },
}
const entityPages = declareList(AccountEntity, 'AccountEntityPage', accountEntityExample)
const health = {
  reply: AccountHealth,
  example: {
    ...accountId,
    reply: healthExample,
    echo: ({ params }: { params: { id: string } }, reply: AccountHealth) => ({ ...reply, account_id: params.id }),
  },
}

export const accounts = {
  list: endpoint({
    id: 'accounts.list',
    ofLink: 'connect',
    route: 'GET /v1/accounts',
    summary: 'List accounts, newest first',
    tool: {
      name: 'accounts_list',
      text: 'Connected social accounts, with the ids that posts and analytics take. If there are none yet: accounts_connect.',
    },
    ...read,
    ...declareList(Account, 'AccountPage', accountExample),
    query: filters,
  }),

  health: endpoint({
    id: 'accounts.list_health',
    route: 'GET /v1/accounts/health',
    summary: 'List the health of accounts, newest first',
    ...read,
    ...declareList(AccountHealth, 'AccountHealthPage', healthExample),
    query: filters,
  }),

  get: endpoint({
    id: 'accounts.get',
    route: 'GET /v1/accounts/{id}',
    summary: 'Read one account',
    ...readOne,
    reply: Account,
    example: exampleById(accountExample),
  }),

  avatar: endpoint({
    id: 'accounts.avatar',
    route: 'GET /v1/accounts/{id}/avatar',
    summary: 'Download the picture of an account',
    ...buildPictureEndpoint(accountExample.id),
  }),

  disconnect: endpoint({
    id: 'accounts.disconnect',
    route: 'DELETE /v1/accounts/{id}',
    summary: 'Disconnect an account',
    description: 'Deletes its tokens. Its id and history are kept: reconnecting restores the account.',
    ...writeOne,
    reply: Account,
    example: exampleById(disconnectedExample),
  }),

  reconnect: endpoint({
    id: 'accounts.reconnect',
    route: 'POST /v1/accounts/{id}/reconnect',
    summary: 'Start a new sign-in of an account',
    description:
      'Returns a connection; complete it like the first one. The same person must sign in. The account keeps its id, its entity and its history.',
    ...writeOne,
    body: ReconnectRequest,
    special: { isBodyOptional: true },
    status: 201,
    location: '/v1/connections/{id}',
    reply: Connection,
    showsSecret: true,
    callsOut: true,
    errors: ['wrong_state', 'platform_not_configured', 'unsupported_by_platform', 'upstream_error', 'upstream_timeout'],
    check: ({ body }) => checkUrl(body.redirect_url, 'redirect_url'),
    example: {
      ...accountId,
      body: { mode: 'headless' },
      reply: { ...connectionExample, account_id: accountExample.id },
      echo: ({ params, body }, reply) => ({ ...reply, account_id: params.id, mode: body.mode }),
    },
  }),

  getHealth: endpoint({
    id: 'accounts.get_health',
    route: 'GET /v1/accounts/{id}/health',
    summary: 'Read the last health check of an account',
    ...readOne,
    ...health,
  }),

  checkHealth: endpoint({
    id: 'accounts.check_health',
    route: 'POST /v1/accounts/{id}/health',
    summary: 'Check the health of an account now',
    description:
      'Asks the platform. An account with status `reauth_required` whose sign-in works again becomes `connected`.',
    ...writeOne,
    ...health,
    callsOut: true,
    errors: ['wrong_state'],
  }),

  entities: endpoint({
    id: 'accounts.list_entities',
    route: 'GET /v1/accounts/{id}/entities',
    summary: 'List the entities an account can act as',
    ...readOne,
    ...entityPages,
    example: { ...accountId, ...entityPages.example },
  }),

  refreshEntities: endpoint({
    id: 'accounts.refresh_entities',
    route: 'POST /v1/accounts/{id}/entities/refresh',
    summary: 'Refresh the entities of an account from the platform',
    description: 'If its active entity is gone, the account becomes `pending_selection` until you choose another one.',
    ...writeOne,
    ...entityPage,
    callsOut: true,
    errors: ['wrong_state', 'upstream_error', 'upstream_timeout'],
  }),

  setActiveEntity: endpoint({
    id: 'accounts.set_active_entity',
    route: 'PUT /v1/accounts/{id}/active-entity',
    summary: 'Set the entity an account acts as',
    ...writeOne,
    body: Type.Object(
      { entity_id: Type.String({ maxLength: 64 }) },
      { additionalProperties: false, title: 'ActiveEntityRequest' },
    ),
    reply: Account,
    errors: ['wrong_state'],
    example: { ...accountId, body: { entity_id: accountEntityExample.id }, reply: accountExample, echo: echoId },
  }),

  platforms: endpoint({
    id: 'platforms.list',
    ofLink: 'connect',
    route: 'GET /v1/platforms',
    summary: 'List the platforms of this server',
    tool: {
      name: 'platforms_list',
      text: 'Social platforms with their capabilities, limits, and the schemas of `options`. Call it before you connect an account or use platform options.',
    },
    description: 'Includes their capabilities, limits, post options and sign-in methods.',
    ...read,
    ...declareList(Platform, 'PlatformPage', platformExample),
    // Its cursors are names, which the handler itself checks.
    check: () => [],
  }),
}
