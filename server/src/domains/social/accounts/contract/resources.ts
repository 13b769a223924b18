import type { Static } from 'typebox'
import { DateTime, ErrorObject, FreeForm, Nullable, OpenObject, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { PlatformName } from './platform.ts'

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]
export const ACCOUNT_STATUSES = [
  'pending_selection',
  'connected',
  'expiring',
  'reauth_required',
  'disconnected',
] as const

/** Statuses in which an account can be used. */
export const SIGNED_IN_STATUSES: readonly AccountStatus[] = ['connected', 'expiring']

const ActiveEntity = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    external_id: Type.String(),
    name: Type.String(),
    parent_external_id: Nullable(Type.String()),
  },
  { title: 'ActiveEntity' },
)

const HealthDetails = OpenObject(
  {
    status: StringEnum(['healthy', 'warning', 'error']),
    checked_at: DateTime,
    token: Nullable(
      Type.Object({
        expires_at: Nullable(DateTime),
        renews_itself: Type.Boolean(),
        sign_in_again_at: Nullable(DateTime),
      }),
    ),
    scopes: Type.Object({ granted: Type.Array(Type.String()), missing: Type.Array(Type.String()) }),
    issues: Type.Array(
      Type.Object(
        {
          code: Type.String(),
          message: Type.String(),
          remediation: Type.Optional(Type.String()),
          severity: StringEnum(['warning', 'error']),
        },
        { additionalProperties: true },
      ),
    ),
    last_error: Nullable(ErrorObject),
  },
  { title: 'HealthDetails' },
)

export type Account = Static<typeof Account>
export const Account = Type.Object(
  {
    id: Type.String(),
    profile_id: Type.String(),
    platform: PlatformName,
    external_identity_id: Type.String(),
    display_name: Nullable(Type.String()),
    username: Nullable(Type.String()),
    avatar_url: Nullable(Type.String()),
    status: StringEnum(ACCOUNT_STATUSES),
    active_entity: Nullable(ActiveEntity),
    granted_scopes: Type.Array(Type.String()),
    health: HealthDetails,
    connected_at: Nullable(DateTime),
    disconnected_at: Nullable(DateTime),
    disconnect_reason: Nullable(Type.String()),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'AccountResponse' },
)

const entityFields = {
  kind: Type.String(),
  external_id: Type.String(),
  name: Type.String(),
  parent_external_id: Nullable(Type.String()),
  metadata: FreeForm(),
  grants: Type.Array(Type.String(), { description: "The person's permissions there, in the platform's words." }),
  selectable: Type.Boolean(),
  unselectable_reason: Nullable(Type.String()),
}

export type Entity = Static<typeof Entity>
export const Entity = Type.Object(entityFields, { title: 'Entity' })

export type AccountEntity = Static<typeof AccountEntity>
export const AccountEntity = Type.Object(
  { id: Type.String(), ...entityFields, is_active: Type.Boolean(), last_refreshed_at: DateTime },
  { title: 'AccountEntity' },
)

export type AccountHealth = Static<typeof AccountHealth>
export const AccountHealth = Type.Object(
  {
    account_id: Type.String(),
    platform: PlatformName,
    status: Type.String(),
    health: HealthDetails,
  },
  { title: 'AccountHealthSummary' },
)

export type ConnectionMode = (typeof CONNECTION_MODES)[number]
export const CONNECTION_MODES = ['hosted', 'headless'] as const

export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]
export const CONNECTION_STATUSES = ['awaiting_user', 'awaiting_selection', 'completed', 'failed', 'expired'] as const

export type Connection = Static<typeof Connection>
export const Connection = Type.Object(
  {
    id: Type.String(),
    profile_id: Type.String(),
    platform: PlatformName,
    mode: StringEnum(CONNECTION_MODES),
    status: StringEnum(CONNECTION_STATUSES),
    authorize_url: Nullable(
      Type.String({
        description: 'The URL where the person signs in. Shown only once, when the connection is created.',
      }),
    ),
    account_id: Nullable(Type.String({ description: 'The connected account, or the one that signs in again.' })),
    error: Nullable(ErrorObject),
    expires_at: DateTime,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'ConnectionResponse' },
)

export type Platform = Static<typeof Platform>
export const Platform = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    version: Type.String({ description: "The version of the platform's API that this server was written for." }),
    tested_against: Type.Array(StringEnum(['real_server', 'published_description', 'fake']), {
      description:
        "The counterpart in this server's tests of the platform: a real server, the platform's published API description, or a fake that behaves as its documentation says.",
    }),
    is_configured: Type.Boolean({ description: 'False until the operator has configured the platform.' }),
    auth: Type.Object({
      methods: Type.Array(StringEnum(['oauth', 'credentials'])),
      scopes: Type.Array(Type.String()),
      optional_scopes: Type.Array(Type.String(), {
        description: 'Also requested, unless `options` of the connection exclude them. An account works without them.',
      }),
      selection: StringEnum(['asked', 'automatic']),
      is_revocable: Type.Boolean({
        description:
          'False where the credentials never expire, such as a private key: a person cannot revoke them at the platform.',
      }),
      options_schema: Nullable(FreeForm({ description: 'Schema of `options` of a connection.' })),
      credentials_schema: Nullable(FreeForm({ description: 'Schema of `credentials` that complete a connection.' })),
    }),
    capabilities: Type.Array(Type.String()),
    limits: FreeForm(),
    options_schema: FreeForm({ description: 'Schema of `options` of a target.' }),
    message_window_hours: Nullable(Type.Number()),
    poll_seconds: Type.Record(Type.String(), Type.Integer(), {
      description:
        "Intervals at which `comments`, `messages`, `reviews` and `post_metrics` are read, where the platform's prices or limits require longer ones than usual.",
    }),
    usd_per_call: Type.Record(Type.String(), Type.Number(), {
      description: "The platform's charges to the owner of the app, in US dollars; empty where calls are free.",
    }),
    metrics: Type.Object({ account: Type.Array(Type.String()), post: Type.Array(Type.String()) }),
  },
  { title: 'PlatformResponse' },
)
