import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id, tryRead } from '../api/response.ts'
import type { InboundItem } from '../inbound.ts'
import { type PushEntry, toList } from './webhooks.ts'

const Party = Maybe(Type.Object({ id: Maybe(Id) }))
const parties = { sender: Party, recipient: Party, timestamp: Maybe(Type.Unknown()) }

const MessageEvent = Type.Object({
  ...parties,
  message: Type.Object({
    mid: Type.String({ minLength: 1 }),
    text: Maybe(Type.String()),
    attachments: Maybe(Type.Unknown()),
    metadata: Maybe(Type.Unknown()),
    is_echo: Maybe(Type.Unknown()),
    is_deleted: Maybe(Type.Unknown()),
    is_unsupported: Maybe(Type.Unknown()),
  }),
})
const DeliveryEvent = Type.Object({
  ...parties,
  delivery: Type.Object({ mids: Maybe(Type.Array(Type.String())), watermark: Maybe(Type.Unknown()) }),
})
const ReadEvent = Type.Object({
  ...parties,
  read: Type.Object({ mid: Maybe(Type.String()), watermark: Maybe(Type.Unknown()) }),
})
const Attachment = Type.Object({
  type: Maybe(Type.String()),
  title: Maybe(Type.Unknown()),
  payload: Maybe(Type.Object({ url: Maybe(Type.Unknown()) })),
})

/**
 * Reads the direct messages in a webhook of Messenger or Instagram. A conversation is named by the other person's id. `standby` has the
 * messages that another app of the same page answers first.
 */
export function readMessaging({ id, messaging, standby }: PushEntry): InboundItem[] {
  const entityExternalId = String(id)
  return [...toList(messaging), ...toList(standby)].flatMap((event) => [
    ...readMessage(tryRead(MessageEvent, event), entityExternalId),
    ...readDelivery(tryRead(DeliveryEvent, event), entityExternalId),
    ...readRead(tryRead(ReadEvent, event), entityExternalId),
  ])
}

/** An echo is a message that the account itself sent, here or elsewhere; `metadata` is the handle that the message was sent with. */
function readMessage(event: Static<typeof MessageEvent> | undefined, entityExternalId: string): InboundItem[] {
  if (!event || event.message.is_deleted || event.message.is_unsupported) return []
  const { sender, recipient, message, timestamp } = event
  const isEcho = message.is_echo === true
  const other = (isEcho ? recipient : sender)?.id
  if (other === undefined || other === null) return []
  const externalId = String(other)
  return [
    {
      kind: 'message',
      entityExternalId,
      externalId: message.mid,
      conversationExternalId: externalId,
      participant: { externalId, name: null, username: null, avatarUrl: null },
      direction: isEcho ? 'outbound' : 'inbound',
      body: message.text ?? null,
      attachments: toList(message.attachments).map(readAttachment),
      occurredAt: readUnixMs(timestamp),
      ...(isEcho && typeof message.metadata === 'string' && { handle: message.metadata }),
    },
  ]
}

function readAttachment(attachment: unknown) {
  const { type, title, payload } = tryRead(Attachment, attachment) ?? {}
  return { type: type ?? 'file', url: payload?.url ?? null, name: title ?? null }
}

function readDelivery(event: Static<typeof DeliveryEvent> | undefined, entityExternalId: string): InboundItem[] {
  if (!event) return []
  const { mids, watermark } = event.delivery
  if (!mids) return readWatermark(event, watermark, 'delivered', entityExternalId)
  const occurredAt = readUnixMs(watermark)
  return mids.map((messageExternalId) => ({
    kind: 'message_status',
    entityExternalId,
    messageExternalId,
    status: 'delivered',
    occurredAt,
  }))
}

/** Instagram names the message that was read, Messenger the time up to which all were read. */
function readRead(event: Static<typeof ReadEvent> | undefined, entityExternalId: string): InboundItem[] {
  if (!event) return []
  const { mid, watermark } = event.read
  if (typeof mid !== 'string') return readWatermark(event, watermark, 'read', entityExternalId)
  const occurredAt = readUnixMs(event.timestamp)
  return [{ kind: 'message_status', entityExternalId, messageExternalId: mid, status: 'read', occurredAt }]
}

function readWatermark(
  { sender }: Pick<Static<typeof ReadEvent>, 'sender'>,
  watermark: unknown,
  status: 'delivered' | 'read',
  entityExternalId: string,
): InboundItem[] {
  const until = readUnixMs(watermark)
  const person = sender?.id
  if (!until || person === undefined || person === null) return []
  return [{ kind: 'conversation_status', entityExternalId, conversationExternalId: String(person), status, until }]
}

function readUnixMs(ms: unknown): Date | null {
  return Number(ms) > 0 ? new Date(Number(ms)) : null
}
