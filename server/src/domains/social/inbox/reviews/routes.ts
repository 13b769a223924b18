import { implement } from '../../../../kit/declare/route.ts'
import { reviews } from './contract/reviews.ts'
import { deleteReviewReply, getReview, listReviews, replyToReview } from './service.ts'

export const reviewRoutes = implement(reviews, {
  list: ({ query, principal, db }) => listReviews(db, principal, query),
  get: ({ params, principal, db }) => getReview(db, principal, params.id),
  reply: ({ params, body, principal, ctx }) => replyToReview(ctx, principal, params.id, body.body),
  deleteReply: ({ params, principal, ctx }) => deleteReviewReply(ctx, principal, params.id),
})
