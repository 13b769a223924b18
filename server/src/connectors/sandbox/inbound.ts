import { createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from '../../kit/declare/type.ts'
import { tryRead } from '../api/response.ts'
import type { Inbound, InboundItem } from '../inbound.ts'
import { PushedItem, readComment, readMessageItem, readReview, readTemplate } from './items.ts'

const Push = Type.Object({ items: Type.Array(Type.Unknown()) })

/** `X-Sandbox-Signature: sha256=<hex>` over the body, with the operator's SANDBOX_WEBHOOK_SECRET. */
export const inbound: Inbound = {
  async verify({ app }, { body, headers }) {
    const secret = app['webhookSecret']
    if (!secret) return false
    const signature = Buffer.from(String(headers['x-sandbox-signature'] ?? ''))
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  },
  read: ({ body }) => tryRead(Push, JSON.parse(body))?.items.flatMap((item) => readItem(item) ?? []) ?? [],
}

function readItem(value: unknown): InboundItem | undefined {
  const item = tryRead(PushedItem, value)
  if (!item) return undefined
  const address = { entityExternalId: item.entity_id }
  switch (item.kind) {
    case 'comment':
      return { kind: item.kind, ...readComment(item), ...address }
    case 'review':
      return { kind: item.kind, ...readReview(item), ...address }
    case 'template':
      return { kind: item.kind, ...readTemplate(item), ...address }
    case 'deauthorized':
      return { kind: item.kind, ...address }
    case 'message':
    case 'message_status':
      return { ...readMessageItem(item), ...address }
  }
}
