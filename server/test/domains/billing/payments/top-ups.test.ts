import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBook } from '../../../../src/domains/billing/credits/published-books.ts'
import { STANDARD_BOOK } from '../../../../src/domains/billing/credits/standard-book.ts'
import { attemptDueOrders } from '../../../../src/domains/billing/payments/orders/attempt.ts'
import { orderMissedTopups } from '../../../../src/domains/billing/payments/top-ups/order-topup.ts'
import { createApp } from '../../../../src/http/app.ts'
import { routes } from '../../../../src/http/catalogue.ts'
import { connect } from '../../../../src/kit/postgres/db.ts'
import { checkInvariants } from '../../../../src/ledger/verify.ts'
import { atEnd, boot, type Client, testContext, until } from '../../../support/harness.ts'
import { meteredRoutes } from '../../../support/metered-routes.ts'
import type { Card, StripeObject } from '../../../support/stripe-double/state.ts'
import { bootWithStripe, stripeEnvironment } from '../../../support/stripe-double/world.ts'

const world = await bootWithStripe()
const { ctx, db, double, deliver } = world
const MINUTE_MS = 60_000

interface Order {
  id: string
  kind: string
  status: string
  error: { code: string; message: string } | null
}
const credits = async (of: Client) => (await of('GET', '/v1/credits')).body.available as number
const topups = async (of: Client) =>
  ((await of('GET', '/v1/credits/orders?limit=100')).body.data as Order[]).filter(({ kind }) => kind === 'topup')
const setting = async (of: Client) => (await of('GET', '/v1/credits/auto-topup')).body
const spend = (of: Client, amount: number) => of('POST', '/v1/demo/find', { find: amount / 5, most: amount / 5 })

const ordered = (of: Client, count = 1) =>
  until('the top-up', async () => (await topups(of)).length >= count && (await topups(of)))

/** Creates a workspace with a saved card, its 550 credits, and an automatic top-up below 100. */
async function withCard(card: Card = 'good') {
  const { live: us, workspaceId } = await world.neighbour()
  const { body: order } = await us('POST', '/v1/credits/checkout', { pack_id: 'starter' })
  const before = double.events.length
  const { customer } = double.pay(order.url.split('/').at(-1))
  await deliver(...double.events.slice(before))
  const reply = await us('PUT', '/v1/credits/auto-topup', { threshold: 100, pack_id: 'starter' })
  assert.deepEqual([reply.status, reply.body.status], [200, 'active'])
  const method = double.state.list('payment_method').find((one) => one['customer'] === customer)?.id ?? ''
  double.state.cards.set(method, card)
  const charges = () => double.state.list('charge').filter((charge) => charge['customer'] === customer).length - 1
  return { us, workspaceId, customer: customer as string, method, charges }
}

test('falling below the threshold buys the pack with the saved card, once', async () => {
  const { us, charges, method } = await withCard()
  await spend(us, 450)
  assert.equal(await credits(us), 100)
  assert.deepEqual(await topups(us), [])
  await spend(us, 5)
  const [order] = await ordered(us)
  assert.deepEqual([order?.status, (await setting(us)).open_order_id], ['pending', order?.id])
  await Promise.all([attemptDueOrders(ctx), attemptDueOrders(ctx), attemptDueOrders(ctx)])
  assert.deepEqual([await credits(us), charges()], [595, 1])
  assert.deepEqual([(await topups(us))[0]?.status, (await setting(us)).open_order_id], ['paid', null])
  const request = double.requests.findLast(({ path }) => path === '/v1/payment_intents')
  assert.equal(request?.key, order?.id)
  assert.deepEqual(
    [request?.form['off_session'], request?.form['confirm'], request?.form['payment_method']],
    ['true', 'true', method],
  )
  // The webhook about the same payment changes nothing.
  await deliver(...double.events.slice(-2))
  assert.equal(await credits(us), 595)
})

test('many low-balance calls on two processes create one order', async () => {
  const { us, workspaceId } = await withCard()
  const address = `${process.env['TEST_POSTGRES']}?${(await db`select current_database() as name`)[0]?.['name']}`
  const other = await testContext({ address, clock: ctx.clock, env: stripeEnvironment(double) })
  const app = createApp(other, {
    routes: [...routes, ...meteredRoutes],
    readiness: { check: async () => undefined },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  atEnd(() => app.close())
  await spend(us, 440)
  const { key } = (await us('POST', '/v1/api-keys', {})).body
  const calls = Array.from({ length: 20 }, (_, at) =>
    fetch(`${at % 2 ? url : world.url}/v1/demo/find`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  for (const reply of await Promise.all(calls)) assert.equal(reply.status, 200)
  await ordered(us)
  await Promise.all([orderMissedTopups(ctx), orderMissedTopups(other), orderMissedTopups(ctx)])
  assert.equal((await topups(us)).length, 1)
  await Promise.all([attemptDueOrders(ctx), attemptDueOrders(other)])
  assert.equal(await credits(us), 10 + 500)
  await assert.rejects(
    db`insert into orders select * from jsonb_populate_recordset(null::orders, (
      select jsonb_agg(to_jsonb(o) || jsonb_build_object('id', n, 'status', 'pending'))
      from orders o, generate_series(1, 2) n where workspace_id = ${workspaceId} and kind = 'topup'))`,
    /orders_open_topup/,
  )
})

test('a call of a workspace without automatic top-up makes no query for it', async () => {
  const quiet = await boot({ routes: [...routes, ...meteredRoutes] })
  const { live: us } = quiet
  // The first call of a process reads the thresholds, after its response.
  await spend(us, 5)
  const listScanned = () => quiet.db`
    select from pg_stat_user_tables where relname = 'auto_topups' and seq_scan + idx_scan > 0`
  await until('the read of the thresholds', async () => (await listScanned()).length > 0)
  const [{ name }] = await quiet.db<[{ name: string }]>`select current_database() as name`
  const lock = connect(`${process.env['TEST_POSTGRES']}?${name}`, {
    max: 1,
    settings: { idle_in_transaction_session_timeout: '0' },
  })
  // A query on these tables would wait until the end of the test.
  await lock.begin(async (tx) => {
    await tx`lock table auto_topups, payers, orders in access exclusive mode`
    const replies = await Promise.all(Array.from({ length: 5 }, () => spend(us, 5)))
    for (const { status } of replies) assert.equal(status, 200)
    const [waiting] =
      await tx`select count(*) as n from pg_locks where not granted and relation = 'auto_topups'::regclass`
    assert.equal(waiting?.['n'], 0)
  })
  await lock.end()
})

test('a low balance that went unnoticed is found by the timer', async () => {
  const { us } = await withCard()
  await us('PUT', '/v1/credits/auto-topup', { threshold: 1000.5, pack_id: 'growth' })
  assert.equal((await setting(us)).threshold, 1000.5)
  await orderMissedTopups(ctx)
  await attemptDueOrders(ctx)
  assert.equal(await credits(us), 3550)
})

test('at most two attempts in ten minutes', async () => {
  const { us, charges } = await withCard()
  await us('PUT', '/v1/credits/auto-topup', { threshold: 1_000_000, pack_id: 'starter' })
  for (let round = 0; round < 5; round++) {
    await orderMissedTopups(ctx)
    await attemptDueOrders(ctx)
  }
  assert.deepEqual([charges(), await credits(us)], [2, 1550])
  ctx.clock.advance(10 * MINUTE_MS)
  for (let round = 0; round < 5; round++) {
    await orderMissedTopups(ctx)
    await attemptDueOrders(ctx)
  }
  assert.equal(charges(), 4)
  await us('DELETE', '/v1/credits/auto-topup')
})

test('one failure an hour; two declines suspend it until the payment method changes', async () => {
  const { us, customer, charges } = await withCard('insufficient')
  await us('PUT', '/v1/credits/auto-topup', { threshold: 600, pack_id: 'starter' })
  const round = async () => {
    await orderMissedTopups(ctx)
    await attemptDueOrders(ctx)
    return (await topups(us)).length
  }
  assert.equal(await round(), 1)
  assert.deepEqual(
    [(await topups(us))[0]?.status, (await topups(us))[0]?.error?.message],
    ['failed', 'insufficient_funds'],
  )
  ctx.clock.advance(59 * MINUTE_MS)
  assert.equal(await round(), 1)
  assert.equal((await setting(us)).status, 'active')
  ctx.clock.advance(2 * MINUTE_MS)
  assert.equal(await round(), 2)
  const { status, reason } = await setting(us)
  assert.deepEqual([status, reason], ['suspended', 'insufficient_funds'])
  ctx.clock.advance(24 * 60 * MINUTE_MS)
  assert.equal(await round(), 2)
  await us('PUT', '/v1/credits/auto-topup', { threshold: 600, pack_id: 'starter' })
  assert.equal(await round(), 2)
  assert.equal(
    double.state.list('payment_intent').filter((one) => one['status'] === 'requires_payment_method').length,
    0,
  )
  await deliver(...newCard(customer, 'good'))
  assert.equal((await setting(us)).status, 'active')
  assert.equal(await round(), 3)
  assert.deepEqual([await credits(us), charges()], [1050, 1])
})

function newCard(customer: string, card: Card): StripeObject[] {
  const before = double.events.length
  double.state.saveCard(customer, card)
  return double.events.slice(before)
}

test('a bank that requires authentication suspends it at once; a decline that is reported twice counts once', async () => {
  const { us } = await withCard('authentication')
  await spend(us, 500)
  await ordered(us)
  await attemptDueOrders(ctx)
  assert.deepEqual([(await setting(us)).status, (await setting(us)).reason], ['suspended', 'authentication_required'])
  const declined = await withCard('declined')
  await spend(declined.us, 500)
  await ordered(declined.us)
  await attemptDueOrders(ctx)
  await deliver(...double.listEvents('payment_intent.payment_failed').slice(-1))
  assert.equal((await setting(declined.us)).status, 'active')
  const [payer] = await db`select declines from payers where workspace_id = ${declined.workspaceId}`
  assert.equal(payer?.['declines'], 1)
})

test('without a saved card it is suspended, with the reason', async () => {
  const { live: us } = await world.neighbour()
  assert.equal((await us('GET', '/v1/credits/auto-topup')).status, 404)
  assert.equal((await us('DELETE', '/v1/credits/auto-topup')).status, 404)
  const unknown = await us('PUT', '/v1/credits/auto-topup', { threshold: 10, pack_id: 'nothing' })
  assert.deepEqual([unknown.status, unknown.body.detail[0].loc], [422, ['body', 'pack_id']])
  const { body } = await us('PUT', '/v1/credits/auto-topup', { threshold: 100, pack_id: 'starter' })
  assert.deepEqual([body.status, body.reason], ['suspended', 'no_payment_method'])
  await orderMissedTopups(ctx)
  assert.deepEqual(await topups(us), [])
  const { threshold, status } = (await us('DELETE', '/v1/credits/auto-topup')).body
  assert.deepEqual([threshold, status], [100, 'off'])
})

test('an unknown outcome is looked up before the card is charged again', async () => {
  const { us, charges } = await withCard()
  await spend(us, 500)
  await ordered(us)
  double.repliesToLose = 10
  await attemptDueOrders(ctx)
  double.repliesToLose = 0
  assert.deepEqual([charges(), await credits(us), (await topups(us))[0]?.status], [1, 50, 'pending'])
  // An order is open, so no other is created.
  await orderMissedTopups(ctx)
  assert.equal((await topups(us)).length, 1)
  ctx.clock.advance(3 * MINUTE_MS)
  const before = double.requests.length
  await attemptDueOrders(ctx)
  assert.deepEqual([charges(), await credits(us), (await topups(us))[0]?.status], [1, 550, 'paid'])
  assert.ok(double.requests.slice(before).every(({ method }) => method === 'GET'))
})

test('a provider that cannot be reached is retried with the same key, up to a limit', async () => {
  const { us, charges } = await withCard()
  await spend(us, 500)
  const [order] = await ordered(us)
  for (let round = 0; round < 4; round++) {
    double.requestsToFail = 10
    await attemptDueOrders(ctx)
    ctx.clock.advance(6 * MINUTE_MS)
  }
  double.requestsToFail = 0
  await attemptDueOrders(ctx)
  assert.deepEqual([charges(), await credits(us)], [1, 550])
  const keys = double.requests.filter(({ key }) => key === order?.id).map(({ path }) => path)
  assert.ok(keys.length > 1 && new Set(keys).size === 1)

  const second = await withCard()
  await spend(second.us, 500)
  await ordered(second.us)
  double.requestsToFail = 10
  await attemptDueOrders(ctx)
  double.requestsToFail = 0
  ctx.clock.advance(13 * 60 * MINUTE_MS)
  await attemptDueOrders(ctx)
  assert.deepEqual([(await topups(second.us))[0]?.status, second.charges()], ['canceled', 0])
})

test('with manual payments it only creates an order, and never grants', async () => {
  const manual = await boot({ routes: [...routes, ...meteredRoutes] })
  const { live: us } = manual
  assert.equal((await us('PUT', '/v1/credits/auto-topup', { threshold: 40, pack_id: 'starter' })).body.status, 'active')
  await spend(us, 15)
  const [order] = await ordered(us)
  await attemptDueOrders(manual.ctx)
  await orderMissedTopups(manual.ctx)
  assert.deepEqual([(await topups(us)).length, await credits(us)], [1, 35])
  const by = { actor: 'tester@example.com', reason: 'paid in cash' }
  await manual.operator('POST', `/v1/operator/orders/${order?.id}/approve`, by)
  assert.equal(await credits(us), 535)
})

test('sandbox payments: the id of the pack scripts declines, waits and lost responses', async () => {
  const sandbox = await boot({ routes: [...routes, ...meteredRoutes], env: { PAYMENT_PROVIDER: 'sandbox' } })
  const scripted = ['starter-declined', 'starter-pending', 'starter-lost'].map((id) => ({
    ...STANDARD_BOOK.packs[0]!,
    id,
  }))
  await publishBook(sandbox.ctx, sandbox.db, {
    ...STANDARD_BOOK,
    name: 'play',
    packs: [...STANDARD_BOOK.packs, ...scripted],
  })
  const { live: us } = sandbox
  const buy = async (pack_id: string) => (await us('POST', '/v1/credits/checkout', { pack_id })).body.status
  assert.deepEqual(
    [await buy('starter'), await buy('starter-declined'), await buy('starter-pending')],
    ['paid', 'failed', 'pending'],
  )
  assert.equal(await credits(us), 550)
  await us('PUT', '/v1/credits/auto-topup', { threshold: 600, pack_id: 'starter-lost' })
  await orderMissedTopups(sandbox.ctx)
  await attemptDueOrders(sandbox.ctx)
  assert.equal(await credits(us), 550)
  sandbox.ctx.clock.advance(3 * MINUTE_MS)
  await attemptDueOrders(sandbox.ctx)
  assert.equal(await credits(us), 1050)
})

test('afterwards the ledger is consistent', async () => {
  assert.deepEqual(await checkInvariants(db), [])
})
