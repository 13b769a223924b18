import { createHmac, timingSafeEqual } from 'crypto'

const TOLERANCE_SECONDS = 300

/** Returns whether this secret signed these bytes within the last five minutes. After a rotation, the header has `v1=` and `v2=`. */
export function isSigned(
  body: Buffer,
  headers: Readonly<Record<string, unknown>>,
  secret: unknown,
  nowSeconds = Date.now() / 1000,
): boolean {
  // Before the endpoint is created there is no secret, and nothing is accepted.
  if (typeof secret !== 'string' || !secret.startsWith('whsec_')) return false
  const timestamp = toHeaderText(headers['x-service-timestamp'])
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  const presented = toHeaderText(headers['x-service-signature']).matchAll(/\bv\d=([0-9a-f]{64})\b/g)
  return [...presented].some(([, digest]) => timingSafeEqual(expected, Buffer.from(digest, 'hex')))
}

function toHeaderText(header: unknown): string {
  return typeof header === 'string' ? header : ''
}
