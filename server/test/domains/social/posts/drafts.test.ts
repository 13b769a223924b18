import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProfile, subscribe } from '../../../support/account-scene.ts'
import { bootPosts, ingestImage } from '../../../support/post-scene.ts'

const world = await bootPosts()
const { live, queue, ctx, db } = world
const after = (ms: number) => new Date(ctx.clock.now().getTime() + ms).toISOString()
const HOUR = 3_600_000
const at = (reply: { body: { detail: { loc: unknown[]; type: string }[] } }) =>
  reply.body.detail.map(({ loc, type }) => `${type} ${loc.join('.')}`)
const countEvents = async () => (await db`select from webhook_events where type like 'post.%'`).count

async function draft(body: Record<string, unknown>) {
  const reply = await live('POST', '/v1/posts/drafts', body)
  assert.equal(reply.status, 201, reply.text)
  assert.equal(reply.headers.get('location'), `/v1/posts/${reply.body.id}`)
  return reply.body
}

test('a draft needs only a profile, shows everything that was stored and is listed as a draft', async () => {
  const account = await world.newAccount()
  const image = await ingestImage(live, queue)
  const empty = await draft({ profile_id: account.profileId })
  assert.deepEqual(
    [empty.status, empty.profile_id, empty.content, empty.targets, empty.scheduled_at],
    ['draft', account.profileId, '', [], null],
  )
  const options = { fault: 'reject' }
  const full = await draft({
    targets: [{ account_id: account.id, content: 'Own', media_ids: [image], options }],
    content: 'Text',
    media_ids: [image],
    first_comment: 'First',
  })
  assert.deepEqual([full.profile_id, full.media_ids, full.first_comment], [account.profileId, [image], 'First'])
  const { content, media_ids, options: kept } = full.targets[0]
  assert.deepEqual([content, media_ids, kept], ['Own', [image], options])
  const { body: listed } = await live('GET', `/v1/posts?status=draft&profile_id=${account.profileId}`)
  assert.deepEqual(listed.data, [full, empty])
  assert.equal((await live('DELETE', `/v1/media/${image}`)).status, 409, 'its media stay')
  assert.equal((await live('DELETE', `/v1/posts/${full.id}`)).status, 200)
  assert.equal((await live('DELETE', `/v1/posts/${empty.id}`)).status, 200)
  assert.equal((await live('DELETE', `/v1/media/${image}`)).status, 200)
})

test('a draft may break every rule of a platform until it is published or scheduled, and the errors name the fields of a post', async () => {
  const account = await world.newAccount()
  const { id } = await draft({ profile_id: account.profileId, content: 'x'.repeat(100_000) })
  const publish = () => live('POST', `/v1/posts/${id}/publish`)
  assert.deepEqual(at(await publish()), ['value_error body.targets'])
  const targeted = await live('PATCH', `/v1/posts/${id}`, { targets: [{ account_id: account.id, options: { no: 1 } }] })
  assert.deepEqual([targeted.status, targeted.body.status], [200, 'draft'], targeted.text)
  assert.deepEqual(at(await publish()), ['extra_forbidden body.targets.0.options.no'])
  await live('PATCH', `/v1/posts/${id}`, { targets: [{ account_id: account.id }] })
  assert.deepEqual(at(await publish()), ['platform_rule body.targets.0.content'])
  const scheduled = await live('PATCH', `/v1/posts/${id}`, { scheduled_at: after(HOUR) })
  assert.deepEqual(at(scheduled), ['platform_rule body.targets.0.content'])
  assert.equal((await world.read(id)).status, 'draft')
  await live('PATCH', `/v1/posts/${id}`, { content: 'Short' })
  const published = await publish()
  assert.equal(published.status, 200, published.text)
  await queue.idle()
  assert.deepEqual([(await world.read(id)).status, await world.shownOn(account)], ['published', ['Short']])
  assert.equal((await publish()).body.code, 'wrong_state')
})

test('a draft is never published automatically and emits nothing; publishing it publishes it once', async () => {
  await subscribe(live)
  const account = await world.newAccount()
  const before = await countEvents()
  const { id } = await draft({ targets: [{ account_id: account.id }], content: 'Kept' })
  await live('PATCH', `/v1/posts/${id}`, { content: 'Changed' })
  await world.pass(30 * 24 * 3600, 30)
  assert.deepEqual([await world.shownOn(account), (await countEvents()) - before], [[], 0])
  const key = { 'idempotency-key': 'publish-draft' }
  const replies = await Promise.all([1, 2, 3].map(() => live('POST', `/v1/posts/${id}/publish`, undefined, key)))
  assert.ok(replies.some(({ status }) => status === 200))
  await queue.idle()
  await live('POST', `/v1/posts/${id}/publish`, undefined, key)
  await queue.idle()
  assert.deepEqual([await world.shownOn(account), (await countEvents()) - before], [['Changed'], 1])
})

test('a scheduled post can be published now, and an unscheduled post is a draft', async () => {
  const account = await world.newAccount()
  const body = { targets: [{ account_id: account.id }], content: 'Soon', scheduled_at: after(HOUR) }
  const { id } = await world.post(body)
  assert.equal((await live('POST', `/v1/posts/${id}/publish`)).status, 200)
  await queue.idle()
  assert.deepEqual(await world.shownOn(account), ['Soon'])
  const other = await world.post({ ...body, content: 'Off' })
  await live('PATCH', `/v1/posts/${other.id}`, { scheduled_at: null, targets: [] })
  const { body: drafts } = await live('GET', `/v1/posts?status=draft&profile_id=${account.profileId}`)
  assert.deepEqual(
    drafts.data.map((post: { id: string; targets: unknown[] }) => [post.id, post.targets]),
    [[other.id, []]],
  )
  const none = await world.post({ ...body, content: 'Never' })
  const emptied = await live('PATCH', `/v1/posts/${none.id}`, { targets: [] })
  assert.deepEqual(at(emptied), ['value_error body.targets'], 'what is scheduled keeps a target')
  await live('DELETE', `/v1/posts/${none.id}`)
})

test('the references of a draft must exist, be accessible and belong to one profile, which follows its targets', async () => {
  const [mine, theirs] = [await world.newAccount(), await world.newAccount()]
  const post = (body: object, client = live) => client('POST', '/v1/posts/drafts', body)
  assert.deepEqual(at(await post({ content: 'x' })), ['missing body.profile_id'])
  assert.equal((await post({ profile_id: 'prof_unknown' })).status, 404)
  assert.equal((await post({ targets: [{ account_id: 'acc_unknown' }] })).status, 404)
  assert.equal((await post({ profile_id: mine.profileId, media_ids: ['med_unknown'] })).status, 404)
  const mixed = await post({ profile_id: mine.profileId, targets: [{ account_id: theirs.id }] })
  assert.deepEqual(at(mixed), ['value_error body.targets.0.account_id'])
  const scoped = world.client(await world.key({ scope: 'profiles', profile_ids: [mine.profileId] }))
  assert.equal((await post({ profile_id: theirs.profileId }, scoped)).body.code, 'out_of_scope')
  const { id } = (await post({ profile_id: mine.profileId }, scoped)).body
  const moved = { targets: [{ account_id: theirs.id }] }
  assert.equal((await scoped('PATCH', `/v1/posts/${id}`, moved)).body.code, 'out_of_scope')
  assert.equal((await live('PATCH', `/v1/posts/${id}`, moved)).body.profile_id, theirs.profileId)
  for (const [method, path] of [
    ['POST', `/v1/posts/${id}/publish`],
    ['PATCH', `/v1/posts/${id}`],
  ] as const)
    assert.equal((await scoped(method, path, method === 'PATCH' ? {} : undefined)).body.code, 'out_of_scope')
  const neighbour = await world.neighbour()
  assert.equal((await neighbour.live('POST', `/v1/posts/${id}/publish`)).status, 404)
  const gone = await createProfile(live, 'Gone')
  await draft({ profile_id: gone })
  assert.equal((await live('DELETE', `/v1/profiles/${gone}`)).status, 200, 'a draft does not keep a profile')
})

test('a canceled draft is no longer a draft', async () => {
  const account = await world.newAccount()
  const { id } = await draft({ targets: [{ account_id: account.id }], content: 'x' })
  assert.equal((await live('POST', `/v1/posts/${id}/cancel`)).body.status, 'canceled')
  assert.equal((await live('POST', `/v1/posts/${id}/publish`)).body.code, 'wrong_state')
  const empty = await draft({ profile_id: account.profileId })
  assert.equal((await live('POST', `/v1/posts/${empty.id}/cancel`)).body.code, 'wrong_state')
})
