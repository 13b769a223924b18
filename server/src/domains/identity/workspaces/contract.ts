import type { Static } from 'typebox'
import type { Role } from '../../../kit/context.ts'
import { declareList, exampleById, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { DateTime, Name, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'

/** Ordered from least to most powerful. */
export const ROLES: readonly Role[] = ['viewer', 'member', 'owner']

/** Days that a closed workspace keeps its members and can be reopened. */
export const REOPEN_DAYS = 30

export const WorkspaceName = Name({ maxLength: 255 })

export type UserWorkspace = Static<typeof UserWorkspace>
export const UserWorkspace = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    role: StringEnum(ROLES, { description: 'Your role in it.' }),
    profile_ids: Nullable(
      Type.Array(Type.String(), { description: 'The profiles that you can access; null for the whole workspace.' }),
    ),
    created_at: DateTime,
    closed_at: Nullable(DateTime),
  },
  { title: 'UserWorkspace' },
)

export const exampleWorkspace: UserWorkspace = {
  id: 'ws_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  name: 'Example workspace',
  role: 'owner',
  profile_ids: null,
  created_at: '2026-01-15T09:30:00.000Z',
  closed_at: null,
}

export const WorkspaceRequest = Type.Object(
  { name: WorkspaceName },
  { title: 'WorkspaceRequest', additionalProperties: false },
)

export const workspaces = {
  list: endpoint({
    id: 'workspaces.list',
    route: 'GET /v1/workspaces',
    summary: 'List your workspaces, by name',
    access: 'user',
    ...declareList(UserWorkspace, 'UserWorkspacePage', exampleWorkspace),
  }),

  get: endpoint({
    id: 'workspaces.get',
    route: 'GET /v1/workspaces/{id}',
    summary: 'Read one of your workspaces',
    access: 'user',
    params: IdParams,
    reply: UserWorkspace,
    example: exampleById(exampleWorkspace),
  }),

  update: endpoint({
    id: 'workspaces.update',
    route: 'PATCH /v1/workspaces/{id}',
    summary: 'Rename a workspace',
    description: 'It must be the workspace in `X-Quoin-Workspace`.',
    access: 'user',
    role: 'owner',
    needsSudo: true,
    params: IdParams,
    body: WorkspaceRequest,
    reply: UserWorkspace,
    example: { params: { id: exampleWorkspace.id }, body: { name: exampleWorkspace.name }, reply: exampleWorkspace },
  }),
}
