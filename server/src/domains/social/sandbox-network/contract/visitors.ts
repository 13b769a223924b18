import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { bytesAtMost, DateTime, FreeForm, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { EntityId, EXAMPLE_TIME, Username } from './fields.ts'

export type SandboxItem = Static<typeof SandboxItem>
const SandboxItem = Type.Object(
  {
    id: Type.String(),
    kind: StringEnum(['comment', 'message', 'message_status', 'review', 'template']),
    entity_external_id: Type.String(),
    data: FreeForm({ description: "The item as it appears in the network's own feed." }),
    created_at: DateTime,
  },
  { title: 'SandboxItem' },
)

const closed = { additionalProperties: false } as const
const ExternalId = Type.String({ maxLength: 64 })
const Text = Type.String({ minLength: 1, maxLength: 10_000 })

export type CommentRequest = Static<typeof CommentRequest>
const CommentRequest = Type.Object(
  { post_external_id: ExternalId, parent_external_id: Type.Optional(ExternalId), from: Username, body: Text },
  { ...closed, title: 'SandboxCommentRequest' },
)

export type MessageRequest = Static<typeof MessageRequest>
const MessageRequest = Type.Object(
  {
    entity_external_id: EntityId,
    from: Username,
    body: Text,
    attachments: Type.Optional(Type.Array(FreeForm(), { maxItems: 10, ...bytesAtMost(16) })),
  },
  { ...closed, title: 'SandboxMessageRequest' },
)

export type ReviewRequest = Static<typeof ReviewRequest>
const ReviewRequest = Type.Object(
  {
    entity_external_id: EntityId,
    from: Username,
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    body: Type.Optional(Text),
  },
  { ...closed, title: 'SandboxReviewRequest' },
)

export type MessageStatusRequest = Static<typeof MessageStatusRequest>
const MessageStatusRequest = Type.Object(
  { message_external_id: ExternalId, status: StringEnum(['delivered', 'read', 'failed']) },
  { ...closed, title: 'SandboxMessageStatusRequest' },
)

export type TemplateStatusRequest = Static<typeof TemplateStatusRequest>
const TemplateStatusRequest = Type.Object(
  {
    template_external_id: ExternalId,
    status: StringEnum(['approved', 'rejected', 'paused', 'disabled', 'in_appeal']),
    reason: Type.Optional(Type.String({ maxLength: 255 })),
  },
  { ...closed, title: 'SandboxTemplateStatusRequest' },
)

/** Common fields of endpoints that simulate an action of a visitor or the platform on the network. */
const act = { access: 'write', status: 201, reply: SandboxItem, errors: ['not_found'] } as const
const example: SandboxItem = {
  id: 'sb-comment-1',
  kind: 'comment',
  entity_external_id: 'sb-page-1',
  data: { body: 'Where is this?' },
  created_at: EXAMPLE_TIME,
}

export const visitors = {
  comment: endpoint({
    id: 'sandbox.comment',
    route: 'POST /v1/sandbox/comments',
    summary: 'Comment on a post as a visitor',
    ...act,
    body: CommentRequest,
    example: { body: { post_external_id: 'sb-post-1', from: 'visitor', body: 'Where is this?' }, reply: example },
  }),

  message: endpoint({
    id: 'sandbox.message',
    route: 'POST /v1/sandbox/messages',
    summary: 'Write to a page as a visitor',
    ...act,
    body: MessageRequest,
    example: {
      body: { entity_external_id: 'sb-page-1', from: 'visitor', body: 'Are you open on Sunday?' },
      reply: { ...example, id: 'sb-message-1', kind: 'message' },
    },
  }),

  review: endpoint({
    id: 'sandbox.review',
    route: 'POST /v1/sandbox/reviews',
    summary: 'Review a page as a visitor',
    ...act,
    body: ReviewRequest,
    example: {
      body: { entity_external_id: 'sb-page-1', from: 'visitor', rating: 5, body: 'Lovely.' },
      reply: { ...example, id: 'sb-review-1', kind: 'review' },
    },
  }),

  messageStatus: endpoint({
    id: 'sandbox.message_status',
    route: 'POST /v1/sandbox/message-statuses',
    summary: 'Mark a sent message as delivered, read or failed',
    ...act,
    body: MessageStatusRequest,
    example: {
      body: { message_external_id: 'sb-message-1', status: 'read' },
      reply: { ...example, id: 'sb-message-status-1', kind: 'message_status' },
    },
  }),

  templateStatus: endpoint({
    id: 'sandbox.template_status',
    route: 'POST /v1/sandbox/template-statuses',
    summary: 'Approve, reject or pause a template',
    ...act,
    body: TemplateStatusRequest,
    example: {
      body: { template_external_id: 'sb-template-1', status: 'approved' },
      reply: { ...example, id: 'sb-template-1', kind: 'template' },
    },
  }),
}
