import { Type } from 'typebox'
import { echoId, IdParams, onePage } from '../../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../../../kit/declare/page.ts'
import { ReplyRequest } from '../../comments/contract.ts'
import { Review, reviewExample } from './review.ts'

export { Review }

const id = { params: IdParams }
const ofExample = { params: { id: reviewExample.id } }
const asks = ['not_found', 'wrong_state', 'unsupported_by_platform', 'upstream_error', 'upstream_timeout'] as const

export const reviews = {
  list: endpoint({
    id: 'reviews.list',
    route: 'GET /v1/reviews',
    summary: 'List reviews, newest first',
    access: 'read',
    scope: 'profile',
    query: Type.Object({ ...PageQuery, account_id: Type.Optional(Type.String({ maxLength: 64 })) }),
    reply: PageOf(Review, 'ReviewPage'),
    example: { reply: onePage(reviewExample) },
  }),

  get: endpoint({
    id: 'reviews.get',
    route: 'GET /v1/reviews/{id}',
    summary: 'Read one review',
    access: 'read',
    scope: 'profile',
    ...id,
    reply: Review,
    example: { ...ofExample, reply: reviewExample, echo: echoId },
  }),

  reply: endpoint({
    id: 'reviews.reply',
    route: 'PUT /v1/reviews/{id}/reply',
    summary: 'Reply to a review',
    description: 'A review has one reply: this sets it, or replaces it.',
    access: 'write',
    scope: 'profile',
    ...id,
    body: ReplyRequest,
    callsOut: true,
    reply: Review,
    errors: asks,
    example: {
      ...ofExample,
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
    summary: 'Take back the reply to a review',
    access: 'write',
    scope: 'profile',
    ...id,
    callsOut: true,
    reply: Review,
    errors: asks,
    example: { ...ofExample, reply: reviewExample, echo: echoId },
  }),
}
