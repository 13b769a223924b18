import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** The keys of a secret for the two signature schemes. */
export interface SigningKeys {
  /** For `X-Service-Signature`: the whole text of the secret. */
  readonly service: KeyObject
  /** For Standard Webhooks: the bytes that follow `whsec_` in base64. */
  readonly standard: KeyObject
}

export function signingKeys(secret: string): SigningKeys {
  return {
    service: createSecretKey(secret, 'utf8'),
    standard: createSecretKey(secret.slice('whsec_'.length), 'base64'),
  }
}

export interface SignatureInput {
  readonly eventId: string
  readonly body: string
  /** Unix seconds. */
  readonly timestamp: number
  /** Keys of the current secret and, during the overlap after a rotation, of the previous one. */
  readonly keys: readonly SigningKeys[]
}

/** Builds the headers that a receiver verifies a delivery with. */
export function signatureHeaders({ eventId, body, timestamp, keys }: SignatureInput): Record<string, string> {
  const bytes = Buffer.from(body)
  const service = keys.map((key) =>
    createHmac('sha256', key.service).update(`${timestamp}.`).update(bytes).digest('hex'),
  )
  const standard = keys.map((key) =>
    createHmac('sha256', key.standard).update(`${eventId}.${timestamp}.`).update(bytes).digest('base64'),
  )
  return {
    'x-service-signature': service.map((digest, at) => `v${at + 1}=${digest}`).join(','),
    'x-service-timestamp': String(timestamp),
    'x-service-event-id': eventId,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.map((digest) => `v1,${digest}`).join(' '),
  }
}
