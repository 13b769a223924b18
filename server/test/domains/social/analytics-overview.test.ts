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
  assert.deepEqual(all, {
    since: '2026-01-01',
    until: '2026-01-04',
    accounts: 2,
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
  assert.equal((await live('POST', `/v1/posts/${second}/unpublish`, {})).status, 200)
  assert.equal((await best('metric=likes'))[0]?.[0], third, 'what was taken off the platform is no best post')
  for (const query of ['', 'metric=followers', 'metric=likes&limit=51', 'metric=likes&limit=0'])
    assert.equal((await live('GET', `/v1/analytics/top-posts?${query}`)).status, 422, query)
})
