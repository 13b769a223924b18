import type { Item } from '../../../api/client.ts'
import { formatCount } from '../../../components/count.ts'

export type Conversation = Item<'conversations.list'>
export type Message = Item<'conversations.list_messages'>

/** Returns the start of the last message on one line. */
export function formatMessagePreview({ last_message: last }: Conversation): string {
  if (!last) return 'No messages yet'
  const files = formatCount(last.attachments, 'file')
  const text = last.body?.trim() || (last.attachments > 0 ? files : 'No text')
  if (last.direction === 'inbound') return text
  return last.status === 'failed' ? `Not sent: ${text}` : `You: ${text}`
}

export function isFailed({ last_message: last }: Conversation): boolean {
  return last?.direction === 'outbound' && last.status === 'failed'
}

export function getMessageTime({ occurred_at, created_at }: Message): string {
  return occurred_at ?? created_at
}
