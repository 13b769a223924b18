import type { Static } from 'typebox'
import { examplePages, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { PageQuery, PageSchema } from '../../../../kit/declare/page.ts'
import { DateTime, EmailAddress, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { EXAMPLE_TOKEN } from '../../../identity/links/contract.ts'
import { exampleMember, Member } from '../../../identity/members/contract/members.ts'
import { exampleUser, User } from '../../../identity/users/contract.ts'
import { WorkspaceName } from '../../../identity/workspaces/contract.ts'
import { exampleOrder, ORDER_STATUSES } from '../../payments/contract/order.ts'
import { AdminOrder, actorAndReason, exampleReason, workspace_id } from './admin-actions.ts'

export type AdminWorkspace = Static<typeof AdminWorkspace>
export const AdminWorkspace = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    members: Type.Integer({ minimum: 0 }),
    available: Type.Integer({ description: 'Credits that can be spent.' }),
    created_at: DateTime,
    closed_at: Nullable(DateTime),
  },
  { title: 'OperatorWorkspace' },
)

export type AdminUser = Static<typeof AdminUser>
const AdminUser = Type.Object(
  {
    ...User.properties,
    workspaces: Type.Integer({ minimum: 0, description: 'Number of workspaces that the user is a member of.' }),
    last_seen_at: Nullable(DateTime),
  },
  { title: 'OperatorUser' },
)

export type CreateWorkspaceRequest = Static<typeof CreateWorkspaceRequest>
const CreateWorkspaceRequest = Type.Object(
  { name: WorkspaceName, owner_email: EmailAddress, ...actorAndReason },
  { title: 'OperatorWorkspaceRequest', additionalProperties: false },
)

const CreatedWorkspace = Type.Object(
  {
    ...AdminWorkspace.properties,
    invitation_url: Nullable(
      Type.String({
        description: 'The link for the owner; null where this server sends mail, because it was mailed.',
      }),
    ),
  },
  { title: 'OperatorWorkspaceCreateResponse' },
)

export const exampleAdminWorkspace: AdminWorkspace = {
  id: workspace_id,
  name: 'Example workspace',
  members: 3,
  available: 50,
  created_at: '2026-01-15T09:30:00.000Z',
  closed_at: null,
}
const exampleAdminUser: AdminUser = { ...exampleUser, workspaces: 1, last_seen_at: '2026-01-15T09:30:00.000Z' }
const access = 'operator'

export const operatorPeople = {
  workspaces: endpoint({
    id: 'operator.workspaces',
    route: 'GET /v1/operator/workspaces',
    summary: 'List all workspaces, newest first',
    access,
    query: Type.Object(PageQuery),
    reply: PageSchema(AdminWorkspace, 'OperatorWorkspacePage'),
    example: examplePages(exampleAdminWorkspace),
  }),

  create_workspace: endpoint({
    id: 'operator.create_workspace',
    route: 'POST /v1/operator/workspaces',
    summary: 'Open a workspace for someone, with its free credits, and invite its owner',
    access,
    body: CreateWorkspaceRequest,
    status: 201,
    location: '/v1/operator/workspaces',
    reply: CreatedWorkspace,
    showsSecret: true,
    example: {
      body: { name: exampleAdminWorkspace.name, owner_email: exampleUser.email, ...exampleReason },
      reply: {
        ...exampleAdminWorkspace,
        members: 0,
        invitation_url: `http://localhost:8080/invitation#${EXAMPLE_TOKEN}`,
      },
    },
  }),

  restore_owner: endpoint({
    id: 'operator.restore_owner',
    route: 'POST /v1/operator/workspaces/{id}/restore-owner',
    summary: 'Restore a former owner of a workspace',
    description:
      'For an owner who was removed, left or got a lower role. All owners are notified by mail. Keys and links that ended then stay ended. 404 if the user was never an owner of the workspace, 409 if they are one now.',
    access,
    params: IdParams,
    body: Type.Object(
      { user_id: Type.String({ maxLength: 64 }), ...actorAndReason },
      { title: 'OperatorRestoreOwnerRequest', additionalProperties: false },
    ),
    reply: Member,
    errors: ['wrong_state'],
    example: {
      params: { id: workspace_id },
      body: { user_id: exampleMember.id, ...exampleReason },
      reply: { ...exampleMember, role: 'owner' },
    },
  }),

  users: endpoint({
    id: 'operator.users',
    route: 'GET /v1/operator/users',
    summary: 'List all users, newest first',
    access,
    query: Type.Object(PageQuery),
    reply: PageSchema(AdminUser, 'OperatorUserPage'),
    example: examplePages(exampleAdminUser),
  }),

  update_user: endpoint({
    id: 'operator.update_user',
    route: 'PATCH /v1/operator/users/{id}',
    summary: 'Grant or remove operator rights',
    access,
    params: IdParams,
    body: Type.Object(
      { is_operator: Type.Boolean(), ...actorAndReason },
      { title: 'OperatorUserRequest', additionalProperties: false },
    ),
    reply: User,
    example: { params: { id: exampleUser.id }, body: { is_operator: false, ...exampleReason }, reply: exampleUser },
  }),

  reset_link: endpoint({
    id: 'operator.reset_link',
    route: 'POST /v1/operator/users/{id}/reset-link',
    summary: 'Create a password reset link for a user',
    description: 'The link works once, within an hour. Give it to the user in person: anyone who has it can sign in.',
    access,
    params: IdParams,
    body: Type.Object(actorAndReason, { title: 'OperatorResetLinkRequest', additionalProperties: false }),
    reply: Type.Object({ url: Type.String() }, { title: 'OperatorResetLink' }),
    showsSecret: true,
    example: {
      params: { id: exampleUser.id },
      body: { ...exampleReason, reason: 'Asked by phone' },
      reply: { url: `http://localhost:8080/link#${EXAMPLE_TOKEN}` },
    },
  }),

  orders: endpoint({
    id: 'operator.orders',
    route: 'GET /v1/operator/orders',
    summary: 'List the orders of all workspaces, newest first',
    access,
    query: Type.Object({ ...PageQuery, status: Type.Optional(StringEnum(ORDER_STATUSES)) }),
    reply: PageSchema(AdminOrder, 'OperatorOrderPage'),
    example: examplePages({ workspace_id, ...exampleOrder }),
  }),
}
