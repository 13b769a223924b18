import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot } from '../../support/harness.ts'

const world = await boot()
const { ctx, live } = world
const PATH = '/v1/data/saved-searches'
const search = { name: 'Engineers', action: 'search/people', query: 'engineer', filters: { country: 'PT' } }

test('a search is saved, read, listed by action, replaced and deleted, and costs nothing', async () => {
  const before = (await live('GET', '/v1/credits')).body
  const saved = await live('POST', PATH, search)
  assert.equal(saved.status, 201, saved.text)
  const { id, created_at, updated_at, ...kept } = saved.body
  assert.match(id, /^srch_/)
  assert.deepEqual([kept, created_at], [search, updated_at])
  assert.deepEqual((await live('GET', `${PATH}/${id}`)).body, saved.body)
  const other = (await live('POST', PATH, { name: 'One', action: 'contacts/find-email' })).body
  assert.deepEqual([other.query, other.filters], ['', null])
  assert.deepEqual((await live('GET', PATH)).body.data, [other, saved.body])
  assert.deepEqual((await live('GET', `${PATH}?action=search/people`)).body.data, [saved.body])

  ctx.clock.advance(1000)
  const replaced = (await live('PUT', `${PATH}/${id}`, { name: 'Renamed', action: 'lead-list' })).body
  const now = ctx.clock.now().toISOString()
  assert.deepEqual(replaced, {
    id,
    name: 'Renamed',
    action: 'lead-list',
    query: '',
    filters: null,
    created_at,
    updated_at: now,
  })
  assert.deepEqual((await live('DELETE', `${PATH}/${id}`)).body, replaced)
  assert.equal((await live('GET', `${PATH}/${id}`)).status, 404)
  assert.deepEqual((await live('GET', '/v1/credits')).body, before)
})

test('a saved search of another workspace does not exist, and an unknown action gets 422', async () => {
  const { id } = (await live('POST', PATH, search)).body
  const { live: theirs } = await world.neighbour()
  assert.equal((await theirs('GET', `${PATH}/${id}`)).status, 404)
  assert.equal((await theirs('PUT', `${PATH}/${id}`, search)).status, 404)
  assert.equal((await theirs('DELETE', `${PATH}/${id}`)).status, 404)
  assert.deepEqual((await theirs('GET', PATH)).body.data, [])
  assert.equal((await live('POST', PATH, { ...search, action: 'search/nothing' })).status, 422)
  assert.equal((await live('POST', PATH, { ...search, filters: { text: 'x'.repeat(20_000) } })).status, 422)
})

test('a workspace has at most 1,000 saved searches', async () => {
  const { workspaceId, live: theirs } = await world.neighbour()
  await world.db`
    insert into saved_searches (workspace_id, id, name, action, query, created_at, updated_at)
    select ${workspaceId}, 'srch_' || lpad(n::text, 26, '0'), 'n', 'search/people', '', now(), now()
    from generate_series(1, 999) n`
  assert.equal((await theirs('POST', PATH, search)).status, 201)
  assert.equal((await theirs('POST', PATH, search)).body.code, 'wrong_state')
})
