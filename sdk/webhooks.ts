import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type RawBody,
  readBody,
  readDelivery,
  readEvent,
  readSecrets,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
} from './signature.ts'

export type { RawBody, VerifyOptions, WebhookErrorCode, WebhookEvent, WebhookHeaders } from './signature.ts'
export { WebhookVerificationError } from './signature.ts'
export { verifyWebhookAsync } from './webhooks-edge.ts'

/** The event of a delivery that one of these secrets signed; anything else throws a `WebhookVerificationError`. */
export function verifyWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: VerifyOptions,
): WebhookEvent {
  const { body, prefix, digests, keys } = readDelivery(rawBody, headers, secrets, options)
  let isMatch = false
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(prefix).update(body).digest()
    for (const presented of digests) isMatch = timingSafeEqual(expected, presented) || isMatch
  }
  return readEvent(body, isMatch)
}

export interface SignOptions {
  /** Signs with this one too, as the server does for 24 hours after a rotation. */
  readonly previousSecret?: string
  /** Unix seconds; now unless told. */
  readonly timestamp?: number
  /** The body's own `id` unless told; a body without one needs it. */
  readonly eventId?: string
}

/** The headers the server sends with this body, for a receiver's own tests. */
export function signTestWebhook(body: RawBody, secret: string, options: SignOptions = {}) {
  const secrets = options.previousSecret === undefined ? [secret] : [secret, options.previousSecret]
  const keys = readSecrets(secrets)
  const bytes = readBody(body)
  const id = options.eventId ?? readEvent(bytes, true).id
  const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1000))
  const service = keys.map((key) => createHmac('sha256', key).update(`${timestamp}.`).update(bytes).digest('hex'))
  // Standard Webhooks signs the id as well, and its key is what the base64 after the prefix says.
  const standard = secrets.map((text) => {
    const key = Buffer.from(text.slice('whsec_'.length), 'base64')
    return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(bytes).digest('base64')
  })
  return {
    'X-Service-Signature': service.map((digest, index) => `v${index + 1}=${digest}`).join(','),
    'X-Service-Timestamp': timestamp,
    'X-Service-Event-Id': id,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.map((digest) => `v1,${digest}`).join(' '),
  }
}
