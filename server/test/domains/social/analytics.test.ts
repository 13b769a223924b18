import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode, scriptFault } from '../../support/account-scene.ts'
import { actOnSandbox, bootInbox, DAY, HOUR } from '../../support/inbox-scene.ts'

const scene = await bootInbox()
const { live, insider, stranger, db, ctx, account, page, pass } = scene
const path = `/v1/accounts/${account.id}/analytics`
const formatDay = (moment: Date | number) => new Date(moment).toISOString().slice(0, 10)
const born = formatDay(ctx.clock.now())
const days = (n: number) => formatDay(Date.parse(born) + n * DAY)

async function read(query = '') {
  const reply = await live('GET', `${path}${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

/** Moves the clock to the next morning, when the night's metrics are stored. */
async function sleep(): Promise<void> {
  const morning = Date.parse(formatDay(ctx.clock.now())) + DAY + 6 * 3_600_000
  await pass(morning - ctx.clock.now().getTime())
}

test('a new account has the history that its platform reports, at its first read', async () => {
  const summary = async () => (await live('GET', '/v1/analytics/summary')).body
  assert.equal((await summary()).accounts, 0)
  await pass()
  const { accounts, last_read_at, next_read_at } = await summary()
  assert.deepEqual([accounts, formatDay(new Date(last_read_at))], [1, born])
  assert.ok(Date.parse(next_read_at) > ctx.clock.now().getTime())
  const first = await read(`?since=${days(-90)}`)
  assert.deepEqual([first.entity_ref, first.until], [page, born])
  assert.deepEqual(first.available, ['followers', 'impressions', 'reach', 'engagements', 'posts'])
  assert.deepEqual(first.unavailable, ['views', 'clicks', 'messages', 'conversations'])
  const expected = Array.from({ length: 90 }, (_, n) => days(n - 90))
  type Point = { date: string; value: number }
  const series = new Map<string, Point[]>(
    first.series.map(({ metric, points }: { metric: string; points: Point[] }) => [metric, points]),
  )
  for (const [metric, points] of series)
    assert.deepEqual(
      points.map(({ date }) => date),
      expected,
      metric,
    )
  const values = (metric: string) => series.get(metric)?.map(({ value }) => value) ?? []
  assert.deepEqual(
    values('followers'),
    values('followers').toSorted((one, two) => one - two),
    'they grow',
  )
  for (const [n, impressions] of values('impressions').entries()) {
    const [reach = 0, engagements = 0] = [values('reach')[n], values('engagements')[n]]
    assert.ok(impressions > reach && reach > engagements && engagements > 0, `day ${n}`)
  }
  assert.deepEqual(first.follower_history, series.get('followers'))
  await db`delete from account_metrics`
  await db`update account_feeds set cursor = null, due_at = ${ctx.clock.now()} where feed = 'account_metrics'`
  await pass(10_000)
  assert.deepEqual(await read(`?since=${days(-90)}`), first, 'the history is the same every time')
})

test('metrics are collected and stored each night; a day without data has no point', async () => {
  const [feed] = await db`select failures from account_feeds where feed = 'account_metrics'`
  assert.equal(feed?.['failures'], 0)
  const last = async () => (await read(`?since=${born}`)).follower_history.map(({ date }: { date: string }) => date)
  assert.deepEqual(await last(), [])
  await sleep()
  await sleep()
  assert.deepEqual(await last(), [days(0), days(1)])
  await db`delete from account_metrics where day = ${days(1)}`
  await db`update account_feeds set cursor = ${days(5)} where feed = 'account_metrics'`
  await sleep()
  assert.deepEqual(await last(), [days(0), days(2)])
})

test('metrics of a night when the platform was down are read the next night; metrics that are read twice are stored once', async () => {
  await scriptFault(live, 'metrics.account', 'fail_before')
  await sleep()
  await sleep()
  const { follower_history } = await read()
  const dates = follower_history.map(({ date }: { date: string }) => date)
  assert.equal(dates.at(-1), formatDay(ctx.clock.now().getTime() - DAY))
  assert.equal(new Set(dates).size, dates.length)
})

test('a range and a list of metrics select what is returned; invalid ones are refused', async () => {
  const chosen = await read(`?since=${days(0)}&until=${days(0)}&metrics=impressions,views`)
  assert.deepEqual(
    [chosen.since, chosen.until, chosen.available, chosen.unavailable],
    [days(0), days(0), ['impressions'], ['views']],
  )
  assert.deepEqual(
    chosen.series.map(({ metric, points }: { metric: string; points: [] }) => [metric, points.length]),
    [['impressions', 1]],
  )
  assert.equal(chosen.follower_history.length, 1)
  const bad = [
    '?metrics=charm',
    `?since=${days(1)}&until=${days(0)}`,
    '?since=2020-01-01&until=2026-01-01',
    '?since=soon',
    '?since=0000-01-01&until=0000-01-02',
    '?until=0001-01-01',
  ]
  for (const query of bad) assertCode(await live('GET', `${path}${query}`), 422, 'validation_error')
})

test("only keys of its profile see an account's metrics; another workspace gets 404", async () => {
  assert.equal((await insider('GET', path)).status, 200)
  assertCode(await stranger('GET', path), 403, 'out_of_scope')
  assertCode(await (await scene.neighbour()).live('GET', path), 404, 'not_found')
})

const readPosts = async (ids: string[], client = live) => client('GET', `/v1/posts/analytics?post_ids=${ids.join()}`)

test('post metrics are collected soon, then by the age of the post; a deleted post keeps its last metrics', async () => {
  const [one, two] = [await scene.publish('One'), await scene.publish('Two')]
  const before = (await readPosts([one.id])).body
  assert.deepEqual(before, { data: [], unavailable: { sandbox: ['reach', 'views', 'quotes', 'saves', 'clicks'] } })
  await actOnSandbox(live, 'comments', { post_external_id: one.externalId, from: 'ann', body: 'Lovely' })
  await pass(60_000)
  await pass(10_000)
  const { data } = (await readPosts([one.id, two.id])).body
  const of = (rows: typeof data, id: string) => rows.find(({ post_id }: { post_id: string }) => post_id === id)
  assert.equal(data.length, 2)
  const first = of(data, one.id)
  assert.deepEqual(Object.keys(first.metrics).toSorted(), ['comments', 'impressions', 'likes', 'shares'])
  assert.deepEqual([first.account_id, first.platform, first.metrics.comments], [account.id, 'sandbox', 1])

  await pass(10 * 60_000)
  await pass(60_000)
  const soon = of((await readPosts([one.id])).body.data, one.id)
  assert.ok(soon.as_of > first.as_of, 'read again within the first hour')
  assert.ok(soon.metrics.impressions > first.metrics.impressions)

  await db`update sandbox_posts set status = 'deleted' where id = ${two.externalId}`
  await pass(2 * HOUR)
  await pass(10_000)
  const later = (await readPosts([one.id, two.id])).body.data
  assert.ok(of(later, one.id).as_of > first.as_of)
  assert.ok(of(later, one.id).metrics.impressions > first.metrics.impressions)
  assert.equal(of(later, two.id).as_of, soon.as_of)
})

test("only keys of its profile see a post's metrics; an unknown id gets 404", async () => {
  const { id } = await scene.publish('Three')
  assert.equal((await readPosts([id], insider)).status, 200)
  assertCode(await readPosts([id], stranger), 403, 'out_of_scope')
  assertCode(await readPosts([id], (await scene.neighbour()).live), 404, 'not_found')
  assertCode(await readPosts([id, 'post_unknown']), 404, 'not_found')
  assertCode(await readPosts(['']), 422, 'validation_error')
  assertCode(await readPosts(Array.from({ length: 101 }, (_, n) => `post_${n}`)), 422, 'validation_error')
  assertCode(await live('GET', '/v1/posts/analytics'), 422, 'validation_error')
})
