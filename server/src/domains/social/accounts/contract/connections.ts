import type { Static } from 'typebox'
import { declareList, exampleById, IdParams, onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { checkCursor, PageQuery, PageSchema } from '../../../../kit/declare/page.ts'
import { bytesAtMost, FreeForm, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { checkUrl } from '../../../../kit/declare/url.ts'
import { accountExample, connectionExample, entityExample } from './examples.ts'
import { PlatformName } from './platform.ts'
import { Account, CONNECTION_MODES, CONNECTION_STATUSES, Connection, Entity } from './resources.ts'

/** Options of a sign-in, both the first one and every later one. */
export const signInFields = {
  mode: StringEnum(CONNECTION_MODES, {
    default: 'hosted',
    description:
      'hosted: the person returns to this server, which redirects them to `redirect_url`. headless: your own page receives the code, or you have credentials; complete the connection with them.',
  }),
  redirect_url: Type.Optional(
    Type.String({ maxLength: 2048, description: 'The absolute URL where the person goes after the sign-in.' }),
  ),
  callback: Type.Optional(
    StringEnum(['redirect_url', 'server'], {
      description:
        'For mode headless: where the platform sends the person with the code. `redirect_url` (the default when there is one): to your page, which must be registered at the platform. `server`: to this server, which completes the connection and sends the person on to `redirect_url` with `connection_id` and `status` added.',
    }),
  ),
  options: Type.Optional(
    FreeForm(bytesAtMost(16, 'Input that the platform needs before the sign-in; see `GET /v1/platforms`.')),
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
    credentials: Type.Optional(FreeForm(bytesAtMost(16, 'Their schema is in `GET /v1/platforms`.'))),
  },
  { additionalProperties: false, title: 'CompleteRequest' },
)

export type ConnectionQuery = Static<typeof ConnectionQuery>
const ConnectionQuery = Type.Object({
  ...PageQuery,
  profile_id: Type.Optional(Type.String({ maxLength: 64 })),
  platform: Type.Optional(PlatformName),
  status: Type.Optional(StringEnum(CONNECTION_STATUSES)),
})

function checkCompletion({ code, state, credentials }: CompleteRequest): Violation[] {
  const isCode = code !== undefined && state !== undefined && credentials === undefined
  const isCredentials = credentials !== undefined && code === undefined && state === undefined
  return isCode || isCredentials ? [] : [invalidValue(['body'], 'send either code and state, or credentials')]
}

const write = { access: 'write', scope: 'profile' } as const
const read = { access: 'read', scope: 'profile' } as const
const readOne = { ...read, params: IdParams } as const
const writeOne = { ...write, params: IdParams } as const
const connectionId = { params: { id: connectionExample.id } }
const awaitingSelection: Connection = { ...connectionExample, authorize_url: null, status: 'awaiting_selection' }
const UPSTREAM = ['upstream_error', 'upstream_timeout'] as const

export const connections = {
  create: endpoint({
    id: 'connections.create',
    ofLink: 'connect',
    route: 'POST /v1/connections',
    summary: 'Start connecting a social account',
    tool: {
      name: 'accounts_connect',
      text: 'Starts connecting a social account of a profile. Give the person the URL in the reply: they sign in there, in a browser. Then accounts_list shows the account. Profiles: `api` operation profiles.list.',
      hides: ['mode', 'callback', 'redirect_url'],
    },
    description:
      'Send the person to `authorize_url`, or complete the connection with credentials. A connection that is not completed expires after an hour.',
    ...write,
    body: ConnectionRequest,
    status: 201,
    reply: Connection,
    // `authorize_url` contains the state: the stored copy of the reply must be sealed.
    showsSecret: true,
    callsOut: true,
    errors: ['not_found', 'wrong_state', 'platform_not_configured', 'unsupported_by_platform', ...UPSTREAM],
    check: ({ body }) => checkUrl(body.redirect_url, 'redirect_url'),
    example: {
      body: { profile_id: connectionExample.profile_id, platform: 'sandbox', mode: 'headless' },
      reply: connectionExample,
      echo: ({ body: { profile_id, platform, mode } }, reply) => ({ ...reply, profile_id, platform, mode }),
    },
  }),

  list: endpoint({
    id: 'connections.list',
    route: 'GET /v1/connections',
    summary: 'List connections, newest first',
    description: 'Shows the progress of each sign-in. Connections are kept for 30 days.',
    ...read,
    ...declareList(Connection, 'ConnectionPage', { ...connectionExample, authorize_url: null }),
    query: ConnectionQuery,
  }),

  get: endpoint({
    id: 'connections.get',
    ofLink: 'connect',
    route: 'GET /v1/connections/{id}',
    summary: 'Read a connection',
    description: 'Shows the progress of the sign-in.',
    ...readOne,
    reply: Connection,
    example: exampleById({ ...connectionExample, authorize_url: null }),
  }),

  complete: endpoint({
    id: 'connections.complete',
    route: 'POST /v1/connections/{id}/complete',
    summary: 'Complete a connection',
    description:
      'Send the `code` and `state` that the platform sent to your page, or `credentials`. A state can be used once. Then select an entity, unless there is only one.',
    ...writeOne,
    body: CompleteRequest,
    reply: Connection,
    callsOut: true,
    errors: ['wrong_state', 'unsupported_by_platform', ...UPSTREAM],
    check: ({ body }) => checkCompletion(body),
    example: { ...exampleById(awaitingSelection), body: { credentials: { username: 'example' } } },
  }),

  entities: endpoint({
    id: 'connections.entities',
    route: 'GET /v1/connections/{id}/entities',
    summary: 'List the entities this sign-in can connect',
    description: 'No account is stored until you select one of them.',
    ...readOne,
    query: Type.Object(PageQuery),
    reply: PageSchema(Entity, 'EntityPage'),
    errors: ['wrong_state'],
    check: ({ query }) => checkCursor(query.cursor, 'ent'),
    example: { ...connectionId, reply: onePage(entityExample) },
  }),

  select: endpoint({
    id: 'connections.select',
    route: 'POST /v1/connections/{id}/select',
    summary: 'Select an entity and connect the account',
    description:
      'If an account of the profile already acts as this entity, that account is reconnected and keeps its id.',
    ...writeOne,
    body: Type.Object(
      { external_id: Type.String({ minLength: 1, maxLength: 512 }) },
      { additionalProperties: false, title: 'SelectRequest' },
    ),
    reply: Account,
    errors: ['wrong_state'],
    example: { ...connectionId, body: { external_id: entityExample.external_id }, reply: accountExample },
  }),

  client: endpoint({
    id: 'oauth.client',
    route: 'GET /v1/oauth/{platform}/client-metadata.json',
    summary: 'Read the client document for platforms',
    description:
      "For platforms that identify a client by the URL of a document about it (Bluesky): its name, its redirect URL and its public keys, in the platform's own fields.",
    access: 'public',
    params: Type.Object({ platform: PlatformName }),
    reply: FreeForm({ title: 'OAuthClient' }),
    errors: ['not_found'],
    example: {
      params: { platform: 'bluesky' },
      reply: { client_id: 'https://quoin.example.com/v1/oauth/bluesky/client-metadata.json' },
    },
  }),

  oauthCallback: endpoint({
    id: 'oauth.callback',
    route: 'GET /v1/oauth/{platform}/callback',
    summary: 'Return from the sign-in page of a platform',
    description:
      'For browsers. The state must have been issued by this server and can be used once. Redirects to the `redirect_url` of the connection with `connection_id`, `status` and `account_id` added; without a `redirect_url` it shows a page.',
    access: 'public',
    params: Type.Object({ platform: PlatformName }),
    // Platforms add their own parameters, such as `iss` or `scope`.
    query: Type.Object(
      {
        state: Type.String({ minLength: 1, maxLength: 512 }),
        code: Type.Optional(Type.String({ maxLength: 1024 })),
        error: Type.Optional(Type.String({ maxLength: 512 })),
        error_description: Type.Optional(Type.String({ maxLength: 1024 })),
      },
      { additionalProperties: true },
    ),
    reply: Connection,
    produces: ['text/html'],
    special: { redirects: true },
    callsOut: true,
    errors: ['wrong_state', ...UPSTREAM],
    example: {
      params: { platform: 'sandbox' },
      query: { state: 'example', code: 'example' },
      reply: awaitingSelection,
    },
  }),
}
