import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { FoundEntity } from '../auth.ts'
import type { SessionEntity } from '../session.ts'
import { type Bot, buildResultSchema, invokeInChat, type Params } from './bot-api.ts'
import { hasRule } from './errors.ts'
import type { MediaCall } from './media.ts'

type Chat = Static<typeof Chat>
const Chat = Type.Object({
  id: Type.Integer(),
  type: Type.String(),
  title: Maybe(Type.String()),
  username: Maybe(Type.String()),
  is_forum: Maybe(Type.Boolean()),
  permissions: Maybe(Type.Object({ can_send_messages: Maybe(Type.Boolean()) })),
})
export const ChatResult = buildResultSchema(Chat)

type Member = Static<typeof Member>
const Member = Type.Object({
  status: Type.String(),
  can_post_messages: Maybe(Type.Boolean()),
  can_send_messages: Maybe(Type.Boolean()),
})
const MemberResult = buildResultSchema(Member)

type Message = Static<typeof Message>
const Message = Type.Object({
  message_id: Type.Integer(),
  chat: Type.Object({ id: Type.Integer(), username: Maybe(Type.String()) }),
})
const MessageResult = buildResultSchema(Message)

type Messages = readonly [Message, ...Message[]]
const AlbumResult = buildResultSchema(Type.Unsafe<Messages>(Type.Array(Message, { minItems: 1 })))

/** Reads a chat as an entity. It keeps the id under which it was added; its current id is in its metadata. */
export async function findChat(bot: Bot, id: string, botId: number): Promise<FoundEntity> {
  try {
    const chat = await invokeInChat(bot, 'getChat', { schema: ChatResult, params: { chat_id: id } })
    const member = await invokeInChat(bot, 'getChatMember', {
      schema: MemberResult,
      params: { chat_id: String(chat.id), user_id: botId },
    })
    return readChat(id, chat, member)
  } catch (error) {
    if (!hasRule(error, 'chat.not_found', 'chat.not_member', 'chat.gone', 'chat.rights')) throw error
    const reason = 'The bot is not in this chat, or the chat was deleted.'
    return { ...NO_CHAT, externalId: id, name: id, unselectableReason: reason }
  }
}

const NO_CHAT = { kind: 'chat', parentExternalId: null, metadata: {}, grants: [], selectable: false }

function readChat(externalId: string, chat: Chat, member: Member): FoundEntity {
  const reason = findObstacle(chat, member)
  const grants = Object.entries(member).filter(([name, value]) => name.startsWith('can_') && value === true)
  return {
    kind: chat.type,
    externalId,
    name: chat.title ?? chat.username ?? externalId,
    parentExternalId: null,
    metadata: {
      chat_id: String(chat.id),
      username: chat.username ?? null,
      is_forum: chat.is_forum === true,
    },
    grants: grants.map(([name]) => name),
    selectable: reason === null,
    unselectableReason: reason,
  }
}

/**
 * Returns the reason why the bot cannot post; null when it can. Only administrators post in a channel; in a group every member posts
 * unless restricted.
 */
function findObstacle({ type, permissions }: Chat, member: Member): string | null {
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

/** Sends a message, or the messages of an album, to the chat that `params` name. */
export async function sendMessages(bot: Bot, call: MediaCall, params: Params & { chat_id: string }): Promise<Messages> {
  const { method, files } = call
  const options = { params: { ...call.params, ...params }, files, mutates: true }
  if (method === 'sendMediaGroup') return invokeInChat(bot, method, { schema: AlbumResult, ...options })
  return [await invokeInChat(bot, method, { schema: MessageResult, ...options })]
}

/** Builds the id of a post. A message id is unique only within its chat; an album has several messages. */
export function buildMessageRef(messages: Messages): string {
  return `${messages[0].chat.id}:${messages.map(({ message_id }) => message_id).join(',')}`
}

export function parseMessageRef(externalId: string): {
  readonly chatId: string
  readonly messageIds: readonly number[]
} {
  const [chatId = '', ids = ''] = externalId.split(':')
  return { chatId, messageIds: ids.split(',').map(Number).filter(Number.isSafeInteger) }
}

/** Returns the address of a message. Without a username only members can open it; small groups have none. */
export function buildMessageUrl({ chat, message_id }: Message): string | null {
  if (chat.username) return `https://t.me/${chat.username}/${message_id}`
  const id = String(chat.id)
  return id.startsWith('-100') ? `https://t.me/c/${id.slice(4)}/${message_id}` : null
}
