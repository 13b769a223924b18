import {
  type RawBody,
  readDelivery,
  readEvent,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
} from './signature.ts'

export type { RawBody, VerifyOptions, WebhookErrorCode, WebhookEvent, WebhookHeaders } from './signature.ts'
export { WebhookVerificationError } from './signature.ts'

/** Like `verifyWebhook`, on WebCrypto alone: for Workers, Deno and edge runtimes. */
export async function verifyWebhookAsync(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: VerifyOptions,
): Promise<WebhookEvent> {
  const { body, prefix, digests, keys } = readDelivery(rawBody, headers, secrets, options)
  const head = new TextEncoder().encode(prefix)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  let isMatch = false
  for (const key of keys) {
    const expected = await digest(key, signed)
    for (const presented of digests) isMatch = isSame(expected, presented) || isMatch
  }
  return readEvent(signed.subarray(head.length), isMatch)
}

async function digest(key: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const hmac = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', hmac, signed))
}

/** Looks at all 32 bytes whatever they are, so that its time tells nothing about the first that differs. */
function isSame(expected: Uint8Array, presented: Uint8Array): boolean {
  let difference = expected.length ^ presented.length
  for (const [index, byte] of expected.entries()) difference |= byte ^ (presented[index] ?? 0)
  return difference === 0
}
