import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot, type Client } from '../../support/harness.ts'

const world = await boot()
const { live, ctx } = world

const later = (milliseconds: number) => new Date(ctx.clock.now().getTime() + milliseconds).toISOString()
const create = async (body: object = {}, client = live) => (await client('POST', '/v1/api-keys', body)).body
const change = (id: string, body: object, client: Client = live) => client('PATCH', `/v1/api-keys/${id}`, body)

test('an update changes only the fields in the body, and null removes a budget or an expiry', async () => {
  const { key: _, ...made } = await create({ name: 'Before', monthly_budget: 5, expires_at: later(60_000) })
  const renamed = await change(made.id, { name: 'After' })
  assert.deepEqual([renamed.status, renamed.body], [200, { ...made, name: 'After' }])
  assert.deepEqual((await change(made.id, {})).body, renamed.body)
  const { monthly_budget: budget, ...rest } = made
  assert.equal(budget, 5)
  const freed = await change(made.id, { name: null, monthly_budget: null, expires_at: null })
  assert.deepEqual(freed.body, { ...rest, name: null, expires_at: null })
  assert.deepEqual((await live('GET', `/v1/api-keys/${made.id}`)).body, freed.body)
})

test('an update applies to the very next request, even of a key in use', async () => {
  const { id, key } = await create()
  const client = world.client(key)
  assert.equal((await client('POST', '/v1/profiles', { name: 'One' })).status, 201)
  await change(id, { permission: 'read' })
  assert.equal((await client('POST', '/v1/profiles', { name: 'Two' })).body.code, 'read_only_key')
  await change(id, { permission: 'read_write', monthly_budget: 0 })
  const spend = await client('POST', '/v1/data/contacts/verify-email', { query: 'a@b.example' })
  assert.equal(spend.body.code, 'key_budget_exceeded')
  await change(id, { expires_at: later(1000) })
  ctx.clock.advance(1000)
  assert.equal((await client('GET', '/v1/profiles')).status, 401)
})

test('no key can make a key stronger than itself, and any key can make one weaker', async () => {
  const short = world.client((await create({ expires_at: later(60_000) })).key)
  const other = await create({ expires_at: later(30_000) })
  for (const expires_at of [null, later(60_001)])
    assert.equal((await change(other.id, { expires_at }, short)).body.code, 'out_of_scope', String(expires_at))
  assert.equal((await change(other.id, { expires_at: later(60_000) }, short)).status, 200)
  const lasting = await create()
  assert.equal((await change(lasting.id, { name: 'Renamed', expires_at: later(90_000) }, short)).status, 200)

  const own = await create({ monthly_budget: 10 })
  const thrifty = world.client(own.key)
  assert.equal((await change(own.id, { monthly_budget: 11 }, thrifty)).body.code, 'out_of_scope')
  assert.equal((await change(own.id, { monthly_budget: null }, thrifty)).body.code, 'out_of_scope')
  assert.equal((await change(own.id, { monthly_budget: 9 }, thrifty)).status, 200)
  const reader = await create({ permission: 'read' })
  const widened = await change(reader.id, { permission: 'read_write' }, thrifty)
  assert.equal(widened.body.code, 'out_of_scope', 'the reader could then spend without a budget')
  assert.equal((await change(reader.id, { permission: 'read_write', monthly_budget: 0 }, thrifty)).status, 200)
})

test('an ended key cannot change, an expiry in the past gets 422, and a key of another workspace 404', async () => {
  const revoked = await create()
  await live('DELETE', `/v1/api-keys/${revoked.id}`)
  const expired = await create({ expires_at: later(1000) })
  ctx.clock.advance(1000)
  for (const { id } of [revoked, expired])
    assert.deepEqual((await change(id, { expires_at: later(60_000) })).body.code, 'wrong_state')
  const { id } = await create()
  assert.equal((await change(id, { expires_at: later(0) })).status, 422)
  assert.equal((await change(id, { mode: 'test' })).status, 422)
  const { live: theirs } = await world.neighbour()
  assert.equal((await change(id, { name: 'Mine' }, theirs)).status, 404)
})

test('a member can update keys, a viewer cannot', async () => {
  const { id } = await create()
  assert.equal((await change(id, { name: 'By a member' }, await world.session({ role: 'member' }))).status, 200)
  assert.equal((await change(id, { name: 'x' }, await world.session({ role: 'viewer' }))).status, 403)
})

test('keys are filtered by status and mode', async () => {
  const { live: theirs } = await world.neighbour()
  const active = await create({ name: 'a' }, theirs)
  const expired = await create({ expires_at: later(1000), mode: 'test' }, theirs)
  const revoked = await create({}, theirs)
  await theirs('DELETE', `/v1/api-keys/${revoked.id}`)
  ctx.clock.advance(1000)
  const ids = async (query: string): Promise<string[]> =>
    (await theirs('GET', `/v1/api-keys?${query}`)).body.data.map((key: { id: string }) => key.id)
  assert.deepEqual(await ids('status=revoked'), [revoked.id])
  assert.deepEqual(await ids('status=expired'), [expired.id])
  assert.deepEqual(await ids('status=expired&mode=live'), [])
  const [first, ...opened] = await ids('status=active')
  assert.deepEqual([first, opened.length], [active.id, 2])
  assert.equal((await ids('mode=test'))[0], expired.id)
})

test('the monthly spend of a key is the sum of its charges since the month began', async () => {
  ctx.clock.set(new Date('2031-05-31T23:59:00.000Z'))
  const { id } = await create()
  const other = await create()
  const spend = async (credits: number) => {
    const call = { workspaceId: world.workspaceId, keyId: id, monthlyBudget: null, seconds: 60 }
    const what = { action: 'contacts/find-email', priceBook: 'standard-2026-11', requestId: ctx.ids.next('request') }
    const admitted = await ctx.ledger.reserve({ ...call, ...what, credits })
    assert.ok(admitted.verdict === 'ok')
    const charges = [{ step: '', action: what.action, units: 1, credits }]
    await ctx.ledger.settle({ hold: admitted.hold, charges, closes: true, response: null })
  }
  const read = async (query = '?include=spend') => (await live('GET', `/v1/api-keys/${id}${query}`)).body
  await spend(2)
  assert.equal((await read()).spent_this_month, 2)
  ctx.clock.set(new Date('2031-06-01T00:00:00.000Z'))
  assert.equal((await read()).spent_this_month, 0)
  await spend(1)
  await spend(3)
  assert.equal((await read()).spent_this_month, 4)
  assert.ok(!('spent_this_month' in (await read(''))))
  const listed = (await live('GET', '/v1/api-keys?include=spend&limit=2')).body.data
  assert.deepEqual(
    listed.map((key: { id: string; spent_this_month: number }) => [key.id, key.spent_this_month]),
    [
      [other.id, 0],
      [id, 4],
    ],
  )
})
