import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { routes } from '../../src/http/catalogue.ts'
import { buildUrl, goodRequest } from '../support/declared-requests.ts'
import { boot } from '../support/harness.ts'

const world = await boot()
const MIB = 1_048_576
const bulk = (body: string) => world.live('POST', '/v1/bulk/jobs', body)

test('a body that is parsed in a thread gets the same response as a small one', async () => {
  const long = 'x'.repeat(2 * MIB)
  const unknown = await bulk(JSON.stringify({ action: 'nonsense', csv_text: long }))
  assert.deepEqual([unknown.status, unknown.body.detail[0].loc], [422, ['body', 'action']])
  const cut = await bulk(`{"csv_text": "${long}`)
  assert.deepEqual([cut.body.detail[0].type, cut.body.detail[0].loc], ['json_invalid', ['body', 14 + 2 * MIB]])
  const deep = await bulk(`{"a": "${long}", "b": ${'['.repeat(300)}`)
  assert.match(deep.body.detail[0].msg, /deeper than 200 levels/)
  const half = await bulk(`{"csv_text": "${long}\\ud800"}`)
  assert.deepEqual([half.body.detail[0].type, half.body.detail[0].loc], ['string_unicode', ['body', 'csv_text']])
})

test('large bodies that are sent at the same time each get their own response', async () => {
  const replies = await Promise.all(
    ['one', 'two', 'three'].map((name) => bulk(JSON.stringify({ action: name, csv_text: 'x'.repeat(2 * MIB) }))),
  )
  assert.deepEqual(
    replies.map((reply) => reply.body.detail[0].input),
    ['one', 'two', 'three'],
  )
})

/** Begins a request whose body the caller sends. */
function begin(path: string, headers: Record<string, string | number>): ClientRequest {
  const all = { 'content-type': 'application/json', ...headers }
  const request = httpRequest(`${world.url}${path}`, { method: 'POST', headers: all })
  request.on('error', () => {})
  request.flushHeaders()
  return request
}

async function replyTo(request: ClientRequest): Promise<{ status: number | undefined; text: string }> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await response.toArray()).toString()
  request.destroy()
  return { status: response.statusCode, text }
}

const authorization = `Bearer ${await world.key()}`

test('a body that arrives byte by byte is read like one that arrives at once', async () => {
  const request = begin('/v1/profiles', { authorization })
  for (const byte of JSON.stringify({ name: 'é'.repeat(100), metadata: { text: 'x'.repeat(5000) } }))
    request.write(byte)
  request.end()
  const { status, text } = await replyTo(request)
  assert.deepEqual([status, JSON.parse(text).name], [201, 'é'.repeat(100)])
})

test('a body that grows beyond its limit gets 413, even if its length was not announced', async () => {
  const request = begin('/v1/profiles', { authorization })
  request.write(`"${'x'.repeat(MIB)}`)
  assert.equal((await replyTo(request)).status, 413)
})

test('a caller that disconnects in the middle of a body leaves nothing behind', async () => {
  for (const headers of [{ 'content-length': 1000 }, { 'transfer-encoding': 'chunked' }]) {
    const request = begin('/v1/profiles', { authorization, ...headers })
    await new Promise<unknown>((sent) => request.write('{"name": ', sent))
    request.destroy()
    await new Promise((closed) => request.once('close', closed))
  }
  assert.equal((await world.live('POST', '/v1/profiles', { name: 'After them' })).status, 201)
})

const refusal = 'gets a response before any of its body is sent'
test(`a body for an unknown path ${refusal}`, async () => {
  assert.equal((await replyTo(begin('/v1/nothing', { 'content-length': 500_000 }))).status, 404)
})

const taking = routes.filter(
  ({ endpoint: { access, method, body, special } }) =>
    access === 'public' && method !== 'GET' && (body ?? special.rawBody),
)
for (const { endpoint } of taking)
  test(`an unauthenticated body for ${endpoint.id} ${refusal}`, async () => {
    const params = Object.fromEntries(Object.keys(goodRequest(endpoint).params).map((name) => [name, 'unknown']))
    const path = buildUrl(endpoint, { params, query: {} })
    const { status, text } = await replyTo(begin(path, { 'content-length': 1_000_000 }))
    assert.ok([400, 404, 413].includes(status ?? 0), text)
  })
