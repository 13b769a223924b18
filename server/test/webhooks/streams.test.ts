import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { reviewNew } from '../../src/domains/social/inbox/reviews/contract/review.ts'
import { createApp } from '../../src/http/app.ts'
import { routes } from '../../src/http/catalogue.ts'
import type { Db } from '../../src/kit/postgres/db.ts'
import { emit } from '../../src/webhooks/emit.ts'
import { forgetOldDeliveries } from '../../src/webhooks/retention.ts'
import { followEvents } from '../support/event-stream.ts'
import { boot, freshDatabase, testContext, until } from '../support/harness.ts'

const address = await freshDatabase()
const world = await boot({ address })
const { ctx, db, url, workspaceId } = world
const key = await world.key()

const happen = (tx: Db = db) => emit(ctx, tx, reviewNew, reviewNew.example, { workspaceId })

async function storedIds(): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from webhook_events where workspace_id = ${workspaceId} order by id`
  return rows.map(({ id }) => id)
}

const clear = async () => {
  await db`delete from webhook_events`
  await db`delete from event_streams`
}

test('an event reaches a stream with its id, its type and its stored body', async () => {
  await clear()
  await happen()
  assert.deepEqual(await storedIds(), [], 'without an endpoint or a stream nothing is stored')
  const stream = await followEvents(url, key)
  assert.equal(stream.headers.get('content-type'), 'text/event-stream')
  await happen()
  await until('the event', () => stream.ids().size === 1)
  const [stored] = await db<{ id: string; body: string }[]>`select id, body from webhook_events`
  const [event] = stream.sent.filter(({ data }) => data)
  assert.deepEqual(event, { id: stored?.id, event: 'review.new', data: stored?.body })
  assert.match(stream.sent[0]?.comment ?? '', /^stored since /)
  stream.cut()
})

test('a stream that is cut before its first event resumes where it began', async () => {
  await clear()
  const first = await followEvents(url, key)
  const lastEventId = await until('the beginning', () => first.sent[0]?.id)
  first.cut()
  await happen()
  const second = await followEvents(url, key, { lastEventId })
  await until('the event', () => second.ids().size === 1)
  second.cut()
})

test('a stream has the types that it requests, and nothing is stored for others', async () => {
  await clear()
  const stream = await followEvents(url, key, { query: '?types=post.published' })
  await happen()
  assert.deepEqual(await storedIds(), [])
  stream.cut()
  const { body } = await world.live('GET', '/v1/events/stream?types=post.unheard')
  assert.deepEqual(body.detail[0].loc, ['query', 'types'])
})

test('300 events, some committed seconds after their ids were issued, all arrive over five cut connections', async () => {
  await clear()
  const got = new Set<string>()
  let stream = await followEvents(url, key)
  let lastEventId: string | undefined
  const late: Promise<unknown>[] = []
  for (let n = 0; n < 300; n++) {
    if (n % 10 === 3)
      late.push(
        db.begin(async (tx) => {
          await happen(tx)
          await sleep(300 + 10 * n)
        }),
      )
    else await happen()
    if (n % 50 === 49) {
      await until('an event', () => stream.ids().size > 0)
      for (const id of stream.ids()) got.add(id)
      lastEventId = stream.sent.findLast(({ id }) => id)?.id
      stream.cut()
      await sleep(50)
      if (n < 299) stream = await followEvents(url, key, { lastEventId })
    }
  }
  stream = await followEvents(url, key, { lastEventId })
  await Promise.all(late)
  const stored = await storedIds()
  assert.equal(stored.length, 300)
  await until('every event', () => {
    for (const id of stream.ids()) got.add(id)
    return got.size === 300
  })
  assert.deepEqual([...got].toSorted(), stored)
  const sent = stream.sent.filter(({ data }) => data)
  assert.ok(sent.length <= 300 + 50, 'one connection repeats only what commits while it catches up')
  stream.cut()
})

test('events are stored for an hour after a stream was cut, and then no longer', async () => {
  await clear()
  const stream = await followEvents(url, key)
  await happen()
  await until('the event', () => stream.ids().size === 1)
  stream.cut()
  ctx.clock.advance(30 * 60_000)
  await happen()
  const again = await followEvents(url, key, { lastEventId: [...stream.ids()][0] })
  await until('both events', () => again.ids().size === 2)
  const stored = (sent: typeof again) => sent.sent[0]?.comment
  assert.equal(stored(again), stored(stream), 'the same stream goes on')
  again.cut()
  ctx.clock.advance(61 * 60_000)
  await happen()
  assert.equal((await storedIds()).length, 2)
  ctx.clock.advance(31 * 24 * 3_600_000)
  await forgetOldDeliveries(ctx)
  assert.deepEqual(await storedIds(), [], 'events without a delivery are forgotten after 30 days too')
  const [{ n } = { n: -1 }] = await db<{ n: number }[]>`select count(*) as n from event_streams`
  assert.equal(n, 0)
})

test('a stream that starts at a given time has everything stored since then', async () => {
  await clear()
  const open = await followEvents(url, key)
  await happen()
  ctx.clock.advance(60_000)
  const between = ctx.clock.now().toISOString()
  await happen()
  const since = await followEvents(url, key, { query: `?since=${between}` })
  await until('the second event', () => since.ids().size === 1)
  assert.deepEqual([...since.ids()], (await storedIds()).slice(1))
  for (const stream of [open, since]) stream.cut()
})

test('another node streams events of this one, and ends its streams when it stops', async () => {
  await clear()
  const other = await testContext({ address, clock: ctx.clock })
  const app = createApp(other, { routes, readiness: { check: async () => undefined } })
  const there = await app.listen({ host: '127.0.0.1', port: 0 })
  const stream = await followEvents(there, key)
  await happen()
  await until('the event', () => stream.ids().size === 1)
  const stopped = app.close()
  await stream.ended
  await stopped
  await happen()
  const next = await followEvents(url, key, { lastEventId: [...stream.ids()][0] })
  await until('both events', () => next.ids().size === 2)
  next.cut()
})

test('a stream ends when its key is revoked, and is refused afterwards', async () => {
  const created = (await world.live('POST', '/v1/api-keys', { name: 'Listener', permission: 'read' })).body
  const stream = await followEvents(url, created.key)
  assert.equal((await world.live('DELETE', `/v1/api-keys/${created.id}`)).status, 200)
  await stream.ended
  assert.equal((await followEvents(url, created.key)).status, 401)
})

test('a stream ends when its workspace is closed', async () => {
  const other = await world.neighbour()
  const { key: theirs } = (await other.live('POST', '/v1/api-keys', { name: 'Listener' })).body
  const stream = await followEvents(url, theirs)
  const closed = await world.operator('POST', `/v1/operator/workspaces/${other.workspaceId}/close`, {
    reason: 'A test',
    actor: 'tests',
  })
  assert.ok(closed.status < 300, closed.text)
  await stream.ended
})

test('a workspace can have ten streams in a process; a cut one frees its slot', async () => {
  const streams = await Promise.all(Array.from({ length: 10 }, () => followEvents(url, key)))
  const refused = await followEvents(url, key)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '5'])
  streams[0]?.cut()
  const again = await until('room', async () => {
    const next = await followEvents(url, key)
    return next.status === 200 && next
  })
  for (const stream of [...streams, again]) stream.cut()
})

test('a key for some profiles cannot stream, and a malformed Last-Event-ID is refused', async () => {
  const profile = (await world.live('POST', '/v1/profiles', { name: 'One' })).body.id
  const limited = await world.key({ scope: 'profiles', profile_ids: [profile] })
  assert.equal((await followEvents(url, limited)).status, 403)
  const { status, body } = await world.live('GET', '/v1/events/stream', undefined, { 'last-event-id': 'x' })
  assert.deepEqual([status, body.detail[0].loc], [422, ['header', 'Last-Event-ID']])
})

test('a test key gets an example of each event that it requests', async () => {
  const { headers, text } = await world.test('GET', '/v1/events/stream?types=post.published,review.new')
  assert.equal(headers.get('content-type'), 'text/event-stream')
  assert.deepEqual(text.match(/^event: .*$/gm), ['event: post.published', 'event: review.new'])
})
