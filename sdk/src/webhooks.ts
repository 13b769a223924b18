import {
  encode,
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

/** Returns the event if one of these secrets signed the delivery, otherwise rejects with a `WebhookVerificationError`. */
export async function verifyWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: VerifyOptions,
): Promise<WebhookEvent> {
  const { body, prefix, digests, keys } = readDelivery(rawBody, headers, secrets, options)
  // A copy, so that the parsed bytes are the signed bytes even if the caller changes the buffer.
  const signed = join(prefix, body)
  let isMatch = false
  for (const key of keys) {
    const expected = await digest(key, signed)
    for (const presented of digests) isMatch = isSame(expected, presented) || isMatch
  }
  return readEvent(signed.subarray(prefix.length), isMatch)
}

export interface SignOptions {
  /** Also signs with this secret, as the server does for 24 hours after a rotation. */
  readonly previousSecret?: string | undefined
  /** Unix seconds. Default: now. */
  readonly timestamp?: number | undefined
  /** Default: the `id` of the body. Required if the body has none. */
  readonly eventId?: string | undefined
}

/** Returns the headers that the server would send with this body, for tests of a receiver. */
export async function signTestWebhook(body: RawBody, secret: string, options: SignOptions = {}) {
  const secrets = options.previousSecret === undefined ? [secret] : [secret, options.previousSecret]
  const keys = readSecrets(secrets)
  const bytes = readBody(body)
  const id = options.eventId ?? readEvent(bytes, true).id
  const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1000))
  const service = await Promise.all(keys.map((key) => digest(key, join(`${timestamp}.`, bytes))))
  // Standard Webhooks also signs the id, and its key is the decoded base64 after the prefix.
  const standard = await Promise.all(
    secrets.map((text) => {
      const key = Uint8Array.from(atob(text.slice('whsec_'.length)), (letter) => letter.charCodeAt(0))
      return digest(key, join(`${id}.${timestamp}.`, bytes))
    }),
  )
  return {
    'X-Service-Signature': service.map((made, index) => `v${index + 1}=${encodeHex(made)}`).join(','),
    'X-Service-Timestamp': timestamp,
    'X-Service-Event-Id': id,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.map((made) => `v1,${btoa(String.fromCharCode(...made))}`).join(' '),
  }
}

function join(prefix: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encode(prefix)
  const joined = new Uint8Array(head.length + body.length)
  joined.set(head)
  joined.set(body, head.length)
  return joined
}

async function digest(key: Uint8Array, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const hmac = await crypto.subtle.importKey('raw', key as Uint8Array<ArrayBuffer>, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', hmac, signed))
}

function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares in constant time: always reads all 32 bytes. */
function isSame(expected: Uint8Array, presented: Uint8Array): boolean {
  let difference = expected.length ^ presented.length
  for (const [index, byte] of expected.entries()) difference |= byte ^ (presented[index] ?? 0)
  return difference === 0
}
