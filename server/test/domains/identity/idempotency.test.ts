import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteOldResponses } from '../../../src/domains/identity/idempotency/service.ts'
import { boot, type Client } from '../../support/harness.ts'

const world = await boot()
const { live, ctx } = world
let keys = 0
const nextKey = () => `operation-${keys++}`

function once(key: string, client: Client = live) {
  return (method: string, path: string, body?: unknown) => client(method, path, body, { 'idempotency-key': key })
}

async function countProfiles(client: Client = live): Promise<number> {
  return (await client('GET', '/v1/profiles?limit=100')).body.data.length
}

test('a retry gets the same bytes, status and headers, and does nothing again', async () => {
  const send = once(nextKey())
  const before = await countProfiles()
  const first = await send('POST', '/v1/profiles', { name: 'Once', metadata: { b: 1, a: [1, { c: null }] } })
  ctx.clock.advance(60_000)
  const again = await send('POST', '/v1/profiles', { name: 'Once', metadata: { b: 1, a: [1, { c: null }] } })
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
  assert.equal(first.headers.get('idempotency-replayed'), null)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(again.headers.get('x-original-request-id'), first.headers.get('x-request-id'))
  assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'))
  assert.equal(await countProfiles(), before + 1)
})

test('every mutation accepts a key: replace and delete are replayed as well', async () => {
  const { id } = (await live('POST', '/v1/profiles', { name: 'Mine' })).body
  const replace = once(nextKey())
  const first = await replace('PUT', `/v1/profiles/${id}`, { name: 'First' })
  await live('PUT', `/v1/profiles/${id}`, { name: 'Second' })
  assert.equal((await replace('PUT', `/v1/profiles/${id}`, { name: 'First' })).text, first.text)
  assert.equal((await live('GET', `/v1/profiles/${id}`)).body.name, 'Second')
  const remove = once(nextKey())
  const removed = await remove('DELETE', `/v1/profiles/${id}`)
  assert.equal((await remove('DELETE', `/v1/profiles/${id}`)).text, removed.text)
  assert.equal((await live('DELETE', `/v1/profiles/${id}`)).status, 404)
})

test('another order of fields, or an explicit default, is the same request', async () => {
  const send = once(nextKey())
  const first = await send('POST', '/v1/api-keys', { name: 'k', permission: 'read' })
  const again = await send('POST', '/v1/api-keys', {
    permission: 'read',
    name: 'k',
    mode: 'live',
    scope: 'full',
  })
  assert.deepEqual([again.status, again.text], [201, first.text])
})

test('another body, path or method under the same key gets 422 and does nothing', async () => {
  const key = nextKey()
  const send = once(key)
  const { id } = (await send('POST', '/v1/profiles', { name: 'Bound' })).body
  const before = await countProfiles()
  const others = [
    ['POST', '/v1/profiles', { name: 'Other' }],
    ['POST', '/v1/profiles', { name: 'Bound', metadata: {} }],
    ['POST', '/v1/api-keys', { name: 'Bound' }],
    ['PUT', `/v1/profiles/${id}`, { name: 'Bound' }],
    ['DELETE', `/v1/profiles/${id}`, undefined],
  ] as const
  for (const [method, path, body] of others) {
    const reply = await send(method, path, body)
    assert.deepEqual([reply.status, reply.body.code], [422, 'idempotency_key_reused'], `${method} ${path}`)
    assert.deepEqual(reply.body.detail[0].loc, ['header', 'Idempotency-Key'])
  }
  const queried = await send('POST', '/v1/profiles?x=1', { name: 'Bound' })
  assert.deepEqual([queried.status, queried.body.code], [422, 'validation_error'])
  assert.equal(await countProfiles(), before)
})

test('live and test mode, and two workspaces, have separate keys', async () => {
  const key = nextKey()
  const { live: theirs } = await world.neighbour()
  const replies = await Promise.all(
    [live, world.test, theirs].map((client) => once(key, client)('POST', '/v1/profiles', { name: 'Same' })),
  )
  assert.deepEqual(
    replies.map(({ status, headers }) => [status, headers.get('idempotency-replayed')]),
    [
      [201, null],
      [201, null],
      [201, null],
    ],
  )
  const again = await once(key, world.test)('POST', '/v1/profiles', { name: 'Same' })
  assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [replies[1]?.text, 'true'])
  const other = await once(key, world.test)('POST', '/v1/profiles', { name: 'Other' })
  assert.equal(other.body.code, 'idempotency_key_reused')
})

test('an API key with a smaller scope does not get the stored response of one with a larger scope', async () => {
  const { id } = (await live('POST', '/v1/profiles', { name: 'Mine' })).body
  const other = (await live('POST', '/v1/profiles', { name: 'Not mine' })).body.id
  const scoped = world.client(await world.key({ scope: 'profiles', profile_ids: [id] }))
  const key = nextKey()
  await once(key)('PUT', `/v1/profiles/${other}`, { name: 'Still not' })
  const reply = await once(key, scoped)('PUT', `/v1/profiles/${other}`, { name: 'Still not' })
  assert.equal(reply.status, 422)
  assert.equal(reply.body.code, 'idempotency_key_reused')
})

test('an API key never gets the stored response of another: of a free call, of a metered one, or a secret', async () => {
  const other = world.client(await world.key())
  const calls = [
    ['/v1/profiles', { name: 'Mine' }],
    ['/v1/api-keys', { name: 'Mine' }],
    ['/v1/data/search/people', { filters: { title: ['Engineer'] } }],
  ] as const
  for (const [path, body] of calls) {
    const key = nextKey()
    const first = await once(key)('POST', path, body)
    assert.ok(first.status < 300, first.text)
    const reply = await once(key, other)('POST', path, body)
    assert.deepEqual([reply.status, reply.body.code], [422, 'idempotency_key_reused'], path)
    const again = await once(key)('POST', path, body)
    assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [first.text, 'true'], path)
    for (const name of ['x-credits-charged', 'x-price-book', 'location', 'cache-control'])
      assert.equal(again.headers.get(name), first.headers.get(name), name)
  }
})

test('of concurrent calls one does the work; the others are asked to wait or get the same response', async () => {
  const { live: mine } = await world.neighbour()
  for (let round = 0; round < 5; round++) {
    const send = once(nextKey(), mine)
    const replies = await Promise.all(Array.from({ length: 20 }, () => send('POST', '/v1/profiles', { name: 'One' })))
    const created = replies.filter(({ status }) => status === 201)
    const fresh = created.filter(({ headers }) => headers.get('idempotency-replayed') === null)
    assert.equal(fresh.length, 1)
    assert.equal(new Set(created.map(({ text }) => text)).size, 1)
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      assert.deepEqual([reply.status, reply.body.code], [409, 'idempotency_in_progress'])
      assert.equal(reply.headers.get('retry-after'), '1')
    }
    assert.equal(await countProfiles(mine), round + 1)
  }
})

test('an error releases the key: the corrected request works with the same key', async () => {
  const send = once(nextKey())
  const id = `prof_${ctx.ids.ulid()}`
  assert.equal((await send('POST', '/v1/profiles', { name: '' })).status, 422)
  assert.equal((await send('PUT', `/v1/profiles/${id}`, { name: 'x' })).status, 404)
  assert.equal((await send('PUT', `/v1/profiles/${id}`, { name: 'x' })).headers.get('idempotency-replayed'), null)
  const made = await send('POST', '/v1/profiles', { name: 'Mended' })
  assert.deepEqual([made.status, made.headers.get('idempotency-replayed')], [201, null])
})

test('the quoted form of the IETF draft means the same key', async () => {
  const key = nextKey()
  const first = await once(key)('POST', '/v1/profiles', { name: 'Quoted' })
  const quoted = await once(`"${key}"`)('POST', '/v1/profiles', { name: 'Quoted' })
  assert.deepEqual([quoted.text, quoted.headers.get('idempotency-replayed')], [first.text, 'true'])
})

test('a key has 1 to 255 visible ASCII characters, otherwise it gets 422', async () => {
  const before = await countProfiles()
  for (const bad of ['', '""', 'a b', 'x'.repeat(256), `"${'x'.repeat(256)}"`, 'é', 'a\tb']) {
    const reply = await once(bad)('POST', '/v1/profiles', { name: 'x' })
    assert.deepEqual([reply.status, reply.body.code], [422, 'validation_error'], JSON.stringify(bad))
    assert.deepEqual(reply.body.detail[0].loc, ['header', 'Idempotency-Key'])
  }
  assert.equal(await countProfiles(), before)
  const visible = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).join('')
  for (const good of ['x', 'x'.repeat(255), `"${'y'.repeat(255)}"`, visible, '"half', 'say "hi"'.replace(' ', '_')]) {
    const reply = await once(good)('POST', '/v1/profiles', { name: 'x' })
    assert.deepEqual([reply.status, reply.headers.get('idempotency-replayed')], [201, null], good)
    assert.equal((await once(good)('POST', '/v1/profiles', { name: 'x' })).headers.get('idempotency-replayed'), 'true')
  }
})

test('a response with a secret is replayed, but stored encrypted', async () => {
  const send = once(nextKey())
  const { key } = (await send('POST', '/v1/api-keys', { name: 'k' })).body
  assert.equal((await send('POST', '/v1/api-keys', { name: 'k' })).body.key, key)
  const tables = await world.db`select table_name as name from information_schema.tables where table_schema = 'public'`
  for (const { name } of tables) {
    const [found] = await world.db`select 1 from ${world.db(name)} t where t::text like ${`%${key.slice(16)}%`}`
    assert.equal(found, undefined, name)
  }
})

test('reads accept no key and are never replayed', async () => {
  const send = once(nextKey())
  const before = await send('GET', '/v1/profiles?limit=100')
  await live('POST', '/v1/profiles', { name: 'New' })
  const after = await send('GET', '/v1/profiles?limit=100')
  assert.equal(after.headers.get('idempotency-replayed'), null)
  assert.notEqual(after.text, before.text)
})

test('a response is kept for 24 hours, then deleted', async () => {
  const old = once(nextKey())
  const young = once(nextKey())
  await old('POST', '/v1/profiles', { name: 'Old' })
  ctx.clock.advance(1000)
  await young('POST', '/v1/profiles', { name: 'Young' })
  ctx.clock.advance(24 * 3_600_000 - 1000)
  await deleteOldResponses(ctx)
  assert.equal((await old('POST', '/v1/profiles', { name: 'Old' })).headers.get('idempotency-replayed'), 'true')
  ctx.clock.advance(1)
  assert.ok((await deleteOldResponses(ctx)) >= 1)
  assert.equal((await young('POST', '/v1/profiles', { name: 'Young' })).headers.get('idempotency-replayed'), 'true')
  const anew = await old('POST', '/v1/profiles', { name: 'Old' })
  assert.deepEqual([anew.status, anew.headers.get('idempotency-replayed')], [201, null])
})
