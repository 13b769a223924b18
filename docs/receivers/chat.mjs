// Forwards Quoin events to an incoming webhook of Slack or Discord. See docs/guides/chat.md.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET: secret = '', CHAT_URL: chat = '', PORT = '9000' } = process.env
const BODY_BYTES_MAX = 1_048_576
if (!secret.startsWith('whsec_') || !chat) {
  console.error('Set WEBHOOK_SECRET and CHAT_URL.')
  process.exit(1)
}

function isSigned(body, { 'x-service-signature': signature = '', 'x-service-timestamp': timestamp = '' }) {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - timestamp) > 300) return false
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  const digests = [...signature.matchAll(/\bv\d=([0-9a-f]{64})\b/g)].map(([, hex]) => Buffer.from(hex, 'hex'))
  return digests.some((digest) => timingSafeEqual(expected, digest))
}

/** Returns the text of the chat message: the event type, and the first text and link in its data. */
function sentence({ type, data }) {
  return [
    `Quoin: ${type}`,
    find(data, ['message', 'content', 'body', 'text'])?.slice(0, 300),
    find(data, ['external_url']),
  ]
    .filter(Boolean)
    .join('\n')
}

function find(value, names) {
  if (value === null || typeof value !== 'object') return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = names.includes(name) && typeof inner === 'string' ? inner : find(inner, names)
    if (found) return found
  }
}

/** Returns the body, or undefined if it is too large. */
async function read(request) {
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parse(body) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/**
 * Returns 204 if the chat accepted the message, and 400 if the call is not a signed event. With any status but 2xx, Quoin retries
 * later.
 */
async function pass(request) {
  const body = await read(request)
  if (!body || !isSigned(body, request.headers)) return 400
  const event = parse(body)
  if (typeof event?.type !== 'string') return 400
  const text = sentence(event)
  const message = chat.includes('discord') ? { content: text, allowed_mentions: { parse: [] } } : { text }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) }
  return (await fetch(chat, init)).ok ? 204 : 502
}

createServer((request, response) => {
  pass(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(502).end(),
  )
}).listen(Number(PORT))
