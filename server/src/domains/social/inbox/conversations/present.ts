import { findPlatform } from '../../../../connectors/registry.ts'
import type { Conversation, Message } from './contract/resources.ts'
import type { ConversationRow } from './sql/conversations.ts'
import type { MessageRow } from './sql/messages.ts'

/** Returns the end of the window for free text; null where the platform has no such rule. */
function computeMessageWindow({ platform, last_inbound_at }: ConversationRow, now: Date) {
  const hours = findPlatform(platform)?.messageWindowHours ?? null
  if (hours === null) return { expiresAt: null, isOpen: true }
  const expiresAt = last_inbound_at && new Date(last_inbound_at.getTime() + hours * 3_600_000)
  return { expiresAt, isOpen: expiresAt !== null && now < expiresAt }
}

export function presentConversation(row: ConversationRow, now: Date): Conversation {
  const { expiresAt, isOpen } = computeMessageWindow(row, now)
  return {
    id: row.id,
    account_id: row.account_id,
    platform: row.platform,
    external_id: row.external_id,
    participant: row.participant,
    status: row.status,
    window_expires_at: expiresAt?.toISOString() ?? null,
    window_open: isOpen,
    last_inbound_at: row.last_inbound_at?.toISOString() ?? null,
    last_message_at: row.last_message_at?.toISOString() ?? null,
    last_message: row.last_message,
    unread_count: row.unread_count,
    created_at: row.created_at.toISOString(),
  }
}

export function presentMessage(row: MessageRow): Message {
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    direction: row.direction,
    external_id: row.external_id ?? '',
    status: row.status,
    body: row.body,
    attachments: row.attachments,
    sent_via: row.sent_via,
    template: row.template && { ...row.template, components: [...row.template.components] },
    error: row.error,
    occurred_at: row.occurred_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
