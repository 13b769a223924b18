import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Inbound, InboundItem } from '../inbound.ts'
import { type Item, readComment, readInboxItem, readReview, readTemplate } from './items.ts'

/** `X-Sandbox-Signature: sha256=<hex>` over the body, with the operator's SANDBOX_WEBHOOK_SECRET. */
export const inbound: Inbound = {
  async verify({ app }, { body, headers }) {
    const secret = app['webhookSecret']
    if (!secret) return false
    const given = Buffer.from(String(headers['x-sandbox-signature'] ?? ''))
    const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  },
  read({ body }) {
    const { items } = JSON.parse(body) as { items: Item[] }
    return items.map(readInbound)
  },
}

const readers: Record<string, (item: Item) => object> = {
  comment: readComment,
  review: readReview,
  template: readTemplate,
  message: readInboxItem,
  message_status: readInboxItem,
  deauthorized: () => ({}),
}

function readInbound(item: Item): InboundItem {
  const read = readers[item.kind]
  return { kind: item.kind, entityExternalId: item.entity_id, ...read?.(item) }
}
