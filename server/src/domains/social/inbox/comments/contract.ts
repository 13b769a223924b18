import { type Static, Type } from 'typebox'
import { echoId, IdParams, onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../../kit/declare/page.ts'
import { DateTime, FreeForm, Nullable, OneOf } from '../../../../kit/declare/schema.ts'

export type Comment = Static<typeof Comment>
const Comment = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    platform: Type.String(),
    external_id: Type.String(),
    external_media_id: Nullable(Type.String({ description: 'The post it stands under, as the platform names it.' })),
    parent_external_id: Nullable(Type.String({ description: 'The comment it answers; null at the top.' })),
    author: FreeForm(),
    body: Nullable(Type.String()),
    is_hidden: Type.Boolean(),
    can_reply: Type.Boolean(),
    occurred_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { title: 'CommentView' },
)

const ACTIONS = ['hide', 'unhide', 'delete'] as const
export type ModerateResponse = Static<typeof ModerateResponse>
const ModerateResponse = Type.Object(
  { action: OneOf(ACTIONS), comment: Nullable(Comment) },
  { title: 'ModerateResponse' },
)
const ModerateRequest = Type.Object(
  { action: OneOf(ACTIONS) },
  { additionalProperties: false, title: 'ModerateRequest' },
)

export const ReplyRequest = Type.Object(
  { body: Type.String({ minLength: 1, maxLength: 10_000 }) },
  { additionalProperties: false, title: 'ReplyRequest' },
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
  is_hidden: false,
  can_reply: true,
  occurred_at: moment,
  created_at: moment,
}
const id = { params: IdParams }
const ofExample = { params: { id: example.id } }
const filter = Type.Optional(Type.String({ minLength: 1, maxLength: 512 }))
/** What can go wrong when a platform is asked on somebody's behalf. */
const asks = ['not_found', 'wrong_state', 'unsupported_by_platform', 'upstream_error', 'upstream_timeout'] as const

export const comments = {
  list: endpoint({
    id: 'comments.list',
    route: 'GET /v1/comments',
    summary: 'List comments, newest first',
    access: 'read',
    scope: 'profile',
    query: Type.Object({ ...PageQuery, account_id: filter, post_id: filter, external_media_id: filter }),
    reply: PageOf(Comment, 'CommentPage'),
    example: { reply: onePage(example) },
  }),

  get: endpoint({
    id: 'comments.get',
    route: 'GET /v1/comments/{id}',
    summary: 'Read one comment',
    access: 'read',
    scope: 'profile',
    ...id,
    reply: Comment,
    example: { ...ofExample, reply: example, echo: echoId },
  }),

  moderate: endpoint({
    id: 'comments.moderate',
    route: 'POST /v1/comments/{id}/moderate',
    summary: 'Hide, unhide or delete a comment',
    description: 'Done on the platform. What is so already is a success. A deleted comment is answered as null.',
    access: 'write',
    scope: 'profile',
    ...id,
    body: ModerateRequest,
    callsOut: true,
    reply: ModerateResponse,
    errors: asks,
    example: {
      ...ofExample,
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
    description:
      'Answers the reply, a comment of its own. When the platform did not say what became of it (`outcome: unknown`), repeat with the same Idempotency-Key: it is looked for before it is sent again.',
    access: 'write',
    scope: 'profile',
    ...id,
    body: ReplyRequest,
    callsOut: true,
    status: 201,
    location: '/v1/comments/{id}',
    reply: Comment,
    errors: asks,
    example: {
      ...ofExample,
      body: { body: 'At the harbour.' },
      reply: { ...example, external_id: '8000002', parent_external_id: example.external_id, body: 'At the harbour.' },
      echo: ({ body }, reply) => ({ ...reply, body: body.body }),
    },
  }),
}
