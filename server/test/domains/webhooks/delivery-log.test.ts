import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers, startReceiver } from '../../support/receiver.ts'
import { createWebhook, HOUR, scene } from '../../support/webhook-scene.ts'

interface ListedDelivery {
  readonly id: string
  readonly status: string
}

test('a delivery shows the body that was sent, byte for byte', async () => {
  const { receiver, deliveries, emit, list, delivery } = await scene()
  await emit()
  await deliveries.idle()
  const [{ id }] = await list()
  assert.equal((await delivery(id)).body, receiver.hits[0]?.body)
})

test('deliveries are filtered by the time of their event, together with the other filters', async () => {
  const { ctx, deliveries, emit, send, live, list, id } = await scene()
  const first = await send()
  await deliveries.idle()
  ctx.clock.advance(HOUR)
  const between = ctx.clock.now().toISOString()
  await emit()
  const second = await send()
  await deliveries.idle()
  const ids = async (query: string) => (await list(query)).map((shown: ListedDelivery) => shown.id)
  assert.deepEqual(await ids(`&to=${between}`), [first])
  assert.equal((await ids(`&from=${between}`)).length, 2)
  assert.deepEqual(await ids(`&from=${between}&event_type=webhook.test&endpoint_id=${id}&status=delivered`), [second])
  const reversed = await live('GET', `/v1/webhooks/deliveries?from=${between}&to=2020-01-01T00:00:00Z`)
  assert.equal(reversed.status, 422)
})

test('health covers the last 24 hours: the last success, the last failure and waiting deliveries', async () => {
  const world = await scene()
  const { ctx, receiver, deliveries, emit, live, id } = world
  const health = async () => (await live('GET', `/v1/webhooks/${id}/health`)).body
  const unknown = await health()
  assert.deepEqual([unknown.success_rate, unknown.last_success_at, unknown.waiting], [null, null, 0])
  await emit()
  await deliveries.idle()
  ctx.clock.advance(25 * HOUR)
  for (let n = 0; n < 3; n++) await emit()
  await deliveries.idle()
  const succeeded = ctx.clock.now().toISOString()
  ctx.clock.advance(HOUR)
  receiver.answer(answers.status(500))
  await emit()
  await deliveries.idle()
  const shown = await health()
  assert.deepEqual(shown.deliveries, { pending: 0, failed: 1, delivered: 3, dead: 0 })
  assert.equal(shown.success_rate, 0.75)
  assert.deepEqual([shown.waiting, shown.in_flight, shown.failures_in_a_row], [1, 0, 1])
  assert.deepEqual([shown.last_success_at, shown.failing_since], [succeeded, ctx.clock.now().toISOString()])
  assert.ok(shown.last_failure_at)
  assert.deepEqual((await live('GET', '/v1/webhooks/health')).body.data, [shown])
  const { live: theirs } = await world.neighbour()
  assert.equal((await theirs('GET', `/v1/webhooks/${id}/health`)).status, 404)
  assert.deepEqual((await theirs('GET', '/v1/webhooks/health')).body.data, [])
})

test('many dead deliveries are redriven by id or by filter; others are unchanged', async () => {
  const world = await scene()
  const { ctx, receiver, deliveries, emit, live, list, id } = world
  const other = await createWebhook(live, await startReceiver())
  const redrive = (body: object, client = live) => client('POST', '/v1/webhooks/deliveries:redrive', body)
  await live('PATCH', `/v1/webhooks/${id}`, { status: 'disabled' })
  for (let n = 0; n < 5; n++) await emit()
  await deliveries.idle()
  const dead: string[] = (await list('&status=dead')).map((shown: ListedDelivery) => shown.id).toReversed()
  assert.equal(dead.length, 5)
  const answer = (redriven: number, skipped: number, has_more: boolean) => ({ redriven, skipped, has_more })
  assert.deepEqual((await redrive({ ids: dead })).body, answer(0, 5, false), 'the endpoint is disabled')
  await live('PATCH', `/v1/webhooks/${id}`, { status: 'active' })

  const { live: theirs } = await world.neighbour()
  assert.deepEqual((await redrive({ ids: dead }, theirs)).body, answer(0, 5, false))
  assert.deepEqual((await redrive({ filter: {} }, theirs)).body, answer(0, 0, false))

  const [delivered] = await list(`&endpoint_id=${other.id}`)
  const named = await redrive({ ids: [dead[0], dead[0], delivered.id, 'dlv_unknown'] })
  assert.deepEqual([named.status, named.body], [202, answer(1, 2, false)])
  const later = new Date(ctx.clock.now().getTime() + HOUR).toISOString()
  assert.deepEqual((await redrive({ filter: { from: later } })).body, answer(0, 0, false))
  assert.deepEqual((await redrive({ filter: { event_type: 'post.failed' } })).body, answer(0, 0, false))
  assert.deepEqual((await redrive({ filter: { endpoint_id: id }, max: 3 })).body, answer(3, 0, true))
  assert.deepEqual((await redrive({ filter: { endpoint_id: id }, max: 3 })).body, answer(1, 0, false))
  await deliveries.idle()
  assert.equal(receiver.hits.length, 5)
  assert.deepEqual(await list('&status=dead'), [])
  for (const body of [{}, { ids: dead, filter: {} }, { ids: [] }, { filter: {}, max: 10_001 }])
    assert.equal((await redrive(body)).status, 422, JSON.stringify(body))
})
