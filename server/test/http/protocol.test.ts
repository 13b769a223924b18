import assert from 'node:assert/strict'
import { once } from 'node:events'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { ERRORS } from '../../src/kit/declare/errors.ts'
import { boot } from '../support/harness.ts'

const world = await boot()
const { live } = world

interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends these bytes on a separate connection. */
async function exchange(bytes: string): Promise<RawResponse> {
  const { hostname, port } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), text: rest.join('\r\n\r\n') }
}

const request = (method: string, path: string, ...headers: string[]) =>
  exchange(`${[`${method} ${path} HTTP/1.1`, 'host: x', 'connection: close', ...headers].join('\r\n')}\r\n\r\n`)

function assertProblem({ status, headers, text }: RawResponse, code: keyof typeof ERRORS): void {
  assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8', text)
  const { type, title, detail, request_id, ...rest } = JSON.parse(text)
  assert.deepEqual([status, rest], [ERRORS[code].status, { status, code }])
  assert.deepEqual(
    [type, title, request_id],
    [`${world.url}/docs#${code}`, ERRORS[code].title, headers['x-request-id']],
  )
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(detail, /^[A-Z].{10,}\.$/)
}

const TAKEN: Readonly<Record<string, string>> = {
  '/v1/profiles': 'GET, HEAD, POST',
  '/v1/profiles/prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB': 'DELETE, GET, HEAD, PUT',
  '/v1/posts/analytics': 'GET, HEAD',
  '/v1/data/search/people:estimate': 'POST',
  '/v1/callbacks/stripe': 'POST',
  '/healthz': 'GET, HEAD',
  '/openapi.json': 'GET, HEAD',
  '/openapi-3.0.json': 'GET, HEAD',
  '/docs/': 'GET, HEAD',
}

for (const [path, allow] of Object.entries(TAKEN))
  test(`${path} responds to every unsupported HTTP method with 405 and Allow`, async () => {
    for (const method of METHODS.filter((each) => !allow.split(', ').includes(each))) {
      const answer = await request(method, path)
      assert.deepEqual([answer.status, answer.headers['allow']], [405, allow], method)
      if (method !== 'HEAD') assertProblem(answer, 'method_not_allowed')
    }
  })

test('an unknown path gets 404 for every method', async () => {
  for (const method of METHODS.filter((each) => each !== 'HEAD'))
    assertProblem(await request(method, '/v1/nothing/here'), 'not_found')
})

test('CONNECT to another host is refused and does not end the process', async () => {
  const answer = await request('CONNECT', 'example.com:443')
  assert.ok(answer.status === 404 || answer.status === 400, String(answer.status))
  assert.equal((await live('GET', '/healthz')).status, 200)
})

test('a trailing slash in a path means the same resource', async () => {
  const made = await live('POST', '/v1/profiles/', { name: 'Slashed' }, { 'idempotency-key': 'slash' })
  assert.deepEqual([made.status, made.headers.get('location')], [201, `/v1/profiles/${made.body.id}`])
  const again = await live('POST', '/v1/profiles', { name: 'Slashed' }, { 'idempotency-key': 'slash' })
  assert.deepEqual([again.body.id, again.headers.get('idempotency-replayed')], [made.body.id, 'true'])
  assert.equal((await live('GET', `/v1/profiles/${made.body.id}/`)).body.name, 'Slashed')
  assert.equal((await live('GET', '/v1/profiles/?limit=1')).body.data[0].id, made.body.id)
  assert.equal((await live('POST', '/v1/data/search/people:estimate/', { query: 'x' })).status, 200)
  assert.equal((await live('GET', '/docs/')).status, 200)
})

test("the server's own refusals are problems: 400, 413, 417 and 431", async () => {
  assertProblem(await exchange('nonsense\r\n\r\n'), 'bad_request')
  assertProblem(await request('FROBNICATE', '/v1/profiles'), 'bad_request')
  assertProblem(await request('GET', '/v1/profiles/%zz'), 'bad_request')
  assertProblem(await request('GET', '/v1/profiles', 'content-length: x'), 'bad_request')
  assertProblem(await request('GET', '/v1/profiles', `x-big: ${'x'.repeat(20_000)}`), 'headers_too_large')
  assertProblem(await request('GET', `/v1/profiles?cursor=${'x'.repeat(20_000)}`), 'headers_too_large')
  assertProblem(await request('POST', '/v1/profiles', 'expect: tea', 'content-length: 2'), 'expectation_failed')
  const key = `authorization: Bearer ${await world.key()}`
  const json = 'content-type: application/json'
  assertProblem(await request('POST', '/v1/profiles', key, json, 'content-length: 1048577'), 'payload_too_large')
})

test('bytes that are not HTTP, and CONNECT, get a response after those to earlier requests on the connection', async () => {
  const good = `GET /v1/profiles HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${await world.key()}\r\n\r\n`
  const statuses = async (bytes: string) => {
    const { status, text } = await exchange(bytes)
    return [status, ...[...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, next]) => Number(next))]
  }
  assert.deepEqual(await statuses(`${good}nonsense\r\n\r\n`), [200, 400])
  assert.deepEqual(await statuses(`${good}${good}nonsense\r\n\r\nnonsense\r\n\r\n`), [200, 200, 400])
  assert.deepEqual(await statuses(`${good}CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n`), [200, 404])
})

test('a header that two parsers could read differently is refused', async () => {
  for (const header of ['host: example.com', 'Host: x', 'authorization: Bearer x', 'content-type: text/plain']) {
    const doubled = [header, header.replace(/^host/i, 'HOST')]
    const answer = await request('POST', '/v1/profiles', ...doubled, 'content-length: 2')
    assertProblem(answer, 'bad_request')
    assert.match(JSON.parse(answer.text).detail, /was sent twice/)
  }
})

test('a compressed body is refused', async () => {
  const sent = { name: 'Compressed' }
  for (const encoding of ['gzip', 'br', 'GZIP', 'identity, gzip', 'unheard-of']) {
    const { status, body } = await live('POST', '/v1/profiles', sent, { 'content-encoding': encoding })
    assert.deepEqual([status, body.code], [415, 'unsupported_encoding'], encoding)
  }
  assert.equal((await live('POST', '/v1/profiles', sent, { 'content-encoding': 'identity' })).status, 201)
  assert.equal((await live('GET', '/v1/profiles', undefined, { 'content-encoding': 'gzip' })).status, 200)
  const key = `authorization: Bearer ${await world.key()}`
  const chunked = await request('POST', '/v1/profiles', key, 'transfer-encoding: gzip, chunked')
  assertProblem(chunked, 'unsupported_encoding')
})
