import { exchange } from '../api/exchange.ts'
import type { InboxItem, Messages, OutgoingMessage, SentMessage } from '../inbox.ts'
import { measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { toIdentity } from './auth.ts'
import {
  buildMessagePath,
  createMessage,
  findOwn,
  listAfter,
  listNewest,
  Message,
  PAGE_SIZE,
} from './channel-messages.ts'
import { createBot, request } from './client.ts'
import { limits, MIB } from './platform.ts'

const FIRST_PAGE_SIZE = 50
const DOWNLOAD_BYTES_MAX = 25 * MIB
/** Plain messages and replies; the other types are notices such as "joined the server". */
const TYPES = new Set([0, 19])

/**
 * The messages of people in the channel. A conversation is one person's messages there, and a reply mentions the person, because
 * the whole channel reads it. Direct messages to a bot can only be received over Discord's gateway.
 */
export const messages: Messages = {
  async list(session, { cursor }) {
    const channelId = session.entity.externalId
    const found =
      cursor === null
        ? await listNewest(session, channelId, FIRST_PAGE_SIZE)
        : await listAfter(session, channelId, cursor)
    return {
      items: found.flatMap((message) => readMessage(channelId, message)),
      // When the first read finds nothing, every later message is new.
      cursor: found.at(-1)?.id ?? (cursor === null ? '0' : null),
      hasMore: cursor !== null && found.length === PAGE_SIZE,
    }
  },
  send: (session, message) => sendTo(session, message, []),
  sendMedia: (session, { medium, caption, ...to }) => sendTo(session, { ...to, body: caption ?? '' }, [medium]),

  async find(session, message, { intentAt, otherIds }) {
    const { channelId, text } = addMention(message)
    const isOther = async (id: string) => otherIds.includes(`${channelId}:${id}`)
    const id = await findOwn(session, channelId, { text, media: [] }, { intentAt, isOther })
    return id === undefined ? undefined : { externalId: `${channelId}:${id}`, status: 'sent' }
  },

  /** Reads the message again, because the address of a file expires after a day. */
  async openAttachment(session, attachment) {
    const [channelId = '', id = ''] = String(attachment['message']).split(':')
    const path = buildMessagePath(channelId, id)
    const { attachments } = await request(createBot(session), 'GET', path, { schema: Message })
    const file = attachments.find((one) => one.id === attachment['id'])
    if (!file) throw new PlatformError('invalid', 'The file is gone.', { rule: 'discord.attachment.not_found' })
    if (file.size > DOWNLOAD_BYTES_MAX)
      throw new PlatformError('invalid', `The file has ${file.size} bytes, at most ${DOWNLOAD_BYTES_MAX} are read.`, {
        rule: 'discord.attachment.max_bytes',
      })
    let bytes: Buffer = Buffer.alloc(0)
    const http: Session['http'] = async (outbound) => {
      const reply = await session.http(outbound)
      bytes = reply.body
      return reply
    }
    await exchange(http, { method: 'GET', url: file.url, bytesMax: DOWNLOAD_BYTES_MAX, deadlineMs: 120_000 })
    return { mime: file.content_type ?? 'application/octet-stream', bytes }
  },
}

async function sendTo(
  session: Session,
  message: OutgoingMessage,
  media: readonly ReadableMedia[],
): Promise<SentMessage> {
  const { channelId, authorId, text } = addMention(message)
  if (measureLength(text, 'characters', limits.text.max) > limits.text.max)
    throw new PlatformError(
      'invalid',
      `With the mention of the person the text has more than ${limits.text.max} characters.`,
      {
        rule: 'discord.text.max_characters',
        remediation: 'Shorten the text.',
      },
    )
  const fields = { allowed_mentions: { users: [authorId] } }
  const id = await createMessage(session, channelId, message.handle, { text, media, fields })
  return { externalId: `${channelId}:${id}`, status: 'sent' }
}

function addMention({ conversationExternalId, body }: OutgoingMessage) {
  const [channelId = '', authorId = ''] = conversationExternalId.split(':')
  return { channelId, authorId, text: `<@${authorId}> ${body}`.trim() }
}

/** Returns an empty list for messages of bots, of webhooks and of Discord itself. */
function readMessage(channelId: string, message: Message): InboxItem[] {
  const { id, type, author, webhook_id, content, attachments, timestamp } = message
  if (!TYPES.has(type) || webhook_id || author.bot) return []
  const { displayName: name, ...person } = toIdentity(author)
  return [
    {
      kind: 'message',
      externalId: `${channelId}:${id}`,
      conversationExternalId: `${channelId}:${author.id}`,
      participant: { ...person, name },
      direction: 'inbound',
      body: content || null,
      attachments: attachments.map((file) => ({
        type: (file.content_type ?? 'file').split('/')[0],
        id: file.id,
        message: `${channelId}:${id}`,
        url: file.url,
        name: file.filename,
        mime: file.content_type ?? null,
        bytes: file.size,
      })),
      occurredAt: new Date(timestamp),
    },
  ]
}
