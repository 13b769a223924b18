import { implement } from '../../../../kit/declare/route.ts'
import { openPicture } from '../../accounts/picture.ts'
import { comments } from './contract.ts'
import { replyToComment } from './reply.ts'
import { getComment, listComments, moderateComment } from './service.ts'

export const commentRoutes = implement(comments, {
  list: ({ query, principal, db }) => listComments(db, principal, query),
  avatar: async ({ params, principal, ctx, db }) =>
    openPicture(ctx, principal.workspaceId, (await getComment(db, principal, params.id)).author['avatar_url']),
  get: ({ params, principal, db }) => getComment(db, principal, params.id),
  moderate: ({ params, body, principal, ctx }) => moderateComment(ctx, principal, params.id, body.action),
  reply: ({ params, body, principal, ctx, idempotencyKey }) =>
    replyToComment(ctx, principal, params.id, { body: body.body, idempotencyKey }),
})
