import type { Static } from 'typebox'
import { FreeForm, Maybe, Nullable, StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { FoundComment, FoundReview, InboxItem, Person } from '../inbox.ts'
import { type FoundTemplate, TEMPLATE_STATUSES } from '../templates.ts'

/** Fields of every item, in a list and in a push. */
const item = { id: Type.String(), entity_id: Type.String(), created_at: Type.String() }
const NullableText = Nullable(Type.String())

const Author = Type.Object({ id: Type.String(), name: Maybe(Type.String()), username: Maybe(Type.String()) })

export const Comment = Type.Object({
  ...item,
  kind: Type.Literal('comment'),
  post_id: Type.String(),
  parent_id: NullableText,
  author: Author,
  body: NullableText,
  is_hidden: Type.Boolean(),
  is_own: Type.Boolean(),
  is_deleted: Maybe(Type.Boolean()),
})

const Message = Type.Object({
  ...item,
  kind: Type.Literal('message'),
  conversation_id: Type.String(),
  participant: Author,
  direction: StringEnum(['inbound', 'outbound']),
  body: NullableText,
  attachments: Type.Array(FreeForm()),
  handle: Maybe(Type.String()),
})

const MessageStatus = Type.Object({
  entity_id: item.entity_id,
  created_at: item.created_at,
  kind: Type.Literal('message_status'),
  message_id: Type.String(),
  message_handle: Maybe(Type.String()),
  status: StringEnum(['sent', 'delivered', 'read', 'failed']),
  error: Maybe(Type.Object({ code: Type.String(), message: Type.String() })),
})

export const MessageItem = Type.Union([Message, MessageStatus])

export const ReviewReply = Type.Object({ body: Type.String(), created_at: Type.String() })

export const Review = Type.Object({
  ...item,
  kind: Type.Literal('review'),
  author: Author,
  rating: Nullable(Type.Number()),
  body: NullableText,
  reply: Nullable(ReviewReply),
})

export const Template = Type.Object({
  ...item,
  kind: Type.Literal('template'),
  name: Type.String(),
  language: Type.String(),
  category: Type.String(),
  components: Type.Array(FreeForm()),
  status: StringEnum(TEMPLATE_STATUSES),
  rejection_reason: NullableText,
})

const Deauthorization = Type.Object({ kind: Type.Literal('deauthorized'), entity_id: Type.String() })

export const PushedItem = Type.Union([Comment, Message, MessageStatus, Review, Template, Deauthorization])

function readPerson({ id, name, username }: Static<typeof Author>): Person {
  return { externalId: id, name: name ?? null, username: username ?? null, avatarUrl: null }
}

export function readComment(comment: Static<typeof Comment>): FoundComment {
  return {
    externalId: comment.id,
    mediaExternalId: comment.post_id,
    parentExternalId: comment.parent_id,
    author: readPerson(comment.author),
    body: comment.body,
    isHidden: comment.is_hidden,
    canReply: comment.parent_id === null,
    isOwn: comment.is_own,
    ...(comment.is_deleted && { isDeleted: true }),
    occurredAt: new Date(comment.created_at),
  }
}

export function readMessageItem(message: Static<typeof MessageItem>): InboxItem {
  if (message.kind === 'message_status')
    return {
      kind: 'message_status',
      messageExternalId: message.message_id,
      status: message.status,
      ...(message.error && { error: message.error }),
      occurredAt: new Date(message.created_at),
      ...(message.message_handle && { handle: message.message_handle }),
    }
  return {
    kind: 'message',
    externalId: message.id,
    conversationExternalId: message.conversation_id,
    participant: readPerson(message.participant),
    direction: message.direction,
    body: message.body,
    attachments: message.attachments,
    occurredAt: new Date(message.created_at),
    ...(message.handle && { handle: message.handle }),
  }
}

export function readReview(review: Static<typeof Review>): FoundReview {
  return {
    externalId: review.id,
    entityExternalId: review.entity_id,
    author: readPerson(review.author),
    rating: review.rating,
    body: review.body,
    reply: review.reply && { body: review.reply.body, createdAt: new Date(review.reply.created_at) },
    occurredAt: new Date(review.created_at),
  }
}

export function readTemplate(template: Static<typeof Template>): FoundTemplate {
  return {
    externalId: template.id,
    name: template.name,
    language: template.language,
    category: template.category,
    components: template.components,
    status: template.status,
    rejectionReason: template.rejection_reason,
  }
}
