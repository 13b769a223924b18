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

const HOGS = 2
const EACH = 30
type Hog = Awaited<ReturnType<typeof world.neighbour>>
let hogs: Hog[] = []
let served = 0

/** Starts lookups of names that get no reply, as many as two workspaces may look up at a time. */
async function lookUpDead(round: number): Promise<void> {
  hogs = await Promise.all(Array.from({ length: HOGS }, () => world.neighbour()))
  const of = (hog: Hog, n: number) => `${n}.at${hogs.indexOf(hog)}.round${round}.dead:8080`
  const each = (call: (hog: Hog, n: number) => Promise<unknown>) =>
    Promise.all(hogs.flatMap((hog) => Array.from({ length: EACH }, (_, n) => call(hog, n))))
  await each((hog, n) => hog.live('POST', '/v1/webhooks', { url: `http://hook${of(hog, n)}/`, events: ['*'] }))
  await each((hog, n) => hog.live('POST', '/v1/media', { url: `http://file${of(hog, n)}/x.png` }))
  for (const { workspaceId } of hogs) await emit(ctx, ctx.db, reviewNew, reviewNew.example, { workspaceId })
  const countDead = () => [...names.asked.keys()].filter((name) => name.endsWith(`.round${round}.dead`)).length
  await until('the dead names', () => countDead() >= HOGS * EACH)
}

/** Delivers a webhook and fetches a file of another workspace, whose names resolve. */
async function serveAnother(): Promise<void> {
  const { id } = (await live('POST', '/v1/media', { url: `${named(origin.url)}/good.png` })).body
  await emit(ctx, ctx.db, reviewNew, reviewNew.example, { workspaceId: world.workspaceId })
  await receiver.received(++served)
  await until('the file', async () => (await get(id)).status === 'ready')
}

const countWaiting = async () => {
  const ids = hogs.map(({ workspaceId }) => workspaceId)
  return (await ctx.db`select from webhook_deliveries where workspace_id = any(${ids}) and attempt = 0`).length
}

test("sixty endpoints and sixty files with unresponsive name servers delay neither another workspace's webhook nor its media", async () => {
  await live('POST', '/v1/webhooks', { url: named(receiver.url), events: ['*'] })
  // A lookup times out after five seconds. On a busy machine it may take several rounds until the other workspace is served
  // before that.
  for (let round = 1, waiting = 0; waiting < HOGS * EACH; round++) {
    assert.ok(round <= 5, `only ${waiting} lookups of dead names had not ended`)
    await lookUpDead(round)
    await serveAnother()
    await serveAnother()
    waiting = await countWaiting()
  }
  assert.ok((names.asked.get('good.example') ?? 0) >= 2)
})

test('a delivery to a name that never resolves fails in time and says so', async () => {
  const [hog] = hogs as [Hog]
  const failed = await until('a failed delivery', async () => {
    const { body } = await hog.live('GET', '/v1/webhooks/deliveries?status=failed&limit=1')
    return body.data[0]
  })
  assert.match(failed.last_error, /^dns_failed: (No name server resolved|Too many names)/)
})
