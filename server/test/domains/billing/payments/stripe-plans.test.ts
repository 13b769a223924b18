import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renewDueSubscriptions } from '../../../../src/domains/billing/payments/subscriptions/renew.ts'
import { checkInvariants } from '../../../../src/ledger/verify.ts'
import { commandsOn } from '../../../support/commands.ts'
import type { Client } from '../../../support/harness.ts'
import type { StripeObject } from '../../../support/stripe-double/state.ts'
import { bootWithStripe } from '../../../support/stripe-double/world.ts'

const world = await bootWithStripe()
const { ctx, db, double, deliver } = world
const quoin = commandsOn(ctx)
const DAY_MS = 86_400_000

const credits = async (of: Client) => (await of('GET', '/v1/credits')).body.available as number
const plan = async (of: Client) => (await of('GET', '/v1/credits/subscription')).body
const orders = async (of: Client) => (await of('GET', '/v1/credits/orders')).body.data as Order[]

interface Order {
  id: string
  status: string
  debt_credits: number
}
const actorAndReason = ['--actor', 'tester@example.com', '--reason', 'a test']

function causing(act: () => unknown): StripeObject[] {
  const before = double.events.length
  act()
  return double.events.slice(before)
}

/** Creates a workspace that has paid for a plan, and returns the events that Stripe sends about it. */
async function subscribed(interval: 'month' | 'year', plan_id = 'starter') {
  const { live: us } = await world.neighbour()
  const { body: order } = await us('POST', '/v1/credits/checkout', { plan_id, interval })
  const session = order.url.split('/').at(-1)
  const events = causing(() => double.pay(session))
  const { subscription } = double.state.get('checkout.session', session)
  return { us, order, events, subscription: subscription as string }
}

test('a plan starts once, whichever event reports it first', async () => {
  for (const arrange of [
    (events: StripeObject[]) => events,
    (events: StripeObject[]) => events.toReversed(),
    (events: StripeObject[]) => events.filter((event) => event['type'] === 'invoice.paid'),
    (events: StripeObject[]) => events.filter((event) => event['type'] === 'checkout.session.completed'),
    (events: StripeObject[]) => [...events, ...events],
  ]) {
    const { us, events } = await subscribed('month')
    for (const reply of await deliver(...arrange(events))) assert.equal(reply.status, 200, reply.text)
    assert.equal(await credits(us), 550)
    const { status, plan_id, provider } = await plan(us)
    assert.deepEqual([status, plan_id, provider], ['active', 'starter', 'stripe'])
    assert.deepEqual(
      (await orders(us)).map(({ status: is }) => is),
      ['paid'],
    )
  }
})

test('each paid bill grants its month once; the timer grants nothing unpaid', async () => {
  const { us, events, subscription } = await subscribed('month')
  await deliver(...events)
  for (const month of [1, 2, 3]) {
    ctx.clock.set(new Date((await plan(us)).current_period_end))
    await renewDueSubscriptions(ctx)
    assert.equal((await plan(us)).status, 'active', 'Stripe needs an hour for its bill')
    assert.equal(await credits(us), 50 + Math.min(month, 3) * 500)
    const billed = causing(() => double.renew(subscription))
    await Promise.all([...billed, ...billed].map((event) => deliver(event)))
    await renewDueSubscriptions(ctx)
    assert.equal(await credits(us), 50 + Math.min(month + 1, 3) * 500)
  }
  assert.equal((await orders(us)).length, 4)
})

test('a yearly plan is billed once, and the timer grants its twelve months', async () => {
  const { us, events } = await subscribed('year')
  await deliver(...events)
  for (let month = 1; month < 12; month++) {
    ctx.clock.set(new Date((await plan(us)).next_credits_at))
    await renewDueSubscriptions(ctx)
  }
  const { body } = await us('GET', '/v1/credits')
  assert.equal(body.granted, 50 + 12 * 500)
  assert.equal((await orders(us)).length, 1)
})

test('a failed bill makes the plan past due and grants nothing; if it is paid later, the plan continues', async () => {
  const { us, events, subscription } = await subscribed('month')
  await deliver(...events)
  const method = double.state.get('subscription', subscription)['default_payment_method']
  double.state.cards.set(method, 'insufficient')
  ctx.clock.set(new Date((await plan(us)).current_period_end))
  let invoice: StripeObject | undefined
  await deliver(
    ...causing(() => {
      invoice = double.renew(subscription)
    }),
  )
  await renewDueSubscriptions(ctx)
  assert.deepEqual([(await plan(us)).status, await credits(us)], ['past_due', 550])
  double.state.cards.set(method, 'good')
  ctx.clock.advance(3 * DAY_MS)
  await deliver(...causing(() => double.retry(invoice as StripeObject)))
  assert.deepEqual([(await plan(us)).status, await credits(us)], ['active', 1050])
})

test('a bill that is never paid ends the plan when Stripe gives up', async () => {
  const { us, events, subscription } = await subscribed('month')
  await deliver(...events)
  double.state.cards.set(double.state.get('subscription', subscription)['default_payment_method'], 'declined')
  ctx.clock.set(new Date((await plan(us)).current_period_end))
  await deliver(...causing(() => double.renew(subscription)))
  const ended = causing(() => {
    const found = double.state.get('subscription', subscription)
    found['status'] = 'canceled'
    double.state.emitEvent('customer.subscription.deleted', found)
  })
  await deliver(...ended, ...ended)
  assert.deepEqual([(await plan(us)).status, await credits(us)], ['canceled', 550])
  ctx.clock.advance(100 * DAY_MS)
  await renewDueSubscriptions(ctx)
  assert.equal(await credits(us), 550)
})

test('a cancelation is sent to Stripe, and a cancelation at Stripe is applied here', async () => {
  const { us, events, subscription } = await subscribed('month')
  await deliver(...events)
  const { cancel_at_period_end } = (await us('DELETE', '/v1/credits/subscription')).body
  assert.equal(cancel_at_period_end, true)
  assert.equal(double.state.get('subscription', subscription)['cancel_at_period_end'], true)
  // The buyer changes their mind in Stripe's portal.
  const kept = causing(() => {
    const found = double.state.get('subscription', subscription)
    found['cancel_at_period_end'] = false
    double.state.emitEvent('customer.subscription.updated', found)
  })
  await deliver(...kept)
  assert.equal((await plan(us)).cancel_at_period_end, false)
  await us('DELETE', '/v1/credits/subscription')
  ctx.clock.set(new Date((await plan(us)).current_period_end))
  await renewDueSubscriptions(ctx)
  assert.deepEqual([(await plan(us)).status, await credits(us)], ['canceled', 550])
})

test('bills whose webhooks never arrived are found by a lookup, a day after they were due', async () => {
  const { us, events, subscription } = await subscribed('month')
  await deliver(...events)
  ctx.clock.set(new Date((await plan(us)).current_period_end))
  await renewDueSubscriptions(ctx)
  double.renew(subscription)
  ctx.clock.advance(DAY_MS + 1)
  await Promise.all([renewDueSubscriptions(ctx), renewDueSubscriptions(ctx)])
  assert.deepEqual([(await plan(us)).status, await credits(us)], ['active', 1050])
  await deliver(...double.events.slice(-6))
  assert.equal(await credits(us), 1050)
})

test('a refunded bill revokes its month; Stripe decides whether the plan continues', async () => {
  const { us, events, subscription } = await subscribed('month')
  await deliver(...events)
  ctx.clock.set(new Date((await plan(us)).current_period_end))
  const billed = causing(() => double.renew(subscription))
  const invoice = double.state.list('invoice')[0]
  const intent = invoice?.['payments'].data[0].payment.payment_intent
  const refunded = causing(() => {
    const charge = double.state.get('charge', double.state.get('payment_intent', intent)['latest_charge'])
    charge['amount_refunded'] = charge['amount']
    double.state.emitEvent('charge.refunded', charge)
  })
  // Delivered in the wrong order: the refund still finds its bill.
  await deliver(...refunded, ...billed, ...refunded)
  assert.equal(await credits(us), 550)
  assert.deepEqual(
    (await orders(us)).map(({ status }) => status),
    ['refunded', 'paid'],
  )
  ctx.clock.set(new Date((await plan(us)).current_period_end))
  await deliver(...causing(() => double.renew(subscription)))
  assert.deepEqual([(await plan(us)).status, await credits(us)], ['active', 1050])
})

test('a refunded year grants none of the months that had not started', async () => {
  const { us, events } = await subscribed('year')
  await deliver(...events)
  for (let month = 1; month < 3; month++) {
    ctx.clock.set(new Date((await plan(us)).next_credits_at))
    await renewDueSubscriptions(ctx)
  }
  assert.equal(await credits(us), 1550)
  await us('POST', '/v1/demo/find', { find: 130, most: 130 })
  const [order] = await orders(us)
  assert.match(await quoin('orders', 'refund', order?.id ?? '', ...actorAndReason), / refunded /)
  const { available, spent, expired } = (await us('GET', '/v1/credits')).body
  assert.deepEqual([available, spent, expired, (await orders(us))[0]?.debt_credits], [0, 650, 900, 600])
  for (let day = 0; day < 70; day++) {
    ctx.clock.advance(DAY_MS)
    await renewDueSubscriptions(ctx)
  }
  assert.deepEqual([(await plan(us)).status, await credits(us)], ['canceled', 0])
})

test('afterwards the ledger is consistent', async () => {
  assert.deepEqual(await checkInvariants(db), [])
})
