import { Type } from 'typebox'
import { endpoint } from '../../../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../../../kit/declare/page.ts'
import { ReplyRequest } from '../../comments/contract.ts'
import { Review, reviewExample } from './review.ts'

export { Review }

const id = { params: Type.Object({ id: Type.String({ maxLength: 64 }) }) }
const ofExample = { params: { id: reviewExample.id } }
const asks = ['not_found', 'wrong_state', 'unsupported_by_platform', 'upstream_error', 'upstream_timeout'] as const
const withId = (known: string, reply: Review) => ({ ...reply, id: known })

export const reviews = {
  list: endpoint({
    id: 'reviews.list',
    method: 'GET',
    path: '/v1/reviews',
    summary: 'List reviews, newest first',
    access: 'read',
    scope: 'profile',
    query: Type.Object({ ...PageQuery, account_id: Type.Optional(Type.String({ maxLength: 64 })) }),
    status: 200,
    reply: PageOf(Review, 'ReviewPage'),
    errors: [],
    price: 'free',
    example: { reply: { data: [reviewExample], has_more: false, next_cursor: null } },
  }),

  get: endpoint({
    id: 'reviews.get',
    method: 'GET',
    path: '/v1/reviews/{id}',
    summary: 'Read one review',
    access: 'read',
    scope: 'profile',
    ...id,
    status: 200,
    reply: Review,
    errors: ['not_found'],
    price: 'free',
    example: { ...ofExample, reply: reviewExample, echo: ({ params }, reply) => withId(params.id, reply) },
  }),

  reply: endpoint({
    id: 'reviews.reply',
    method: 'PUT',
    path: '/v1/reviews/{id}/reply',
    summary: 'Reply to a review',
    description: 'A review has one reply: this sets it, or replaces it.',
    access: 'write',
    scope: 'profile',
    ...id,
    body: ReplyRequest,
    callsOut: true,
    status: 200,
    reply: Review,
    errors: asks,
    price: 'free',
    example: {
      ...ofExample,
      body: { body: 'Thank you.' },
      reply: { ...reviewExample, reply: { body: 'Thank you.', created_at: reviewExample.created_at } },
      echo: ({ params, body }, reply) => ({
        ...withId(params.id, reply),
        reply: { body: body.body, created_at: reviewExample.created_at },
      }),
    },
  }),

  deleteReply: endpoint({
    id: 'reviews.delete_reply',
    method: 'DELETE',
    path: '/v1/reviews/{id}/reply',
    summary: 'Take back the reply to a review',
    access: 'write',
    scope: 'profile',
    ...id,
    callsOut: true,
    status: 200,
    reply: Review,
    errors: asks,
    price: 'free',
    example: { ...ofExample, reply: reviewExample, echo: ({ params }, reply) => withId(params.id, reply) },
  }),
}
