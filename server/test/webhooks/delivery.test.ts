import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { signTestWebhook, verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { messageReceived } from '../../src/domains/social/inbox/conversations/contract/events.ts'
import { emit } from '../../src/webhooks/emit.ts'
import { RETRY_SECONDS } from '../../src/webhooks/retry-schedule.ts'
import { answers, type Hit, type Receiver, startReceiver } from '../support/receiver.ts'
import { HOUR, MINUTE, scene } from '../support/webhook-scene.ts'

/** Returns the headers of the contract, as `signTestWebhook` names them. */
function readSignatureHeaders({ headers }: Hit) {
  const names = ['X-Service-Signature', 'X-Service-Timestamp', 'X-Service-Event-Id']
  const standard = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  return Object.fromEntries([...names, ...standard].map((name) => [name, headers[name.toLowerCase()]]))
}

const nth = (hits: readonly Hit[], at: number): Hit => {
  const hit = hits.at(at)
  assert.ok(hit, 'nothing was received')
  return hit
}

test('a delivery contains the stored bytes, signed so that the SDK, standardwebhooks and svix verify it', async () => {
  const { ctx, receiver, deliveries, secret, workspaceId, list } = await scene()
  const message = { ...messageReceived.example.message, body: 'Grüße, 日本語, 🧱,   "quoted" \\ back\r\n' }
  await emit(ctx, ctx.db, messageReceived, { ...messageReceived.example, message }, { workspaceId })
  await receiver.received(1)
  await deliveries.idle()
  const hit = nth(receiver.hits, 0)
  const [event] = await ctx.db`select id, body from webhook_events`
  assert.equal(hit.body, event?.['body'])
  assert.equal(hit.path, '/hooks')
  assert.equal(hit.headers['content-type'], 'application/json')
  const timestamp = Math.floor(ctx.clock.now().getTime() / 1000)
  assert.deepEqual(readSignatureHeaders(hit), await signTestWebhook(hit.body, secret, { timestamp }))
  assert.match(String(hit.headers['x-service-signature']), /^v1=[0-9a-f]{64}$/)
  assert.equal(hit.headers['x-service-event-id'], event?.['id'])

  const verified = await verifyWebhook(hit.body, hit.headers, secret)
  assert.deepEqual(verified.data, { ...messageReceived.example, message })
  const standard = hit.headers as Record<string, string>
  for (const Webhook of [StandardWebhook, SvixWebhook])
    assert.doesNotThrow(() => new Webhook(secret).verify(hit.body, standard))
  const [delivery] = await list()
  assert.deepEqual(
    [delivery.status, delivery.attempt, delivery.next_attempt_at, delivery.last_response_code, delivery.last_error],
    ['delivered', 1, null, 204, null],
  )
  assert.equal(delivery.delivered_at, ctx.clock.now().toISOString())
})

test('a failed delivery is retried seven times on the schedule, then it is dead; a redrive starts again', async () => {
  const { ctx, receiver, deliveries, send, delivery, live, secret } = await scene()
  receiver.answer(answers.status(500, {}, 'out of order'))
  const id = await send()
  const walk = async (from: number) => {
    for (const [retry, seconds] of RETRY_SECONDS.entries()) {
      await deliveries.idle()
      const { status, attempt, next_attempt_at, last_response_code } = await delivery(id)
      assert.deepEqual([status, attempt, last_response_code], ['failed', from + retry + 1, 500])
      const wait = (new Date(next_attempt_at).getTime() - ctx.clock.now().getTime()) / 1000
      assert.ok(wait >= seconds * 0.9 && wait <= seconds * 1.1, `retry ${retry + 1} after ${wait} s`)
      ctx.clock.set(new Date(new Date(next_attempt_at).getTime() - 1))
      await deliveries.idle()
      assert.equal(receiver.hits.length, from + retry + 1, 'nothing is sent early')
      ctx.clock.advance(1)
    }
    await deliveries.idle()
  }
  await walk(0)
  const dead = await delivery(id)
  assert.deepEqual([dead.status, dead.attempt, dead.next_attempt_at], ['dead', 8, null])
  assert.equal(dead.last_error, 'The receiver responded with 500.')
  assert.deepEqual(
    dead.attempts.map((a: { attempt: number; response_code: number; response_body: string }) => [
      a.attempt,
      a.response_code,
      a.response_body,
    ]),
    [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => [attempt, 500, 'out of order']),
  )
  ctx.clock.advance(30 * HOUR)
  await deliveries.idle()
  assert.equal(receiver.hits.length, 8, 'dead is dead')
  assert.equal(new Set(receiver.hits.map(({ body }) => body)).size, 1)
  assert.equal(new Set(receiver.hits.map(({ headers }) => headers['x-service-event-id'])).size, 1)
  assert.equal(
    new Set(receiver.hits.map(({ headers }) => headers['x-service-timestamp'])).size,
    8,
    'signed anew each time',
  )
  for (const hit of receiver.hits) {
    const now = () => Number(hit.headers['x-service-timestamp']) * 1000
    assert.equal((await verifyWebhook(hit.body, hit.headers, secret, { now })).type, 'webhook.test')
  }

  const redriven = await live('POST', `/v1/webhooks/deliveries/${id}/redrive`)
  assert.deepEqual([redriven.body.status, redriven.body.attempt], ['pending', 8])
  await walk(8)
  assert.deepEqual([(await delivery(id)).status, (await delivery(id)).attempt], ['dead', 16])
  receiver.answer(answers.ok)
  await live('POST', `/v1/webhooks/deliveries/${id}/redrive`)
  await deliveries.idle()
  const done = await delivery(id)
  assert.deepEqual([done.status, done.attempt, done.last_error], ['delivered', 17, null])
  const again = await live('POST', `/v1/webhooks/deliveries/${id}/redrive`)
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_state'])
})

test('for 24 hours after a rotation both secrets sign, then only the new one', async () => {
  const { ctx, receiver, deliveries, send, live, id, secret } = await scene()
  const fresh = (await live('POST', `/v1/webhooks/${id}/rotate`)).body.secret
  const expected = async (secrets: { previousSecret?: string }) => {
    await send()
    await deliveries.idle()
    const hit = nth(receiver.hits, -1)
    const timestamp = Math.floor(ctx.clock.now().getTime() / 1000)
    assert.deepEqual(readSignatureHeaders(hit), await signTestWebhook(hit.body, fresh, { timestamp, ...secrets }))
    return hit
  }
  const both = await expected({ previousSecret: secret })
  assert.match(String(both.headers['x-service-signature']), /^v1=[0-9a-f]{64},v2=[0-9a-f]{64}$/)
  for (const Webhook of [StandardWebhook, SvixWebhook])
    for (const known of [secret, fresh]) new Webhook(known).verify(both.body, both.headers as Record<string, string>)
  ctx.clock.advance(24 * HOUR - MINUTE)
  await expected({ previousSecret: secret })
  ctx.clock.advance(2 * MINUTE)
  const single = await expected({})
  assert.match(String(single.headers['x-service-signature']), /^v1=[0-9a-f]{64}$/)
  const now = () => ctx.clock.now().getTime()
  await assert.rejects(verifyWebhook(single.body, single.headers, secret, { now }), { code: 'no_match' })
})

const misbehaviour: Record<string, [how: Parameters<Receiver['answer']>[0], code: number | null, error: RegExp]> = {
  'a server error': [answers.status(503, {}, 'busy'), 503, /responded with 503/],
  'a client error': [answers.status(404), 404, /responded with 404/],
  'a hang': [answers.hang, null, /^timeout: No complete response within 3000 ms/],
  'an answer that never ends': [answers.trickle, null, /^timeout/],
  'a slow 200': [(response) => void setTimeout(() => response.writeHead(200).end(), 4000), null, /^timeout/],
  'a reset connection': [answers.reset, null, /^connect_failed/],
}

test('anything but a complete 2xx response in time is a failure that is logged and retried', async (t) => {
  const { receiver, deliveries, send, delivery, ctx } = await scene({ options: { deadlineMs: 3000 } })
  for (const [name, [how, code, error]] of Object.entries(misbehaviour))
    await t.test(name, async () => {
      receiver.answer(how)
      const id = await send()
      await deliveries.idle()
      const failed = await delivery(id)
      assert.deepEqual([failed.status, failed.attempt, failed.last_response_code], ['failed', 1, code])
      assert.match(failed.last_error, error)
      const [attempt] = failed.attempts
      const shown = { code: code === null ? 'no_answer' : 'refused', message: failed.last_error }
      assert.deepEqual(attempt.error, shown)
      assert.ok(attempt.duration_ms < 9000, `${attempt.duration_ms} ms`)
      receiver.answer(answers.ok)
      ctx.clock.set(new Date(failed.next_attempt_at))
      await deliveries.idle()
      assert.equal((await delivery(id)).status, 'delivered')
    })
})

test('a redirect is a failure and is not followed', async () => {
  const { receiver, deliveries, send, delivery } = await scene()
  const elsewhere = await startReceiver()
  for (const code of [301, 302, 303, 307, 308]) {
    receiver.answer(answers.status(code, { location: elsewhere.url }))
    const id = await send()
    await deliveries.idle()
    const { status, last_error } = await delivery(id)
    assert.equal(status, 'failed')
    assert.match(last_error, /redirects are not followed/)
  }
  assert.equal(elsewhere.hits.length, 0)
})

test('an endless response is cut after 16 KiB and its connection closed', async () => {
  const { receiver, deliveries, send, delivery } = await scene()
  receiver.answer(answers.flood)
  const id = await send()
  await deliveries.idle()
  const { status, attempts } = await delivery(id)
  assert.equal(status, 'delivered')
  assert.equal(attempts[0].response_body.length, 16_384)
})

test('a response that is not text is stored with replacement characters', async () => {
  const { receiver, deliveries, send, delivery } = await scene()
  receiver.answer((response) => void response.writeHead(500).end(Buffer.from([0x61, 0, 0xff, 0xc3, 0xbc])))
  const id = await send()
  await deliveries.idle()
  assert.equal((await delivery(id)).attempts[0].response_body, 'a\ufffd\ufffdü')
})

test('Retry-After extends the delay up to twice the scheduled one', async () => {
  const { receiver, deliveries, send, delivery, ctx } = await scene()
  for (const [header, from, to] of [
    ['40', 40, 40],
    ['5', 27, 33],
    ['9999', 60, 60],
    [new Date(ctx.clock.now().getTime() + 50_000).toUTCString(), 49, 50],
    ['nonsense', 27, 33],
  ] as const) {
    receiver.answer(answers.status(429, { 'retry-after': header }))
    const id = await send()
    await deliveries.idle()
    const wait = (new Date((await delivery(id)).next_attempt_at).getTime() - ctx.clock.now().getTime()) / 1000
    assert.ok(wait >= from && wait <= to, `${header}: ${wait} s`)
  }
})
