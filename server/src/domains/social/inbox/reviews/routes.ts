import { implement } from '../../../../kit/declare/route.ts'
import { openPicture } from '../../accounts/picture.ts'
import { reviews } from './contract/reviews.ts'
import { deleteReviewReply, getReview, listReviews, replyToReview } from './service.ts'

export const reviewRoutes = implement(reviews, {
  list: ({ query, principal, db }) => listReviews(db, principal, query),
  avatar: async ({ params, principal, ctx, db }) =>
    openPicture(ctx, principal.workspaceId, (await getReview(db, principal, params.id)).author['avatar_url']),
  get: ({ params, principal, db }) => getReview(db, principal, params.id),
  reply: ({ params, body, principal, ctx }) => replyToReview(ctx, principal, params.id, body.body),
  deleteReply: ({ params, principal, ctx }) => deleteReviewReply(ctx, principal, params.id),
})
