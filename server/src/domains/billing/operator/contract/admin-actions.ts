import type { Static } from 'typebox'
import { IdParams, onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { PageQuery, PageSchema } from '../../../../kit/declare/page.ts'
import { DateTime, Name, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { AuditEntry } from '../../../identity/audit/contract.ts'
import { GRANT_KINDS } from '../../credits/contract/credits.ts'
import { exampleOrder, Order } from '../../payments/contract/order.ts'

const WorkspaceId = Type.String({ minLength: 1, maxLength: 64 })
/** Required in every change and shown in the audit log. For a session, the server fills in the actor. */
export const actorAndReason = {
  actor: Type.Optional(
    Name({
      maxLength: 255,
      description:
        "The person or program that makes the change. Required with the operator's token; with a session it is always the user's email address.",
    }),
  ),
  reason: Type.String({ minLength: 1, maxLength: 1000, description: 'The reason, shown in the audit log.' }),
}
const amount = { minimum: 1, maximum: 1_000_000_000 }

export type GrantRequest = Static<typeof GrantRequest> & { actor: string }
const GrantRequest = Type.Object(
  {
    workspace_id: WorkspaceId,
    credits: Type.Integer(amount),
    expires_at: Type.Optional(Nullable(DateTime)),
    ...actorAndReason,
  },
  { title: 'OperatorGrantRequest', additionalProperties: false },
)

const ApproveRequest = Type.Object(actorAndReason, { title: 'OperatorApproveRequest', additionalProperties: false })

export type RefundRequest = Static<typeof RefundRequest> & { actor: string }
const RefundRequest = Type.Object(
  {
    workspace_id: WorkspaceId,
    credits: Type.Optional(Type.Integer({ ...amount, description: 'Defaults to the whole amount.' })),
    ...actorAndReason,
  },
  { title: 'OperatorRefundRequest', additionalProperties: false },
)

export type Grant = Static<typeof Grant>
const Grant = Type.Object(
  {
    id: Type.String(),
    workspace_id: Type.String(),
    kind: StringEnum(GRANT_KINDS),
    credits: Type.Integer({ minimum: 0 }),
    remaining: Type.Integer({ minimum: 0 }),
    expires_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { title: 'OperatorGrant' },
)

const at = '2026-01-15T09:30:00.000Z'
export const workspace_id = 'ws_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'
export const exampleReason = { actor: 'operator@example.com', reason: 'Paid by bank transfer' }
const exampleGrant: Grant = {
  id: 'grt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  workspace_id,
  kind: 'manual',
  credits: 100,
  remaining: 100,
  expires_at: null,
  created_at: at,
}
const exampleEntry: AuditEntry = {
  id: 'aud_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  workspace_id,
  ...exampleReason,
  action: 'credits.grant',
  detail: { grant_id: exampleGrant.id, credits: 100 },
  created_at: at,
}
export const AdminOrder = Type.Object({ workspace_id: Type.String(), ...Order.properties }, { title: 'OperatorOrder' })

export const operator = {
  grant: endpoint({
    id: 'operator.grant',
    route: 'POST /v1/operator/grants',
    summary: 'Grant credits to a workspace',
    access: 'operator',
    special: { needsIdempotencyKey: true },
    body: GrantRequest,
    status: 201,
    location: '/v1/operator/audit?workspace_id={workspace_id}',
    reply: Grant,
    errors: ['not_found'],
    example: { body: { workspace_id, credits: 100, ...exampleReason }, reply: exampleGrant },
  }),

  approve: endpoint({
    id: 'operator.approve',
    route: 'POST /v1/operator/orders/{id}/approve',
    summary: 'Approve a manual order as paid',
    description: 'Grants its credits in the same transaction, and only once.',
    access: 'operator',
    params: IdParams,
    body: ApproveRequest,
    reply: AdminOrder,
    errors: ['wrong_state'],
    example: {
      params: { id: exampleOrder.id },
      body: exampleReason,
      reply: { workspace_id, ...exampleOrder, status: 'paid', instructions: null, paid_at: at },
    },
  }),

  refund: endpoint({
    id: 'operator.refund',
    route: 'POST /v1/operator/charges/{hold_id}/refund',
    summary: 'Refund a call',
    description:
      'Adds a `refund` grant that names the call. A call can be refunded once. Its receipt (`GET /v1/requests/{request_id}`) has the `hold_id`.',
    access: 'operator',
    params: Type.Object({ hold_id: Type.String({ maxLength: 64 }) }),
    body: RefundRequest,
    reply: Grant,
    errors: ['wrong_state'],
    example: {
      params: { hold_id: 'hold_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB' },
      body: { workspace_id, ...exampleReason, reason: 'The address bounced' },
      reply: { ...exampleGrant, kind: 'refund', credits: 5, remaining: 5 },
    },
  }),

  audit: endpoint({
    id: 'operator.audit',
    route: 'GET /v1/operator/audit',
    summary: 'List operator actions, newest first',
    access: 'operator',
    query: Type.Object({ ...PageQuery, workspace_id: Type.Optional(WorkspaceId) }),
    reply: PageSchema(AuditEntry, 'AuditPage'),
    example: { reply: onePage(exampleEntry) },
  }),
}
