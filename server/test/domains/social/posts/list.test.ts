import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bootPosts } from '../../../support/post-scene.ts'

const world = await bootPosts()
const { live, queue, ctx } = world
const after = (ms: number) => new Date(ctx.clock.now().getTime() + ms).toISOString()
const HOUR = 3_600_000

test('lists of posts apply their filters, and their pages are consecutive', async () => {
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

test('posts are searched by exact text of the post or a target, ignoring case', async () => {
  const profileId = await world.profile()
  const [a, b] = [await world.account(profileId), await world.account(profileId)]
  const draft = (content: string, targets: object[] = []) =>
    live('POST', '/v1/posts/drafts', { profile_id: profileId, content, targets }).then(({ body }) => body.id)
  const ids = {
    harbour: await draft('The Harbour at dawn'),
    percent: await draft('50% off, C:\\new_year'),
    target: await draft('Other', [{ account_id: a.id, content: 'Only HARBOUR here' }, { account_id: b.id }]),
    umlaut: await draft('GRÜSSE'),
  }
  const find = async (q: string, more = '') => {
    const { body } = await live('GET', `/v1/posts?profile_id=${profileId}&q=${encodeURIComponent(q)}${more}`)
    return body.data.map(({ id }: { id: string }) => Object.entries(ids).find(([, value]) => value === id)?.[0])
  }
  assert.deepEqual(await find('harbour'), ['target', 'harbour'])
  assert.deepEqual(await find('harbour', `&account_id=${a.id}`), ['target'])
  assert.deepEqual(await find('0% o'), ['percent'])
  assert.deepEqual(await find('%'), ['percent'])
  assert.deepEqual(await find('w_y'), ['percent'])
  assert.deepEqual(await find(':\\n'), ['percent'])
  assert.deepEqual(await find('grüsse'), ['umlaut'])
  assert.deepEqual(await find('harbor'), [])
  assert.equal((await live('GET', '/v1/posts?q=')).status, 422)
  assert.equal((await live('GET', `/v1/posts?q=${'x'.repeat(201)}`)).status, 422)
})

test('a time range covers every post: drafts, immediate ones, scheduled ones and drafts published later', async () => {
  const account = await world.newAccount()
  const body = { targets: [{ account_id: account.id }], content: 'x' }
  const start = after(0)
  const draft = (await live('POST', '/v1/posts/drafts', body)).body
  const kept = (await live('POST', '/v1/posts/drafts', body)).body
  const now = await world.post(body)
  const later = await world.post({ ...body, scheduled_at: after(48 * HOUR) })
  await world.pass(24 * 3600)
  await live('POST', `/v1/posts/${draft.id}/publish`)
  await world.pass(48 * 3600)
  const day = async (n: number) => {
    const time = (hours: number) => new Date(Date.parse(start) + hours * HOUR).toISOString()
    const { body: page } = await live(
      'GET',
      `/v1/posts?account_id=${account.id}&since=${time(24 * n)}&until=${time(24 * n + 24)}`,
    )
    return page.data.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual([await day(0), await day(1), await day(2)], [[now.id, kept.id], [draft.id], [later.id]])
})
