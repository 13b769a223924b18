import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { reviewNew } from '../../src/domains/social/inbox/reviews/contract/review.ts'
import type { NameResolver } from '../../src/kit/net/name-resolver.ts'
import { createOutbound } from '../../src/kit/net/outbound.ts'
import { transaction } from '../../src/kit/postgres/db.ts'
import { startDeliveries } from '../../src/webhooks/delivery/start.ts'
import { emit } from '../../src/webhooks/emit.ts'
import { forgetOldDeliveries } from '../../src/webhooks/retention.ts'
import { atEnd } from '../support/harness.ts'
import { answers, startReceiver } from '../support/receiver.ts'
import { createWebhook, HOUR, scene } from '../support/webhook-scene.ts'

test('two workers share the deliveries and send each once', async () => {
  const { receiver, deliveries, ctx, workspaceId } = await scene()
  const second = await startDeliveries(ctx)
  atEnd(() => second.stop())
  await Promise.all(Array.from({ length: 300 }, () => emit(ctx, ctx.db, reviewNew, reviewNew.example, { workspaceId })))
  await receiver.received(300)
  await Promise.all([deliveries.idle(), second.idle()])
  assert.equal(receiver.hits.length, 300)
  assert.equal(new Set(receiver.hits.map(({ headers }) => headers['webhook-id'])).size, 300)
})

test('a worker that stops finishes the deliveries it is sending and records them', async () => {
  const { receiver, deliveries, emit: happen, list } = await scene()
  receiver.answer((response) => void setTimeout(() => response.writeHead(204).end(), 300))
  await happen()
  await receiver.received(1)
  await happen()
  await deliveries.stop()
  assert.deepEqual(
    (await list()).map((d: { status: string }) => d.status).toSorted(),
    receiver.hits.length === 2 ? ['delivered', 'delivered'] : ['delivered', 'pending'],
  )
})

test('a stopping worker unclaims the deliveries that it claimed ahead, without counting an attempt', async () => {
  const { receiver, deliveries, emit: happen, ctx } = await scene({ options: { perEndpoint: 2 } })
  receiver.answer((response) => void setTimeout(() => response.writeHead(204).end(), 200))
  await transaction(ctx.db, async (tx) => {
    for (let n = 0; n < 6; n++) await happen(tx)
  })
  await receiver.received(2)
  const [row] = await ctx.db`select count(*) as n from webhook_deliveries where claim is not null`
  assert.equal(row?.['n'], 4, 'two are sent and two are next')
  await deliveries.stop()
  assert.equal(receiver.hits.length, 2)
  const left = await ctx.db`select from webhook_deliveries
    where status = 'pending' and claim is null and claims = 0 and attempt = 0`
  assert.equal(left.length, 4)
})

test('a delivery that was claimed ahead and had to wait is signed with the current secrets', async () => {
  const { receiver, deliveries, emit: happen, live, id, secret, ctx } = await scene({ options: { perEndpoint: 1 } })
  receiver.answer((response) => void setTimeout(() => response.writeHead(204).end(), 1100))
  await transaction(ctx.db, async (tx) => {
    for (let n = 0; n < 2; n++) await happen(tx)
  })
  await receiver.received(1)
  const fresh = (await live('POST', `/v1/webhooks/${id}/rotate`)).body.secret
  await receiver.received(2)
  const now = () => ctx.clock.now().getTime()
  const hit = receiver.hits[1]
  for (const known of [secret, fresh]) await verifyWebhook(hit?.body ?? '', hit?.headers ?? {}, known, { now })
  receiver.answer(answers.ok)
  await deliveries.idle()
})

test('metrics count attempts, lateness, waiting deliveries and deliveries in flight', async () => {
  const registry = new Registry()
  const { receiver, deliveries, emit: happen } = await scene({ options: { registry, perEndpoint: 1 } })
  await happen()
  await deliveries.idle()
  receiver.answer(answers.status(500))
  await happen()
  await deliveries.idle()
  const metrics = await registry.metrics()
  for (const line of [
    'quoin_webhook_attempts_total{outcome="delivered"} 1',
    'quoin_webhook_attempts_total{outcome="failed"} 1',
    'quoin_webhook_lateness_seconds_count 2',
    'quoin_webhook_attempt_seconds_count 2',
    'quoin_webhook_deliveries_waiting{status="failed"} 1',
    'quoin_webhooks_under_way 0',
  ])
    assert.ok(metrics.includes(`${line}\n`), `${line} in ${metrics}`)
})

test('a delivery that keeps crashing its workers becomes dead', async () => {
  const { receiver, deliveries, emit: happen, list, ctx } = await scene({ options: { pollMs: 20 } })
  receiver.answer(answers.status(500))
  await happen()
  await deliveries.idle()
  // The state that twenty workers leave behind when each died while sending it.
  await ctx.db`update webhook_deliveries set next_attempt_at = ${ctx.clock.now()}, claims = 20,
    claim = gen_random_uuid(), lease_until = now() - interval '1 second'`
  await deliveries.idle()
  const [{ status, attempt, last_error }] = await list()
  assert.deepEqual([status, attempt], ['dead', 1])
  assert.match(last_error, /died or froze 20 times/)
  assert.equal(receiver.hits.length, 1)
})

const PRIVATE = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '::1',
  '::ffff:127.0.0.1',
  'fd00:ec2::254',
  '64:ff9b::7f00:1',
]

test('a name that resolves to a private address is not reached, even if it was public a moment before', async () => {
  const server = await startReceiver()
  const { port } = new URL(server.url)
  let answer: readonly string[] = []
  const lookups: string[] = []
  const names: NameResolver = {
    async resolve(host) {
      lookups.push(host)
      return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  }
  const outbound = createOutbound({ allowLoopback: false, httpsOnly: false, names })
  atEnd(() => outbound.close())
  const { live, deliveries, delivery, ctx } = await scene({ outbound })
  const { id } = (await live('POST', '/v1/webhooks', { url: `http://rebind.example.com:${port}/` })).body
  for (const address of PRIVATE) {
    answer = [address]
    const sent = (await live('POST', `/v1/webhooks/${id}/test`)).body.id
    await deliveries.idle()
    const { status, last_error } = await delivery(sent)
    assert.deepEqual([status, last_error], ['failed', 'blocked_address: rebind.example.com is not a public address'])
    // Resets the breaker, which this test is not about.
    await live('PATCH', `/v1/webhooks/${id}`, { url: `http://rebind.example.com:${port}/${address}` })
  }
  assert.equal(lookups.length, PRIVATE.length, 'the name is asked for at each attempt')
  assert.equal(server.hits.length, 0)

  // A URL that the API did not check is checked at connect time.
  for (const host of ['127.0.0.1', '[::1]', 'localhost', '2130706433', '[::ffff:7f00:1]']) {
    await ctx.db`update webhook_endpoints set url = ${`http://${host}:${port}/`} where id = ${id}`
    answer = ['127.0.0.1']
    const sent = (await live('POST', `/v1/webhooks/${id}/test`)).body.id
    await deliveries.idle()
    assert.match((await delivery(sent)).last_error, /^blocked_address/, host)
  }
  assert.equal(server.hits.length, 0)
})

test('finished deliveries are deleted after 30 days with their attempts and events; waiting ones are kept', async () => {
  const { receiver, deliveries, emit: happen, list, live, ctx } = await scene()
  const failing = await startReceiver(answers.status(500))
  const { id } = await createWebhook(live, failing)
  await happen()
  await deliveries.idle()
  await deliveries.stop()
  ctx.clock.advance(29 * 24 * HOUR)
  await happen()
  const rows = async (table: string) => (await ctx.db`select from ${ctx.db(table)}`).length
  await forgetOldDeliveries(ctx)
  assert.deepEqual([receiver.hits.length, failing.hits.length, (await list()).length], [1, 1, 4])
  ctx.clock.advance(2 * 24 * HOUR)
  await forgetOldDeliveries(ctx)
  const kept = await list()
  assert.equal(kept.length, 3)
  assert.deepEqual(
    kept.filter(({ attempt }: { attempt: number }) => attempt > 0).map((d: { endpoint_id: string }) => d.endpoint_id),
    [id],
    'the one that waits for its retry',
  )
  assert.deepEqual([await rows('webhook_events'), await rows('webhook_attempts')], [2, 1])
  await live('PATCH', `/v1/webhooks/${id}`, { status: 'disabled' })
  await ctx.db`update webhook_deliveries set status = 'dead', next_attempt_at = null where endpoint_id = ${id}`
  await forgetOldDeliveries(ctx)
  assert.deepEqual([await rows('webhook_events'), await rows('webhook_attempts'), (await list()).length], [1, 0, 2])
})
