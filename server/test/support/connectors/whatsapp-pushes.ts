import { createHmac } from 'node:crypto'
import type { RawPush } from './fixture.ts'

export interface PushedChange {
  readonly businessAccountId: string
  readonly field: string
  readonly value: object
}

/** Builds a webhook as Meta sends it: `/` and characters beyond ASCII are escaped, and the escaped body is signed. */
export function signPush(secret: string, { businessAccountId: id, field, value }: PushedChange): RawPush {
  const entry = [{ id, time: Math.floor(Date.now() / 1000), changes: [{ field, value }] }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
  return { body, headers, query: {} }
}

interface Metadata {
  readonly id: string
  readonly display_phone_number: string
}

const buildChangeValue = (number: Metadata) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: number.display_phone_number.replaceAll(/\D/g, ''), phone_number_id: number.id },
})

export function messageValue(number: Metadata, from: string, message: object, name = 'Ada Example') {
  // Since 2026 every message has the id that Meta issues to this business for the person.
  const userId = `US.${Number(from.replaceAll(/\D/g, '')) * 7}`
  return {
    ...buildChangeValue(number),
    contacts: [{ profile: { name }, wa_id: from, user_id: userId }],
    messages: [{ from, from_user_id: userId, ...message }],
  }
}

export function statusValue(number: Metadata, to: string, status: object) {
  const pricing = { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' }
  return { ...buildChangeValue(number), statuses: [{ recipient_id: to, pricing, ...status }] }
}

export function statusError(code: number, title: string, details: string) {
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  }
}
