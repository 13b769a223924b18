import type { Static } from 'typebox'
import { declareList, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { DateTime, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { exampleWorkspace, ROLES, UserWorkspace } from '../workspaces/contract.ts'

/** Maximum number of keys and members shown of one workspace. */
export const SHOWN_MAX = 100
/** Parts of a workspace that the person may keep when they take it over. */
export const KEPT = ['api_keys', 'members', 'webhooks', 'apps'] as const

export type QuarantinedWorkspace = Static<typeof QuarantinedWorkspace>
const QuarantinedWorkspace = Type.Object(
  {
    workspace_id: Type.String(),
    workspace_name: Type.String(),
    role: StringEnum(ROLES, { description: 'The role that the account had.' }),
    is_frozen: Type.Boolean({
      description:
        'True when the account owned the workspace: its keys, members and links are refused until you decide. False when others own it: only the membership and the keys created under it wait.',
    }),
    api_keys: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Nullable(Type.String()),
        key_prefix: Type.String(),
        created_at: DateTime,
        last_used_at: Nullable(DateTime),
      }),
      { description: `At most ${SHOWN_MAX}, newest first.` },
    ),
    members: Type.Array(Type.Object({ email: Type.String(), role: StringEnum(ROLES) }), {
      description: `Other members, at most ${SHOWN_MAX}. Empty for a workspace that others own.`,
    }),
    accounts: Type.Integer({ minimum: 0, description: 'Connected accounts.' }),
    scheduled_posts: Type.Integer({ minimum: 0 }),
    webhooks: Type.Integer({ minimum: 0, description: 'Active webhook endpoints.' }),
    apps: Type.Array(Type.String(), { description: 'Platforms for which the workspace configured its own app.' }),
    quarantined_at: DateTime,
  },
  { title: 'QuarantinedWorkspace' },
)

export type TakeOverRequest = Static<typeof TakeOverRequest>
const TakeOverRequest = Type.Object(
  {
    keep: Type.Array(StringEnum(KEPT), {
      maxItems: KEPT.length,
      default: [],
      description: 'Access that keeps working. All other earlier access ends, because a stranger may have created it.',
    }),
  },
  { title: 'TakeOverRequest', additionalProperties: false },
)

const example: QuarantinedWorkspace = {
  workspace_id: exampleWorkspace.id,
  workspace_name: exampleWorkspace.name,
  role: 'owner',
  is_frozen: true,
  api_keys: [
    {
      id: 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
      name: 'Example key',
      key_prefix: 'qk_live_EXAMPLE0',
      created_at: '2026-01-15T09:30:00.000Z',
      last_used_at: null,
    },
  ],
  members: [{ email: 'grace@example.com', role: 'owner' }],
  accounts: 0,
  scheduled_posts: 0,
  webhooks: 1,
  apps: [],
  quarantined_at: '2026-01-15T09:30:00.000Z',
}
const params = { id: exampleWorkspace.id }
const decision = { access: 'user', needsSudo: true, params: IdParams, errors: ['not_found'] } as const

export const quarantine = {
  list: endpoint({
    id: 'quarantine.list',
    route: 'GET /v1/quarantine',
    summary: 'List workspaces created under your email address before you verified it',
    description:
      'Someone else may have signed up with your address. The workspaces of that account are neither yours nor usable until you take them over or discard them.',
    access: 'user',
    ...declareList(QuarantinedWorkspace, 'QuarantinedWorkspacePage', example),
  }),

  take_over: endpoint({
    id: 'quarantine.take_over',
    route: 'POST /v1/quarantine/{id}/take-over',
    summary: 'Take over a workspace that was created under your address',
    description:
      'You get the role that the account had. API keys, other members, webhooks and apps end unless `keep` names them; portal links and open invitations always end.',
    ...decision,
    body: TakeOverRequest,
    reply: UserWorkspace,
    example: { params, body: { keep: ['api_keys'] }, reply: exampleWorkspace },
  }),

  discard: endpoint({
    id: 'quarantine.discard',
    route: 'POST /v1/quarantine/{id}/discard',
    summary: 'Discard a workspace that was created under your address',
    description:
      'A workspace that the account owned stays closed, and everything running in it ends. In a workspace of others the membership ends, and the keys created under it stay revoked.',
    ...decision,
    reply: Type.Object({ status: StringEnum(['discarded']) }, { title: 'DiscardResult' }),
    example: { params, reply: { status: 'discarded' } },
  }),
}
