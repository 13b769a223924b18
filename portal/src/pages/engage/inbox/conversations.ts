import type { Item } from '../../../api/client.ts'

export type Conversation = Item<'conversations.list'>
export type Message = Item<'conversations.list_messages'>

/** The beginning of the last message, in a line. */
export function formatMessagePreview({ last_message: last }: Conversation): string {
  if (!last) return 'No messages yet'
  const files = last.attachments > 1 ? `${last.attachments} files` : 'A file'
  const text = last.body?.trim() || (last.attachments > 0 ? files : 'No text')
  if (last.direction === 'inbound') return text
  return last.status === 'failed' ? `Not sent: ${text}` : `You: ${text}`
}

export function isFailed({ last_message: last }: Conversation): boolean {
  return last?.direction === 'outbound' && last.status === 'failed'
}

/** When a message was written. */
export function getMessageTime({ occurred_at, created_at }: Message): string {
  return occurred_at ?? created_at
}
