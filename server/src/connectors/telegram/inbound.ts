import type { Inbound, InboundItem, RawInbound } from '../inbound.ts'
import { PlatformError } from '../platform-error.ts'
import { type Body, createBot, invoke } from './bot-api.ts'
import { messageRef } from './chats.ts'

/** A bot has one webhook. Its address names the bot, and Telegram repeats our secret with every update. */
export const inbound: Inbound = {
  async verify(call, { headers, query }) {
    const [bot, secret] = [query['bot'], headers['x-telegram-bot-api-secret-token']]
    return Boolean(bot) && typeof secret === 'string' && call.isDerivedSecret(secret, buildSecretPurpose(bot as string))
  },

  readIdentity: ({ query }) => query['bot'] ?? '',

  read(raw) {
    const bot = raw.query['bot']
    const update = readUpdate(raw)
    if (!bot || !update) return []
    const message = update.message ?? update.edited_message
    if (message) return readMessage(bot, message, update.edited_message !== undefined)
    return readMembership(update.my_chat_member)
  },

  async subscribe(session, url) {
    const bot = createBot(session)
    const id = session.identity.externalId
    const ours = new URL(url)
    ours.searchParams.set('bot', id)
    const { url: current } = await invoke(bot, 'getWebhookInfo')
    const known = URL.parse(String(current))
    if (known && (known.pathname !== ours.pathname || known.searchParams.get('bot') !== id))
      throw new PlatformError('invalid', `The bot already sends its messages to ${known.host}.`, {
        rule: 'telegram.webhook.taken',
        remediation: 'A bot has one webhook: delete the other one (deleteWebhook), or use a bot of its own.',
      })
    await invoke(bot, 'setWebhook', {
      url: ours.href,
      secret_token: session.deriveSecret(buildSecretPurpose(id)),
      allowed_updates: ['message', 'edited_message', 'my_chat_member'],
    })
  },

  /** What Telegram could not deliver waits there for a day, for another account of the same bot. */
  async unsubscribe(session) {
    const bot = createBot(session)
    const { url } = await invoke(bot, 'getWebhookInfo')
    if (URL.parse(String(url))?.searchParams.get('bot') === session.identity.externalId)
      await invoke(bot, 'deleteWebhook')
  },
}

const buildSecretPurpose = (bot: string) => `webhook:${bot}`

function readUpdate({ body }: RawInbound): Body {
  try {
    const update: unknown = JSON.parse(body)
    return typeof update === 'object' && update !== null ? update : undefined
  } catch {
    return undefined
  }
}

/** Messages of people in private chats; groups and channels are not conversations with the bot. */
function readMessage(bot: string, message: Body, isEdited: boolean): InboundItem[] {
  const { chat, from } = message
  if (chat?.type !== 'private' || !from || from.is_bot) return []
  const body = message.text ?? message.caption ?? null
  const attachments = readAttachments(message)
  if (body === null && attachments.length === 0) return []
  return [
    {
      kind: 'message',
      identityExternalId: bot,
      externalId: messageRef([message]),
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

function readAttachments(message: Body): Record<string, unknown>[] {
  const photo = message.photo?.at?.(-1)
  const files = FILES.filter((type) => message[type]?.file_id && !(type === 'document' && message.animation))
  return [
    ...(photo?.file_id ? [readFile('photo', { mime_type: 'image/jpeg', ...photo })] : []),
    ...files.map((type) => readFile(type, message[type])),
    ...(message.location ? [{ type: 'location', ...message.location }] : []),
    ...(message.contact ? [{ type: 'contact', ...message.contact }] : []),
  ]
}

function readFile(type: string, file: Body): Record<string, unknown> {
  return {
    type,
    file_id: file.file_id,
    mime: file.mime_type ?? null,
    name: file.file_name ?? null,
    bytes: file.file_size ?? null,
  }
}

/** The bot lost its place in a chat: the health check of the accounts that post there asks Telegram. */
function readMembership(change: Body): InboundItem[] {
  const isLost = ['left', 'kicked', 'restricted', 'member'].includes(change?.new_chat_member?.status)
  if (!isLost || change.chat?.type === 'private') return []
  return [{ kind: 'deauthorized', entityExternalId: String(change.chat.id) }]
}
