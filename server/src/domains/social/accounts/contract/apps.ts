import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { bytesAtMost, DateTime, FreeForm, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { PlatformName } from './platform.ts'

export type PlatformApp = Static<typeof PlatformApp>
export const PlatformApp = Type.Object(
  {
    platform: PlatformName,
    source: Nullable(
      StringEnum(['workspace', 'operator', 'environment'], {
        description:
          "The owner of the app that new sign-ins use: the workspace, the operator, or the server's environment. Null when there is none.",
      }),
    ),
    credentials: FreeForm({ description: 'The credentials that are not secret, such as `client_id`.' }),
    credentials_schema: FreeForm({ description: 'Schema of `credentials` in a PUT.' }),
    variables: Type.Array(Type.String(), {
      description:
        'The environment variables with which the operator sets the app of every workspace; some may be optional.',
    }),
    redirect_url: Type.String({ description: "Enter it as the app's redirect URL at the platform." }),
    webhook_url: Nullable(
      Type.String({ description: "Enter it as the app's webhook URL; null where the platform sends no webhooks." }),
    ),
    webhook_verify_token: Nullable(
      Type.String({ description: 'Enter it beside the webhook URL. Shown only to the owner of the app.' }),
    ),
    created_at: Nullable(DateTime),
  },
  { title: 'PlatformApp' },
)

export type PlatformAppRequest = Static<typeof PlatformAppRequest>
const PlatformAppRequest = Type.Object(
  { credentials: FreeForm(bytesAtMost(16, 'All credentials, as `credentials_schema` describes them.')) },
  { additionalProperties: false, title: 'PlatformAppRequest' },
)

const example: PlatformApp = {
  platform: 'pinterest',
  source: 'workspace',
  credentials: { client_id: '1500000' },
  credentials_schema: {
    type: 'object',
    required: ['client_id', 'client_secret'],
    properties: { client_id: { type: 'string' }, client_secret: { type: 'string' } },
  },
  variables: ['PINTEREST_CLIENT_ID', 'PINTEREST_CLIENT_SECRET'],
  redirect_url: 'https://quoin.example.com/v1/oauth/pinterest/callback',
  webhook_url: null,
  webhook_verify_token: null,
  created_at: '2026-01-15T09:30:00.000Z',
}
const none: PlatformApp = { ...example, source: null, credentials: {}, created_at: null }

const PlatformParams = Type.Object({ platform: PlatformName })
const of = { scope: 'full', params: PlatformParams } as const
const operated = { access: 'operator', params: PlatformParams } as const
const echo = ({ params }: { params: { platform: string } }, reply: PlatformApp) => ({
  ...reply,
  platform: params.platform,
})
const shown = { params: { platform: 'pinterest' }, reply: example, echo }
const sent = { ...shown, body: { credentials: { client_id: '1500000', client_secret: 'a secret' } } }
const removed = { ...shown, reply: none }

export const apps = {
  get: endpoint({
    id: 'platforms.app',
    route: 'GET /v1/platforms/{platform}/app',
    summary: 'Read the app that sign-ins of the workspace use',
    description: 'Also returns the values to enter at the platform when you register your own.',
    access: 'read',
    ...of,
    reply: PlatformApp,
    example: shown,
  }),

  put: endpoint({
    id: 'platforms.set_app',
    role: 'owner',
    needsSudo: true,
    route: 'PUT /v1/platforms/{platform}/app',
    summary: 'Use your own app for new sign-ins',
    description:
      'People then see your name on the platform, and its limits are yours alone. The secrets are encrypted and never shown again. Connected accounts keep the app they signed in with.',
    access: 'write',
    ...of,
    body: PlatformAppRequest,
    reply: PlatformApp,
    errors: ['unsupported_by_platform'],
    example: sent,
  }),

  delete: endpoint({
    id: 'platforms.remove_app',
    role: 'owner',
    needsSudo: true,
    route: 'DELETE /v1/platforms/{platform}/app',
    summary: 'Stop using your own app for new sign-ins',
    description: 'Accounts that signed in with it keep it. Returns the app that is used from now on.',
    access: 'write',
    ...of,
    reply: PlatformApp,
    example: removed,
  }),

  operatorGet: endpoint({
    id: 'operator.platform_app',
    route: 'GET /v1/operator/platforms/{platform}/app',
    summary: 'Read the default app of a platform',
    ...operated,
    reply: PlatformApp,
    example: { ...shown, reply: { ...example, source: 'operator' as const } },
  }),

  operatorPut: endpoint({
    id: 'operator.set_platform_app',
    route: 'PUT /v1/operator/platforms/{platform}/app',
    summary: 'Set the default app of a platform',
    description: 'Used by every workspace without its own app. It takes precedence over the one in the environment.',
    ...operated,
    body: PlatformAppRequest,
    reply: PlatformApp,
    errors: ['unsupported_by_platform'],
    example: { ...sent, reply: { ...example, source: 'operator' as const } },
  }),

  operatorDelete: endpoint({
    id: 'operator.remove_platform_app',
    route: 'DELETE /v1/operator/platforms/{platform}/app',
    summary: 'Remove the default app of a platform',
    description:
      'Accounts that signed in with it keep it. From now on, workspaces without their own app use the one in the environment, if any.',
    ...operated,
    reply: PlatformApp,
    example: removed,
  }),
}
