import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id, tryRead } from '../api/response.ts'
import type { Inbound } from '../inbound.ts'
import { getClientCredentials } from '../oauth/oauth2.ts'
import type { Call } from '../session.ts'
import { buildEdgeSchema, type Graph, readPage, request } from './graph.ts'

const Push = Type.Object({ object: Type.String(), entry: Type.Array(Type.Unknown()) })

/** Everything that one webhook says about one page or account. Each list is read item by item. */
export type PushEntry = Static<typeof PushEntry>
const PushEntry = Type.Object({
  id: Id,
  time: Maybe(Type.Unknown()),
  changes: Maybe(Type.Unknown()),
  messaging: Maybe(Type.Unknown()),
  standby: Maybe(Type.Unknown()),
})

const SubscriptionEdge = buildEdgeSchema(
  Type.Object({
    object: Type.String(),
    callback_url: Maybe(Type.String()),
    active: Maybe(Type.Boolean()),
    fields: Maybe(Type.Array(Type.Union([Type.String(), Type.Object({ name: Type.String() })]))),
  }),
)

const VERIFY_TOKEN = 'verify_token'

/** Reads the entries of a webhook about objects of this kind; none if it is about another kind. */
export function readEntries(body: string, object: 'page' | 'instagram'): PushEntry[] {
  const push = tryRead(Push, JSON.parse(body))
  if (push?.object !== object) return []
  return push.entry.flatMap((entry) => tryRead(PushEntry, entry) ?? [])
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the token that Meta sends back when it checks the address of this server. */
export function verifyToken(call: Call): string {
  return call.deriveSecret(VERIFY_TOKEN)
}

/** Answers the GET by which Meta checks the address of this server before it sends anything there. */
export const challenge: NonNullable<Inbound['challenge']> = async (call, { query }) => {
  const hasOwnToken = call.isDerivedSecret(query['hub.verify_token'] ?? '', VERIFY_TOKEN)
  return query['hub.mode'] === 'subscribe' && hasOwnToken ? query['hub.challenge'] : undefined
}

/** Checks `X-Hub-Signature-256: sha256=<hex>`, made of the exact bytes with the app's secret. */
export const verify: Inbound['verify'] = async ({ app }, { body, headers }) => {
  const secret = app['client_secret']
  if (!secret) return false
  const signature = Buffer.from(String(headers['x-hub-signature-256'] ?? ''))
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

export interface AppSubscription {
  /** `whatsapp_business_account`, `page`, `instagram`. */
  readonly object: string
  readonly fields: readonly string[]
  readonly url: string
}

/**
 * Sets the app's address for webhooks about an object, once for all accounts. Returns false if the operator has set the address of
 * another program, which stays.
 */
export async function subscribeApp(graph: Graph, { object, fields, url }: AppSubscription): Promise<boolean> {
  const { id, secret } = getClientCredentials(graph.call)
  const asApp = { ...graph, token: `${id}|${secret}` }
  const path = `${id}/subscriptions`
  const { data } = await readPage(asApp, path, { schema: SubscriptionEdge })
  const known = data.find((subscription) => subscription.object === object)
  const { callback_url } = known ?? {}
  if (typeof callback_url === 'string' && callback_url !== url) return false
  const names = new Set((known?.fields ?? []).map((field) => (typeof field === 'string' ? field : field.name)))
  if (known?.active !== false && fields.every((name) => names.has(name))) return true
  const form = { object, callback_url: url, fields: fields.join(','), verify_token: verifyToken(graph.call) }
  await request(asApp, 'POST', path, { schema: AnyBody, form, secrets: [form.verify_token] })
  return true
}
