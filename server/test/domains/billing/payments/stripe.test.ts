import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptDueOrders } from '../../../../src/domains/billing/payments/orders/attempt.ts'
import { checkInvariants } from '../../../../src/ledger/verify.ts'
import { commandsOn } from '../../../support/commands.ts'
import type { Client } from '../../../support/harness.ts'
import type { Form } from '../../../support/stripe-double/form.ts'
import type { StripeObject } from '../../../support/stripe-double/state.ts'
import { bootWithStripe, post, sign, WEBHOOK_SECRET } from '../../../support/stripe-double/world.ts'

const world = await bootWithStripe()
const { ctx, db, double, deliver } = world
const quoin = commandsOn(ctx)
const actorAndReason = ['--actor', 'tester@example.com', '--reason', 'a test']

const credits = async (of: Client) => (await of('GET', '/v1/credits')).body.available as number
const lastOrder = async (of: Client) => (await of('GET', '/v1/credits/orders')).body.data[0]
const parseSessionId = (order: { url: string }) => order.url.split('/').at(-1) ?? ''
const grants = async (workspaceId: string) =>
  (await db`select id from grants where workspace_id = ${workspaceId} and kind = 'pack'`).length

/** Creates a workspace that has opened the checkout page for a pack. */
async function atCheckout(pack_id = 'starter') {
  const { live: us, workspaceId } = await world.neighbour()
  const { status, body: order } = await us('POST', '/v1/credits/checkout', { pack_id })
  assert.equal(status, 201, JSON.stringify(order))
  return { us, workspaceId, order, session: parseSessionId(order) }
}

/** Returns the events that an action at Stripe causes. */
function causing(act: () => unknown): StripeObject[] {
  const before = double.events.length
  act()
  return double.events.slice(before)
}
const only = (events: StripeObject[], type: string) => events.filter((event) => event['type'] === type)

test('a checkout opens a page at Stripe with the price and the order, and asks to save the card', async () => {
  const { order, workspaceId, session } = await atCheckout('growth')
  assert.deepEqual([order.status, order.provider, order.instructions], ['pending', 'stripe', null])
  assert.match(order.url, /^https:\/\/checkout\.example\.com/)
  const request = double.requests.at(-1)
  assert.equal(request?.key, order.id)
  const form: Form = request?.form ?? {}
  assert.deepEqual(
    [
      form['mode'],
      form['client_reference_id'],
      form['line_items'][0].price_data.unit_amount,
      form['payment_intent_data'],
    ],
    [
      'payment',
      order.id,
      '5000',
      {
        setup_future_usage: 'off_session',
        metadata: { workspace_id: workspaceId, order_id: order.id, kind: 'pack' },
      },
    ],
  )
  assert.match(form['success_url'], new RegExp(`order=${order.id}`))
  assert.ok(double.state.get('checkout.session', session))
})

test('a payment grants once, whichever events report it, in any order and repeatedly', async () => {
  for (const arrange of [
    (events: StripeObject[]) => events,
    (events: StripeObject[]) => events.toReversed(),
    (events: StripeObject[]) => [...events, ...events, ...events.toReversed()],
    (events: StripeObject[]) => only(events, 'payment_intent.succeeded'),
    (events: StripeObject[]) => only(events, 'checkout.session.completed'),
  ]) {
    const { us, workspaceId, session } = await atCheckout()
    const events = arrange(causing(() => double.pay(session)))
    for (const { status } of await deliver(...events)) assert.equal(status, 200)
    assert.equal(await credits(us), 550)
    assert.equal(await grants(workspaceId), 1)
    const order = await lastOrder(us)
    assert.deepEqual([order.status, order.url, order.error], ['paid', null, null])
  }
})

test('events that arrive at the same moment grant once', async () => {
  const { us, workspaceId, session } = await atCheckout()
  const events = causing(() => double.pay(session))
  const replies = await Promise.all([...events, ...events, ...events].map((event) => deliver(event)))
  for (const [reply] of replies) assert.equal(reply?.status, 200, reply?.text)
  assert.deepEqual([await credits(us), await grants(workspaceId)], [550, 1])
})

test('the webhook may arrive before the response that opened the page', async () => {
  const { live: us, workspaceId } = await world.neighbour()
  const { promise: hasPaid, resolve } = Promise.withResolvers<void>()
  double.delayReply = ({ method, path }) =>
    method === 'POST' && path === '/v1/checkout/sessions' ? hasPaid : undefined
  const opening = us('POST', '/v1/credits/checkout', { pack_id: 'starter' })
  let session: StripeObject | undefined
  while (!session) {
    await new Promise((done) => setTimeout(done, 5))
    session = double.state.list('checkout.session').find((one) => one['metadata'].workspace_id === workspaceId)
  }
  await deliver(...causing(() => double.pay(session?.id ?? '')))
  assert.equal(await credits(us), 550)
  resolve()
  const { status, body: order } = await opening
  double.delayReply = () => undefined
  assert.deepEqual([status, order.status, order.url], [201, 'paid', null])
  assert.deepEqual([await credits(us), await grants(workspaceId)], [550, 1])
})

test('a bad, missing or old signature is refused, and changes nothing', async () => {
  const { us, session } = await atCheckout()
  const [event] = only(
    causing(() => double.pay(session)),
    'checkout.session.completed',
  )
  const payload = JSON.stringify(event)
  const send = (headers: Record<string, string>, body = payload) =>
    world.client()('POST', '/v1/callbacks/stripe', body, headers)
  const old = Math.floor(Date.now() / 1000) - 301
  const replies = [
    await send({}),
    await send({ 'stripe-signature': 'nonsense' }),
    await send({ 'stripe-signature': sign(payload, 'whsec_another') }),
    await send({ 'stripe-signature': sign(payload, WEBHOOK_SECRET, old) }),
    await send({ 'stripe-signature': sign(payload) }, `${payload} `),
  ]
  for (const reply of replies) assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_signature'])
  assert.equal(await credits(us), 50)
  assert.equal((await post(world.client(), payload)).status, 200)
  assert.equal(await credits(us), 550)
})

test('an event without an id is identified by its content and applied once', async () => {
  const { us, workspaceId, session } = await atCheckout()
  const [event] = only(
    causing(() => double.pay(session)),
    'checkout.session.completed',
  )
  const payload = JSON.stringify({ ...event, id: undefined })
  const known = async () => (await db`select from payment_events`).length
  const before = await known()
  for (let times = 0; times < 2; times++) assert.equal((await post(world.client(), payload)).status, 200)
  assert.deepEqual([await credits(us), await grants(workspaceId), (await known()) - before], [550, 1, 1])
})

test('the exact bytes are verified: a body that JSON would serialise differently passes', async () => {
  const payload =
    '{ "id":"evt_spaces", "object":"event",  "type":"price.created",\n"data":{"object":{"id":"\\u0041","n":1.0}} }'
  assert.equal((await post(world.client(), payload)).status, 200)
  const [row] = await db`select type from payment_events where id = 'evt_spaces'`
  assert.equal(row?.['type'], 'price.created')
})

test('an event whose effect failed is processed when it is delivered again', async () => {
  const { us, session } = await atCheckout()
  const [event] = only(
    causing(() => double.pay(session)),
    'checkout.session.completed',
  )
  double.requestsToFail = 10
  const [failed] = await deliver(event as StripeObject)
  double.requestsToFail = 0
  assert.deepEqual([failed?.status, failed?.body.code], [502, 'upstream_error'])
  assert.equal(await credits(us), 50)
  assert.equal((await deliver(event as StripeObject))[0]?.status, 200)
  assert.equal(await credits(us), 550)
})

test('a payment that takes days grants when it arrives, or fails the order', async () => {
  for (const isPaid of [true, false]) {
    const { us, session } = await atCheckout()
    await deliver(...causing(() => double.pay(session, { later: true })))
    assert.deepEqual([(await lastOrder(us)).status, await credits(us)], ['pending', 50])
    await deliver(...causing(() => double.finishDelayedPayment(session, isPaid)))
    const order = await lastOrder(us)
    assert.deepEqual([order.status, await credits(us)], isPaid ? ['paid', 550] : ['failed', 50])
    assert.deepEqual(order.error, isPaid ? null : { code: 'not_paid', message: 'generic_decline' })
  }
})

test('a card that is declined on the page leaves the order open: the buyer can try another', async () => {
  const { us, session } = await atCheckout()
  const intent = { payment_intent_data: { metadata: double.state.get('checkout.session', session)['metadata'] } }
  const events = causing(() => {
    const { customer, amount_total: amount } = double.state.get('checkout.session', session)
    const method = double.state.saveCard(customer, 'declined')
    const tried = double.state.newIntent({ amount, customer, payment_method: method.id, ...intent.payment_intent_data })
    double.state.collect(tried, { isOffSession: false })
  })
  await deliver(...events)
  assert.equal((await lastOrder(us)).status, 'pending')
  await deliver(...causing(() => double.pay(session)))
  assert.deepEqual([(await lastOrder(us)).status, await credits(us)], ['paid', 550])
})

test('a page that expires closes its order', async () => {
  const { us, session } = await atCheckout()
  await deliver(
    ...causing(() => {
      const found = double.state.get('checkout.session', session)
      found['status'] = 'expired'
      double.state.emitEvent('checkout.session.expired', found)
    }),
  )
  const order = await lastOrder(us)
  assert.deepEqual(
    [order.status, order.url, order.error],
    ['canceled', null, { code: 'not_paid', message: 'the checkout expired' }],
  )
})

test('payments whose webhooks never arrive are found by a lookup', async () => {
  const { us, session } = await atCheckout()
  double.pay(session)
  ctx.clock.advance(14 * 60_000)
  await attemptDueOrders(ctx)
  assert.equal(await credits(us), 50)
  ctx.clock.advance(2 * 60_000)
  await Promise.all([attemptDueOrders(ctx), attemptDueOrders(ctx)])
  assert.deepEqual([(await lastOrder(us)).status, await credits(us)], ['paid', 550])
})

test('a checkout without a response from Stripe gets 502, and its order is closed later', async () => {
  const { live: us } = await world.neighbour()
  double.requestsToFail = 10
  const reply = await us('POST', '/v1/credits/checkout', { pack_id: 'starter' })
  double.requestsToFail = 0
  assert.deepEqual([reply.status, reply.body.code], [502, 'upstream_error'])
  assert.equal((await lastOrder(us)).status, 'pending')
  ctx.clock.advance(16 * 60_000)
  await attemptDueOrders(ctx)
  assert.equal((await lastOrder(us)).status, 'canceled')
})

test('a refund revokes the remaining credits, records the rest as a debt, and never makes the balance negative', async () => {
  const { us, session } = await atCheckout()
  await deliver(...causing(() => double.pay(session)))
  await us('POST', '/v1/demo/find', { find: 40, most: 40 })
  const id = (await lastOrder(us)).id
  const intent = double.state.get('checkout.session', session)['payment_intent']
  // A fifth of the money: a fifth of the credits.
  await deliver(...refunding(intent, 200))
  assert.deepEqual([(await lastOrder(us)).status, await credits(us)], ['paid', 250])
  await deliver(...refunding(intent, 800), ...double.listEvents('charge.refunded'))
  const order = await lastOrder(us)
  assert.deepEqual([order.id, order.status, order.debt_credits, await credits(us)], [id, 'refunded', 150, 0])
  const { body } = await us('GET', '/v1/credits')
  assert.deepEqual([body.spent, body.expired, body.granted], [200, 350, 550])
})

/** Returns the events of a refund in Stripe's own dashboard. */
function refunding(intentId: string, cents: number): StripeObject[] {
  return causing(() => {
    const charge = double.state.get('charge', double.state.get('payment_intent', intentId)['latest_charge'])
    charge['amount_refunded'] += cents
    double.state.emitEvent('charge.refunded', charge)
  })
}

test('a refund that is reported before its payment leaves no credits', async () => {
  const { us, workspaceId, session } = await atCheckout()
  const paid = causing(() => double.pay(session))
  const intent = double.state.get('checkout.session', session)['payment_intent']
  await deliver(...refunding(intent, 1000))
  await deliver(...paid)
  assert.deepEqual([(await lastOrder(us)).status, await credits(us)], ['refunded', 50])
  assert.equal(await grants(workspaceId), 1)
})

test('a dispute revokes the remaining credits and suspends automatic top-up until another card is saved', async () => {
  const { us, session } = await atCheckout()
  await deliver(...causing(() => double.pay(session)))
  await us('PUT', '/v1/credits/auto-topup', { threshold: 10, pack_id: 'starter' })
  const { payment_intent, customer } = double.state.get('checkout.session', session)
  await deliver(...causing(() => double.dispute(payment_intent)))
  assert.deepEqual([(await lastOrder(us)).status, await credits(us)], ['disputed', 50])
  const topup = async () => {
    const { status, reason } = (await us('GET', '/v1/credits/auto-topup')).body
    return [status, reason]
  }
  assert.deepEqual(await topup(), ['suspended', 'disputed'])
  await us('DELETE', '/v1/credits/auto-topup')
  await us('PUT', '/v1/credits/auto-topup', { threshold: 10, pack_id: 'starter' })
  assert.deepEqual(await topup(), ['suspended', 'disputed'])
  await deliver(...causing(() => double.state.saveCard(customer, 'good')))
  assert.deepEqual(await topup(), ['active', null])
})

test('events about objects that are not ours are stored and have no effect', async () => {
  const intent = double.state.newIntent({
    amount: 5,
    customer: 'cus_x',
    status: 'succeeded',
    metadata: { shop: 'other' },
  })
  const charge = double.state.add('ch', 'charge', { payment_intent: intent.id, amount_refunded: 5, amount: 5 })
  const before = await checkInvariants(db)
  const events = causing(() => {
    double.state.emitEvent('payment_intent.succeeded', intent)
    double.state.emitEvent('charge.refunded', charge)
    double.state.emitEvent('invoice.paid', { id: 'in_gone', object: 'invoice' })
    double.state.emitEvent('radar.early_fraud_warning.created', { id: 'x', object: 'x' })
  })
  for (const reply of await deliver(...events)) assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(await checkInvariants(db), before)
})

test('a payment that names an order of another workspace, or pays a second order, grants nothing', async () => {
  const [first, second] = [await atCheckout(), await atCheckout()]
  const pay = (workspace_id: string, order_id: string) =>
    double.state.newIntent({ amount: 5, customer: 'cus_x', status: 'succeeded', metadata: { workspace_id, order_id } })
  const mixed = pay(first.workspaceId, second.order.id)
  const paid = pay(first.workspaceId, first.order.id)
  const events = causing(() => {
    double.state.emitEvent('payment_intent.succeeded', mixed)
    double.state.emitEvent('payment_intent.succeeded', paid)
  })
  for (const reply of await deliver(...events)) assert.equal(reply.status, 200, reply.text)
  paid['metadata'] = { workspace_id: second.workspaceId, order_id: second.order.id }
  const moved = causing(() => double.state.emitEvent('payment_intent.succeeded', paid))
  for (const reply of await deliver(...moved)) assert.equal(reply.status, 200, reply.text)
  assert.deepEqual([await grants(first.workspaceId), await grants(second.workspaceId)], [1, 0])
  assert.equal((await lastOrder(second.us)).status, 'pending')
})

test('the operator cannot approve orders that Stripe decides, but can close and refund them', async () => {
  const open = await atCheckout()
  await assert.rejects(
    quoin('orders', 'approve', open.order.id, ...actorAndReason),
    /Stripe reports when this order is paid/,
  )
  assert.match(await quoin('orders', 'cancel', open.order.id, ...actorAndReason), / canceled /)
  assert.equal(double.state.get('checkout.session', open.session)['status'], 'expired')
  const paid = await atCheckout()
  double.pay(paid.session)
  await assert.rejects(quoin('orders', 'cancel', paid.order.id, ...actorAndReason), /has just paid/)
  await deliver(...double.events.slice(-4))
  double.repliesToLose = 1
  assert.match(await quoin('orders', 'refund', paid.order.id, ...actorAndReason), / refunded /)
  assert.equal(await credits(paid.us), 50)
  assert.equal(double.state.list('refund').length, 1)
  await deliver(...double.listEvents('charge.refunded').slice(-1))
  assert.equal(await credits(paid.us), 50)
})

test('an order is closed even if Stripe reports it before it responds', async () => {
  const { us, order } = await atCheckout()
  double.delayReply = ({ path }) =>
    path.endsWith('/expire') ? deliver(...double.listEvents('checkout.session.expired').slice(-1)) : undefined
  assert.match(await quoin('orders', 'cancel', order.id, ...actorAndReason), / canceled /)
  double.delayReply = () => undefined
  assert.equal((await lastOrder(us)).status, 'canceled')
})

test('afterwards the ledger is consistent', async () => {
  assert.deepEqual(await checkInvariants(db), [])
})
