// Receives Quoin webhooks. Needs only Node (20 or later).
//
//   WEBHOOK_SECRETS=whsec_... PORT=9000 node receiver.mjs
//
// During a rotation, WEBHOOK_SECRETS has both secrets: new,old.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const TOLERANCE_SECONDS = 300
const BODY_BYTES_MAX = 1_048_576
const REMEMBER_MS = 7 * 24 * 3_600_000

class Refusal extends Error {
  constructor(code) {
    super(code)
    this.code = code
  }
}

/** Returns the event if one of the secrets signed the delivery, otherwise throws a Refusal. `pairs` are header entries. */
export function verify(body, pairs, secrets, now = Math.floor(Date.now() / 1000)) {
  if (secrets.length === 0 || !secrets.every((secret) => /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)))
    throw new Refusal('bad_secret')
  const digests = digestsIn(header(pairs, 'x-service-signature'))
  const timestamp = header(pairs, 'x-service-timestamp')
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new Refusal('malformed_header')
  if (Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) throw new Refusal('timestamp_out_of_range')
  let isMatch = false
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
    // Compares every digest in constant time, without stopping at a match.
    for (const digest of digests) isMatch = timingSafeEqual(expected, digest) || isMatch
  }
  if (!isMatch) throw new Refusal('no_match')
  return eventIn(body)
}

function header(pairs, name) {
  const values = pairs.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value)
  if (values.length === 0) throw new Refusal('missing_header')
  if (values.length > 1 || /\s/.test(values[0])) throw new Refusal('malformed_header')
  return values[0]
}

function digestsIn(signature) {
  const entries = signature.split(',')
  const digests = []
  for (const entry of entries) {
    const [, tag, value] = /^([^=]+)=(.*)$/.exec(entry) ?? []
    if (tag === undefined) throw new Refusal('malformed_header')
    if (tag !== 'v1' && tag !== 'v2') continue
    if (!/^[0-9a-f]{64}$/.test(value)) throw new Refusal('malformed_header')
    digests.push(Buffer.from(value, 'hex'))
  }
  if (digests.length === 0 || entries.length > 8) throw new Refusal('malformed_header')
  return digests
}

/** Parses the body. Called only after a signature matched. */
function eventIn(body) {
  let event
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    throw new Refusal('body_not_json')
  }
  if (typeof event?.id !== 'string') throw new Refusal('body_not_json')
  return event
}

/** Event ids of the last 7 days. Keep them in your database if you run several processes or must survive a restart. */
const seen = new Map()

function isNew({ id }) {
  const now = Date.now()
  for (const [old, at] of seen) {
    if (now - at < REMEMBER_MS) break
    seen.delete(old)
  }
  if (seen.has(id)) return false
  seen.set(id, now)
  return true
}

/** Replace this with your own code. If an event takes longer than a few seconds, put it into a queue. */
async function handle(event) {
  console.log(`${event.type} ${event.id}`)
}

async function handleOnce(event) {
  if (!isNew(event)) return
  try {
    await handle(event)
  } catch (error) {
    // Quoin delivers the event again.
    seen.delete(event.id)
    throw error
  }
}

async function read(request) {
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > BODY_BYTES_MAX) throw new Refusal('body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function receive(request, response, secrets) {
  try {
    const { rawHeaders } = request
    const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : []))
    await handleOnce(verify(await read(request), pairs, secrets))
    response.writeHead(204).end()
  } catch (error) {
    console.error(error instanceof Refusal ? error.code : error)
    response.writeHead(error instanceof Refusal ? 400 : 500, { connection: 'close' }).end()
  }
}

function serve(secrets, port) {
  const server = createServer((request, response) => void receive(request, response, secrets))
  server.listen(port, '127.0.0.1', () => console.log(`listening on ${server.address().port}`))
}

const port = process.env.PORT
if (port !== undefined) serve((process.env.WEBHOOK_SECRETS ?? '').split(','), Number(port))
