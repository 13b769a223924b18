import { implement } from '../../../kit/declare/route.ts'
import { sandbox } from './contract.ts'
import * as service from './service.ts'

export const sandboxRoutes = implement(sandbox, {
  authorize: ({ query, ctx }) => service.signIn(ctx, query),
  createFault: ({ body, principal, ctx, db }) => service.createFault(ctx, db, principal.workspaceId, body),
  listFaults: ({ query, principal, ctx, db }) => service.listFaults(ctx, db, principal.workspaceId, query),
  deleteFault: ({ params, principal, ctx, db }) => service.deleteFault(ctx, db, principal.workspaceId, params.id),
  listPosts: ({ query, principal, ctx, db }) => service.listPosts(ctx, db, principal.workspaceId, query),
  comment: ({ body, principal, ctx, db }) => service.comment(ctx, db, principal.workspaceId, body),
  message: ({ body, principal, ctx, db }) => service.message(ctx, db, principal.workspaceId, body),
  review: ({ body, principal, ctx, db }) => service.review(ctx, db, principal.workspaceId, body),
  messageStatus: ({ body, principal, ctx, db }) => service.messageStatus(ctx, db, principal.workspaceId, body),
  templateStatus: ({ body, principal, ctx, db }) => service.templateStatus(ctx, db, principal.workspaceId, body),
})
