import type { InboundItem } from '../inbound.ts'
import type { Body } from './graph.ts'

/**
 * What a webhook tells of direct messages, on Messenger and on Instagram alike. A conversation is named by the other person's id.
 * `standby` has what another app of the same page answers first.
 */
export function readMessaging(entry: Body, entityExternalId: string): InboundItem[] {
  const events: Body[] = [entry?.messaging, entry?.standby].flatMap((list) => (Array.isArray(list) ? list : []))
  return events.flatMap((event) => [
    ...readMessage(event, entityExternalId),
    ...readDelivery(event, entityExternalId),
    ...readRead(event, entityExternalId),
  ])
}

/** An echo is a message that the account itself sent, here or elsewhere; `metadata` is the handle that we gave it. */
function readMessage({ sender, recipient, message, timestamp }: Body, entityExternalId: string): InboundItem[] {
  if (typeof message?.mid !== 'string' || message.is_deleted || message.is_unsupported) return []
  const isEcho = message.is_echo === true
  const other = String((isEcho ? recipient : sender)?.id)
  return [
    {
      kind: 'message',
      entityExternalId,
      externalId: message.mid,
      conversationExternalId: other,
      participant: { externalId: other, name: null, username: null, avatarUrl: null },
      direction: isEcho ? 'outbound' : 'inbound',
      body: message.text ?? null,
      attachments: (Array.isArray(message.attachments) ? message.attachments : []).map(readAttachment),
      occurredAt: readUnixMs(timestamp),
      ...(isEcho && typeof message.metadata === 'string' && { handle: message.metadata }),
    },
  ]
}

function readAttachment({ type, title, payload }: Body) {
  return { type: String(type ?? 'file'), url: payload?.url ?? null, name: title ?? null }
}

function readDelivery({ delivery, sender }: Body, entityExternalId: string): InboundItem[] {
  if (!delivery) return []
  if (!Array.isArray(delivery.mids)) return readWatermark(sender, delivery, 'delivered', entityExternalId)
  const occurredAt = readUnixMs(delivery.watermark)
  return delivery.mids.map((mid: unknown) => ({
    kind: 'message_status',
    entityExternalId,
    messageExternalId: String(mid),
    status: 'delivered',
    occurredAt,
  }))
}

/** Instagram names the message that was read, Messenger the time up to which all were read. */
function readRead({ read, sender, timestamp }: Body, entityExternalId: string): InboundItem[] {
  if (!read) return []
  if (typeof read.mid !== 'string') return readWatermark(sender, read, 'read', entityExternalId)
  const occurredAt = readUnixMs(timestamp)
  return [{ kind: 'message_status', entityExternalId, messageExternalId: read.mid, status: 'read', occurredAt }]
}

function readWatermark(sender: Body, { watermark }: Body, status: 'delivered' | 'read', entityExternalId: string) {
  const until = readUnixMs(watermark)
  if (!until || sender?.id === undefined) return []
  const conversationExternalId = String(sender.id)
  return [{ kind: 'conversation_status' as const, entityExternalId, conversationExternalId, status, until }]
}

function readUnixMs(ms: unknown): Date | null {
  return Number(ms) > 0 ? new Date(Number(ms)) : null
}
