import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Inbound } from '../inbound.ts'
import { getClientCredentials } from '../oauth2.ts'
import type { Call } from '../session.ts'
import { type Graph, request } from './graph.ts'

const VERIFY_TOKEN = 'verify_token'

/** What we ask Meta to send back when it checks our address. */
export function verifyToken(call: Call): string {
  return call.deriveSecret(VERIFY_TOKEN)
}

/** Meta checks our address with a GET before it sends anything there. */
export const challenge: NonNullable<Inbound['challenge']> = async (call, { query }) => {
  const isOurs =
    query['hub.mode'] === 'subscribe' && call.isDerivedSecret(query['hub.verify_token'] ?? '', VERIFY_TOKEN)
  return isOurs ? query['hub.challenge'] : undefined
}

/** `X-Hub-Signature-256: sha256=<hex>` over the exact bytes, with the app's secret. */
export const verify: Inbound['verify'] = async ({ app }, { body, headers }) => {
  const secret = app['client_secret']
  if (!secret) return false
  const given = Buffer.from(String(headers['x-hub-signature-256'] ?? ''))
  const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

export interface AppSubscription {
  /** `whatsapp_business_account`, `page`, `instagram`. */
  readonly object: string
  readonly fields: readonly string[]
  readonly url: string
}

/**
 * Sets the app's own address for an object, once for all accounts. An address that the operator has set for another program
 * stays as it is: false.
 */
export async function subscribeApp(graph: Graph, { object, fields, url }: AppSubscription): Promise<boolean> {
  const { id, secret } = getClientCredentials(graph.call)
  const asApp = { ...graph, token: `${id}|${secret}` }
  const path = `${id}/subscriptions`
  const { data = [] } = await request(asApp, 'GET', path)
  const known = data.find((one: { object?: unknown }) => one.object === object)
  if (known?.callback_url !== undefined && known.callback_url !== url) return false
  const names = new Set((known?.fields ?? []).map((field: { name?: unknown } | string) => fieldName(field)))
  if (known?.active !== false && fields.every((name) => names.has(name))) return true
  const form = { object, callback_url: url, fields: fields.join(','), verify_token: verifyToken(graph.call) }
  await request(asApp, 'POST', path, { form, secrets: [form.verify_token] })
  return true
}

function fieldName(field: { name?: unknown } | string): unknown {
  return typeof field === 'string' ? field : field.name
}
