import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectSandbox } from '../../support/account-scene.ts'
import { bootInbox } from '../../support/inbox-scene.ts'

const scene = await bootInbox()
const { live, insider, stranger, db, account, profile } = scene
const otherProfile = (await live('POST', '/v1/profiles', { name: 'Third' })).body.id
const other = await connectSandbox(live, { profileId: otherProfile, username: 'potter' })
const { workspaceId } = scene

async function read(path: string, client = live) {
  const reply = await client('GET', path)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}
const report = (
  of: typeof account,
  day: string,
  metric: string,
  value: number,
  entity = of.active_entity.external_id,
) =>
  db`insert into account_metrics (workspace_id, account_id, entity_external_id, metric, day, value)
    values (${workspaceId}, ${of.id}, ${entity}, ${metric}, ${day}, ${value})`

test('the metrics of all accounts are summed by day; a day without data is a gap, and a partial sum is marked', async () => {
  await report(account, '2026-01-01', 'followers', 100)
  await report(other, '2026-01-01', 'followers', 20)
  await report(account, '2026-01-03', 'followers', 103)
  await report(account, '2026-01-03', 'impressions', 7.5)
  await report(account, '2026-01-03', 'followers', 9999, 'another-page')
  const range = 'since=2026-01-01&until=2026-01-04'
  const all = await read(`/v1/analytics/summary?${range}&metrics=followers,impressions`)
  const { totals, previous, last_read_at, next_read_at, ...rest } = all
  assert.deepEqual([last_read_at, next_read_at], [null, null])
  assert.deepEqual(totals, [
    { metric: 'followers', value: 123, previous: null, change: null },
    { metric: 'impressions', value: 7.5, previous: null, change: null },
  ])
  assert.deepEqual(previous, {
    since: '2025-12-28',
    until: '2025-12-31',
    series: [
      { metric: 'followers', points: [] },
      { metric: 'impressions', points: [] },
    ],
  })
  assert.deepEqual(rest, {
    since: '2026-01-01',
    until: '2026-01-04',
    accounts: 2,
    engagement_rate: { value: null, previous: null },
    series: [
      {
        metric: 'followers',
        points: [
          { date: '2026-01-01', value: 120, accounts: 2 },
          { date: '2026-01-03', value: 103, accounts: 1 },
        ],
      },
      { metric: 'impressions', points: [{ date: '2026-01-03', value: 7.5, accounts: 1 }] },
    ],
  })
  const values = async (query: string, client = live) =>
    (await read(`/v1/analytics/summary?${range}&metrics=followers${query}`, client)).series[0].points.map(
      ({ value }: { value: number }) => value,
    )
  assert.deepEqual(await values(`&profile_id=${otherProfile}`), [20])
  assert.deepEqual(await values(`&account_id=${account.id}`), [100, 103])
  assert.deepEqual(await values(`&account_id=${account.id}&profile_id=${otherProfile}`), [])
  assert.deepEqual([await values('', insider), await values('', stranger)], [[100, 103], []])
  const refused = async (query: string, client = live) => (await client('GET', `/v1/analytics/summary?${query}`)).status
  assert.equal(await refused('profile_id=prof_unknown'), 404)
  assert.equal(await refused('account_id=acc_unknown'), 404)
  assert.equal(await refused(`profile_id=${otherProfile}`, insider), 403)
  assert.equal(await refused('metrics=nonsense'), 422)
  assert.equal(await refused('since=2026-02-01&until=2026-01-01'), 422)
  assert.equal(await refused('since=2020-02-01&until=2026-01-01'), 422)
  const neighbour = await scene.neighbour()
  assert.equal((await read(`/v1/analytics/summary?${range}`, neighbour.live)).accounts, 0)
})

test('a total is compared with as many days of the period before, of the accounts that reported in both', async () => {
  for (const [day, impressions, engagements] of [
    ['2025-11-01', 10, 1],
    ['2025-11-02', 10, 1],
    ['2025-11-03', 1000, 500],
    ['2025-11-04', 20, 4],
    ['2025-11-05', 20, 4],
  ] as const) {
    await report(account, day, 'impressions', impressions)
    await report(account, day, 'engagements', engagements)
  }
  await report(account, '2025-11-02', 'followers', 80)
  await report(account, '2025-11-03', 'followers', 90)
  await report(account, '2025-11-05', 'followers', 100)
  await report(other, '2025-11-04', 'followers', 1000)
  await report(other, '2025-11-04', 'engagements', 7)
  const { totals, engagement_rate, previous } = await read(
    '/v1/analytics/summary?since=2025-11-04&until=2025-11-06&metrics=followers,impressions,engagements',
  )
  assert.deepEqual([previous.since, previous.until], ['2025-11-01', '2025-11-03'])
  assert.deepEqual(totals, [
    { metric: 'followers', value: 1100, previous: 80, change: 0.25 },
    { metric: 'impressions', value: 40, previous: 20, change: 1 },
    { metric: 'engagements', value: 15, previous: 2, change: 3 },
  ])
  assert.deepEqual(engagement_rate, { value: 0.2, previous: 0.1 }, 'of the account that reports both')
  const { data } = await read('/v1/analytics/breakdown?by=account&since=2025-11-04&until=2025-11-06')
  assert.deepEqual(
    data.map(({ key, metrics, engagement_rate: rate, previous: before }: Record<string, object>) => [
      key,
      metrics,
      rate,
      before,
    ]),
    [
      [
        account.id,
        { engagements: 8, followers: 100, impressions: 40 },
        { value: 0.2, previous: 0.1 },
        { posts: 0, metrics: { engagements: 2, followers: 80, impressions: 20 } },
      ],
      [other.id, { engagements: 7, followers: 1000 }, { value: null, previous: null }, { posts: 0, metrics: {} }],
    ],
  )
  const platforms = await read('/v1/analytics/breakdown?by=platform&since=2025-11-04&until=2025-11-06')
  assert.deepEqual(
    platforms.data.map(({ key, label, metrics }: Record<string, object>) => [key, label, metrics]),
    [['sandbox', 'Sandbox', { engagements: 15, followers: 1100, impressions: 40 }]],
  )
})

test('the top posts of a period are those with the most of a metric, up to the requested number', async () => {
  const posts = [await scene.publish('First'), await scene.publish('Second'), await scene.publish('Third')]
  const [first, second, third] = posts.map((post) => post.id)
  const measure = (at: number, metrics: object) => db`
    insert into post_metrics (workspace_id, account_id, external_id, metrics, as_of, asked_at)
    values (${workspaceId}, ${account.id}, ${posts[at]?.externalId ?? ''}, ${db.json(metrics)}, now(), now())
    on conflict on constraint post_metrics_pkey do update set metrics = excluded.metrics, as_of = excluded.as_of`
  await measure(0, { likes: 2, views: 50 })
  await measure(1, { likes: 10 })
  await measure(2, { likes: 9, views: 0 })
  const best = async (query: string, client = live) =>
    (await read(`/v1/analytics/top-posts?${query}`, client)).data.map(
      ({ post_id, value }: { post_id: string; value: number }) => [post_id, value],
    )
  assert.deepEqual(await best('metric=likes'), [
    [second, 10],
    [third, 9],
    [first, 2],
  ])
  assert.deepEqual(await best('metric=likes&limit=1'), [[second, 10]])
  assert.deepEqual(
    await best('metric=views'),
    [
      [first, 50],
      [third, 0],
    ],
    'a metric that was not reported is unknown, not zero',
  )
  const { data } = await read('/v1/analytics/top-posts?metric=likes&limit=1')
  assert.deepEqual([data[0].content, data[0].account_id, data[0].metrics], ['Second', account.id, { likes: 10 }])
  const day = data[0].published_at.slice(0, 10)
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  assert.equal((await best(`metric=likes&since=${day}&until=${day}`)).length, 3)
  assert.deepEqual(await best(`metric=likes&since=${next}&until=${next}`), [])
  assert.deepEqual(await best(`metric=likes&profile_id=${otherProfile}`), [])
  assert.equal((await best(`metric=likes&profile_id=${profile}`)).length, 3)
  assert.deepEqual([(await best('metric=likes', insider)).length, await best('metric=likes', stranger)], [3, []])
  assert.deepEqual((await best('metric=likes&order=worst')).at(0), [first, 2])
  assert.deepEqual(await best('metric=engagements'), [
    [second, 10],
    [third, 9],
    [first, 2],
  ])
  assert.deepEqual(await best('metric=engagement_rate'), [[first, 0.04]], 'a rate needs views')
  assert.equal((await live('POST', `/v1/posts/${second}/unpublish`, {})).status, 200)
  assert.equal((await best('metric=likes'))[0]?.[0], third, 'what was taken off the platform is no best post')
  for (const query of ['', 'metric=followers', 'metric=likes&limit=51', 'metric=likes&limit=0'])
    assert.equal((await live('GET', `/v1/analytics/top-posts?${query}`)).status, 422, query)
})
