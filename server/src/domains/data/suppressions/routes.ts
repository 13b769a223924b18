import { implement } from '../../../kit/declare/route.ts'
import { selectDirectoryDb } from '../../../sources/directory/open-directory.ts'
import { suppressions } from './contract.ts'
import { createSuppressions } from './create-many.ts'
import { createSuppression, deleteSuppression, listWorkspaceSuppressions } from './service.ts'

export const suppressionRoutes = implement(suppressions, {
  create: ({ body, principal, ctx, db }) =>
    createSuppression(ctx, selectDirectoryDb(ctx, db), principal.workspaceId, body),
  createMany: ({ body, principal, ctx, db }) =>
    createSuppressions(ctx, selectDirectoryDb(ctx, db), principal.workspaceId, body),
  list: ({ query, principal, ctx }) => listWorkspaceSuppressions(ctx.directory, principal.workspaceId, query),
  delete: ({ params, principal, ctx, db }) =>
    deleteSuppression(ctx, selectDirectoryDb(ctx, db), principal.workspaceId, params.id),
})
