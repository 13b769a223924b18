import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listZoneOffsets } from '../../../src/domains/social/analytics/zone-offsets.ts'
import { connectSandbox } from '../../support/account-scene.ts'
import { bootInbox } from '../../support/inbox-scene.ts'

const scene = await bootInbox()
const { live, insider, stranger, db, account, profile, workspaceId } = scene
const other = await connectSandbox(live, { profileId: profile, username: 'potter' })

type Row = { key: string; label: string; posts: number; metrics: object; engagement_rate: object; previous: object }

async function read(query: string, client = live): Promise<Row[]> {
  const reply = await client('GET', `/v1/analytics/breakdown?${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data
}

/** Publishes a post and moves it to a time, with metrics. */
async function publishAt(time: string, metrics: object | null, mediaIds: string[] = []) {
  const { id, externalId } = await scene.publish(`At ${time}`)
  await db`update post_targets set published_at = ${time} where post_id = ${id}`
  await db`update posts set media_ids = ${mediaIds} where id = ${id}`
  await db`
    insert into post_metrics (workspace_id, account_id, external_id, metrics, as_of, asked_at)
    values (${workspaceId}, ${account.id}, ${externalId}, ${metrics && db.json(metrics)}, ${metrics && time}, ${time})
    on conflict on constraint post_metrics_pkey do update set metrics = excluded.metrics, as_of = excluded.as_of`
  return id
}

async function addMedia(id: string, mime: string) {
  await db`
    insert into media_assets (workspace_id, id, profile_ids, status, source_url, storage_key, mime, bytes_size, checksum,
      validation, used_at, created_at, updated_at)
    values (${workspaceId}, ${id}, '{}', 'ready', '', ${id}, ${mime}, 1, 'x', '{}', now(), now(), now())`
}

await addMedia('med_picture', 'image/png')
await addMedia('med_film', 'video/mp4')
const range = 'since=2025-10-20&until=2025-11-02'
await publishAt('2025-10-25T22:30:00Z', { impressions: 100, likes: 4, shares: 1 })
await publishAt('2025-10-26T22:30:00Z', { views: 50, likes: 5 }, ['med_picture'])
await publishAt('2025-10-27T08:10:00Z', { likes: 2 }, ['med_picture', 'med_picture'])
await publishAt('2025-10-28T08:50:00Z', null, ['med_film', 'med_picture'])
await publishAt('2025-10-10T08:50:00Z', { impressions: 10, likes: 1 })

test('kinds of posts are compared by what their posts reached, beside the previous period', async () => {
  assert.deepEqual(await read(`by=media_type&${range}`), [
    {
      key: 'image',
      label: 'image',
      platform: null,
      posts: 1,
      metrics: { views: 50, likes: 5, engagements: 5 },
      engagement_rate: { value: 0.1, previous: null },
      previous: { posts: 0, metrics: {} },
    },
    {
      key: 'images',
      label: 'images',
      platform: null,
      posts: 1,
      metrics: { likes: 2, engagements: 2 },
      engagement_rate: { value: null, previous: null },
      previous: { posts: 0, metrics: {} },
    },
    {
      key: 'text',
      label: 'text',
      platform: null,
      posts: 1,
      metrics: { impressions: 100, likes: 4, shares: 1, engagements: 5 },
      engagement_rate: { value: 0.05, previous: 0.1 },
      previous: { posts: 1, metrics: { impressions: 10, likes: 1, engagements: 1 } },
    },
    {
      key: 'video',
      label: 'video',
      platform: null,
      posts: 1,
      metrics: {},
      engagement_rate: { value: null, previous: null },
      previous: { posts: 0, metrics: {} },
    },
  ])
})

test('hours are those of the time zone, on both sides of a change of the clocks', async () => {
  const hours = async (zone: string) =>
    (await read(`by=hour&time_zone=${encodeURIComponent(zone)}&${range}`))
      .filter(({ posts }) => posts > 0)
      .map(({ key, posts }) => [key, posts])
  assert.deepEqual(await hours('UTC'), [
    ['8', 2],
    ['22', 2],
  ])
  assert.deepEqual(
    await hours('Europe/Paris'),
    [
      ['0', 1],
      ['9', 2],
      ['23', 1],
    ],
    '22:30 is 0:30 in summer and 23:30 in winter',
  )
  assert.deepEqual(await hours('Asia/Kolkata'), [
    ['4', 2],
    ['13', 1],
    ['14', 1],
  ])
  for (const zone of ['Nowhere/Town', 'x'.repeat(65), ''])
    assert.equal((await live('GET', `/v1/analytics/breakdown?by=hour&time_zone=${zone}`)).status, 422, zone)
})

test('the offsets of a zone change at the minute when its clocks are changed', () => {
  const [from, to] = [new Date('2025-03-01'), new Date('2025-12-01')]
  assert.deepEqual(
    listZoneOffsets('Europe/Paris', from, to).map((each) => [each.to.toISOString(), each.minutes]),
    [
      ['2025-03-30T01:00:00.000Z', 60],
      ['2025-10-26T01:00:00.000Z', 120],
      ['2025-12-01T00:00:00.000Z', 60],
    ],
  )
  assert.deepEqual(listZoneOffsets('America/St_Johns', from, from), [])
  assert.deepEqual(
    listZoneOffsets('America/St_Johns', new Date('2025-07-01'), new Date('2025-07-01T00:10Z')).map(
      (each) => each.minutes,
    ),
    [-150],
  )
})

test('accounts count the posts of the period, and a key sees only accounts of its profiles', async () => {
  const accounts = await read(`by=account&${range}`)
  assert.deepEqual(
    accounts.map(({ key, label, posts }) => [key, label, posts]),
    [
      [account.id, 'painter', 4],
      [other.id, 'potter', 0],
    ],
  )
  assert.deepEqual(await read(`by=account&${range}`, insider), accounts)
  for (const by of ['account', 'platform', 'media_type', 'hour'])
    assert.deepEqual(await read(`by=${by}&${range}`, stranger), [], by)
  assert.deepEqual((await read(`by=account&account_id=${other.id}&${range}`)).length, 1)
  const status = async (query: string, client = live) =>
    (await client('GET', `/v1/analytics/breakdown?${query}`)).status
  assert.equal(await status(''), 422)
  assert.equal(await status('by=label'), 422)
  assert.equal(await status(`by=account&account_id=${account.id}`, stranger), 403)
  assert.equal(await status(`by=account&account_id=${account.id}`, (await scene.neighbour()).live), 404)
})

test('the best post shows its first image', async () => {
  const { data } = (await live('GET', `/v1/analytics/top-posts?metric=engagements&${range}`)).body
  const images = data.map(({ image_url }: { image_url: string | null }) => image_url && new URL(image_url).pathname)
  const picture = '/v1/media/med_picture/content'
  assert.deepEqual(images, [picture, null, picture])
})
