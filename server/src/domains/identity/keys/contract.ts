import type { Static } from 'typebox'
import { declareList, echoId, exampleById, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { PageQuery } from '../../../kit/declare/page.ts'
import { DateTime, Name, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { ROLES } from '../workspaces/contract.ts'

const MODES = ['live', 'test'] as const
const SCOPES = ['full', 'profiles'] as const
const PERMISSIONS = ['read', 'read_write'] as const

export type ConnectedApp = Static<typeof ConnectedApp>
const ConnectedApp = Type.Object(
  {
    name: Type.String({ description: 'The name that the app gave itself. It is not verified.' }),
    host: Nullable(Type.String({ description: 'The host that users return to; null for a device.' })),
    audience: StringEnum(['api', 'mcp'], { description: '`mcp` when it may use only the tools of /mcp.' }),
  },
  {
    title: 'ConnectedApp',
    description:
      'The app that a user connected by signing in. Such a key has no secret: the tokens of the app have its rights, and end when it is revoked. Null for other keys.',
  },
)

/** The app of a key as it is stored. */
export interface KeyApp extends ConnectedApp {
  /** Hash of the client id. */
  readonly client: string
}

const fields = {
  id: Type.String(),
  name: Nullable(Type.String()),
  key_prefix: Type.String({ description: 'The first 16 characters of the key; empty for a connected app.' }),
  mode: StringEnum(MODES),
  scope: StringEnum(SCOPES),
  profile_ids: Type.Array(Type.String()),
  permission: StringEnum(PERMISSIONS),
  role: StringEnum(ROLES, {
    description:
      'The role that the key was created with. It can call endpoints that need at most this role, and at most the current role of `member_id`.',
  }),
  created_by: Nullable(
    Type.String({
      description: 'The id of the user who created it; null for the initial keys and those of the operator.',
    }),
  ),
  member_id: Nullable(
    Type.String({
      description:
        "The member it acts for: the key never allows more than the member's current rights, and ends when they leave. Null when it belongs to the workspace.",
    }),
  ),
  app: Nullable(ConnectedApp),
  monthly_budget: Type.Optional(
    Type.Integer({
      description: 'Credits this key may spend in a calendar month (UTC); absent when it has no budget.',
    }),
  ),
  spent_this_month: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Credits this key spent in the calendar month (UTC); only with `include=spend`.',
    }),
  ),
  expires_at: Nullable(DateTime),
  last_used_at: Nullable(DateTime),
  revoked_at: Nullable(DateTime),
  created_at: DateTime,
}

export type ApiKey = Static<typeof ApiKey>
export const ApiKey = Type.Object(fields, { title: 'ApiKeyResponse' })

export type CreatedApiKey = Static<typeof CreatedApiKey>
const CreatedApiKey = Type.Object(
  { ...fields, key: Type.String({ description: 'The full secret key. Shown only once.' }) },
  { title: 'ApiKeyCreateResponse' },
)

const Budget = Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })))

export type ApiKeyRequest = Static<typeof ApiKeyRequest>
const ApiKeyRequest = Type.Object(
  {
    name: Type.Optional(Nullable(Name({ minLength: 0, maxLength: 255 }))),
    mode: StringEnum(MODES, { default: 'live' }),
    scope: StringEnum(SCOPES, { default: 'full' }),
    permission: StringEnum(PERMISSIONS, { default: 'read_write' }),
    profile_ids: Type.Array(Type.String({ maxLength: 64 }), { default: [], maxItems: 100 }),
    expires_at: Type.Optional(Nullable(DateTime)),
    monthly_budget: Budget,
  },
  { additionalProperties: false, title: 'ApiKeyCreateRequest' },
)

export type ApiKeyChange = Static<typeof ApiKeyChange>
const ApiKeyChange = Type.Object(
  {
    name: Type.Optional(Nullable(Name({ minLength: 0, maxLength: 255 }))),
    permission: Type.Optional(StringEnum(PERMISSIONS)),
    expires_at: Type.Optional(Nullable(DateTime)),
    monthly_budget: Budget,
  },
  { additionalProperties: false, title: 'ApiKeyChangeRequest' },
)

const include = Type.Optional(
  StringEnum(['spend'], { description: "`spend` adds `spent_this_month`, the sum of the month's charges." }),
)

export type ApiKeyQuery = Static<typeof ApiKeyQuery>
const ApiKeyQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(StringEnum(['active', 'expired', 'revoked'])),
  mode: Type.Optional(StringEnum(MODES)),
  include,
})

function checkRequest({ body }: { body: ApiKeyRequest }, now: Date): Violation[] {
  const violations: Violation[] = []
  if (body.scope === 'profiles' && body.profile_ids.length === 0)
    violations.push(invalidValue(['body', 'profile_ids'], 'a key of scope profiles needs 1 to 100 profile_ids'))
  if (body.scope === 'full' && body.profile_ids.length > 0)
    violations.push(invalidValue(['body', 'profile_ids'], 'a key of scope full takes no profile_ids'))
  return [...violations, ...checkExpiry(body, now)]
}

function checkExpiry({ expires_at }: ApiKeyChange, now: Date): Violation[] {
  if (!expires_at || new Date(expires_at) > now) return []
  return [invalidValue(['body', 'expires_at'], 'expires_at must be in the future')]
}

/** A test key never mints a live one, so the key in its reply is a test key too. */
const EXAMPLE_KEY = 'qk_test_EXAMPLE0KEY0THAT0OPENS0NOTHING0000000000000000000'

export const exampleKey: ApiKey = {
  id: 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  name: 'Example key',
  key_prefix: EXAMPLE_KEY.slice(0, 16),
  mode: 'test',
  scope: 'full',
  profile_ids: [],
  permission: 'read_write',
  role: 'member',
  created_by: 'usr_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  member_id: 'usr_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  app: null,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  created_at: '2026-01-15T09:30:00.000Z',
}
const id = { params: IdParams }

export const keys = {
  create: endpoint({
    id: 'api_keys.create',
    route: 'POST /v1/api-keys',
    summary: 'Create an API key',
    description:
      'The response has the full key in `key`, which is shown only once. The key acts for the member who creates it, by session or by key: it never allows more than they may do, and ends when they leave the workspace. A key cannot mint a stronger one: a key that expires mints only keys that expire no later, and a key with a budget only keys that spend nothing (`monthly_budget: 0`, or `mode: test`). Returns 409 when the workspace has the maximum number of keys.',
    needsSudo: true,
    body: ApiKeyRequest,
    status: 201,
    reply: CreatedApiKey,
    showsSecret: true,
    errors: ['not_found', 'not_a_member', 'wrong_state'],
    check: checkRequest,
    example: {
      body: { name: 'Example key' },
      reply: { ...exampleKey, key: EXAMPLE_KEY },
      echo: ({ body }, reply) => ({
        ...reply,
        name: body.name ?? null,
        scope: body.scope,
        profile_ids: body.profile_ids,
        permission: body.permission,
        ...(typeof body.monthly_budget === 'number' && { monthly_budget: body.monthly_budget }),
        expires_at: body.expires_at ? new Date(body.expires_at).toISOString() : null,
      }),
    },
  }),

  list: endpoint({
    id: 'api_keys.list',
    route: 'GET /v1/api-keys',
    summary: 'List API keys, newest first',
    ...declareList(ApiKey, 'ApiKeyPage', exampleKey),
    query: ApiKeyQuery,
  }),

  get: endpoint({
    id: 'api_keys.get',
    route: 'GET /v1/api-keys/{id}',
    summary: 'Read one API key',
    ...id,
    query: Type.Object({ include }),
    reply: ApiKey,
    example: exampleById(exampleKey),
  }),

  update: endpoint({
    id: 'api_keys.update',
    route: 'PATCH /v1/api-keys/{id}',
    summary: 'Change an API key',
    description:
      "Changes only the fields in the body, at once and everywhere; null removes the budget or the expiry. Any key can be made weaker. It cannot be made stronger than the key that changes it, by the rules of creation, and only owners can make an owner's key stronger. A budget counts spending from the time the key first has one in the month. Returns 409 for a revoked or expired key.",
    needsSudo: true,
    ...id,
    body: ApiKeyChange,
    reply: ApiKey,
    errors: ['wrong_state'],
    check: ({ body }, now) => checkExpiry(body, now),
    example: {
      params: { id: exampleKey.id },
      body: { name: 'Renamed key', monthly_budget: 500 },
      reply: { ...exampleKey, name: 'Renamed key', monthly_budget: 500 },
      echo: ({ params, body }) => ({
        ...echoId({ params }, exampleKey),
        ...(body.name !== undefined && { name: body.name }),
        ...(body.permission && { permission: body.permission }),
        ...(typeof body.monthly_budget === 'number' && { monthly_budget: body.monthly_budget }),
        ...(body.expires_at && { expires_at: new Date(body.expires_at).toISOString() }),
      }),
    },
  }),

  revoke: endpoint({
    id: 'api_keys.revoke',
    route: 'DELETE /v1/api-keys/{id}',
    summary: 'Revoke an API key, at once and everywhere',
    description:
      'Keys that it minted keep working, so a key can be replaced by one that it minted. The last key of a workspace can be revoked too; the operator then creates a new one with `quoin-server keys create`.',
    ...id,
    reply: ApiKey,
    example: {
      params: { id: exampleKey.id },
      reply: { ...exampleKey, revoked_at: '2026-01-16T10:00:00.000Z' },
      echo: echoId,
    },
  }),
}
