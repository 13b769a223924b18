import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { tryRead } from '../api/response.ts'
import type { Inbound, InboundItem, RawInbound } from '../inbound.ts'
import { PlatformError } from '../platform-error.ts'
import { type Bot, buildResultSchema, createBot, Done, invoke } from './bot-api.ts'
import { buildMessageRef } from './chats.ts'

const WebhookResult = buildResultSchema(
  Type.Object({
    /** Empty when no webhook is set. */
    url: Type.String(),
    last_error_date: Maybe(Type.Number()),
    last_error_message: Maybe(Type.String()),
  }),
)

const Update = Type.Object({
  message: Maybe(Type.Unknown()),
  edited_message: Maybe(Type.Unknown()),
  my_chat_member: Maybe(Type.Unknown()),
})

const Chat = Type.Object({ id: Type.Integer(), type: Type.String() })

/** A message. Each of its files is read on its own, so that one of another shape does not hide the text. */
type Message = Static<typeof Message>
const Message = Type.Object({
  message_id: Type.Integer(),
  date: Type.Number(),
  chat: Chat,
  from: Type.Object({
    id: Type.Integer(),
    is_bot: Maybe(Type.Boolean()),
    first_name: Maybe(Type.String()),
    last_name: Maybe(Type.String()),
    username: Maybe(Type.String()),
  }),
  text: Maybe(Type.String()),
  caption: Maybe(Type.String()),
  photo: Maybe(Type.Unknown()),
  video: Maybe(Type.Unknown()),
  animation: Maybe(Type.Unknown()),
  document: Maybe(Type.Unknown()),
  audio: Maybe(Type.Unknown()),
  voice: Maybe(Type.Unknown()),
  video_note: Maybe(Type.Unknown()),
  sticker: Maybe(Type.Unknown()),
  location: Maybe(Type.Unknown()),
  contact: Maybe(Type.Unknown()),
})

const File = Type.Object({
  file_id: Type.String({ minLength: 1 }),
  mime_type: Maybe(Type.Unknown()),
  file_name: Maybe(Type.Unknown()),
  file_size: Maybe(Type.Unknown()),
})
const Sizes = Type.Array(Type.Unknown())
const Fields = Type.Record(Type.String(), Type.Unknown())

const Membership = Type.Object({ chat: Chat, new_chat_member: Type.Object({ status: Type.String() }) })

/** A bot has one webhook. Its address names the bot, and Telegram repeats our secret with every update. */
export const inbound: Inbound = {
  async verify(call, { headers, query }) {
    const [bot, secret] = [query['bot'], headers['x-telegram-bot-api-secret-token']]
    return Boolean(bot) && typeof secret === 'string' && call.isDerivedSecret(secret, buildSecretPurpose(bot ?? ''))
  },

  readIdentity: ({ query }) => query['bot'] ?? '',

  read(raw) {
    const bot = raw.query['bot']
    const update = parseUpdate(raw)
    if (!bot || !update) return []
    const { message, edited_message, my_chat_member } = update
    if (message ?? edited_message) return readMessage(bot, message ?? edited_message, Boolean(edited_message))
    return readMembership(my_chat_member)
  },

  async subscribe(session, url) {
    const bot = createBot(session)
    const id = session.identity.externalId
    const ours = new URL(url)
    ours.searchParams.set('bot', id)
    const current = URL.parse((await readWebhook(bot)).url)
    if (current && (current.pathname !== ours.pathname || current.searchParams.get('bot') !== id))
      throw new PlatformError('invalid', `The bot already sends its messages to ${current.host}.`, {
        rule: 'telegram.webhook.taken',
        remediation: 'A bot has one webhook: delete the other one (deleteWebhook), or use a bot of its own.',
      })
    await invoke(bot, 'setWebhook', {
      schema: Done,
      params: {
        url: ours.href,
        secret_token: session.deriveSecret(buildSecretPurpose(id)),
        allowed_updates: ['message', 'edited_message', 'my_chat_member'],
      },
    })
  },

  /** Keeps undelivered updates: Telegram stores them for a day, for another account of the same bot. */
  async unsubscribe(session) {
    const bot = createBot(session)
    const { url } = await readWebhook(bot)
    if (URL.parse(url)?.searchParams.get('bot') === session.identity.externalId)
      await invoke(bot, 'deleteWebhook', { schema: Done })
  },
}

const buildSecretPurpose = (bot: string) => `webhook:${bot}`

export const readWebhook = (bot: Bot) => invoke(bot, 'getWebhookInfo', { schema: WebhookResult })

function parseUpdate({ body }: RawInbound): Static<typeof Update> | undefined {
  try {
    return tryRead(Update, JSON.parse(body))
  } catch {
    return undefined
  }
}

/** Reads a message of a person in a private chat; groups and channels are not conversations with the bot. */
function readMessage(bot: string, value: unknown, isEdited: boolean): InboundItem[] {
  const message = tryRead(Message, value)
  if (message?.chat.type !== 'private' || message.from.is_bot) return []
  const { chat, from } = message
  const body = message.text ?? message.caption ?? null
  const attachments = readAttachments(message)
  if (body === null && attachments.length === 0) return []
  return [
    {
      kind: 'message',
      identityExternalId: bot,
      externalId: buildMessageRef([message]),
      conversationExternalId: String(chat.id),
      participant: {
        externalId: String(from.id),
        name: [from.first_name, from.last_name].filter(Boolean).join(' ') || null,
        username: from.username ?? null,
        avatarUrl: null,
      },
      direction: 'inbound',
      body,
      attachments,
      occurredAt: new Date(message.date * 1000),
      ...(isEdited && { isEdited }),
    },
  ]
}

const FILES = ['video', 'animation', 'document', 'audio', 'voice', 'video_note', 'sticker'] as const

function readAttachments(message: Message): Record<string, unknown>[] {
  // An animation is repeated as a document.
  const files = FILES.filter((type) => type !== 'document' || !message.animation)
  return [
    // The last size is the largest.
    ...readFile('photo', tryRead(Sizes, message.photo)?.at(-1), 'image/jpeg'),
    ...files.flatMap((type) => readFile(type, message[type])),
    ...(['location', 'contact'] as const).flatMap((type) => {
      const fields = tryRead(Fields, message[type])
      return fields ? [{ type, ...fields }] : []
    }),
  ]
}

function readFile(type: string, value: unknown, mime: string | null = null): Record<string, unknown>[] {
  const file = tryRead(File, value)
  if (!file) return []
  const { file_id, mime_type, file_name, file_size } = file
  return [{ type, file_id, mime: mime_type ?? mime, name: file_name ?? null, bytes: file_size ?? null }]
}

/** Reads a change of the bot's membership. A loss starts a health check of the accounts that post in the chat. */
function readMembership(value: unknown): InboundItem[] {
  const change = tryRead(Membership, value)
  if (!change || change.chat.type === 'private') return []
  const isLost = ['left', 'kicked', 'restricted', 'member'].includes(change.new_chat_member.status)
  return isLost ? [{ kind: 'deauthorized', entityExternalId: String(change.chat.id) }] : []
}
