import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reviewNew } from '../../../src/domains/social/inbox/reviews/contract/review.ts'
import { systemClock } from '../../../src/kit/clock.ts'
import { startDeliveries } from '../../../src/webhooks/delivery/start.ts'
import { emit } from '../../../src/webhooks/emit.ts'
import { atEnd, until } from '../../support/harness.ts'
import { png } from '../../support/media-samples.ts'
import { bootWithMedia } from '../../support/media-world.ts'
import { serveNames } from '../../support/name-server.ts'
import { startReceiver } from '../../support/receiver.ts'

const names = await serveNames({ 'good.example': { a: ['127.0.0.1'], ttl: 0 } })
const world = await bootWithMedia({ clock: systemClock, env: { DNS_SERVERS: names.server, LOG_LEVEL: 'silent' } })
const { ctx, live, origin, get } = world
const deliveries = await startDeliveries(ctx, { drainSeconds: 0 })
atEnd(() => deliveries.stop())
const receiver = await startReceiver((response) => void response.writeHead(204, { connection: 'close' }).end())
const named = (url: string) => url.replace('127.0.0.1', 'good.example')
origin.answers['/good.png'] = (_request, response) => response.writeHead(200, { connection: 'close' }).end(png(3, 4))

const hogs = await Promise.all([world.neighbour(), world.neighbour()])
const countDead = () => [...names.asked.keys()].filter((name) => name.endsWith('.dead')).length

test("sixty endpoints and sixty files whose names no server answers about delay neither another workspace's webhook nor its media", async () => {
  await live('POST', '/v1/webhooks', { url: named(receiver.url), events: ['*'] })
  for (const [at, hog] of hogs.entries()) {
    for (let n = 0; n < 30; n++) {
      await hog.live('POST', '/v1/webhooks', { url: `http://hook${n}.at${at}.dead:8080/`, events: ['*'] })
      await hog.live('POST', '/v1/media', { url: `http://file${n}.at${at}.dead:8080/x.png` })
    }
    await emit(ctx, ctx.db, reviewNew, reviewNew.example, { workspaceId: hog.workspaceId })
  }
  await until('the dead names', () => countDead() >= 60)

  for (let n = 1; n <= 3; n++) {
    const { id } = (await live('POST', '/v1/media', { url: `${named(origin.url)}/good.png` })).body
    await emit(ctx, ctx.db, reviewNew, reviewNew.example, { workspaceId: world.workspaceId })
    await receiver.received(n)
    await until('the file', async () => (await get(id)).status === 'ready')
  }
  const [row] = await ctx.db<{ waiting: number }[]>`
    select count(*) as waiting from webhook_deliveries where workspace_id <> ${world.workspaceId} and attempt = 0`
  assert.equal(row?.waiting, 60, 'no lookup of a dead name had ended')
  assert.ok((names.asked.get('good.example') ?? 0) >= 2)
})

test('a delivery to a name that is never answered fails within its time and says so', async () => {
  const [hog] = hogs
  const failed = await until('a failed delivery', async () => {
    const { body } = await hog.live('GET', '/v1/webhooks/deliveries?status=failed&limit=1')
    return body.data[0]
  })
  assert.match(failed.last_error, /^dns_failed: (No name server answered about|Too many names)/)
})
