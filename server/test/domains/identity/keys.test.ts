import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createApp } from '../../../src/http/app.ts'
import { routes } from '../../../src/http/catalogue.ts'
import { boot, createClient, type Reply } from '../../support/harness.ts'

const world = await boot()
const { live, ctx } = world
const profile = (await live('POST', '/v1/profiles', { name: 'Example brand' })).body.id as string

const FIELDS = [
  'app',
  'created_at',
  'created_by',
  'expires_at',
  'id',
  'key_prefix',
  'last_used_at',
  'member_id',
  'mode',
  'name',
  'permission',
  'profile_ids',
  'revoked_at',
  'role',
  'scope',
]
const later = (milliseconds: number) => new Date(ctx.clock.now().getTime() + milliseconds).toISOString()
const create = (body: object = {}, client = live) => client('POST', '/v1/api-keys', body)

function assertViolation({ status, body }: Reply, ...loc: (string | number)[]): void {
  assert.equal(status, 422)
  assert.deepEqual(body.detail[0].loc, ['body', ...loc])
}

test('creation shows the key once, and it works; later reads show only its first 16 characters', async () => {
  const created = await create({ name: 'Example key' })
  assert.equal(created.status, 201)
  const { key, ...shown } = created.body
  assert.match(key, /^qk_live_[0-9A-Za-z]{49}$/)
  assert.deepEqual(Object.keys(shown).toSorted(), FIELDS)
  assert.equal(shown.key_prefix, key.slice(0, 16))
  assert.equal((await world.client(key)('GET', '/v1/profiles')).status, 200)

  // The time of last use is written later.
  const unused = (body: object) => ({ ...body, last_used_at: null })
  const read = await live('GET', `/v1/api-keys/${shown.id}`)
  assert.deepEqual(unused(read.body), shown)
  const listed = await live('GET', '/v1/api-keys')
  assert.deepEqual(unused(listed.body.data[0]), shown)
  for (const { text } of [read, listed]) assert.ok(!text.includes(key.slice(16)))
})

test('omitted fields have the defaults of the spec, and null means the same', async () => {
  const defaults = { name: null, scope: 'full', permission: 'read_write', profile_ids: [], expires_at: null }
  for (const body of [{}, { name: null, expires_at: null, monthly_budget: null }, { mode: 'live', profile_ids: [] }]) {
    const { body: shown } = await create(body)
    for (const [name, value] of Object.entries(defaults)) assert.deepEqual(shown[name], value, name)
    assert.match(shown.key, /^qk_live_/)
  }
  assert.match((await create({ mode: 'test' })).body.key, /^qk_test_[0-9A-Za-z]{49}$/)
})

test('the database stores a hash, never the key', async () => {
  const { key, id } = (await create()).body
  const [row] = await world.db`select encode(hash, 'hex') as hash from api_key_hashes where key_id = ${id}`
  assert.equal(row?.['hash'], createHash('sha256').update(key).digest('hex'))
  for (const table of ['api_keys', 'api_key_hashes', 'idempotency_keys']) {
    const rows = await world.db`select to_jsonb(t)::text as text from ${world.db(table)} t`
    assert.ok(!rows.some(({ text }) => text.includes(key.slice(16))), table)
  }
})

test('scope profiles requires 1 to 100 existing profiles; scope full allows none', async () => {
  const scoped = (profile_ids: string[]) => create({ scope: 'profiles', profile_ids })
  assertViolation(await scoped([]), 'profile_ids')
  assertViolation(await create({ scope: 'profiles' }), 'profile_ids')
  assertViolation(await create({ profile_ids: [profile] }), 'profile_ids')
  assertViolation(await scoped(Array(101).fill(profile)), 'profile_ids')
  const unknown = `prof_${ctx.ids.ulid()}`
  const assertUnknown = ({ status, body }: Reply, at: number, id: string) =>
    assert.deepEqual(
      [status, body.code, body.profile_id, body.detail],
      [404, 'not_found', id, `No profile with the id of profile_ids[${at}].`],
    )
  assertUnknown(await scoped([profile, unknown]), 1, unknown)
  const { live: theirs } = await world.neighbour()
  const foreign = (await theirs('POST', '/v1/profiles', { name: 'theirs' })).body.id
  assertUnknown(await scoped([foreign]), 0, foreign)

  const made = await scoped([profile, profile])
  assert.equal(made.status, 201)
  assert.deepEqual([made.body.scope, made.body.profile_ids], ['profiles', [profile]])
})

test('an expiry in the past or now gets 422; one in the future ends the key to the millisecond', async () => {
  assertViolation(await create({ expires_at: later(0) }), 'expires_at')
  assertViolation(await create({ expires_at: later(-1) }), 'expires_at')
  const { key, expires_at } = (await create({ expires_at: later(60_000) })).body
  assert.equal(expires_at, later(60_000))
  const client = world.client(key)
  assert.equal((await client('GET', '/v1/profiles')).status, 200)
  ctx.clock.advance(59_999)
  assert.equal((await client('GET', '/v1/profiles')).status, 200)
  ctx.clock.advance(1)
  const late = await client('GET', '/v1/profiles')
  assert.deepEqual([late.status, late.body.code], [401, 'invalid_api_key'])
})

test('an expiry may have any UTC offset', async () => {
  const moment = new Date(ctx.clock.now().getTime() + 3_600_000)
  const shifted = new Date(moment.getTime() + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
  assert.equal((await create({ expires_at: shifted })).body.expires_at, moment.toISOString())
})

test('a key cannot mint a key that expires later than itself', async () => {
  const short = world.client((await create({ expires_at: later(60_000) })).body.key)
  for (const body of [{}, { expires_at: null }, { expires_at: later(60_001) }]) {
    const { status, body: problem } = await create(body, short)
    assert.deepEqual([status, problem.code], [403, 'out_of_scope'], JSON.stringify(body))
  }
  assert.equal((await create({ expires_at: later(60_000) }, short)).status, 201)
})

test('a key with a budget cannot mint a key that spends, so that no number of keys spends its budget twice', async () => {
  const made = (await create({ monthly_budget: 10 })).body
  assert.equal((await live('GET', `/v1/api-keys/${made.id}`)).body.monthly_budget, 10)
  const thrifty = world.client(made.key)
  for (const body of [
    {},
    { monthly_budget: null },
    { monthly_budget: 11 },
    { monthly_budget: 10 },
    { permission: 'read' },
  ])
    assert.equal((await create(body, thrifty)).body.code, 'out_of_scope', JSON.stringify(body))
  assert.equal((await create({ mode: 'test' }, thrifty)).status, 201)
  const child = await create({ monthly_budget: 0 }, thrifty)
  assert.deepEqual([child.status, child.body.monthly_budget], [201, 0])
  const spend = await world.client(child.body.key)('POST', '/v1/data/contacts/verify-email', { query: 'a@b.example' })
  assert.equal(spend.body.code, 'key_budget_exceeded')
  assert.equal((await create({}, world.client(child.body.key))).body.code, 'out_of_scope')
})

test('a revoked key cannot mint keys, even in a process that does not know of the revocation yet', async () => {
  const { id, key } = (await create()).body
  const minter = world.client(key)
  assert.equal((await minter('GET', '/v1/profiles')).status, 200)
  await world.db`update api_keys set revoked_at = now() where id = ${id}`
  assert.equal((await minter('GET', '/v1/profiles')).status, 200)
  assert.equal((await create({}, minter)).body.code, 'invalid_api_key')
})

test('keys minted by a revoked key keep working, so that a key can be replaced', async () => {
  const old = (await create()).body
  const fresh = (await create({}, world.client(old.key))).body
  assert.equal((await world.client(fresh.key)('DELETE', `/v1/api-keys/${old.id}`)).status, 200)
  assert.equal((await world.client(fresh.key)('GET', '/v1/profiles')).status, 200)
})

test('a workspace never has more usable keys than configured, even when they are created concurrently', async () => {
  const small = await boot({ env: { API_KEYS_PER_WORKSPACE: '5' } })
  const ask = (body = {}) => small.live('POST', '/v1/api-keys', body)
  const replies = await Promise.all(Array.from({ length: 12 }, () => ask()))
  const made = replies.filter(({ status }) => status === 201)
  assert.equal(made.length, 3, 'the first two keys of the workspace count')
  for (const { body } of replies.filter(({ status }) => status !== 201)) assert.equal(body.code, 'wrong_state')
  await small.live('DELETE', `/v1/api-keys/${made[0]?.body.id}`)
  const soon = new Date(small.ctx.clock.now().getTime() + 1000).toISOString()
  assert.equal((await ask({ expires_at: soon })).status, 201)
  assert.equal((await ask()).status, 409)
  small.ctx.clock.advance(1000)
  assert.equal((await ask()).status, 201)
  const { live: theirs } = await small.neighbour()
  assert.equal((await theirs('POST', '/v1/api-keys', {})).status, 201)
})

test('a read key and a key of scope profiles cannot mint keys; a test key cannot mint a live key', async () => {
  const reader = world.client(await world.key({ permission: 'read' }))
  assert.equal((await create({ permission: 'read' }, reader)).body.code, 'read_only_key')
  const scoped = world.client(await world.key({ scope: 'profiles', profile_ids: [profile] }))
  const refused = await create({ scope: 'profiles', profile_ids: [profile] }, scoped)
  assert.equal(refused.body.code, 'out_of_scope')
  const fake = await create({ mode: 'live' }, world.test)
  assert.equal(fake.status, 201)
  assert.match(fake.body.key, /^qk_test_/)
  assert.equal((await world.client(fake.body.key)('GET', '/v1/profiles')).status, 401)
})

test('a mistyped key is refused by its checksum', async () => {
  const { key } = (await create()).body
  for (let at = 8; at < key.length; at += 6) {
    const typo = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1)
    assert.equal((await world.client(typo)('GET', '/v1/profiles')).status, 401, typo)
  }
  assert.equal((await world.client(key.replace('live', 'test'))('GET', '/v1/profiles')).status, 401)
  const headers = { authorization: `bearer  ${key} ` }
  assert.equal((await world.client()('GET', '/v1/profiles', undefined, headers)).status, 200)
})

test('a revoked key is refused by the very next request, even if it was in use', async () => {
  for (let round = 0; round < 20; round++) {
    const { id, key } = (await create()).body
    const client = world.client(key)
    assert.equal((await client('GET', '/v1/profiles')).status, 200)
    const busy = Array.from({ length: 8 }, () => client('GET', '/v1/profiles'))
    const revoked = await live('DELETE', `/v1/api-keys/${id}`)
    assert.equal(revoked.body.revoked_at, ctx.clock.now().toISOString())
    const after = await Promise.all(Array.from({ length: 8 }, () => client('GET', '/v1/profiles')))
    assert.deepEqual(new Set(after.map(({ status }) => status)), new Set([401]))
    await Promise.all(busy)
  }
})

test('revoking twice keeps the first time', async () => {
  const { id } = (await create()).body
  const first = (await live('DELETE', `/v1/api-keys/${id}`)).body
  ctx.clock.advance(1000)
  const second = await live('DELETE', `/v1/api-keys/${id}`)
  assert.deepEqual([second.status, second.body], [200, first])
  assert.deepEqual((await live('GET', `/v1/api-keys/${id}`)).body, first)
})

test('a key can revoke itself, and then do nothing more', async () => {
  const { id, key } = (await create()).body
  const client = world.client(key)
  assert.equal((await client('DELETE', `/v1/api-keys/${id}`)).status, 200)
  assert.equal((await client('DELETE', `/v1/api-keys/${id}`)).status, 401)
})

test('keys are listed newest first, page by page, with revoked ones and without those of other workspaces', async () => {
  const { live: theirs } = await world.neighbour()
  const made: string[] = []
  for (let n = 0; n < 5; n++) made.unshift((await create({ name: `k${n}` }, theirs)).body.id)
  await theirs('DELETE', `/v1/api-keys/${made[2]}`)
  const first = (await theirs('GET', '/v1/api-keys?limit=3')).body
  const second = (await theirs('GET', `/v1/api-keys?limit=4&cursor=${first.next_cursor}`)).body
  const seen = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
  // The last two are those that the workspace was created with.
  assert.deepEqual([seen.slice(0, 5), seen.length, second.has_more], [made, 7, false])
})

test('last_used_at is written in the background, never by a request', async () => {
  const app = createApp(ctx, { routes, readiness: { check: async () => undefined } })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { id, key } = (await create()).body
  const version = async () => (await world.db`select xmin::text as at from api_keys where id = ${id}`)[0]?.['at']
  const before = await version()
  const client = createClient(url, key)
  for (let n = 0; n < 3; n++) assert.equal((await client('GET', '/v1/profiles')).status, 200)
  ctx.clock.advance(1000)
  const lastUse = ctx.clock.now().toISOString()
  assert.equal((await client('POST', '/v1/profiles', { name: 'x' })).status, 201)
  assert.equal(await version(), before)
  ctx.clock.advance(1000)
  await app.close()
  assert.equal((await live('GET', `/v1/api-keys/${id}`)).body.last_used_at, lastUse)
})

test('test keys share a daily quota (UTC) per workspace, then get 429 until midnight', async () => {
  const small = await boot({ env: { TEST_QUOTA_PER_DAY: '5' } })
  const { clock } = small.ctx
  clock.set(new Date('2026-05-10T22:30:00.250Z'))
  const second = small.client((await small.live('POST', '/v1/api-keys', { mode: 'test' })).body.key)
  for (let n = 0; n < 5; n++) assert.equal((await (n % 2 ? second : small.test)('GET', '/v1/profiles')).status, 200)
  for (const client of [second, small.test]) {
    const { status, body, headers } = await client('POST', '/v1/profiles', { name: 'x' })
    assert.deepEqual([status, body.code, body.quota], [429, 'test_quota_exceeded', 5])
    assert.equal(headers.get('retry-after'), '5400')
    assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8')
  }
  const { live: theirs } = await small.neighbour()
  const neighbours = small.client((await theirs('POST', '/v1/api-keys', { mode: 'test' })).body.key)
  assert.equal((await neighbours('GET', '/v1/profiles')).status, 200)
  assert.equal((await small.live('GET', '/v1/profiles')).status, 200)

  clock.set(new Date('2026-05-10T23:59:59.999Z'))
  assert.equal((await small.test('GET', '/v1/profiles')).headers.get('retry-after'), '1')
  clock.set(new Date('2026-05-11T00:00:00.000Z'))
  assert.equal((await small.test('GET', '/v1/profiles')).status, 200)
})

test("a test key gets the same fixed data each time, regardless of the workspace's data, and creates nothing", async () => {
  const tester = world.client((await create({ mode: 'test' })).body.key)
  const before = (await live('GET', '/v1/profiles?limit=100')).body
  const first = await tester('POST', '/v1/profiles', { name: 'Echoed', metadata: { a: 1 } })
  assert.equal(first.status, 201)
  assert.deepEqual([first.body.name, first.body.metadata], ['Echoed', { a: 1 }])
  assert.equal((await tester('POST', '/v1/profiles', { name: 'Echoed', metadata: { a: 1 } })).text, first.text)
  assert.equal((await tester('DELETE', `/v1/profiles/${profile}`)).body.id, profile)
  assert.equal((await tester('GET', '/v1/profiles')).text, (await tester('GET', '/v1/profiles')).text)
  assert.equal((await tester('POST', '/v1/profiles', { name: '' })).status, 422)
  assert.deepEqual((await live('GET', '/v1/profiles?limit=100')).body, before)
})
