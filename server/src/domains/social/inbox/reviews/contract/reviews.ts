import type { Static } from 'typebox'
import { declareList, echoId, exampleById, IdParams } from '../../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../../kit/declare/endpoint.ts'
import { PageQuery } from '../../../../../kit/declare/page.ts'
import { Type } from '../../../../../kit/declare/type.ts'
import { buildPictureEndpoint } from '../../../accounts/contract/picture.ts'
import { PLATFORM_CALL_ERRORS, ReplyRequest } from '../../contract.ts'
import { Review, reviewExample } from './review.ts'

const read = { access: 'read', scope: 'profile' } as const
/** Common fields of endpoints that act on one review on its platform. */
const act = {
  access: 'write',
  scope: 'profile',
  params: IdParams,
  callsOut: true,
  reply: Review,
  errors: PLATFORM_CALL_ERRORS,
} as const

export type ReviewQuery = Static<typeof ReviewQuery>
const ReviewQuery = Type.Object({
  ...PageQuery,
  account_id: Type.Optional(Type.String({ maxLength: 64 })),
  unanswered: Type.Optional(Type.Boolean({ description: 'True for reviews without a reply, false for the others.' })),
  rating: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10, description: 'Reviews with this many stars; 4.5 counts as 4.' }),
  ),
})

export const reviews = {
  list: endpoint({
    id: 'reviews.list',
    route: 'GET /v1/reviews',
    summary: 'List reviews, newest first',
    tool: { name: 'inbox_list', when: 'reviews' },
    ...read,
    ...declareList(Review, 'ReviewPage', reviewExample),
    query: ReviewQuery,
  }),

  get: endpoint({
    id: 'reviews.get',
    route: 'GET /v1/reviews/{id}',
    summary: 'Read one review',
    tool: { name: 'inbox_thread', when: 'rev' },
    ...read,
    params: IdParams,
    reply: Review,
    example: exampleById(reviewExample),
  }),

  avatar: endpoint({
    id: 'reviews.avatar',
    route: 'GET /v1/reviews/{id}/avatar',
    summary: 'Download the author picture of a review',
    ...buildPictureEndpoint(reviewExample.id),
  }),

  reply: endpoint({
    id: 'reviews.reply',
    route: 'PUT /v1/reviews/{id}/reply',
    summary: 'Reply to a review',
    tool: { name: 'inbox_reply', when: 'rev', isDestructive: true },
    description: 'A review has one reply: this sets or replaces it.',
    ...act,
    body: ReplyRequest,
    example: {
      params: { id: reviewExample.id },
      body: { body: 'Thank you.' },
      reply: { ...reviewExample, reply: { body: 'Thank you.', created_at: reviewExample.created_at } },
      echo: ({ params, body }, reply) => ({
        ...echoId({ params }, reply),
        reply: { body: body.body, created_at: reviewExample.created_at },
      }),
    },
  }),

  deleteReply: endpoint({
    id: 'reviews.delete_reply',
    route: 'DELETE /v1/reviews/{id}/reply',
    summary: 'Delete the reply to a review',
    ...act,
    example: exampleById(reviewExample),
  }),
}
