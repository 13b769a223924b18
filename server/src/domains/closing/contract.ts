import type { Static } from 'typebox'
import { IdParams } from '../../kit/declare/by-id.ts'
import { endpoint } from '../../kit/declare/endpoint.ts'
import { DateTime } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { job } from '../../queue/job.ts'
import { actorAndReason, exampleReason } from '../billing/operator/contract/admin-actions.ts'
import { AdminWorkspace, exampleAdminWorkspace } from '../billing/operator/contract/people.ts'
import { exampleWorkspace, REOPEN_DAYS, UserWorkspace } from '../identity/workspaces/contract.ts'

/** Maximum of each count, so that a large workspace costs no more than a small one. */
export const COUNT_MAX = 1000

const Count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: COUNT_MAX, description: `${description} Counted up to ${COUNT_MAX}.` })

export type Closing = Static<typeof Closing>
const Closing = Type.Object(
  {
    name: Type.String({ description: 'The value that `confirm` must have.' }),
    credits: Type.Object(
      { available: Type.Integer({ minimum: 0 }), held: Type.Integer({ minimum: 0 }) },
      { description: 'Credits stay in the ledger, but cannot be spent while the workspace is closed.' },
    ),
    members: Count('People who lose access.'),
    api_keys: Count('Keys that stop working.'),
    accounts: Count('Accounts that are disconnected and must be connected again after reopening.'),
    scheduled_posts: Count('Posts that are canceled. Drafts remain.'),
    running_jobs: Count('Data jobs that are canceled; their held credits are released.'),
    webhooks: Count('Webhook endpoints that are disabled.'),
    has_subscription: Type.Boolean({ description: 'A subscription ends with the paid period.' }),
    has_auto_topup: Type.Boolean({ description: 'Auto top-up is removed.' }),
    reopen_until: Type.String({
      format: 'date-time',
      description: `Until when the operator could reopen it if it were closed now: ${REOPEN_DAYS} days.`,
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
  'Its keys and members are refused with `workspace_closed` from the next request on. Within moments, in the background, its scheduled posts and running jobs are canceled, its webhooks disabled and its accounts disconnected.'

export const closing = {
  preview: endpoint({
    id: 'workspaces.closing',
    route: 'GET /v1/workspaces/{id}/closing',
    summary: 'Preview what closing a workspace would end',
    description: 'It must be the workspace in `X-Quoin-Workspace`.',
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
    description: `It must be the workspace in \`X-Quoin-Workspace\`, and \`confirm\` must be its name. ${WHAT_HAPPENS} The operator of the server can reopen it for ${REOPEN_DAYS} days.`,
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
    summary: 'Reopen a closed workspace',
    description: `Possible within ${REOPEN_DAYS} days. Its keys and members work again, and its credits can be spent. Everything that closing ended stays ended: people must reconnect their accounts, and webhooks must be enabled again.`,
    access: 'operator',
    params: IdParams,
    body: OperatorRequest,
    reply: AdminWorkspace,
    errors: ['wrong_state'],
    example: { params, body: exampleReason, reply: exampleAdminWorkspace },
  }),
}

/** Ends everything that runs in a closed workspace. `closed_at` identifies the closing. */
export const finishClosingJob = job({
  id: 'workspaces.finish_closing',
  payload: Type.Object({ closed_at: DateTime }),
  // A subscription must not keep running because a payment provider is down for a day.
  attempts: 60,
})
