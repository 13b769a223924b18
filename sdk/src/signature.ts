import type { WebhookData } from './types.gen.ts'

/** Why a delivery was refused. The code is the contract; the message is for the developer who reads the log. */
export type WebhookErrorCode =
  | 'missing_header'
  | 'malformed_header'
  | 'timestamp_out_of_range'
  | 'no_match'
  | 'body_not_raw'
  | 'body_not_json'
  | 'bad_secret'

export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** An event: its `type` narrows its `data`. A server that is newer than this package may send further types. */
export type WebhookEvent = {
  [T in keyof WebhookData]: {
    /** The same on every retry and redrive of one event: the key to deduplicate on. */
    readonly id: string
    readonly type: T
    readonly created_at: string
    readonly workspace_id: string
    readonly data: WebhookData[T]
  }
}[keyof WebhookData]

export type RawBody = string | Uint8Array | ArrayBuffer

/** A Fetch `Headers`, or the `headers` of a Node request. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How far the timestamp may lie from this clock, before or after it. 300 when absent. */
  readonly toleranceSeconds?: number | undefined
  /** Milliseconds, like `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** A delivery whose form is right: what is left to do is to compare its digests. */
interface Delivery {
  readonly body: Uint8Array
  /** What the HMAC covers in front of the body: the timestamp as the header spells it, and a dot. */
  readonly prefix: string
  readonly digests: readonly Uint8Array[]
  readonly keys: readonly Uint8Array[]
}

const DIGEST = /^[0-9a-f]{64}$/
const SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/
const TIMESTAMP = /^[0-9]{1,12}$/
const MAX_ENTRIES = 8

const NOT_RAW = `The body must be the bytes as they were received, as a string, Uint8Array or ArrayBuffer; JSON that was parsed
and written again has other bytes. Express: express.raw({ type: 'application/json' }) on this route, then req.body.
Fastify: addContentTypeParser('application/json', { parseAs: 'buffer' }, (req, body, done) => done(null, body)), then
request.body. Next and Hono: await request.arrayBuffer(); in Next's pages router set bodyParser: false and collect the stream.`

export function readDelivery(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Delivery {
  const keys = readSecrets(secrets)
  const body = readBody(rawBody)
  const digests = readDigests(readHeader(headers, 'x-service-signature'))
  const timestamp = readTimestamp(readHeader(headers, 'x-service-timestamp'), options)
  return { body, prefix: `${timestamp}.`, digests, keys }
}

/** The event of a delivery whose digests have been compared: nothing is parsed before one of them matched. */
export function readEvent(body: Uint8Array, isMatch: boolean): WebhookEvent {
  if (!isMatch)
    throw new WebhookVerificationError(
      'no_match',
      'No digest in X-Service-Signature was made with these secrets over this body. Check that the body is the exact bytes received and that the secret is the whole string of this endpoint, whsec_ included.',
    )
  const event = parseJson(body)
  if (typeof event !== 'object' || event === null || !('id' in event) || typeof event.id !== 'string')
    throw new WebhookVerificationError('body_not_json', 'The signed body is not a JSON object with an id.')
  return event as WebhookEvent
}

/** The whole string is the key, `whsec_` included. An empty one would let anybody sign, so none is skipped. */
export function readSecrets(secrets: string | readonly string[]): Uint8Array[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets]
  if (list.length === 0) throw new WebhookVerificationError('bad_secret', 'Pass at least one secret.')
  return list.map((secret) => {
    if (typeof secret !== 'string' || !SECRET.test(secret))
      throw new WebhookVerificationError(
        'bad_secret',
        'A secret is the whole string shown when the endpoint was created or rotated: whsec_ and base64, nothing around it.',
      )
    return encode(secret)
  })
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Knows bytes from another realm too, where `instanceof` fails (test runners, workers). */
export function readBody(body: unknown): Uint8Array {
  if (typeof body === 'string') return encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer)
  throw new WebhookVerificationError('body_not_raw', NOT_RAW)
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    throw new WebhookVerificationError('body_not_json', 'The signed body is not JSON in UTF-8.')
  }
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const values = typeof headers.get === 'function' ? [headers.get(name)] : listValues(headers, name)
  const [value, ...more] = values.filter((candidate) => candidate !== undefined && candidate !== null)
  if (value === undefined) throw new WebhookVerificationError('missing_header', `${name} is missing.`)
  // Servers join a header that came twice with a comma and a space; a genuine value holds neither space nor tab.
  if (typeof value !== 'string' || more.length > 0 || /\s/.test(value))
    throw new WebhookVerificationError('malformed_header', `${name} was sent twice or holds white space.`)
  return value
}

function listValues(headers: object, name: string): unknown[] {
  return Object.entries(headers).flatMap(([key, value]: [string, unknown]) => (key.toLowerCase() === name ? value : []))
}

function readDigests(header: string): Uint8Array[] {
  const entries = header.split(',', MAX_ENTRIES + 1)
  const digests = entries.flatMap((entry) => {
    const [, tag, value] = /^([^=]+)=(.*)$/.exec(entry) ?? []
    const isKnown = tag === 'v1' || tag === 'v2'
    if (tag === undefined || value === undefined || (isKnown && !DIGEST.test(value)))
      throw new WebhookVerificationError(
        'malformed_header',
        'x-service-signature has an entry that is not v1=<64 hex>.',
      )
    return isKnown ? [Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))] : []
  })
  if (digests.length === 0 || entries.length > MAX_ENTRIES)
    throw new WebhookVerificationError('malformed_header', `x-service-signature has no digest, or over ${MAX_ENTRIES}.`)
  return digests
}

function readTimestamp(header: string, { toleranceSeconds = 300, now = Date.now }: VerifyOptions): string {
  if (!TIMESTAMP.test(header))
    throw new WebhookVerificationError('malformed_header', 'x-service-timestamp is not Unix seconds.')
  const distance = Math.abs(Math.floor(now() / 1000) - Number(header))
  // Written so that a tolerance or clock that is not a number refuses.
  if (distance <= toleranceSeconds) return header
  throw new WebhookVerificationError(
    'timestamp_out_of_range',
    `x-service-timestamp lies ${distance} s from this clock; ${toleranceSeconds} s are allowed.`,
  )
}
