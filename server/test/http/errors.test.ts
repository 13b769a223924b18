import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { ERRORS } from '../../src/kit/declare/errors.ts'
import { boot, type Reply } from '../support/harness.ts'

const world = await boot()
const { live } = world
const OWN_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/
const problemType = 'application/problem+json; charset=utf-8'

function assertProblem({ status, headers, body }: Reply, code: keyof typeof ERRORS): void {
  assert.deepEqual([status, body.code, body.status], [ERRORS[code].status, code, ERRORS[code].status])
  assert.equal(headers.get('content-type'), problemType)
  assert.equal(body.type, `${world.url}/docs#${code}`)
  assert.equal(body.title, ERRORS[code].title)
  assert.equal(typeof body.detail, 'string')
  assert.ok(body.detail.length > 10)
  assert.equal(body.request_id, headers.get('x-request-id'))
}

test('every error except 422 is an RFC 9457 problem whose detail is a string', async () => {
  assertProblem(await world.client()('GET', '/v1/profiles'), 'invalid_api_key')
  assertProblem(await live('GET', `/v1/profiles/prof_${world.ctx.ids.ulid()}`), 'not_found')
  assertProblem(await live('GET', '/v1/nothing/here'), 'not_found')
  assertProblem(await live('PATCH', '/v1/profiles', { name: 'x' }), 'method_not_allowed')
  assertProblem(await live('GET', '/v1/profiles/%zz'), 'bad_request')
  assertProblem(await live('GET', '/v1/profiles/%ff'), 'bad_request')
  assertProblem(await live('GET', `/v1/profiles/${'x'.repeat(600)}`), 'not_found')
  const reader = world.client(await world.key({ permission: 'read' }))
  assertProblem(await reader('POST', '/v1/profiles', { name: 'x' }), 'read_only_key')
})

test('a 422 is FastAPI’s body: application/json with a list of violations', async () => {
  const { status, headers, body } = await live('POST', '/v1/profiles', { external_ref: 5, extra: true })
  assert.equal(status, 422)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  assert.deepEqual(body, {
    detail: [
      { type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: { external_ref: 5, extra: true } },
      { type: 'extra_forbidden', loc: ['body', 'extra'], msg: 'Extra inputs are not permitted', input: true },
      { type: 'string_type', loc: ['body', 'external_ref'], msg: 'Input should be a valid string', input: 5 },
    ],
    code: 'validation_error',
    request_id: headers.get('x-request-id'),
  })
})

test('loc names the part of the request', async () => {
  const loc = async (reply: Promise<Reply>) => (await reply).body.detail[0].loc
  assert.deepEqual(await loc(live('GET', '/v1/profiles?limit=0')), ['query', 'limit'])
  assert.deepEqual(await loc(live('GET', `/v1/profiles/${'x'.repeat(65)}`)), ['path', 'id'])
  assert.deepEqual(await loc(live('POST', '/v1/profiles', '[')), ['body', 1])
  assert.deepEqual(await loc(live('POST', '/v1/profiles', {}, { 'idempotency-key': 'a b' })), ['body', 'name'])
  const header = live('POST', '/v1/profiles', { name: 'x' }, { 'idempotency-key': 'a b' })
  assert.deepEqual(await loc(header), ['header', 'Idempotency-Key'])
})

test('a missing, null, empty, array or string body each gets its own violation', async () => {
  const post = async (body: unknown, headers = {}) => {
    const { status, body: error } = await live('POST', '/v1/profiles', body, headers)
    return [status, error.detail[0].type, error.detail[0].loc.join()]
  }
  for (const body of [undefined, '', '   ', 'null']) assert.deepEqual(await post(body), [422, 'missing', 'body'], body)
  for (const body of ['[]', '[{"name":"x"}]', '"text"', '5', 'true'])
    assert.deepEqual(await post(body), [422, 'model_attributes_type', 'body'], body)
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'no type at all', ';'])
    assert.deepEqual(await post('{"name":"x"}', { 'content-type': type }), [422, 'model_attributes_type', 'body'], type)
  assert.deepEqual(await post('', { 'content-type': 'text/plain' }), [422, 'missing', 'body'])
})

test('JSON is accepted under each of its content types', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/x+json'])
    assert.equal((await live('POST', '/v1/profiles', '{"name":"x"}', { 'content-type': type })).status, 201, type)
})

test('a value that cannot be stored unchanged is refused', async () => {
  const post = async (content: string | Uint8Array) => {
    const response = await fetch(`${world.url}/v1/profiles`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await key}`, 'content-type': 'application/json' },
      body: content as string,
    })
    return [response.status, ((await response.json()) as { detail: { type: string }[] }).detail?.[0]?.type]
  }
  const key = world.key()
  assert.deepEqual(await post(Buffer.from('{"name":"\xff"}', 'latin1')), [422, 'string_unicode'])
  assert.deepEqual(await post('{"name":"\\u0000"}'), [422, 'string_unicode'])
  assert.deepEqual(await post('{"name":"x","metadata":{"n":1e400}}'), [422, 'finite_number'])
  assert.deepEqual(await post(`{"name":"x","metadata":{"n":1${'0'.repeat(250)}e99}}`), [422, 'finite_number'])
  assert.deepEqual(await post(`{"name":"x","metadata":{"n":${'9'.repeat(400)}}}`), [422, 'finite_number'])
  assert.deepEqual(await post('{"name":"x","metadata":{"__proto__":{"a":1}}}'), [422, 'json_invalid'])
  assert.deepEqual(await post(`{"name":"x","metadata":${'['.repeat(300)}${']'.repeat(300)}}`), [422, 'value_error'])
})

test('a body of exactly 1 MiB is read, one byte more gets 413, announced or not', async () => {
  const bytes = (size: number) => '{"name":"x"}'.padEnd(size)
  assert.equal((await live('POST', '/v1/profiles', bytes(1_048_576))).status, 201)
  assertProblem(await live('POST', '/v1/profiles', bytes(1_048_577)), 'payload_too_large')
  const chunked = await fetch(`${world.url}/v1/profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await world.key()}`, 'content-type': 'application/json' },
    body: new Blob([bytes(1_048_577)]).stream(),
    duplex: 'half',
  })
  assert.equal(chunked.status, 413)
})

test('a valid X-Request-Id is kept, any other is replaced, and every response has one', async () => {
  const sent = async (id: string, path = '/v1/profiles') => {
    const { headers } = await live('GET', path, undefined, { 'x-request-id': id })
    return headers.get('x-request-id')
  }
  for (const good of ['a', 'trace-1.2:3_4', 'x'.repeat(128)]) assert.equal(await sent(good), good)
  for (const bad of ['', 'a b', 'x'.repeat(129), 'é', '<script>', 'a,b'])
    assert.match((await sent(bad)) ?? '', /^req_[0-9A-HJKMNP-TV-Z]{26}$/, bad)
  for (const path of ['/v1/nothing', '/healthz', '/v1/profiles/%zz'])
    assert.equal(await sent('mine', path), 'mine', path)
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () => (await live('GET', '/healthz')).headers.get('x-request-id')),
  )
  assert.equal(new Set(ids).size, 50)
})

test('a request has our own id, whatever id the caller sends', async () => {
  const receipt = async (id: string | null) => live('GET', `/v1/requests/${id}`)
  const search = async (id: string) => {
    const { headers } = await live('POST', '/v1/data/search/people', { limit: 1 }, { 'x-request-id': id })
    return { shown: headers.get('x-request-id'), own: headers.get('x-quoin-request-id') }
  }
  const [first, second] = [await search('same-name'), await search('same-name')]
  assert.deepEqual([first.shown, second.shown], ['same-name', 'same-name'])
  for (const { own } of [first, second]) {
    assert.match(own ?? '', OWN_ID)
    assert.equal((await receipt(own)).body.request_id, own)
  }
  assert.notEqual(first.own, second.own)
  assert.equal((await receipt('same-name')).status, 404)

  const borrowed = await search(first.own ?? '')
  assert.match(borrowed.own ?? '', OWN_ID)
  assert.notEqual(borrowed.own, first.own)
  assert.equal(borrowed.shown, borrowed.own, 'what reads like ours is ours')
  assert.equal((await receipt(first.own)).body.lines.length, 1)

  const refused = await live('GET', '/v1/profiles?limit=0', undefined, { 'x-request-id': 'mine' })
  assert.equal(refused.headers.get('x-request-id'), 'mine')
  assert.equal(refused.body.request_id, refused.headers.get('x-quoin-request-id'))
  const key = { 'idempotency-key': 'once', 'x-request-id': 'mine' }
  const done = await live('POST', '/v1/profiles', { name: 'x' }, key)
  const again = await live('POST', '/v1/profiles', { name: 'x' }, key)
  assert.equal(again.headers.get('x-original-request-id'), done.headers.get('x-quoin-request-id'))
})

/** Sends raw bytes and returns the whole response. */
async function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

test('bytes that are not HTTP get a problem too', async () => {
  const huge = `GET /healthz HTTP/1.1\r\nhost: x\r\nx-big: ${'x'.repeat(20_000)}\r\n\r\n`
  for (const [bytes, status, code] of [
    ['nonsense\r\n\r\n', '400 Bad Request', 'bad_request'],
    ['GET / HTTP/9.9\r\n\r\n', '400 Bad Request', 'bad_request'],
    [huge, '431 Request Header Fields Too Large', 'headers_too_large'],
  ] as const) {
    const answer = await raw(bytes)
    assert.ok(answer.startsWith(`HTTP/1.1 ${status}\r\n`), answer)
    assert.match(answer, /\r\ncontent-type: application\/problem\+json/)
    const [, id] = /\r\nx-request-id: (\S+)/.exec(answer) ?? []
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
    assert.deepEqual([body.code, body.request_id], [code, id])
  }
})

test('a bug gives a 500 that does not show its cause; an unreachable database gives 503 with Retry-After', async () => {
  const quiet = await boot({ env: { LOG_LEVEL: 'silent' } })
  await quiet.db`alter table profiles rename to profiles_gone`
  const broken = await quiet.live('GET', '/v1/profiles')
  assert.deepEqual([broken.status, broken.body.code], [500, 'internal'])
  assert.doesNotMatch(broken.text, /relation|select|stack|\.ts/)

  await quiet.db`create function leave() returns setof profiles_gone language plpgsql as
    $$ begin raise exception 'the database system is shutting down' using errcode = '57P01'; end $$`
  await quiet.db`create view profiles as select * from leave()`
  const away = await quiet.live('GET', '/v1/profiles')
  assert.deepEqual([away.status, away.body.code, away.headers.get('retry-after')], [503, 'unavailable', '1'])
})
