import type { FoundEntity } from '../auth.ts'
import type { SessionEntity } from '../session.ts'
import { type Body, type Bot, invokeInChat } from './bot-api.ts'
import { hasRule } from './errors.ts'

/** The chat as an entity. It keeps the id under which it was added; the id of today is in its metadata. */
export async function findChat(bot: Bot, id: string, botId: string): Promise<FoundEntity> {
  try {
    const chat = await invokeInChat(bot, 'getChat', { chat_id: id })
    const member = await invokeInChat(bot, 'getChatMember', { chat_id: String(chat.id), user_id: Number(botId) })
    return readChat(id, chat, member)
  } catch (error) {
    const isGone = GONE.some((rule) => hasRule(error, rule))
    if (!isGone) throw error
    const reason = 'The bot is not in this chat, or the chat was deleted.'
    return { ...NO_CHAT, externalId: id, name: id, unselectableReason: reason }
  }
}

const GONE = ['chat.not_found', 'chat.not_member', 'chat.gone', 'chat.rights']
const NO_CHAT = { kind: 'chat', parentExternalId: null, metadata: {}, grants: [], selectable: false }

function readChat(externalId: string, chat: Body, member: Body): FoundEntity {
  const reason = whyNotPost(chat, member)
  const grants = Object.keys(member).filter((name) => name.startsWith('can_') && member[name] === true)
  return {
    kind: String(chat.type),
    externalId,
    name: chat.title ?? chat.username ?? externalId,
    parentExternalId: null,
    metadata: {
      chat_id: String(chat.id),
      username: chat.username ?? null,
      is_forum: chat.is_forum === true,
    },
    grants,
    selectable: reason === null,
    unselectableReason: reason,
  }
}

/** Only administrators post in a channel; in a group every member does whom the group does not restrict. */
function whyNotPost({ type, permissions }: Body, member: Body): string | null {
  const { status } = member
  if (status === 'left' || status === 'kicked') return 'The bot is not in this chat.'
  if (type === 'channel')
    return member.can_post_messages === true || status === 'creator'
      ? null
      : 'The bot is not an administrator who may post in this channel.'
  if (status === 'administrator' || status === 'creator') return null
  const isAllowed = status === 'restricted' ? member.can_send_messages : permissions?.can_send_messages !== false
  return isAllowed ? null : 'The bot may not send messages in this group.'
}

export function getChatId({ externalId, metadata }: Pick<SessionEntity, 'externalId' | 'metadata'>): string {
  return (metadata['chat_id'] as string | undefined) ?? externalId
}

/** Ids of messages count within a chat, so the chat's id is part of ours. An album has several. */
export function messageRef(messages: readonly Body[]): string {
  return `${messages[0].chat.id}:${messages.map(({ message_id }) => message_id).join(',')}`
}

export function readRef(externalId: string): { readonly chatId: string; readonly messageIds: readonly number[] } {
  const [chatId = '', ids = ''] = externalId.split(':')
  return { chatId, messageIds: ids.split(',').map(Number).filter(Number.isSafeInteger) }
}

/** Chats without a name have addresses that only their members can open; small groups have none. */
export function buildMessageUrl({ chat, message_id }: Body): string | null {
  if (chat.username) return `https://t.me/${chat.username}/${message_id}`
  const id = String(chat.id)
  return id.startsWith('-100') ? `https://t.me/c/${id.slice(4)}/${message_id}` : null
}
