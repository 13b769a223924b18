import type { Static } from 'typebox'
import { declareList, exampleById, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { DateTime, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { ApiKey, exampleKey } from '../keys/contract.ts'

const PERMISSIONS = ['read', 'read_write'] as const

const name = {
  request: Type.Optional(
    Type.String({ maxLength: 8192, description: 'The request of an app, from the URL of the page `/authorize`.' }),
  ),
  user_code: Type.Optional(Type.String({ maxLength: 32, description: 'The code that a device shows.' })),
}

export type OauthRequestName = Static<typeof OauthRequestName>
const OauthRequestName = Type.Object(name, { title: 'OauthRequestName', additionalProperties: false })

export type OauthRequest = Static<typeof OauthRequest>
const OauthRequest = Type.Object(
  {
    name: Type.String({ description: 'The name that the app gives itself. It is not verified.' }),
    host: Nullable(Type.String({ description: 'The host that the user returns to; null for a device.' })),
    is_local: Type.Boolean({ description: 'True when the user returns to a program on their own machine.' }),
    audience: StringEnum(['api', 'mcp'], { description: '`mcp` for the tools of /mcp, `api` for the whole API.' }),
    permission: StringEnum(PERMISSIONS, { description: 'The permission that it asks for.' }),
    network: Nullable(Type.String({ description: 'The network address of the device; null for an app.' })),
    requested_at: Nullable(DateTime),
  },
  { title: 'OauthRequest' },
)

export type OauthPermission = Static<typeof OauthPermission>
const OauthPermission = Type.Object(
  {
    ...name,
    permission: StringEnum(PERMISSIONS),
    profile_ids: Type.Array(Type.String({ maxLength: 64 }), {
      default: [],
      maxItems: 100,
      description: 'The profiles that it is limited to; empty for the whole workspace.',
    }),
    monthly_budget: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Credits that it may spend in a calendar month (UTC). With permission `read` it spends none.',
    }),
  },
  { title: 'OauthPermission', additionalProperties: false },
)

export type OauthDecision = Static<typeof OauthDecision>
const OauthDecision = Type.Object(
  {
    redirect_url: Nullable(
      Type.String({ description: 'The address of the app that the browser continues at; null for a device.' }),
    ),
  },
  { title: 'OauthDecision' },
)

function checkName({ body }: { body: OauthRequestName }): Violation[] {
  const isOne = (body.request === undefined) !== (body.user_code === undefined)
  return isOne ? [] : [invalidValue(['body'], 'send either request or user_code')]
}

const exampleName = { request: 'example' }
const ofUser = { access: 'user', errors: ['not_found'], check: checkName } as const

export const oauthRequests = {
  read: endpoint({
    id: 'oauth_requests.read',
    route: 'POST /v1/oauth-requests:read',
    summary: 'Read which app or device asks for access',
    description: 'After several wrong codes of devices, a user has to wait before the next attempt.',
    ...ofUser,
    body: OauthRequestName,
    reply: OauthRequest,
    example: {
      body: exampleName,
      reply: {
        name: 'Example app',
        host: 'app.example.com',
        is_local: false,
        audience: 'mcp',
        permission: 'read_write',
        network: null,
        requested_at: null,
      },
    },
  }),

  allow: endpoint({
    id: 'oauth_requests.allow',
    route: 'POST /v1/oauth-requests:allow',
    summary: 'Give an app or a device access to the workspace',
    description:
      "Creates an API key without a secret that acts for the user, with at most the user's own rights. The tokens of the app lead to this key, and end when it is revoked. The browser continues at `redirect_url`, with a code that works once, for a minute.",
    ...ofUser,
    role: 'viewer',
    scope: 'profile',
    needsSudo: true,
    body: OauthPermission,
    reply: OauthDecision,
    showsSecret: true,
    errors: ['not_found', 'not_a_member', 'out_of_scope', 'role_required', 'wrong_state'],
    example: {
      body: { ...exampleName, permission: 'read_write', monthly_budget: 100 },
      reply: { redirect_url: 'https://app.example.com/callback?code=example&state=example' },
    },
  }),

  deny: endpoint({
    id: 'oauth_requests.deny',
    route: 'POST /v1/oauth-requests:deny',
    summary: 'Deny an app or a device access',
    ...ofUser,
    body: OauthRequestName,
    reply: OauthDecision,
    showsSecret: true,
    example: {
      body: exampleName,
      reply: { redirect_url: 'https://app.example.com/callback?error=access_denied&state=example' },
    },
  }),
}

const exampleApp: ApiKey = {
  ...exampleKey,
  name: 'Example app',
  key_prefix: '',
  mode: 'live',
  app: { name: 'Example app', host: 'app.example.com', audience: 'mcp' },
  monthly_budget: 100,
}
const ofMember = { access: 'user', role: 'viewer', scope: 'profile' } as const

export const connectedApps = {
  list: endpoint({
    id: 'connected_apps.list',
    route: 'GET /v1/connected-apps',
    summary: 'List the apps that you connected to the workspace, newest first',
    description: 'Only those that still have access. Owners and members see the apps of all users with the API keys.',
    ...ofMember,
    ...declareList(ApiKey, 'ConnectedAppPage', exampleApp),
  }),

  disconnect: endpoint({
    id: 'connected_apps.disconnect',
    route: 'DELETE /v1/connected-apps/{id}',
    summary: 'End the access of an app that you connected, at once and everywhere',
    ...ofMember,
    params: IdParams,
    reply: ApiKey,
    example: exampleById({ ...exampleApp, revoked_at: '2026-01-16T10:00:00.000Z' }),
  }),
}
