import { implement } from '../../../kit/declare/route.ts'
import { workspaces } from './contract.ts'
import { getUserWorkspace, listWorkspacePage, renameWorkspace } from './service.ts'

export const workspaceRoutes = implement(workspaces, {
  list: ({ query, principal, db }) => listWorkspacePage(db, principal.keyId, query),
  get: ({ params, principal, db }) => getUserWorkspace(db, principal.keyId, params.id),
  update: ({ params, body, principal, ctx, db }) => renameWorkspace(ctx, db, principal, params.id, body),
})
