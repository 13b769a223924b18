import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot, OPERATOR_TOKEN } from '../../../support/harness.ts'

const world = await boot()
const { live, db, workspaceId, operator } = world
const by = { actor: 'tester@example.com', reason: 'a test' }
const available = async (of = live) => (await of('GET', '/v1/credits')).body.available as number
const approve = (id: string) => operator('POST', `/v1/operator/orders/${id}/approve`, by)
const audit = async (of = workspaceId) =>
  (await operator('GET', `/v1/operator/audit?workspace_id=${of}&limit=100`)).body.data as Record<string, unknown>[]

test('a manual order waits with instructions and grants nothing', async () => {
  const before = await available()
  const { status, body: order } = await live('POST', '/v1/credits/checkout', { pack_id: 'growth' })
  assert.equal(status, 201)
  assert.deepEqual(
    [order.status, order.kind, order.credits, order.price_usd_cents, order.url, order.provider],
    ['pending', 'pack', 3000, 5000, null, 'manual'],
  )
  assert.match(order.instructions, /operator/)
  assert.equal(await available(), before)
  const { body: page } = await live('GET', '/v1/credits/orders')
  assert.deepEqual(page.data[0], order)
  assert.deepEqual((await (await world.neighbour()).live('GET', '/v1/credits/orders')).body.data, [])
})

test('concurrent approvals of one order grant once', async () => {
  const before = await available()
  const { body: order } = await live('POST', '/v1/credits/checkout', { pack_id: 'starter' })
  const replies = await Promise.all(Array.from({ length: 10 }, () => approve(order.id)))
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array<number>(9).fill(409)],
  )
  const again = await approve(order.id)
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_state'])
  assert.equal(await available(), before + 500)
  const paid = (await live('GET', '/v1/credits/orders')).body.data[0]
  assert.deepEqual([paid.id, paid.status, paid.instructions], [order.id, 'paid', null])
  assert.ok(paid.paid_at)
  const entries = (await audit()).filter(({ detail }) => (detail as { order_id?: string }).order_id === order.id)
  assert.deepEqual(
    entries.map(({ action, actor, reason }) => [action, actor, reason]),
    [['orders.approve', by.actor, by.reason]],
  )
})

test('an invalid purchase is refused with the location of the mistake', async () => {
  for (const [body, loc] of [
    [{}, 'body'],
    [{ pack_id: 'starter', plan_id: 'starter', interval: 'month' }, 'body'],
    [{ plan_id: 'starter' }, 'body,interval'],
    [{ pack_id: 'starter', interval: 'month' }, 'body,interval'],
    [{ pack_id: 'nothing' }, 'body,pack_id'],
    [{ plan_id: 'nothing', interval: 'year' }, 'body,plan_id'],
  ] as const) {
    const reply = await live('POST', '/v1/credits/checkout', body)
    assert.deepEqual([reply.status, String(reply.body.detail[0].loc)], [422, loc], JSON.stringify(body))
  }
})

test('repeated requests with one Idempotency-Key create one order', async () => {
  const key = { 'idempotency-key': 'buy-once' }
  const count = async () => (await live('GET', '/v1/credits/orders?limit=100')).body.data.length
  const before = await count()
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => live('POST', '/v1/credits/checkout', { pack_id: 'scale' }, key)),
  )
  const first = replies.find(({ status }) => status === 201)
  for (const { status, body } of replies) assert.ok(status === 201 || body.code === 'idempotency_in_progress')
  const again = await live('POST', '/v1/credits/checkout', { pack_id: 'scale' }, key)
  assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [first?.text, 'true'])
  assert.equal(await count(), before + 1)
  const other = await live('POST', '/v1/credits/checkout', { pack_id: 'starter' }, key)
  assert.equal(other.body.code, 'idempotency_key_reused')
  const refused = { 'idempotency-key': 'buy-nothing' }
  assert.equal((await live('POST', '/v1/credits/checkout', { pack_id: 'nothing' }, refused)).status, 422)
  assert.equal((await live('POST', '/v1/credits/checkout', { pack_id: 'starter' }, refused)).status, 201)
})

const buyLapsed = () => live('POST', '/v1/credits/checkout', { pack_id: 'starter' }, { 'idempotency-key': 'lapsed' })

test('the claim of a killed owner expires, and the retry runs', async () => {
  const at = world.ctx.clock.now()
  const claim = { workspace_id: workspaceId, mode: 'live', key: 'lapsed', request_id: 'req_dead', hold_id: 'gone' }
  const first = await buyLapsed()
  const [{ fingerprint }] = await db<
    [{ fingerprint: Buffer }]
  >`select fingerprint from idempotency_keys where key = 'lapsed'`
  await db`delete from idempotency_keys where key = 'lapsed'`
  await db`insert into idempotency_keys ${db({ ...claim, fingerprint, created_at: at })}`
  assert.equal((await buyLapsed()).body.code, 'idempotency_in_progress')
  world.ctx.clock.advance(121_000)
  const second = await buyLapsed()
  assert.equal(second.status, 201)
  assert.notEqual(second.body.id, first.body.id)
})

test('without a configured token, operator endpoints refuse every token; the operator token works on no other endpoint', async () => {
  const unset = await boot({ env: { QUOIN_OPERATOR_TOKEN: '' } })
  const reply = await unset.client(OPERATOR_TOKEN)('GET', '/v1/operator/audit')
  assert.deepEqual([reply.status, reply.body.code], [401, 'invalid_operator_token'])
  assert.equal((await operator('GET', '/v1/profiles')).status, 401)
})

test("an operator's grant needs an Idempotency-Key, and a key grants only once, permanently", async () => {
  const before = await available()
  const body = { workspace_id: workspaceId, credits: 70, ...by }
  const keyless = await operator('POST', '/v1/operator/grants', body)
  assert.deepEqual([keyless.status, keyless.body.detail[0].loc], [422, ['header', 'Idempotency-Key']])
  const key = { 'idempotency-key': 'welcome-back' }
  const first = await operator('POST', '/v1/operator/grants', body, key)
  assert.deepEqual([first.status, first.body.credits, first.body.kind], [201, 70, 'manual'])
  assert.equal((await operator('POST', '/v1/operator/grants', body, key)).text, first.text)
  // After a day the response is deleted; the grant is not.
  await db`delete from idempotency_keys where key = 'welcome-back'`
  assert.equal((await operator('POST', '/v1/operator/grants', body, key)).body.id, first.body.id)
  await db`delete from idempotency_keys where key = 'welcome-back'`
  const other = await operator('POST', '/v1/operator/grants', { ...body, credits: 71 }, key)
  assert.equal(other.body.code, 'idempotency_key_reused')
  assert.equal(await available(), before + 70)
  assert.equal((await audit()).filter(({ action }) => action === 'credits.grant').length, 1)
  const nowhere = { ...body, workspace_id: 'ws_nowhere' }
  assert.equal((await operator('POST', '/v1/operator/grants', nowhere, { 'idempotency-key': 'x' })).status, 404)
})

test('audit entries cannot be changed or deleted', async () => {
  await assert.rejects(db`update audit_log set reason = 'another'`, /append-only/)
  await assert.rejects(db`delete from audit_log`, /append-only/)
})
