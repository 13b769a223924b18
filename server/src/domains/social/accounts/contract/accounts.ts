import { type Static, Type } from 'typebox'
import { echoId, IdParams, onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../../kit/declare/page.ts'
import { OneOf } from '../../../../kit/declare/schema.ts'
import { job } from '../../../../queue/job.ts'
import { checkRedirect, signInFields } from './connections.ts'
import { accountEntityExample, accountExample, connectionExample, healthExample, platformExample } from './examples.ts'
import { Account, AccountEntity, AccountHealth, Connection, Platform, PlatformName } from './resources.ts'

export type ReconnectRequest = Static<typeof ReconnectRequest>
const ReconnectRequest = Type.Object(signInFields, { additionalProperties: false, title: 'ReconnectRequest' })

const id = { params: IdParams }
const ofExample = { params: { id: accountExample.id } }
const page = <T>(item: T) => onePage(item)
const STATUSES = ['pending_selection', 'connected', 'expiring', 'reauth_required', 'disconnected'] as const
const listQuery = Type.Object({
  ...PageQuery,
  profile_id: Type.Optional(Type.String({ maxLength: 64 })),
  platform: Type.Optional(PlatformName),
  status: Type.Optional(OneOf(STATUSES)),
})

export const accounts = {
  list: endpoint({
    id: 'accounts.list',
    route: 'GET /v1/accounts',
    summary: 'List accounts, newest first',
    access: 'read',
    scope: 'profile',
    query: listQuery,
    reply: PageOf(Account, 'AccountPage'),
    example: { reply: page(accountExample) },
  }),

  health: endpoint({
    id: 'accounts.list_health',
    route: 'GET /v1/accounts/health',
    summary: 'List the health of accounts, newest first',
    access: 'read',
    scope: 'profile',
    query: listQuery,
    reply: PageOf(AccountHealth, 'AccountHealthPage'),
    example: { reply: page(healthExample) },
  }),

  get: endpoint({
    id: 'accounts.get',
    route: 'GET /v1/accounts/{id}',
    summary: 'Read one account',
    access: 'read',
    scope: 'profile',
    ...id,
    reply: Account,
    example: { ...ofExample, reply: accountExample, echo: echoId },
  }),

  disconnect: endpoint({
    id: 'accounts.disconnect',
    route: 'DELETE /v1/accounts/{id}',
    summary: 'Disconnect an account',
    description: 'Its tokens are deleted, its id and history stay: a reconnect brings it back.',
    access: 'write',
    scope: 'profile',
    ...id,
    reply: Account,
    example: {
      ...ofExample,
      reply: {
        ...accountExample,
        status: 'disconnected',
        disconnected_at: accountExample.updated_at,
        disconnect_reason: 'requested',
      },
      echo: echoId,
    },
  }),

  reconnect: endpoint({
    id: 'accounts.reconnect',
    route: 'POST /v1/accounts/{id}/reconnect',
    summary: 'Begin to sign an account in again',
    description:
      'Answers a connection to complete as the first one was. The same person must sign in; the account keeps its id, its entity and its history.',
    access: 'write',
    scope: 'profile',
    ...id,
    body: ReconnectRequest,
    isBodyOptional: true,
    status: 201,
    location: '/v1/connections/{id}',
    reply: Connection,
    showsSecret: true,
    callsOut: true,
    errors: ['unsupported_by_platform', 'upstream_error', 'upstream_timeout'],
    check: ({ body }) => checkRedirect(body.redirect_url),
    example: {
      ...ofExample,
      body: { mode: 'headless' },
      reply: { ...connectionExample, account_id: accountExample.id },
      echo: ({ params, body }, reply) => ({ ...reply, account_id: params.id, mode: body.mode }),
    },
  }),

  getHealth: endpoint({
    id: 'accounts.get_health',
    route: 'GET /v1/accounts/{id}/health',
    summary: "Read an account's health as it was last seen",
    access: 'read',
    scope: 'profile',
    ...id,
    reply: AccountHealth,
    example: {
      ...ofExample,
      reply: healthExample,
      echo: ({ params }, reply) => ({ ...reply, account_id: params.id }),
    },
  }),

  checkHealth: endpoint({
    id: 'accounts.check_health',
    route: 'POST /v1/accounts/{id}/health',
    summary: "Check an account's health now",
    description: 'Asks the platform. An account that must be reconnected and works again is connected again.',
    access: 'write',
    scope: 'profile',
    ...id,
    reply: AccountHealth,
    callsOut: true,
    errors: ['wrong_state'],
    example: {
      ...ofExample,
      reply: healthExample,
      echo: ({ params }, reply) => ({ ...reply, account_id: params.id }),
    },
  }),

  entities: endpoint({
    id: 'accounts.list_entities',
    route: 'GET /v1/accounts/{id}/entities',
    summary: 'List what an account can act as',
    access: 'read',
    scope: 'profile',
    ...id,
    query: Type.Object(PageQuery),
    reply: PageOf(AccountEntity, 'AccountEntityPage'),
    example: { ...ofExample, reply: page(accountEntityExample) },
  }),

  refreshEntities: endpoint({
    id: 'accounts.refresh_entities',
    route: 'POST /v1/accounts/{id}/entities/refresh',
    summary: 'Read again from the platform what an account can act as',
    description: 'An account whose active entity is gone waits for another to be made active.',
    access: 'write',
    scope: 'profile',
    ...id,
    reply: PageOf(AccountEntity, 'AccountEntityPage'),
    callsOut: true,
    errors: ['wrong_state', 'upstream_error', 'upstream_timeout'],
    example: { ...ofExample, reply: page(accountEntityExample) },
  }),

  setActiveEntity: endpoint({
    id: 'accounts.set_active_entity',
    route: 'PUT /v1/accounts/{id}/active-entity',
    summary: 'Choose what an account acts as',
    access: 'write',
    scope: 'profile',
    ...id,
    body: Type.Object(
      { entity_id: Type.String({ maxLength: 64 }) },
      { additionalProperties: false, title: 'ActiveEntityRequest' },
    ),
    reply: Account,
    errors: ['wrong_state'],
    example: {
      ...ofExample,
      body: { entity_id: accountEntityExample.id },
      reply: accountExample,
      echo: echoId,
    },
  }),

  platforms: endpoint({
    id: 'platforms.list',
    route: 'GET /v1/platforms',
    summary: 'List the platforms of this server',
    description: 'What each can do, its limits, the options of its posts, and how it is connected.',
    access: 'read',
    scope: 'profile',
    query: Type.Object(PageQuery),
    reply: PageOf(Platform, 'PlatformPage'),
    example: { reply: page(platformExample) },
  }),
}

export const checkAccountJob = job({
  id: 'accounts.check',
  payload: Type.Object({ account_id: Type.String() }),
  retry: [60, 600],
  concurrency: 5,
  priority: 7,
})

/** The platform is told that a sign-in is not needed any more. Nothing hangs on it: after a while nobody tries. */
export const revokeGrantJob = job({
  id: 'accounts.revoke',
  payload: Type.Object({ account_id: Type.String(), tokens: Type.String({ description: 'Sealed.' }) }),
  retry: [30, 300, 3600],
  priority: 7,
})
