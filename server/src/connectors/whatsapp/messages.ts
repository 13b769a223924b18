import { Type } from '../../kit/declare/type.ts'
import { AnyBody, tryRead } from '../api/response.ts'
import type { Messages, OutgoingMessage, SentMessage } from '../inbox.ts'
import { measureLength } from '../limits.ts'
import { request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Json, Session } from '../session.ts'
import { createGraph } from './cloud-api.ts'
import { buildConversationId, isPhone, parsePersonId, toPerson } from './conversation-ids.ts'
import { download, upload } from './media.ts'
import { limits } from './platform.ts'

const SentMessages = Type.Object({
  messages: Type.Unsafe<readonly [{ readonly id: string }]>(
    Type.Array(Type.Object({ id: Type.String({ minLength: 1 }) }), { minItems: 1 }),
  ),
  contacts: Type.Optional(Type.Unknown()),
})
const Contacts = Type.Array(Type.Object({ wa_id: Type.String() }))

export const messages: Messages = {
  async send(session, message) {
    const { max, unit } = limits.text
    if (measureLength(message.body, unit, max) > max) throw createLengthError('text', max)
    return sendContent(session, message, {
      type: 'text',
      text: { body: message.body, preview_url: /https?:\/\//i.test(message.body) },
    })
  },
  sendTemplate(session, message) {
    const { name, language, components } = message.template
    const parts = components.map(({ index, ...part }) => ({
      ...part,
      ...(index !== undefined && { index: String(index) }),
    }))
    const template = { name, language: { code: language }, components: parts as readonly Json[] }
    return sendContent(session, message, { type: 'template', template })
  },
  async sendMedia(session, message) {
    const { caption } = message
    if (caption !== null && measureLength(caption, 'characters', CAPTION_MAX) > CAPTION_MAX)
      throw createLengthError('caption', CAPTION_MAX)
    const { type, id, filename } = await upload(session, message.medium, caption !== null)
    const medium = { id, ...(caption !== null && { caption }), ...(filename !== undefined && { filename }) }
    return sendContent(session, message, { type, [type]: medium })
  },
  async openAttachment(session, { id, mime }) {
    return typeof id === 'string' && mime !== undefined ? download(session, id) : undefined
  },
  conversationWith(entityExternalId, phone) {
    const personId = phone.replace('+', '')
    return { externalId: buildConversationId(entityExternalId, personId), participant: toPerson(personId, null, null) }
  },
  async markRead(session, { lastMessageExternalId }) {
    if (lastMessageExternalId === null) return
    const body = { messaging_product: 'whatsapp', status: 'read', message_id: lastMessageExternalId }
    await request(createGraph(session), 'POST', buildMessagesPath(session), { schema: AnyBody, body })
  },
}

const CAPTION_MAX = 1024

const buildMessagesPath = ({ entity }: Session) => `${encodeURIComponent(entity.externalId)}/messages`

/** Sends a message with its handle, which WhatsApp repeats in every status of the message. */
async function sendContent(
  session: Session,
  { conversationExternalId, handle }: Pick<OutgoingMessage, 'conversationExternalId' | 'handle'>,
  content: { readonly [key: string]: Json },
): Promise<SentMessage> {
  const personId = parsePersonId(conversationExternalId)
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(isPhone(personId) ? { to: personId } : { recipient: personId }),
    ...content,
    biz_opaque_callback_data: handle,
  }
  const response = await request(createGraph(session), 'POST', buildMessagesPath(session), {
    schema: SentMessages,
    body,
    mutates: true,
  })
  // In some countries the id of a person is not the number that was dialed.
  const waId = tryRead(Contacts, response.contacts)?.[0]?.wa_id ?? ''
  const isRenamed = isPhone(personId) && isPhone(waId) && waId !== personId
  return {
    externalId: response.messages[0].id,
    status: 'sent',
    ...(isRenamed && { conversationExternalId: buildConversationId(session.entity.externalId, waId) }),
  }
}

function createLengthError(part: string, max: number): PlatformError {
  return new PlatformError('invalid', `The ${part} is too long: at most ${max} characters fit.`, {
    rule: `whatsapp.message.max_${part}`,
    remediation: `Shorten the ${part}.`,
  })
}
