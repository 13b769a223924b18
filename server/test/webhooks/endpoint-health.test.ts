import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers, startReceiver } from '../support/receiver.ts'
import { createWebhook, HOUR, MINUTE, scene } from '../support/webhook-scene.ts'

test('410 disables the endpoint; waiting and new deliveries are kept as dead until they are recovered', async () => {
  const { receiver, deliveries, send, webhook, emit: happen, list, live, id, ctx } = await scene()
  const since = ctx.clock.now().toISOString()
  receiver.answer(answers.status(500))
  await happen()
  await deliveries.idle()
  receiver.answer(answers.status(410))
  await send()
  await deliveries.idle()
  const { status, disabled_reason } = await webhook()
  assert.equal(status, 'disabled')
  assert.equal(disabled_reason, `The receiver responded with 410 Gone at ${ctx.clock.now().toISOString()}.`)
  await happen()
  ctx.clock.advance(HOUR)
  await deliveries.idle()
  assert.deepEqual((await list()).map((d: { status: string; attempt: number }) => [d.status, d.attempt]).toSorted(), [
    ['dead', 0],
    ['dead', 1],
    ['dead', 1],
  ])
  assert.equal(receiver.hits.length, 2)
  const errors = (await list()).map((d: { last_error: string }) => d.last_error).toSorted()
  assert.deepEqual(errors, [
    `Not sent again, the endpoint is disabled: ${disabled_reason}`,
    `Not sent, the endpoint is disabled: ${disabled_reason}`,
    'The receiver responded with 410 Gone, so its endpoint was disabled. Set its status to active, then redrive this delivery.',
  ])

  receiver.answer(answers.ok)
  await live('PATCH', `/v1/webhooks/${id}`, { status: 'active' })
  assert.deepEqual((await live('POST', `/v1/webhooks/${id}/recover`, { since })).body, { recovered: 3 })
  await deliveries.idle()
  assert.deepEqual((await list('&status=delivered')).length, 3)
})

test('an endpoint that has only failed for five days is disabled, and its status says since when', async () => {
  const { receiver, deliveries, emit: happen, webhook, ctx } = await scene()
  receiver.answer(answers.status(500))
  const began = ctx.clock.now().toISOString()
  for (let hours = 0; hours <= 5 * 24; hours += 12) {
    assert.equal((await webhook()).status, 'active', `after ${hours} hours`)
    await happen()
    await deliveries.idle()
    ctx.clock.advance(12 * HOUR)
  }
  await happen()
  await deliveries.idle()
  const { status, disabled_reason } = await webhook()
  assert.deepEqual([status, disabled_reason], ['disabled', `No attempt has succeeded since ${began}.`])
})

test('one success among the failures keeps an endpoint enabled', async () => {
  const { receiver, deliveries, emit: happen, webhook, ctx } = await scene()
  for (let days = 0; days < 8; days++) {
    receiver.answer(days === 3 ? answers.ok : answers.status(500))
    await happen()
    await deliveries.idle()
    ctx.clock.advance(24 * HOUR)
  }
  assert.equal((await webhook()).status, 'active')
})

test('ten failures in a row open the breaker, which uses up no attempts; then a single delivery tests the receiver', async () => {
  const { receiver, deliveries, emit: happen, list, ctx } = await scene({ options: { perEndpoint: 1 } })
  receiver.answer(answers.status(500))
  for (let n = 0; n < 30; n++) await happen()
  await deliveries.idle()
  const tried = 10
  assert.equal(receiver.hits.length, tried, 'the eleventh is not sent to an endpoint that failed ten times')
  const waiting = await list('&status=pending')
  assert.equal(waiting.length, 30 - tried)
  const until = new Date(ctx.clock.now().getTime() + 15_000)
  for (const { attempt, next_attempt_at } of waiting)
    assert.deepEqual([attempt, next_attempt_at], [0, until.toISOString()], 'shown with the time it will be tried')

  ctx.clock.set(until)
  await deliveries.idle()
  assert.equal(receiver.hits.length, tried + 1, 'one goes first')
  ctx.clock.advance(15_000)
  await deliveries.idle()
  assert.equal(receiver.hits.length, tried + 1, 'it failed, so the pause begins anew')
  receiver.answer(answers.ok)
  ctx.clock.advance(MINUTE)
  await deliveries.idle()
  assert.equal((await list('&status=delivered')).length, 30)
  assert.deepEqual(new Set((await list()).map((d: { attempt: number }) => d.attempt)), new Set([1, 2]))
})

test('an endpoint gets no more concurrent requests than its limit, and delays no other endpoint', async () => {
  const { live, receiver, deliveries, emit: happen, ctx } = await scene({ options: { perEndpoint: 4 } })
  let running = 0
  let most = 0
  const unanswered: (() => void)[] = []
  receiver.answer((response) => {
    most = Math.max(most, ++running)
    unanswered.push(() => {
      running--
      response.writeHead(204).end()
    })
  })
  for (let n = 0; n < 20; n++) await happen()
  await receiver.received(4)
  const other = await startReceiver()
  await createWebhook(live, other)
  for (let n = 0; n < 20; n++) await happen()
  await other.received(20)
  assert.deepEqual([running, most, receiver.hits.length], [4, 4, 4])
  const answering = setInterval(() => unanswered.splice(0).forEach((answer) => answer()), 5)
  await deliveries.idle()
  clearInterval(answering)
  assert.deepEqual([most, receiver.hits.length], [4, 40])
  assert.equal((await ctx.db`select from webhook_deliveries where status = 'delivered'`).length, 60)
})

test('deliveries that wait for a disabled or deleted endpoint are not sent and stay in the log', async () => {
  const { receiver, deliveries, emit: happen, list, live, id, ctx } = await scene()
  receiver.answer(answers.status(500))
  for (let n = 0; n < 3; n++) await happen()
  await deliveries.idle()
  await live('PATCH', `/v1/webhooks/${id}`, { status: 'disabled' })
  ctx.clock.advance(HOUR)
  await deliveries.idle()
  assert.equal(receiver.hits.length, 3)
  for (const { status, attempt, last_error } of await list()) {
    assert.deepEqual([status, attempt], ['dead', 1])
    assert.match(last_error, /Not sent again, the endpoint is disabled: Disabled by request/)
  }

  const other = (await createWebhook(live, receiver)).id
  await happen()
  await deliveries.idle()
  await live('DELETE', `/v1/webhooks/${other}`)
  ctx.clock.advance(HOUR)
  await deliveries.idle()
  const [dead] = await list(`&endpoint_id=${other}`)
  assert.deepEqual([dead.status, dead.last_error], ['dead', 'Not sent, the endpoint was deleted.'])
  const redriven = await live('POST', `/v1/webhooks/deliveries/${dead.id}/redrive`)
  assert.deepEqual([redriven.status, redriven.body.code], [409, 'wrong_state'])
})

test('a new URL gets deliveries at once, and starts without failures', async () => {
  const { receiver, deliveries, emit: happen, list, live, id } = await scene({ options: { perEndpoint: 1 } })
  receiver.answer(answers.status(500))
  for (let n = 0; n < 20; n++) await happen()
  await deliveries.idle()
  const waiting = (await list('&status=pending')).length
  const other = await startReceiver()
  await live('PATCH', `/v1/webhooks/${id}`, { url: other.url })
  await deliveries.idle()
  assert.equal(other.hits.length, waiting)
  assert.equal((await list('&status=delivered')).length, waiting)
})
