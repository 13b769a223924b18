import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { accountConnected } from '../../../src/domains/social/accounts/contract/events.ts'
import { reviewNew } from '../../../src/domains/social/inbox/reviews/contract/review.ts'
import { postPublished } from '../../../src/domains/social/posts/contract/events.ts'
import { events } from '../../../src/domains/webhooks/contract/webhook.ts'
import { transaction } from '../../../src/kit/postgres/db.ts'
import { newMasterKey } from '../../../src/kit/secrets.ts'
import { emit, emitAll } from '../../../src/webhooks/emit.ts'
import { boot, type Client } from '../../support/harness.ts'

const world = await boot()
const { ctx, live } = world
const HOUR = 3_600_000
const URL_OK = 'https://example.com/hooks'

async function createWebhook(client: Client, body: object = {}) {
  const reply = await client('POST', '/v1/webhooks', { url: URL_OK, ...body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

async function listDeliveries(client: Client, query = '') {
  return (await client('GET', `/v1/webhooks/deliveries?limit=100${query}`)).body.data
}

test('an endpoint is created, read, changed, listed and deleted, and its secret is shown once', async () => {
  const { live: mine } = await world.neighbour()
  const created = await createWebhook(mine, { description: 'Example' })
  const { secret, ...endpoint } = created
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(endpoint, {
    id: created.id,
    url: URL_OK,
    events: ['*'],
    description: 'Example',
    status: 'active',
    disabled_reason: null,
    secret_previous_expires_at: null,
    created_at: created.created_at,
    updated_at: created.created_at,
  })
  assert.match(created.id, /^wh_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.deepEqual((await mine('GET', `/v1/webhooks/${created.id}`)).body, endpoint)

  ctx.clock.advance(1000)
  const change = {
    url: 'https://example.com/other',
    events: ['post.failed', 'review.new', 'post.failed'],
    description: null,
  }
  const changed = await mine('PATCH', `/v1/webhooks/${created.id}`, change)
  assert.deepEqual(changed.body, {
    ...endpoint,
    ...change,
    events: ['post.failed', 'review.new'],
    updated_at: ctx.clock.now().toISOString(),
  })
  assert.deepEqual((await mine('GET', '/v1/webhooks')).body, {
    data: [changed.body],
    has_more: false,
    next_cursor: null,
  })
  assert.deepEqual((await mine('DELETE', `/v1/webhooks/${created.id}`)).body, changed.body)
  assert.equal((await mine('GET', `/v1/webhooks/${created.id}`)).status, 404)
})

test('secrets are sealed in the database', async () => {
  const { id, secret } = await createWebhook(live)
  await live('POST', `/v1/webhooks/${id}/rotate`)
  const [row] = await world.db`select secret, previous_secret from webhook_endpoints where id = ${id}`
  for (const stored of [row?.['secret'], row?.['previous_secret']]) {
    assert.doesNotMatch(stored, /whsec_/)
    assert.ok(!stored.includes(secret.slice(6, 20)))
  }
})

test('only events of the catalogue can be subscribed to, and webhook.test is not among them', async () => {
  for (const list of [['post.deleted'], ['webhook.test'], ['post.*'], [], 'post.published', null]) {
    const { status } = await live('POST', '/v1/webhooks', { url: URL_OK, events: list })
    assert.equal(status, 422, JSON.stringify(list))
  }
})

const REFUSED_URLS = `
  hooks /hooks ftp://example.com/ javascript:alert(1) https:// https://user:pass@example.com/
  https://example.com:22/ https://example.com:25/hooks
  https://10.0.0.1/ https://172.16.5.5/ https://192.168.1.1/ https://100.64.0.1/ https://0.0.0.0/
  https://169.254.169.254/latest/meta-data/ https://[fd00:ec2::254]/ https://[fe80::1]/ https://[fc00::1]/
  https://[::ffff:10.0.0.1]/ https://[::ffff:a9fe:a9fe]/ https://[64:ff9b::a9fe:a9fe]/ https://[2002:a00:1::]/
  https://0xa9fea9fe/ https://2852039166/ https://0251.0376.0251.0376/ https://169.254.43518/ https://10.1/
  https://224.0.0.1/ https://255.255.255.255/ https://198.18.0.1/ https://203.0.113.7/ https://[ff02::1]/`
  .trim()
  .split(/\s+/)
const LOOPBACK_URLS = `
  https://127.0.0.1/ https://127.1/ https://2130706433/ https://0x7f.1/ https://017700000001/
  https://[::1]/ https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/ https://localhost/ https://ⓛocalhost/
  https://a.localhost/ https://localhost./ http://example.com/`
  .trim()
  .split(/\s+/)

test('a URL that is not public is refused when the endpoint is written, in every notation', async () => {
  const { id } = await createWebhook(live)
  for (const url of REFUSED_URLS)
    for (const reply of [
      await live('POST', '/v1/webhooks', { url }),
      await live('PATCH', `/v1/webhooks/${id}`, { url }),
    ]) {
      assert.equal(reply.status, 422, url)
      assert.deepEqual(reply.body.detail[0].loc, ['body', 'url'])
    }
  assert.equal((await live('GET', `/v1/webhooks/${id}`)).body.url, URL_OK)
})

test('production accepts only HTTPS, and no address of the machine itself', async () => {
  const env = { QUOIN_ENV: 'production', QUOIN_EMBEDDED_DATABASE: 'yes', QUOIN_MASTER_KEY: newMasterKey() }
  const production = await boot({ env })
  for (const url of [...REFUSED_URLS, ...LOOPBACK_URLS]) {
    const { status, body } = await production.live('POST', '/v1/webhooks', { url })
    assert.equal(status, 422, url)
    assert.deepEqual(body.detail[0].loc, ['body', 'url'])
  }
  await createWebhook(production.live)
})

test('a workspace has at most 50 endpoints, even when they are created concurrently', async () => {
  const { live: mine } = await world.neighbour()
  for (let n = 0; n < 45; n++) await createWebhook(mine)
  const replies = await Promise.all(Array.from({ length: 10 }, () => mine('POST', '/v1/webhooks', { url: URL_OK })))
  const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length
  assert.deepEqual([count(201), count(409)], [5, 5])
  const { body } = await mine('GET', '/v1/webhooks?limit=100')
  assert.equal(body.data.length, 50)
  await mine('DELETE', `/v1/webhooks/${body.data[0].id}`)
  await createWebhook(mine)
})

test('a profile-scoped key cannot reach webhooks', async () => {
  const profile = (await live('POST', '/v1/profiles', { name: 'One' })).body.id
  const scoped = world.client(await world.key({ scope: 'profiles', profile_ids: [profile] }))
  for (const path of ['/v1/webhooks', '/v1/webhooks/events', '/v1/webhooks/deliveries'])
    assert.equal((await scoped('GET', path)).body.code, 'out_of_scope', path)
  assert.equal((await scoped('POST', '/v1/webhooks', { url: URL_OK })).body.code, 'out_of_scope')
})

test('a rotation returns a new secret, and another rotation is refused during the overlap', async () => {
  const { id, secret } = await createWebhook(live)
  const rotated = (await live('POST', `/v1/webhooks/${id}/rotate`)).body
  const until = new Date(ctx.clock.now().getTime() + 24 * HOUR).toISOString()
  assert.match(rotated.secret, /^whsec_/)
  assert.notEqual(rotated.secret, secret)
  assert.equal(rotated.secret_previous_expires_at, until)
  assert.equal((await live('GET', `/v1/webhooks/${id}`)).body.secret_previous_expires_at, until)

  ctx.clock.advance(24 * HOUR - 1)
  const refused = await live('POST', `/v1/webhooks/${id}/rotate`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'rotation_in_progress'])
  ctx.clock.advance(1)
  assert.equal((await live('GET', `/v1/webhooks/${id}`)).body.secret_previous_expires_at, null)
  assert.equal((await live('POST', `/v1/webhooks/${id}/rotate`)).status, 200)
})

test('the catalogue lists the nine events of the contract and additional ones, each with a schema that its example fits', async () => {
  const { body } = await live('GET', '/v1/webhooks/events')
  assert.deepEqual(
    body.data.map(({ type }: { type: string }) => type),
    [
      'post.published',
      'post.failed',
      'message.received',
      'message.status_changed',
      'review.new',
      'account.connected',
      'account.disconnected',
      'account.expiring',
      'template.status_changed',
      'media.ready',
      'media.failed',
      'comment.received',
      'credits.low',
      'webhook.test',
    ],
  )
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  for (const { type, schema, sample } of body.data as { type: string; schema: object; sample: { type: string } }[]) {
    assert.ok(ajv.validate(schema, sample), `${type}: ${ajv.errorsText()}`)
    assert.equal(sample.type, type)
    assert.ok(!ajv.validate(schema, { ...sample, data: {} }), type)
  }
})

test('an event reaches every endpoint that subscribes to it and no other', async () => {
  const { live: mine, workspaceId } = await world.neighbour()
  const all = (await createWebhook(mine)).id
  const some = (await createWebhook(mine, { events: ['review.new', 'post.published'] })).id
  await createWebhook(mine, { events: ['review.new'] })
  await emit(ctx, ctx.db, postPublished, postPublished.example, { workspaceId })
  const deliveries = await listDeliveries(mine)
  assert.deepEqual(new Set(deliveries.map((d: { endpoint_id: string }) => d.endpoint_id)), new Set([all, some]))
  assert.equal(deliveries.length, 2)
  const now = ctx.clock.now().toISOString()
  const [event] = await world.db`select * from webhook_events where workspace_id = ${workspaceId}`
  for (const delivery of deliveries) {
    assert.match(delivery.id, /^dlv_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.deepEqual(delivery, {
      id: delivery.id,
      endpoint_id: delivery.endpoint_id,
      event_type: 'post.published',
      event_id: event?.['id'],
      status: 'pending',
      attempt: 0,
      next_attempt_at: now,
      last_response_code: null,
      last_error: null,
      delivered_at: null,
      created_at: now,
    })
  }
  assert.match(event?.['id'], /^[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.deepEqual(JSON.parse(event?.['body']), {
    id: event?.['id'],
    type: 'post.published',
    created_at: now,
    workspace_id: workspaceId,
    data: postPublished.example,
  })
})

test('an event is stored if and only if its transaction commits', async () => {
  const { live: mine, workspaceId } = await world.neighbour()
  await createWebhook(mine)
  const cause = transaction(ctx.db, async (tx) => {
    await emit(ctx, tx, reviewNew, reviewNew.example, { workspaceId })
    throw new Error('the cause failed')
  })
  await assert.rejects(cause, /the cause failed/)
  assert.deepEqual(await listDeliveries(mine), [])
  await transaction(ctx.db, (tx) => emit(ctx, tx, reviewNew, reviewNew.example, { workspaceId }))
  assert.equal((await listDeliveries(mine)).length, 1)
})

test('events emitted together each reach their subscribed endpoints, and a rollback stores none', async () => {
  const { live: mine, workspaceId } = await world.neighbour()
  const all = (await createWebhook(mine)).id
  const some = (await createWebhook(mine, { events: ['post.published'] })).id
  await mine('PATCH', `/v1/webhooks/${some}`, { status: 'disabled' })
  const { review } = reviewNew.example
  const reviews = ['Fine', 'He said "no"', '\\ and {,}', 'NULL'].map((body) => ({ review: { ...review, body } }))
  const news = [
    ...reviews.map((data) => ({ event: reviewNew, data })),
    { event: postPublished, data: postPublished.example },
  ] as Parameters<typeof emitAll>[2]
  const cause = transaction(ctx.db, async (tx) => {
    await emitAll(ctx, tx, news, { workspaceId })
    throw new Error('the cause failed')
  })
  await assert.rejects(cause, /the cause failed/)
  assert.deepEqual(await listDeliveries(mine), [])
  await emitAll(ctx, ctx.db, news, { workspaceId })
  const stored =
    await world.db`select id, type, body from webhook_events where workspace_id = ${workspaceId} order by id`
  assert.deepEqual(
    stored.map(({ id, body }) => [JSON.parse(body).id === id, JSON.parse(body).data]),
    news.map(({ data }) => [true, data]),
  )
  const deliveries = (await listDeliveries(mine)).map((d: Record<string, string>) => [
    d['event_id'],
    d['endpoint_id'],
    d['status'],
  ])
  const published = stored.at(-1)?.['id']
  assert.deepEqual(
    new Set(deliveries.map((d: string[]) => d.join(' '))),
    new Set([...stored.map(({ id }) => `${id} ${all} pending`), `${published} ${some} dead`]),
  )
  assert.equal(deliveries.length, 6)
  assert.deepEqual(await emitAll(ctx, ctx.db, [], { workspaceId }), [])
})

test('an event without subscribers stores nothing', async () => {
  const { live: mine, workspaceId } = await world.neighbour()
  await createWebhook(mine, { events: ['post.failed'] })
  await emit(ctx, ctx.db, reviewNew, reviewNew.example, { workspaceId })
  const [row] = await world.db`select count(*) as n from webhook_events where workspace_id = ${workspaceId}`
  assert.equal(row?.['n'], 0)
})

test('undeclared fields of an event are not sent', async () => {
  const { live: mine, workspaceId } = await world.neighbour()
  await createWebhook(mine)
  const { account } = accountConnected.example
  const row = { account: { ...account, access_token: 'never' }, secret: 'never' }
  await emit(ctx, ctx.db, accountConnected, row, { workspaceId })
  const [event] = await world.db`select body from webhook_events where workspace_id = ${workspaceId}`
  assert.deepEqual(JSON.parse(event?.['body']).data, accountConnected.example)
  for (const kind of events.slice(0, -1)) await emit(ctx, ctx.db, kind, kind.example, { workspaceId })
  const bodies = await world.db`select type, body from webhook_events where workspace_id = ${workspaceId} order by id`
  assert.deepEqual(
    bodies.slice(1).map(({ type, body }) => [type, JSON.parse(body).data]),
    events.slice(0, -1).map(({ type, example }) => [type, example]),
  )
})

test('a test event is a delivery to the tested endpoint only', async () => {
  const { live: mine } = await world.neighbour()
  const tested = await createWebhook(mine, { events: ['post.failed'] })
  await createWebhook(mine)
  const sent = await mine('POST', `/v1/webhooks/${tested.id}/test`)
  assert.equal(sent.status, 202)
  assert.deepEqual(
    [sent.body.endpoint_id, sent.body.event_type, sent.body.status],
    [tested.id, 'webhook.test', 'pending'],
  )
  assert.deepEqual(await listDeliveries(mine), [sent.body])
  const { body, ...read } = (await mine('GET', `/v1/webhooks/deliveries/${sent.body.id}`)).body
  assert.deepEqual(read, { ...sent.body, attempts: [] })
  assert.equal(JSON.parse(body).type, 'webhook.test')
})

test('events for a disabled endpoint are logged as dead, and sent once it is enabled and recovered', async () => {
  const { live: mine, workspaceId } = await world.neighbour()
  const { id } = await createWebhook(mine)
  const disabled = await mine('PATCH', `/v1/webhooks/${id}`, { status: 'disabled' })
  assert.equal(disabled.body.status, 'disabled')
  assert.match(disabled.body.disabled_reason, /^Disabled by request at \d{4}-/)
  await emit(ctx, ctx.db, reviewNew, reviewNew.example, { workspaceId })
  ctx.clock.advance(HOUR)
  const since = ctx.clock.now().toISOString()
  for (let n = 0; n < 3; n++) await emit(ctx, ctx.db, reviewNew, reviewNew.example, { workspaceId })
  const dead = await listDeliveries(mine)
  for (const delivery of dead) {
    assert.deepEqual([delivery.status, delivery.attempt, delivery.next_attempt_at], ['dead', 0, null])
    assert.match(delivery.last_error, /Not sent, the endpoint is disabled: Disabled by request/)
  }

  for (const [method, path, body] of [
    ['POST', `/v1/webhooks/${id}/recover`, { since }],
    ['POST', `/v1/webhooks/${id}/test`],
    ['POST', `/v1/webhooks/deliveries/${dead[0].id}/redrive`],
  ] as const) {
    const refused = await mine(method, path, body)
    assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state'], path)
    assert.match(refused.body.detail, /disabled/)
  }

  const enabled = (await mine('PATCH', `/v1/webhooks/${id}`, { status: 'active' })).body
  assert.deepEqual([enabled.status, enabled.disabled_reason], ['active', null])
  const recovered = await mine('POST', `/v1/webhooks/${id}/recover`, { since })
  assert.deepEqual([recovered.status, recovered.body], [202, { recovered: 3 }])
  assert.deepEqual(
    (await listDeliveries(mine)).map((d: { status: string }) => d.status),
    ['pending', 'pending', 'pending', 'dead'],
  )
  const last = dead.at(-1).id
  const redriven = await mine('POST', `/v1/webhooks/deliveries/${last}/redrive`)
  assert.deepEqual([redriven.status, redriven.body.status, redriven.body.next_attempt_at], [202, 'pending', since])
  const again = await mine('POST', `/v1/webhooks/deliveries/${last}/redrive`)
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_state'])
  assert.match(again.body.detail, /pending/)
})

test('deliveries are listed newest first, by endpoint, status and kind, page by page', async () => {
  const { live: mine, workspaceId } = await world.neighbour()
  const one = (await createWebhook(mine, { events: ['review.new'] })).id
  const two = (await createWebhook(mine)).id
  await mine('PATCH', `/v1/webhooks/${one}`, { status: 'disabled' })
  for (let n = 0; n < 4; n++) {
    ctx.clock.advance(1)
    await emit(ctx, ctx.db, n % 2 ? reviewNew : postPublished, (n % 2 ? reviewNew : postPublished).example, {
      workspaceId,
    })
  }
  const counts = async (query: string) => (await listDeliveries(mine, query)).length
  assert.equal(await counts(''), 6)
  assert.equal(await counts(`&endpoint_id=${one}`), 2)
  assert.equal(await counts('&status=dead'), 2)
  assert.equal(await counts('&status=delivered'), 0)
  assert.equal(await counts('&event_type=review.new'), 4)
  assert.equal(await counts(`&event_type=review.new&status=pending&endpoint_id=${two}`), 2)
  assert.equal(await counts('&endpoint_id=wh_none'), 0)
  assert.equal((await mine('GET', '/v1/webhooks/deliveries?status=lost')).status, 422)

  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await mine('GET', `/v1/webhooks/deliveries?limit=4${cursor}`)
    seen.push(...body.data.map((d: { id: string }) => d.id))
    if (!body.has_more) break
    cursor = `&cursor=${body.next_cursor}`
  }
  assert.deepEqual(seen, seen.toSorted().toReversed())
  assert.equal(new Set(seen).size, 6)
})
