import type { Static } from 'typebox'
import { IdParams } from '../../kit/declare/by-id.ts'
import { endpoint } from '../../kit/declare/endpoint.ts'
import { DateTime } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { job } from '../../queue/job.ts'
import { actorAndReason, exampleReason } from '../billing/operator/contract/admin-actions.ts'
import { AdminWorkspace, exampleAdminWorkspace } from '../billing/operator/contract/people.ts'
import { exampleWorkspace, REOPEN_DAYS, UserWorkspace } from '../identity/workspaces/contract.ts'

/** Counts stop here, so that a large workspace costs no more than a small one. */
export const COUNT_MAX = 1000

const Count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: COUNT_MAX, description: `${description} Counted up to ${COUNT_MAX}.` })

export type Closing = Static<typeof Closing>
const Closing = Type.Object(
  {
    name: Type.String({ description: 'What `confirm` must say.' }),
    credits: Type.Object(
      { available: Type.Integer({ minimum: 0 }), held: Type.Integer({ minimum: 0 }) },
      { description: 'They stay in the ledger, and cannot be spent while the workspace is closed.' },
    ),
    members: Count('People who can no longer enter.'),
    api_keys: Count('Keys that stop working.'),
    accounts: Count('Accounts that are disconnected, and have to be connected again after a reopening.'),
    scheduled_posts: Count('Posts that are cancelled. Drafts stay.'),
    running_jobs: Count('Data jobs that are cancelled; what they hold is released.'),
    webhooks: Count('Webhook endpoints that are disabled.'),
    has_subscription: Type.Boolean({ description: 'A subscription ends with the period that is paid.' }),
    has_auto_topup: Type.Boolean({ description: 'The automatic top-up is removed.' }),
    reopen_until: Type.String({
      format: 'date-time',
      description: `Until when the operator could reopen it if it closed now: ${REOPEN_DAYS} days.`,
    }),
  },
  { title: 'WorkspaceClosing' },
)

const exampleClosing: Closing = {
  name: exampleWorkspace.name,
  credits: { available: 45, held: 0 },
  members: 3,
  api_keys: 2,
  accounts: 4,
  scheduled_posts: 6,
  running_jobs: 1,
  webhooks: 1,
  has_subscription: false,
  has_auto_topup: false,
  reopen_until: '2026-02-14T09:30:00.000Z',
}
const closed_at = '2026-01-15T09:30:00.000Z'
const params = { id: exampleWorkspace.id }
const OperatorRequest = Type.Object(actorAndReason, {
  title: 'OperatorClosingRequest',
  additionalProperties: false,
})
const WHAT_HAPPENS =
  'From the next request on its keys and members are refused with `workspace_closed`. Its scheduled posts and running jobs are cancelled, its webhooks disabled and its accounts disconnected within moments, in the background.'

export const closing = {
  preview: endpoint({
    id: 'workspaces.closing',
    route: 'GET /v1/workspaces/{id}/closing',
    summary: 'Read what closing a workspace would end, without closing it',
    description: 'It must be the workspace of `X-Quoin-Workspace`.',
    access: 'user',
    role: 'owner',
    params: IdParams,
    reply: Closing,
    example: { params, reply: exampleClosing },
  }),

  close: endpoint({
    id: 'workspaces.close',
    route: 'POST /v1/workspaces/{id}/close',
    summary: 'Close a workspace',
    description: `It must be the workspace of \`X-Quoin-Workspace\`, and \`confirm\` its name. ${WHAT_HAPPENS} For ${REOPEN_DAYS} days the operator of the server can reopen it.`,
    access: 'user',
    role: 'owner',
    needsSudo: true,
    params: IdParams,
    body: Type.Object(
      { confirm: Type.String({ maxLength: 255, description: 'The name of the workspace.' }) },
      { title: 'CloseWorkspaceRequest', additionalProperties: false },
    ),
    reply: UserWorkspace,
    errors: ['wrong_state'],
    example: {
      params,
      body: { confirm: exampleWorkspace.name },
      reply: { ...exampleWorkspace, closed_at },
    },
  }),

  operatorClose: endpoint({
    id: 'operator.close_workspace',
    route: 'POST /v1/operator/workspaces/{id}/close',
    summary: 'Close a workspace',
    description: WHAT_HAPPENS,
    access: 'operator',
    params: IdParams,
    body: OperatorRequest,
    reply: AdminWorkspace,
    errors: ['wrong_state'],
    example: { params, body: exampleReason, reply: { ...exampleAdminWorkspace, closed_at } },
  }),

  operatorReopen: endpoint({
    id: 'operator.reopen_workspace',
    route: 'POST /v1/operator/workspaces/{id}/reopen',
    summary: 'Reopen a workspace that was closed',
    description: `Within ${REOPEN_DAYS} days. Its keys and members work again, and its credits can be spent. What closing ended stays ended: accounts are connected again by their people, webhooks enabled by hand.`,
    access: 'operator',
    params: IdParams,
    body: OperatorRequest,
    reply: AdminWorkspace,
    errors: ['wrong_state'],
    example: { params, body: exampleReason, reply: exampleAdminWorkspace },
  }),
}

/** Ends what a closed workspace has running. `closed_at` tells one closing from the next. */
export const finishClosingJob = job({
  id: 'workspaces.finish_closing',
  payload: Type.Object({ closed_at: DateTime }),
  // A payment provider that is down for a day must not leave a subscription running.
  attempts: 60,
})
