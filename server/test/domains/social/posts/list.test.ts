import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bootPosts } from '../../../support/post-scene.ts'

const world = await bootPosts()
const { live, queue, ctx } = world
const after = (ms: number) => new Date(ctx.clock.now().getTime() + ms).toISOString()
const HOUR = 3_600_000

test('lists of posts apply their filters and their pages follow one another', async () => {
  const profileId = await world.profile()
  const [a, b] = [await world.account(profileId), await world.account(profileId)]
  const ids: Record<string, string> = {}
  ids['now'] = (await world.post({ targets: [{ account_id: a.id }], content: '1' })).id
  ids['both'] = (await world.post({ targets: [{ account_id: a.id }, { account_id: b.id }], content: '2' })).id
  ids['later'] = (await world.post({ targets: [{ account_id: b.id }], content: '3', scheduled_at: after(HOUR) })).id
  await queue.idle()
  const list = async (query: string) =>
    (await live('GET', `/v1/posts?profile_id=${profileId}${query}`)).body.data.map(
      ({ id }: { id: string }) => Object.entries(ids).find(([, value]) => value === id)?.[0],
    )
  assert.deepEqual(await list(''), ['later', 'both', 'now'])
  assert.deepEqual(await list(`&account_id=${a.id}`), ['both', 'now'])
  assert.deepEqual(await list('&status=scheduled'), ['later'])
  assert.deepEqual(await list('&status=published'), ['both', 'now'])
  assert.deepEqual(await list('&status=failed'), [])
  assert.deepEqual(await list('&platform=sandbox'), ['later', 'both', 'now'])
  assert.deepEqual(await list('&platform=other'), [])
  assert.deepEqual(await list(`&since=${after(HOUR - 1)}&until=${after(HOUR + 1)}`), ['later'])
  assert.deepEqual(await list(`&since=${after(HOUR)}&until=${after(HOUR)}`), [])
  assert.deepEqual(await list(`&until=${after(HOUR)}`), ['both', 'now'])
  assert.deepEqual(await list(`&since=${after(-1)}&status=published&account_id=${b.id}`), ['both'])
  const backwards = await live('GET', `/v1/posts?since=${after(HOUR)}&until=${after(0)}`)
  assert.deepEqual([backwards.status, backwards.body.detail[0].loc], [422, ['query', 'since']])
  const first = (await live('GET', `/v1/posts?profile_id=${profileId}&limit=2`)).body
  assert.deepEqual([first.data.length, first.has_more], [2, true])
  const rest = (await live('GET', `/v1/posts?profile_id=${profileId}&limit=2&cursor=${first.next_cursor}`)).body
  assert.deepEqual([rest.data.map(({ id }: { id: string }) => id), rest.has_more], [[ids['now']], false])
})
