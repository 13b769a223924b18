import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot } from '../../support/harness.ts'

const world = await boot()
const { live } = world

test('a profile is created, read, replaced, listed and deleted as it was sent', async () => {
  const sent = {
    name: 'Example brand',
    external_ref: 'customer-1',
    metadata: { tier: 2, tags: ['a'], nested: { deep: null } },
  }
  const created = await live('POST', '/v1/profiles', sent)
  assert.equal(created.status, 201)
  const { id, created_at, updated_at, ...rest } = created.body
  assert.match(id, /^prof_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(updated_at, created_at)
  assert.deepEqual(rest, sent)
  assert.deepEqual((await live('GET', `/v1/profiles/${id}`)).body, created.body)

  world.ctx.clock.advance(1000)
  const replaced = await live('PUT', `/v1/profiles/${id}`, { name: 'Renamed' })
  assert.equal(replaced.status, 200)
  assert.deepEqual(replaced.body, {
    id,
    name: 'Renamed',
    external_ref: null,
    metadata: {},
    created_at,
    updated_at: world.ctx.clock.now().toISOString(),
  })

  assert.deepEqual((await live('GET', '/v1/profiles')).body, {
    data: [replaced.body],
    has_more: false,
    next_cursor: null,
  })
  assert.deepEqual((await live('DELETE', `/v1/profiles/${id}`)).body, replaced.body)
  assert.equal((await live('GET', `/v1/profiles/${id}`)).status, 404)
  assert.equal((await live('DELETE', `/v1/profiles/${id}`)).status, 404)
})

test('the limits of the spec are exact to the character', async () => {
  const name = (length: number) => live('POST', '/v1/profiles', { name: 'é'.repeat(length) })
  assert.equal((await name(255)).status, 201)
  assert.equal((await name(256)).body.detail[0].type, 'string_too_long')
  assert.equal((await name(0)).body.detail[0].type, 'string_too_short')
  assert.equal((await live('POST', '/v1/profiles', { name: 'x', external_ref: 'r'.repeat(255) })).status, 201)
  assert.equal((await live('POST', '/v1/profiles', { name: 'x', external_ref: 'r'.repeat(256) })).status, 422)
})

test('pages follow one another, newest first, without gap or repeat', async () => {
  const { live: mine } = await world.neighbour()
  const made: string[] = []
  for (let n = 0; n < 7; n++) made.unshift((await mine('POST', '/v1/profiles', { name: `p${n}` })).body.id)
  const seen: string[] = []
  let cursor = ''
  for (;;) {
    const { body } = await mine('GET', `/v1/profiles?limit=3${cursor}`)
    seen.push(...body.data.map((profile: { id: string }) => profile.id))
    assert.equal(body.has_more, body.next_cursor !== null)
    if (!body.has_more) break
    cursor = `&cursor=${body.next_cursor}`
  }
  assert.deepEqual(seen, made)
  const bad = await mine('GET', '/v1/profiles?cursor=nonsense')
  assert.equal(bad.status, 422)
  assert.deepEqual(bad.body.detail[0].loc, ['query', 'cursor'])
})

test('a profile-scoped key sees and changes only its own profiles', async () => {
  const mine = (await live('POST', '/v1/profiles', { name: 'mine' })).body.id
  const other = (await live('POST', '/v1/profiles', { name: 'other' })).body.id
  const scoped = world.client(await world.key({ scope: 'profiles', profile_ids: [mine] }))
  assert.deepEqual(
    (await scoped('GET', '/v1/profiles')).body.data.map((p: { id: string }) => p.id),
    [mine],
  )
  assert.equal((await scoped('GET', `/v1/profiles/${mine}`)).status, 200)
  assert.equal((await scoped('PUT', `/v1/profiles/${mine}`, { name: 'still mine' })).status, 200)
  for (const [method, body] of [['GET'], ['PUT', { name: 'taken' }], ['DELETE']] as const) {
    const reply = await scoped(method, `/v1/profiles/${other}`, body)
    assert.deepEqual([reply.status, reply.body.code], [403, 'out_of_scope'], method)
  }
  assert.equal((await scoped('POST', '/v1/profiles', { name: 'new' })).body.code, 'out_of_scope')
  assert.equal((await live('GET', `/v1/profiles/${other}`)).body.name, 'other')
})

test("another workspace's profile does not exist", async () => {
  const id = (await live('POST', '/v1/profiles', { name: 'ours' })).body.id
  const { live: theirs } = await world.neighbour()
  for (const [method, body] of [['GET'], ['PUT', { name: 'theirs' }], ['DELETE']] as const)
    assert.equal((await theirs(method, `/v1/profiles/${id}`, body)).status, 404, method)
  assert.equal((await live('GET', `/v1/profiles/${id}`)).body.name, 'ours')
})

test('text that PostgreSQL cannot store is refused and causes no 500', async () => {
  for (const raw of [
    '{"name":"a\\u0000b"}',
    '{"name":"\\ud800"}',
    '{"name":"x","metadata":{"k\\u0000":1}}',
    '{"name":"x","metadata":{"n":1e999}}',
  ]) {
    const { status, body } = await live('POST', '/v1/profiles', raw)
    assert.equal(status, 422, raw)
    assert.match(body.detail[0].type, /string_unicode|finite_number/)
  }
  assert.equal(
    (await live('POST', '/v1/profiles', `{"name":"x","metadata":{"d":${'['.repeat(5000)}${']'.repeat(5000)}}}`)).status,
    422,
  )
  assert.equal((await live('GET', '/v1/profiles/a%00b')).status, 422)
  const kept = await live('POST', '/v1/profiles', '{"name":"\\ud83d\\ude00"}')
  assert.equal(kept.body.name, '😀')
})

test('metadata is returned in the order sent, and an integer that would change is refused', async () => {
  const sent = '{"name":"Order","metadata":{"zeta":1,"alpha":{"b":1,"a":[2,1]},"id":9007199254740992}}'
  const created = await live('POST', '/v1/profiles', sent)
  const { text } = await live('GET', `/v1/profiles/${created.body.id}`)
  assert.ok(text.includes('"metadata":{"zeta":1,"alpha":{"b":1,"a":[2,1]},"id":9007199254740992}'), text)
  const refused = await live('POST', '/v1/profiles', '{"name":"x","metadata":{"ids":[1,12345678901234567890]}}')
  const [{ type, loc, input }] = refused.body.detail
  assert.deepEqual(
    [refused.status, type, loc, input],
    [422, 'int_parsing_size', ['body', 'metadata', 'ids', 1], '12345678901234567890'],
  )
  const texts = await live('POST', '/v1/profiles', '{"name":"ids 12345678901234567890, \\" 9","metadata":{}}')
  assert.equal(texts.status, 201)
})
