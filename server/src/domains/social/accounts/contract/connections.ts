import { type Static, Type } from 'typebox'
import { echoId, IdParams, onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { PageOf, PageQuery } from '../../../../kit/declare/page.ts'
import { bytesAtMost, FreeForm, OneOf } from '../../../../kit/declare/schema.ts'
import { accountExample, connectionExample, entityExample } from './examples.ts'
import { Account, Connection, Entity, PlatformName } from './resources.ts'

/** What a sign-in can be told, the first time and every later one. */
export const signInFields = {
  mode: OneOf(['hosted', 'headless'], {
    default: 'hosted',
    description:
      'hosted: the person comes back to this server, which sends them on to `redirect_url`. headless: your own page gets the code, or you bring credentials; complete the connection with them.',
  }),
  redirect_url: Type.Optional(
    Type.String({ maxLength: 2048, description: 'Where the person goes afterwards; an absolute URL.' }),
  ),
  options: Type.Optional(
    FreeForm(bytesAtMost(16, 'What the platform must know before the sign-in; see `GET /v1/platforms`.')),
  ),
}

export type ConnectionRequest = Static<typeof ConnectionRequest>
const ConnectionRequest = Type.Object(
  { profile_id: Type.String({ maxLength: 64 }), platform: PlatformName, ...signInFields },
  { additionalProperties: false, title: 'ConnectionRequest' },
)

export type CompleteRequest = Static<typeof CompleteRequest>
const CompleteRequest = Type.Object(
  {
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    state: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    credentials: Type.Optional(FreeForm(bytesAtMost(16, 'By the schema in `GET /v1/platforms`.'))),
  },
  { additionalProperties: false, title: 'CompleteRequest' },
)

const id = { params: IdParams }
const ofExample = { params: { id: connectionExample.id } }
const UPSTREAM = ['upstream_error', 'upstream_timeout'] as const

/** A place to send a person to must be a web page. */
export function checkRedirect(url: string | undefined): Violation[] {
  if (url === undefined) return []
  const isPage = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  return isPage ? [] : [invalidValue(['body', 'redirect_url'], 'it must be an absolute http or https URL', url)]
}

export const connections = {
  create: endpoint({
    id: 'connections.create',
    route: 'POST /v1/connections',
    summary: 'Begin to connect a social account',
    description:
      'Send the person to `authorize_url`, or complete the connection with credentials. What was not completed expires after an hour.',
    access: 'write',
    scope: 'profile',
    body: ConnectionRequest,
    status: 201,
    reply: Connection,
    // The address to sign in at holds the state, which must not lie about readable.
    showsSecret: true,
    callsOut: true,
    errors: ['not_found', 'unsupported_by_platform', ...UPSTREAM],
    check: ({ body }) => checkRedirect(body.redirect_url),
    example: {
      body: { profile_id: connectionExample.profile_id, platform: 'sandbox', mode: 'headless' },
      reply: connectionExample,
      echo: ({ body }, reply) => ({
        ...reply,
        profile_id: body.profile_id,
        platform: body.platform,
        mode: body.mode,
      }),
    },
  }),

  get: endpoint({
    id: 'connections.get',
    route: 'GET /v1/connections/{id}',
    summary: 'Read a connection',
    description: 'To see how far a person has come.',
    access: 'read',
    scope: 'profile',
    ...id,
    reply: Connection,
    example: {
      ...ofExample,
      reply: { ...connectionExample, authorize_url: null },
      echo: echoId,
    },
  }),

  complete: endpoint({
    id: 'connections.complete',
    route: 'POST /v1/connections/{id}/complete',
    summary: 'Complete a connection',
    description:
      'With the `code` and `state` that the platform sent to your page, or with `credentials`. A state works once. Afterwards choose an entity, unless there is only one.',
    access: 'write',
    scope: 'profile',
    ...id,
    body: CompleteRequest,
    reply: Connection,
    callsOut: true,
    errors: ['wrong_state', 'unsupported_by_platform', ...UPSTREAM],
    check: ({ body }) => {
      const isCode = body.code !== undefined && body.state !== undefined && body.credentials === undefined
      const isCredentials = body.credentials !== undefined && body.code === undefined && body.state === undefined
      return isCode || isCredentials
        ? []
        : [invalidValue(['body'], 'send either code and state, or credentials', undefined)]
    },
    example: {
      ...ofExample,
      body: { credentials: { username: 'example' } },
      reply: { ...connectionExample, authorize_url: null, status: 'awaiting_selection' },
      echo: echoId,
    },
  }),

  entities: endpoint({
    id: 'connections.entities',
    route: 'GET /v1/connections/{id}/entities',
    summary: 'List what can be connected with this sign-in',
    description: 'Nothing of it is stored as an account before one is selected.',
    access: 'read',
    scope: 'profile',
    ...id,
    query: Type.Object(PageQuery),
    reply: PageOf(Entity, 'EntityPage'),
    errors: ['wrong_state'],
    example: { ...ofExample, reply: onePage(entityExample) },
  }),

  select: endpoint({
    id: 'connections.select',
    route: 'POST /v1/connections/{id}/select',
    summary: 'Select an entity and connect the account',
    description: 'An entity that an account of the profile acts as already reconnects that account: its id stays.',
    access: 'write',
    scope: 'profile',
    ...id,
    body: Type.Object(
      { external_id: Type.String({ minLength: 1, maxLength: 512 }) },
      { additionalProperties: false, title: 'SelectRequest' },
    ),
    reply: Account,
    errors: ['wrong_state'],
    example: { ...ofExample, body: { external_id: entityExample.external_id }, reply: accountExample },
  }),

  callback: endpoint({
    id: 'oauth.callback',
    route: 'GET /v1/oauth/{platform}/callback',
    summary: 'Where platforms send people back to',
    description:
      'For browsers. The state must be one of ours, and works once. Sends the person on to the `redirect_url` of the connection with `connection_id`, `status` and `account_id` added; without one it shows a page.',
    access: 'public',
    params: Type.Object({ platform: PlatformName }),
    query: Type.Object({
      state: Type.String({ minLength: 1, maxLength: 512 }),
      code: Type.Optional(Type.String({ maxLength: 1024 })),
      error: Type.Optional(Type.String({ maxLength: 512 })),
      error_description: Type.Optional(Type.String({ maxLength: 1024 })),
    }),
    reply: Connection,
    produces: ['text/html'],
    redirects: true,
    callsOut: true,
    errors: ['not_found', 'wrong_state', 'upstream_error'],
    example: {
      params: { platform: 'sandbox' },
      query: { state: 'example', code: 'example' },
      reply: { ...connectionExample, authorize_url: null, status: 'awaiting_selection' },
    },
  }),
}
