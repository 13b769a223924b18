import type { PlatformResponse } from '../exchange.ts'
import type { FoundComment, FoundReview, InboxItem, Person } from '../inbox.ts'
import type { FoundTemplate } from '../templates.ts'

/** An item of one of the network's feeds, as it lists or pushes it. */
export type Item = PlatformResponse['body']

export function readPerson({ id, name, username }: Item): Person {
  return { externalId: id, name: name ?? null, username: username ?? null, avatarUrl: null }
}

export function readComment(item: Item): FoundComment {
  return {
    externalId: item.id,
    mediaExternalId: item.post_id,
    parentExternalId: item.parent_id,
    author: readPerson(item.author),
    body: item.body,
    isHidden: item.is_hidden,
    canReply: item.parent_id === null,
    isOwn: item.is_own,
    ...(item.is_deleted && { isDeleted: true }),
    occurredAt: new Date(item.created_at),
  }
}

export function readInboxItem(item: Item): InboxItem {
  if (item.kind === 'message_status')
    return {
      kind: 'message_status',
      messageExternalId: item.message_id,
      status: item.status,
      ...(item.error && { error: item.error }),
      occurredAt: new Date(item.created_at),
      ...(item.message_handle && { handle: item.message_handle }),
    }
  return {
    kind: 'message',
    externalId: item.id,
    conversationExternalId: item.conversation_id,
    participant: readPerson(item.participant),
    direction: item.direction,
    body: item.body,
    attachments: item.attachments,
    occurredAt: new Date(item.created_at),
    ...(item.handle && { handle: item.handle }),
  }
}

export function readReview(item: Item): FoundReview {
  return {
    externalId: item.id,
    entityExternalId: item.entity_id,
    author: readPerson(item.author),
    rating: item.rating,
    body: item.body,
    reply: item.reply && { body: item.reply.body, createdAt: new Date(item.reply.created_at) },
    occurredAt: new Date(item.created_at),
  }
}

export function readTemplate(item: Item): FoundTemplate {
  return {
    externalId: item.id,
    name: item.name,
    language: item.language,
    category: item.category,
    components: item.components,
    status: item.status,
    rejectionReason: item.rejection_reason,
  }
}
