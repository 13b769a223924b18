import type { Static } from 'typebox'
import { declareList, exampleById, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { event } from '../../../../kit/declare/event.ts'
import { PageQuery } from '../../../../kit/declare/page.ts'
import { DateTime, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { buildPictureEndpoint } from '../../accounts/contract/picture.ts'
import { PlatformName, PlatformUser } from '../../accounts/contract/platform.ts'
import { PLATFORM_CALL_ERRORS, ReplyRequest } from '../contract.ts'

export type Comment = Static<typeof Comment>
const Comment = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    platform: PlatformName,
    external_id: Type.String(),
    external_media_id: Nullable(Type.String({ description: "The platform's id of its post." })),
    parent_external_id: Nullable(
      Type.String({ description: 'The comment it replies to; null when it replies to the post.' }),
    ),
    author: PlatformUser,
    body: Nullable(Type.String()),
    post_id: Nullable(Type.String({ description: 'Its post, if that was published through this API.' })),
    is_hidden: Type.Boolean(),
    can_reply: Type.Boolean(),
    is_own: Type.Boolean({ description: 'True when the account wrote it.' }),
    is_answered: Type.Boolean({ description: 'True when the account has replied to it.' }),
    occurred_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { title: 'CommentView' },
)

const ACTIONS = ['hide', 'unhide', 'delete'] as const
export type ModerateResponse = Static<typeof ModerateResponse>
const ModerateResponse = Type.Object(
  { action: StringEnum(ACTIONS), comment: Nullable(Comment) },
  { title: 'ModerateResponse' },
)
const ModerateRequest = Type.Object(
  { action: StringEnum(ACTIONS) },
  { additionalProperties: false, title: 'ModerateRequest' },
)

const moment = '2026-01-15T09:30:00.000Z'
const example: Comment = {
  id: 'cmt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  external_id: '8000001',
  external_media_id: '3000001',
  parent_external_id: null,
  author: { external_id: '9000001', name: 'Example person', username: 'example', avatar_url: null },
  body: 'Where is this?',
  post_id: 'post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  is_hidden: false,
  can_reply: true,
  is_own: false,
  is_answered: false,
  occurred_at: moment,
  created_at: moment,
}

export const commentReceived = event({
  type: 'comment.received',
  summary: 'Someone commented on a post of a connected account.',
  data: Type.Object({ comment: Comment }),
  example: { comment: example },
})

export const commentEvents = [commentReceived] as const

const read = { access: 'read', scope: 'profile' } as const
/** Common fields of endpoints that act on one comment on its platform. */
const act = {
  access: 'write',
  scope: 'profile',
  params: IdParams,
  callsOut: true,
  errors: PLATFORM_CALL_ERRORS,
} as const
const commentId = { params: { id: example.id } }
const filter = Type.Optional(Type.String({ minLength: 1, maxLength: 512 }))

export type CommentQuery = Static<typeof CommentQuery>
const CommentQuery = Type.Object({
  ...PageQuery,
  account_id: filter,
  post_id: filter,
  external_media_id: filter,
  unanswered: Type.Optional(
    Type.Boolean({
      description:
        "True for others' comments that the account has not replied to, false for its own and those with a reply.",
    }),
  ),
  hidden: Type.Optional(Type.Boolean({ description: 'True for hidden comments, false for the others.' })),
})

export const comments = {
  list: endpoint({
    id: 'comments.list',
    route: 'GET /v1/comments',
    summary: 'List comments, newest first',
    tool: { name: 'inbox_list', when: 'comments', hides: ['external_media_id'] },
    ...read,
    ...declareList(Comment, 'CommentPage', example),
    query: CommentQuery,
  }),

  get: endpoint({
    id: 'comments.get',
    route: 'GET /v1/comments/{id}',
    summary: 'Read one comment',
    tool: { name: 'inbox_thread', when: 'cmt' },
    ...read,
    params: IdParams,
    reply: Comment,
    example: exampleById(example),
  }),

  avatar: endpoint({
    id: 'comments.avatar',
    route: 'GET /v1/comments/{id}/avatar',
    summary: 'Download the author picture of a comment',
    ...buildPictureEndpoint(example.id),
  }),

  moderate: endpoint({
    id: 'comments.moderate',
    route: 'POST /v1/comments/{id}/moderate',
    summary: 'Hide, unhide or delete a comment',
    tool: {
      name: 'comments_moderate',
      text: 'Hides, unhides or deletes a comment on the platform. Deleting cannot be undone: ask the user first.',
      isDestructive: true,
      isIdempotent: true,
    },
    description:
      'Acts on the platform. Succeeds if the comment is already in this state. After `delete`, `comment` is null.',
    ...act,
    body: ModerateRequest,
    reply: ModerateResponse,
    example: {
      ...commentId,
      body: { action: 'hide' },
      reply: { action: 'hide', comment: { ...example, is_hidden: true } },
      echo: ({ params, body: { action } }) => ({
        action,
        comment: action === 'delete' ? null : { ...example, id: params.id, is_hidden: action === 'hide' },
      }),
    },
  }),

  reply: endpoint({
    id: 'comments.reply',
    route: 'POST /v1/comments/{id}/reply',
    summary: 'Reply to a comment',
    tool: { name: 'inbox_reply', when: 'cmt' },
    description:
      'Returns the reply, which is also a comment. If the outcome is unknown (`outcome: unknown`), repeat the call with the same Idempotency-Key: the reply is looked up on the platform before it is sent again.',
    ...act,
    body: ReplyRequest,
    status: 201,
    location: '/v1/comments/{id}',
    reply: Comment,
    example: {
      ...commentId,
      body: { body: 'At the harbour.' },
      reply: {
        ...example,
        external_id: '8000002',
        parent_external_id: example.external_id,
        body: 'At the harbour.',
        is_own: true,
      },
      echo: ({ body }, reply) => ({ ...reply, body: body.body }),
    },
  }),
}
