import { type Static, Type } from 'typebox'
import { FAULT_NAMES } from '../../../connectors/sandbox/faults.ts'
import { echoId, IdParams, listOf } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../kit/declare/page.ts'
import { bytesAtMost, DateTime, FreeForm, Nullable, OneOf } from '../../../kit/declare/schema.ts'

const moment = '2026-01-15T09:30:00.000Z'
const username = Type.String({ pattern: '^[a-z0-9_-]{0,29}[a-z0-9]$' })
const entityId = Type.String({
  maxLength: 64,
  description: "The page it happens to: the `external_id` of an account's active entity.",
})

export type SandboxFault = Static<typeof SandboxFault>
const SandboxFault = Type.Object(
  {
    id: Type.String(),
    operation: Type.String(),
    fault: OneOf(FAULT_NAMES),
    username: Nullable(Type.String()),
    times_left: Nullable(Type.Integer()),
    created_at: DateTime,
  },
  { title: 'SandboxFault' },
)

const faultExample: SandboxFault = {
  id: 'flt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  operation: 'posts.create',
  fault: 'timeout_after',
  username: null,
  times_left: 1,
  created_at: moment,
}

export type SandboxItem = Static<typeof SandboxItem>
const SandboxItem = Type.Object(
  {
    id: Type.String(),
    kind: OneOf(['comment', 'message', 'message_status', 'review', 'template']),
    entity_external_id: Type.String(),
    data: FreeForm({ description: "As the network's own feed tells it." }),
    created_at: DateTime,
  },
  { title: 'SandboxItem' },
)

export type SandboxPost = Static<typeof SandboxPost>
const SandboxPost = Type.Object(
  {
    id: Type.String(),
    entity_external_id: Type.String(),
    status: OneOf(['live', 'processing']),
    content: Type.String(),
    media: Type.Array(Type.String()),
    options: FreeForm(),
    created_at: DateTime,
  },
  { title: 'SandboxPost' },
)

const itemExample: SandboxItem = {
  id: 'sb-comment-1',
  kind: 'comment',
  entity_external_id: 'sb-page-1',
  data: { body: 'Where is this?' },
  created_at: moment,
}
const item = { status: 201, reply: SandboxItem, errors: ['not_found'] } as const
const write = { access: 'write' } as const
const closed = { additionalProperties: false } as const
const body = Type.String({ minLength: 1, maxLength: 10_000 })

export const sandbox = {
  authorize: endpoint({
    id: 'sandbox.authorize',
    route: 'GET /v1/sandbox/authorize',
    summary: "The sandbox's sign-in page",
    description: 'For browsers, and for tests: with `username` the person signs in, with `deny` they refuse.',
    access: 'public',
    query: Type.Object({
      request: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}\\.[0-9A-Z]{26}$' }),
      state: Type.String({ pattern: '^[A-Za-z0-9_-]{1,512}$' }),
      username: Type.Optional(username),
      deny: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Object({ status: Type.String() }, { title: 'SandboxSignIn' }),
    produces: ['text/html'],
    redirects: true,
    errors: ['not_found'],
    example: {
      query: { request: 'ws_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB.01KA2Z3W9GQ8F0T5V6X7Y8Z9AB', state: 'example' },
      reply: { status: 'awaiting_user' },
    },
  }),

  createFault: endpoint({
    id: 'sandbox.create_fault',
    route: 'POST /v1/sandbox/faults',
    summary: 'Script a fault of the sandbox',
    description:
      'The next calls of that operation fail in this way. `docs/guides/sandbox.md` lists operations and faults.',
    ...write,
    body: Type.Object(
      {
        operation: Type.String({
          pattern: '^(\\*|[a-z_]{1,20}\\.[a-z_]{0,29}[a-z])$',
          description: 'Such as `posts.create`; `*` is any.',
        }),
        fault: OneOf(FAULT_NAMES),
        username: Type.Optional(username),
        times: Type.Optional(
          Nullable(
            Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Once by default; null until deleted.' }),
          ),
        ),
      },
      { ...closed, title: 'SandboxFaultRequest' },
    ),
    status: 201,
    location: '/v1/sandbox/faults',
    reply: SandboxFault,
    errors: ['not_found'],
    example: { body: { operation: 'posts.create', fault: 'timeout_after' }, reply: faultExample },
  }),

  listFaults: endpoint({
    id: 'sandbox.list_faults',
    route: 'GET /v1/sandbox/faults',
    summary: 'List scripted faults that are still to come',
    access: 'read',
    ...listOf(SandboxFault, 'SandboxFaultPage', faultExample),
    errors: ['not_found'],
  }),

  deleteFault: endpoint({
    id: 'sandbox.delete_fault',
    route: 'DELETE /v1/sandbox/faults/{id}',
    summary: 'Take a scripted fault back',
    ...write,
    params: IdParams,
    reply: SandboxFault,
    example: {
      params: { id: faultExample.id },
      reply: faultExample,
      echo: echoId,
    },
  }),

  listPosts: endpoint({
    id: 'sandbox.list_posts',
    route: 'GET /v1/sandbox/posts',
    summary: 'List what can be seen on the sandbox, newest first',
    access: 'read',
    query: Type.Object({
      limit: PageQuery.limit,
      cursor: PageQuery.cursor,
      entity_external_id: Type.Optional(entityId),
    }),
    reply: PageOf(SandboxPost, 'SandboxPostPage'),
    errors: ['not_found'],
    example: {
      reply: {
        data: [
          {
            id: 'sb-post-1',
            entity_external_id: 'sb-page-1',
            status: 'live',
            content: 'Hello from an example.',
            media: [],
            options: {},
            created_at: moment,
          },
        ],
        has_more: false,
        next_cursor: null,
      },
    },
  }),

  comment: endpoint({
    id: 'sandbox.comment',
    route: 'POST /v1/sandbox/comments',
    summary: 'Let somebody comment on a post',
    ...write,
    body: Type.Object(
      {
        post_external_id: Type.String({ maxLength: 64 }),
        parent_external_id: Type.Optional(Type.String({ maxLength: 64 })),
        from: username,
        body,
      },
      { ...closed, title: 'SandboxCommentRequest' },
    ),
    ...item,
    example: { body: { post_external_id: 'sb-post-1', from: 'visitor', body: 'Where is this?' }, reply: itemExample },
  }),

  message: endpoint({
    id: 'sandbox.message',
    route: 'POST /v1/sandbox/messages',
    summary: 'Let somebody write to a page',
    ...write,
    body: Type.Object(
      {
        entity_external_id: entityId,
        from: username,
        body,
        attachments: Type.Optional(Type.Array(FreeForm(), { maxItems: 10, ...bytesAtMost(16) })),
      },
      { ...closed, title: 'SandboxMessageRequest' },
    ),
    ...item,
    example: {
      body: { entity_external_id: 'sb-page-1', from: 'visitor', body: 'Are you open on Sunday?' },
      reply: { ...itemExample, id: 'sb-message-1', kind: 'message' },
    },
  }),

  review: endpoint({
    id: 'sandbox.review',
    route: 'POST /v1/sandbox/reviews',
    summary: 'Let somebody review a page',
    ...write,
    body: Type.Object(
      {
        entity_external_id: entityId,
        from: username,
        rating: Type.Integer({ minimum: 1, maximum: 5 }),
        body: Type.Optional(body),
      },
      { ...closed, title: 'SandboxReviewRequest' },
    ),
    ...item,
    example: {
      body: { entity_external_id: 'sb-page-1', from: 'visitor', rating: 5, body: 'Lovely.' },
      reply: { ...itemExample, id: 'sb-review-1', kind: 'review' },
    },
  }),

  messageStatus: endpoint({
    id: 'sandbox.message_status',
    route: 'POST /v1/sandbox/message-statuses',
    summary: 'Let a message that was sent be delivered, read or fail',
    ...write,
    body: Type.Object(
      { message_external_id: Type.String({ maxLength: 64 }), status: OneOf(['delivered', 'read', 'failed']) },
      { ...closed, title: 'SandboxMessageStatusRequest' },
    ),
    ...item,
    example: {
      body: { message_external_id: 'sb-message-1', status: 'read' },
      reply: { ...itemExample, id: 'sb-message-status-1', kind: 'message_status' },
    },
  }),

  templateStatus: endpoint({
    id: 'sandbox.template_status',
    route: 'POST /v1/sandbox/template-statuses',
    summary: 'Approve, reject or pause a template',
    ...write,
    body: Type.Object(
      {
        template_external_id: Type.String({ maxLength: 64 }),
        status: OneOf(['approved', 'rejected', 'paused', 'disabled', 'in_appeal']),
        reason: Type.Optional(Type.String({ maxLength: 255 })),
      },
      { ...closed, title: 'SandboxTemplateStatusRequest' },
    ),
    ...item,
    example: {
      body: { template_external_id: 'sb-template-1', status: 'approved' },
      reply: { ...itemExample, id: 'sb-template-1', kind: 'template' },
    },
  }),
}
