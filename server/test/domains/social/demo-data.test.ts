import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '../../../src/http/system/metrics.ts'
import { systemClock } from '../../../src/kit/clock.ts'
import { startWorker, type Worker } from '../../../src/worker/worker.ts'
import { connectSandbox, createProfile } from '../../support/account-scene.ts'
import { atEnd, boot, until } from '../../support/harness.ts'

const world = await boot({ clock: systemClock })
const { live, db, ctx, workspaceId } = world
let worker: Worker | undefined
const start = async () => {
  worker = await startWorker(ctx, createMetrics().registry)
}
const stop = async () => {
  await worker?.stop()
  worker = undefined
}
atEnd(stop)

const TABLES =
  'profiles connections accounts account_entities posts post_targets comments conversations messages reviews sandbox_users sandbox_entities sandbox_posts sandbox_items demo_data'.split(
    ' ',
  )

/** Counts the rows of each table. */
async function counts(): Promise<Record<string, number>> {
  const all = await Promise.all(
    TABLES.map((table) =>
      db.unsafe(`select count(*)::int as count from ${table} where workspace_id = '${workspaceId}'`),
    ),
  )
  return Object.fromEntries(all.map(([row], n) => [TABLES[n], Number(row?.['count'])]))
}
const status = async () => (await live('GET', '/v1/demo-data')).body.status as string
const readyData = () => until('the demo data is ready', async () => (await status()) === 'ready')
const list = async (path: string) => (await live('GET', path)).body.data as { status: string }[]

test('demo data has posts of every state, messages, comments and reviews, costs nothing, and is removed exactly', async () => {
  await start()
  const profileId = await createProfile(live, 'My own')
  const own = await connectSandbox(live, { profileId, username: 'demo-harbour' })
  await live('POST', '/v1/posts', { targets: [{ account_id: own.id }], content: 'My own post.' })
  await until('the own post is published', async () => (await list('/v1/posts?status=published')).length === 1)
  const [before, credits] = [await counts(), (await live('GET', '/v1/credits')).body]
  assert.deepEqual((await live('GET', '/v1/demo-data')).body, { status: 'none', profile_id: null, created_at: null })

  const made = await live('POST', '/v1/demo-data')
  assert.deepEqual([made.status, made.body.status], [202, 'preparing'])
  const again = await live('POST', '/v1/demo-data')
  assert.equal(again.body.profile_id, made.body.profile_id)
  await readyData()
  const posts = await list(`/v1/posts?limit=100&profile_id=${made.body.profile_id}`)
  const states = posts.map(({ status: each }) => each).toSorted()
  assert.equal(
    states.join(' '),
    'canceled draft failed partially_published published published published scheduled scheduled unpublished',
  )
  await until('what visitors did has arrived', async () => {
    const { conversations = 0, reviews = 0, comments = 0 } = await counts()
    return conversations - (before['conversations'] ?? 0) === 3 && reviews >= 3 && comments >= 10
  })
  await until('its accounts have the history of their platform', async () => {
    const query = `profile_id=${made.body.profile_id}&since=${new Date(Date.now() - 89 * 86_400_000).toISOString().slice(0, 10)}`
    const { accounts, series } = (await live('GET', `/v1/analytics/summary?${query}`)).body
    return accounts === 2 && series[0].points.length === 89
  })
  assert.deepEqual((await live('GET', '/v1/credits')).body, credits)
  assert.equal((await live('GET', '/v1/profiles/' + made.body.profile_id)).body.name, 'Demo')

  const removed = await live('DELETE', '/v1/demo-data')
  assert.deepEqual([removed.status, removed.body.status], [200, 'none'])
  assert.deepEqual(await counts(), before)
  assert.equal((await live('GET', `/v1/accounts/${own.id}`)).body.status, 'connected')
  assert.equal((await live('DELETE', '/v1/demo-data')).status, 404)
})

test('demo data does not complete the first steps', async () => {
  const other = await world.neighbour()
  await other.live('POST', '/v1/demo-data')
  await until('it is ready', async () => (await other.live('GET', '/v1/demo-data')).body.status === 'ready')
  const { first_steps: steps, counts: has } = (await other.live('GET', '/v1/home')).body
  assert.deepEqual([steps.sandbox_account_connected, steps.post_published, has.accounts], [false, false, 2])
})

test('another worker takes over from one that ends midway, and nothing is duplicated', async () => {
  await stop()
  const before = await counts()
  const { profile_id } = (await live('POST', '/v1/demo-data')).body
  await start()
  await until('posts are stored', async () => (await list(`/v1/posts?profile_id=${profile_id}`)).length > 0)
  await stop()
  assert.equal(await status(), 'preparing')
  await start()
  await readyData()
  const after = await counts()
  assert.deepEqual(
    ['accounts', 'posts', 'sandbox_users'].map((table) => (after[table] ?? 0) - (before[table] ?? 0)),
    [2, 10, 2],
  )
  assert.equal((await live('DELETE', '/v1/demo-data')).status, 200)
})

test('demo data that is removed while it is prepared leaves nothing behind', async () => {
  await stop()
  const before = await counts()
  await live('POST', '/v1/demo-data')
  await start()
  await until('an account is connected', async () => ((await counts())['accounts'] ?? 0) > (before['accounts'] ?? 0))
  assert.equal((await live('DELETE', '/v1/demo-data')).status, 200)
  await until('no job is left', async () => {
    const [row] = await db`select from jobs where job = 'demo_data.fill' and state <> 'dead'`
    return row === undefined
  })
  assert.deepEqual(await counts(), before)
})

test('viewers can see whether there is demo data, and members can create and remove it', async () => {
  const viewer = await world.session({ role: 'viewer' })
  assert.equal((await viewer('GET', '/v1/demo-data')).status, 200)
  assert.equal((await viewer('POST', '/v1/demo-data')).status, 403)
  const member = await world.session({ role: 'member' })
  assert.equal((await member('POST', '/v1/demo-data')).status, 202)
  assert.equal((await member('DELETE', '/v1/demo-data')).status, 200)
})
