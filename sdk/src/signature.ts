import type { WebhookData } from './types.gen.ts'

/** Reason why a delivery was refused. The code is stable; the message is for developers who read the log. */
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

/** An event. Its `type` narrows its `data`. A newer server may send types that this package does not know. */
export type WebhookEvent = {
  [T in keyof WebhookData]: {
    /** Same on every retry and redrive of an event. Deduplicate on it. */
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
  /** Maximum distance of the timestamp from this clock, before or after it. Default: 300. */
  readonly toleranceSeconds?: number | undefined
  /** Current time in milliseconds, like `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** A well-formed delivery whose digests are not yet compared. */
interface Delivery {
  readonly body: Uint8Array
  /** Signed text before the body: the timestamp exactly as in the header, and a dot. */
  readonly prefix: string
  readonly digests: readonly Uint8Array[]
  readonly keys: readonly Uint8Array[]
}

const DIGEST = /^[0-9a-f]{64}$/
const SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/
const TIMESTAMP = /^[0-9]{1,12}$/
const MAX_ENTRIES = 8

const NOT_RAW = `Pass the raw bytes of the body as a string, Uint8Array or ArrayBuffer. JSON that was parsed and serialised
again has different bytes. Express: express.raw({ type: 'application/json' }) on this route, then req.body.
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

/** Parses the event after the digests were compared. Nothing is parsed unless one of them matched. */
export function readEvent(body: Uint8Array, isMatch: boolean): WebhookEvent {
  if (!isMatch)
    throw new WebhookVerificationError(
      'no_match',
      'No digest in X-Service-Signature matches this body and these secrets. Check that the body is the exact bytes received and that the secret is the whole string of this endpoint, including whsec_.',
    )
  const event = parseJson(body)
  if (typeof event !== 'object' || event === null || !('id' in event) || typeof event.id !== 'string')
    throw new WebhookVerificationError('body_not_json', 'The signed body is not a JSON object with an id.')
  return event as WebhookEvent
}

/** Reads the keys. A key is the whole string, including `whsec_`. An empty secret would let anyone sign, so it is an error. */
export function readSecrets(secrets: string | readonly string[]): Uint8Array[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets]
  if (list.length === 0) throw new WebhookVerificationError('bad_secret', 'Pass at least one secret.')
  return list.map((secret) => {
    if (typeof secret !== 'string' || !SECRET.test(secret))
      throw new WebhookVerificationError(
        'bad_secret',
        'A secret is the whole string shown when the endpoint was created or rotated: whsec_ and base64, without anything around it.',
      )
    return encode(secret)
  })
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Reads the raw body. Also accepts bytes from another realm, where `instanceof` fails (test runners, workers). */
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
  // Servers join repeated headers with a comma and a space; a genuine value contains no white space.
  if (typeof value !== 'string' || more.length > 0 || /\s/.test(value))
    throw new WebhookVerificationError('malformed_header', `${name} was sent twice or contains white space.`)
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
    throw new WebhookVerificationError(
      'malformed_header',
      `x-service-signature has no digest, or more than ${MAX_ENTRIES}.`,
    )
  return digests
}

function readTimestamp(header: string, { toleranceSeconds = 300, now = Date.now }: VerifyOptions): string {
  if (!TIMESTAMP.test(header))
    throw new WebhookVerificationError('malformed_header', 'x-service-timestamp is not Unix seconds.')
  const distance = Math.abs(Math.floor(now() / 1000) - Number(header))
  // Written so that NaN as tolerance or clock refuses.
  if (distance <= toleranceSeconds) return header
  throw new WebhookVerificationError(
    'timestamp_out_of_range',
    `x-service-timestamp is ${distance} s away from this clock; ${toleranceSeconds} s are allowed.`,
  )
}
