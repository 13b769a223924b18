import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandbox } from '../../../../src/connectors/sandbox/platform.ts'
import { scriptFault, subscribe } from '../../../support/account-scene.ts'
import { lacking } from '../../../support/capabilities.ts'
import { type Account, bootPosts, ingestImage } from '../../../support/post-scene.ts'

const world = await bootPosts({ env: { LOG_LEVEL: 'silent' } })
const { live, queue, ctx, db } = world
await subscribe(live)
let names = 0

/** Creates an account whose network can be scripted without affecting the others. */
async function scripted() {
  const username = `scripted-${names++}`
  const account = await world.account(await world.profile(), username)
  return {
    account,
    fault: (operation: string, fault: string, times: number | null = 1) =>
      scriptFault(live, operation, fault, { username, times }),
  }
}

const send = async ({ id }: Account, more: Record<string, unknown> = {}) =>
  (await world.post({ targets: [{ account_id: id }], content: 'Once', ...more })).id as string
const target = async (id: string) => (await world.read(id)).targets[0]
const listPostEvents = async (id: string): Promise<string[]> => {
  const rows = await db<{ body: string }[]>`select body from webhook_events where body like ${`%${id}%`} order by id`
  return rows.map(({ body }) => {
    const { type, data } = JSON.parse(body)
    return `${type} ${data.target.status} ${data.post.status}`
  })
}

for (const fault of ['timeout_after', 'error_after'])
  test(`${fault}: the platform is asked, and a post that it has is not sent again`, async () => {
    const { account, fault: next } = await scripted()
    await next('posts.create', fault)
    const id = await send(account)
    await queue.idle()
    assert.deepEqual(
      [(await target(id)).status, (await target(id)).error.code, (await world.read(id)).status],
      ['unconfirmed', 'outcome_unknown', 'publishing'],
    )
    assert.deepEqual(await listPostEvents(id), [])
    await world.pass(5)
    const { status, external_id, attempts, error } = await target(id)
    assert.deepEqual([status, attempts, error], ['published', 1, null])
    assert.match(external_id, /^sb-post-/)
    assert.deepEqual(await world.shownOn(account), ['Once'])
    assert.deepEqual(await world.attempts(id), ['prepare succeeded', 'publish unknown', 'reconcile succeeded'])
    assert.deepEqual(await listPostEvents(id), ['post.published published published'])
  })

test('timeout_before: a post is sent again only after the platform reports none and no request can still arrive', async () => {
  const { account, fault } = await scripted()
  await fault('posts.create', 'timeout_before')
  const id = await send(account)
  await world.pass(29, 29)
  assert.equal((await target(id)).status, 'unconfirmed')
  assert.deepEqual(await world.shownOn(account), [])
  await world.pass(2, 2)
  assert.deepEqual(await world.shownOn(account), ['Once'])
  assert.equal((await target(id)).status, 'published')
  assert.deepEqual((await world.attempts(id)).slice(-3), ['reconcile absent', 'prepare succeeded', 'publish succeeded'])
})

for (const fault of ['timeout_after', 'timeout_before'])
  test(`${fault}: an account that acts as another page meanwhile has one copy, on the page it was sent as`, async () => {
    const { account, fault: next } = await scripted()
    await next('posts.create', fault)
    const id = await send(account)
    await queue.idle()
    const { data } = (await live('GET', `/v1/accounts/${account.id}/entities`)).body
    const shop = data.find(({ is_active, selectable }: Record<string, boolean>) => !is_active && selectable)
    const path = `/v1/accounts/${account.id}/active-entity`
    assert.equal((await live('PUT', path, { entity_id: shop.id })).status, 200)
    await world.pass(60, 60)
    assert.equal((await target(id)).status, 'published')
    const pages = [account, { ...account, page: shop.external_id }]
    assert.deepEqual(await Promise.all(pages.map((page) => world.shownOn(page))), [['Once'], []])
    await send(account, { content: 'Next' })
    await queue.idle()
    assert.deepEqual(await Promise.all(pages.map((page) => world.shownOn(page))), [['Once'], ['Next']])
    assert.equal((await live('POST', `/v1/posts/${id}/unpublish`, {})).status, 200)
    assert.deepEqual(await Promise.all(pages.map((page) => world.shownOn(page))), [[], ['Next']])
  })

test('a platform that forgets the handle has one copy, however often its responses are lost', async () => {
  const { account, fault } = await scripted()
  const id = await send(account, { targets: [{ account_id: account.id, options: { fault: 'forget_handle' } }] })
  await queue.idle()
  assert.deepEqual(await world.shownOn(account), ['Once'])
  assert.equal((await target(id)).status, 'published')
  await fault('posts.find', 'timeout_before', 3)
  await fault('posts.create', 'timeout_after')
  await send(account, { content: 'Twice?' })
  await world.pass(120, 120)
  assert.deepEqual(await world.shownOn(account), ['Once', 'Twice?'])
})

test('a platform that gets the request twice has one copy', async () => {
  const { account, fault } = await scripted()
  await fault('posts.create', 'answer_twice')
  const id = await send(account)
  await queue.idle()
  assert.deepEqual(await world.shownOn(account), ['Once'])
  assert.equal((await target(id)).status, 'published')
})

test('a refusal is final and shows its rule', async () => {
  const { account, fault } = await scripted()
  await fault('posts.create', 'reject')
  const id = await send(account)
  await queue.idle()
  const { status, error, attempts } = await target(id)
  assert.deepEqual([status, error.code, error.rule, attempts], ['failed', 'rejected', 'sandbox.rejected', 1])
  assert.deepEqual(await listPostEvents(id), ['post.failed failed failed'])
})

test('an unavailable platform is retried with growing delays; if it stays down the post fails', async () => {
  const image = await ingestImage(live, queue)
  const { account, fault } = await scripted()
  await fault('media.create', 'fail_before', 2)
  const short = await send(account, { media_ids: [image] })
  await queue.idle()
  const waiting = await target(short)
  assert.deepEqual([waiting.status, (await world.read(short)).status], ['pending', 'publishing'])
  assert.equal(waiting.error.code, 'unavailable')
  assert.equal((await live('PATCH', `/v1/posts/${short}`, { content: 'No' })).body.code, 'wrong_state')
  await world.pass(15, 3)
  assert.deepEqual([(await target(short)).status, (await target(short)).attempts], ['published', 3])
  await fault('media.create', 'fail_before', null)
  const long = await send(account, { media_ids: [image], content: 'Down' })
  await world.pass(1800, 180)
  const over = await target(long)
  assert.deepEqual([over.status, over.attempts, over.error.code], ['failed', 10, 'unavailable'])
  assert.deepEqual(await listPostEvents(long), ['post.failed failed failed'])
})

test('waiting for a rate limit is not a failure', async () => {
  const { account, fault } = await scripted()
  await fault('posts.create', 'rate_limit', 25)
  const id = await send(account)
  await world.pass(4)
  const waiting = await target(id)
  assert.deepEqual([waiting.status, waiting.error.code], ['pending', 'rate_limited'])
  await world.pass(130, 26)
  const done = await target(id)
  assert.deepEqual([done.status, done.attempts, done.error], ['published', 26, null])
  assert.deepEqual(await world.shownOn(account), ['Once'])
})

test('an expired token is renewed and the post published once; a revoked sign-in fails it and signs the account out', async () => {
  const { account, fault } = await scripted()
  await fault('posts.create', 'expire_token')
  const id = await send(account)
  await queue.idle()
  assert.deepEqual([(await target(id)).status, await world.shownOn(account)], ['published', ['Once']])
  await fault('posts.create', 'revoke')
  const lost = await send(account, { content: 'Signed out' })
  await queue.idle()
  const { status, error } = await target(lost)
  assert.deepEqual([status, error.code], ['failed', 'account_not_connected'])
  assert.match(error.remediation, /Reconnect/)
  assert.equal((await live('GET', `/v1/accounts/${account.id}`)).body.status, 'reauth_required')
  const later = await db`select from posts where id = ${lost}`
  assert.equal(later.length, 1)
})

test('a post that the platform still processes is processing, then published, and is not sent again', async () => {
  const { account, fault } = await scripted()
  await fault('posts.create', 'slow')
  const id = await send(account)
  await queue.idle()
  const processing = await target(id)
  assert.equal(processing.status, 'processing')
  assert.match(processing.external_id, /^sb-post-/)
  assert.equal((await live('DELETE', `/v1/posts/${id}`)).body.code, 'wrong_state')
  // The platform is asked after one second, two more, and five more.
  await world.pass(1)
  await world.pass(2)
  const checks = (await world.attempts(id)).slice(2)
  assert.deepEqual(checks, ['reconcile waiting', 'reconcile waiting'])
  await world.pass(5)
  assert.equal((await target(id)).status, 'published')
  assert.deepEqual(await world.shownOn(account), ['Once'])
  assert.deepEqual(await listPostEvents(id), ['post.published published published'])
})

test('a platform that has processed a post for hours and is briefly unavailable is asked again', async () => {
  const { account, fault } = await scripted()
  await fault('posts.create', 'slow')
  const id = await send(account)
  await queue.idle()
  await db`update sandbox_posts set asks_left = 100 where entity_id = ${account.page}`
  await world.pass(4 * 3600, 480)
  assert.equal((await target(id)).status, 'processing')
  await fault('posts.find', 'fail_before', 2)
  await world.pass(1800, 60)
  assert.equal((await target(id)).status, 'processing')
  await db`update sandbox_posts set asks_left = 1 where entity_id = ${account.page}`
  await world.pass(2 * 3600, 240)
  assert.equal((await target(id)).status, 'published')
  assert.deepEqual(await listPostEvents(id), ['post.published published published'])
})

test('media are released when the last target finishes, whichever target shows them', async () => {
  const image = await ingestImage(live, queue)
  const profileId = await world.profile()
  const [a, b] = [await world.account(profileId), await world.account(profileId, 'finishes-last')]
  await scriptFault(live, 'posts.create', 'rate_limit', { username: 'finishes-last' })
  const targets = [{ account_id: a.id, media_ids: [image] }, { account_id: b.id }]
  const { id } = await world.post({ targets, content: 'One shows' })
  await queue.idle()
  assert.equal((await live('DELETE', `/v1/media/${image}`)).body.code, 'wrong_state')
  await world.pass(10, 2)
  assert.equal((await world.read(id)).status, 'published')
  const gone = await live('DELETE', `/v1/media/${image}`)
  assert.equal(gone.status, 200, gone.text)
})

test('a retry that only asks the platform reserves the media until they are known to be unneeded', async () => {
  const image = await ingestImage(live, queue)
  const { account, fault } = await scripted()
  await fault('posts.create', 'timeout_before')
  await fault('posts.find', 'fail_before', 12)
  const id = await send(account, { media_ids: [image] })
  await world.pass(3600, 360)
  assert.deepEqual([(await target(id)).status, (await world.read(id)).status], ['unconfirmed', 'failed'])
  assert.equal((await live('POST', `/v1/posts/${id}/retry`, {})).body.status, 'publishing')
  const refused = await live('DELETE', `/v1/media/${image}`)
  assert.equal(refused.body.code, 'wrong_state', refused.text)
  await world.pass(60, 12)
  assert.equal((await target(id)).status, 'published')
  assert.deepEqual(await world.shownOn(account), ['Once'])
})

test('a post is found on the platform even if its media are deleted here', async () => {
  const image = await ingestImage(live, queue)
  const { account, fault } = await scripted()
  await fault('posts.create', 'timeout_after')
  await fault('posts.find', 'fail_before', 11)
  const id = await send(account, { media_ids: [image] })
  await world.pass(3600, 360)
  assert.equal((await live('DELETE', `/v1/media/${image}`)).status, 200)
  assert.equal((await live('POST', `/v1/posts/${id}/retry`, {})).status, 200)
  await queue.idle()
  assert.equal((await target(id)).status, 'published')
})

test('targets succeed and fail independently, and a retry affects only those that failed', async () => {
  const profileId = await world.profile()
  const accounts = [await world.account(profileId, 'part-a'), await world.account(profileId, 'part-b')]
  await scriptFault(live, 'posts.create', 'reject', { username: 'part-b' })
  const { id } = await world.post({ targets: accounts.map((one) => ({ account_id: one.id })), content: 'Part' })
  await queue.idle()
  const post = await world.read(id)
  assert.equal(post.status, 'partially_published')
  assert.deepEqual(
    post.targets.map((one: { status: string }) => one.status),
    ['published', 'failed'],
  )
  const events = await listPostEvents(id)
  assert.equal(events.length, 2, 'one for each target')
  for (const type of ['post.failed failed', 'post.published published'])
    assert.ok(events.some((event) => event.startsWith(type)))
  assert.match(events.at(-1) ?? '', / partially_published$/, 'the last one shows the final status')
  const [good, bad] = post.targets
  assert.equal((await live('POST', `/v1/posts/${id}/retry`, { target_ids: [good.id] })).body.code, 'wrong_state')
  assert.equal((await live('POST', `/v1/posts/${id}/retry`, { target_ids: ['tgt_none'] })).status, 404)
  const retried = await live('POST', `/v1/posts/${id}/retry`, { target_ids: [bad.id] })
  assert.equal(retried.body.status, 'publishing')
  await queue.idle()
  assert.equal((await world.read(id)).status, 'published')
  assert.deepEqual(await Promise.all(accounts.map((one) => world.shownOn(one))), [['Part'], ['Part']])
  assert.equal((await live('POST', `/v1/posts/${id}/retry`, {})).body.code, 'wrong_state')
})

test('where the platform cannot be queried, a person decides', async () => {
  const { account, fault } = await scripted()
  await lacking(sandbox, ['reconcile'], async () => {
    await fault('posts.create', 'timeout_before')
    const id = await send(account)
    await world.pass(7200, 10)
    const stuck = await target(id)
    assert.deepEqual([stuck.status, stuck.error.code], ['unconfirmed', 'outcome_unknown'])
    assert.match(stuck.error.remediation, /force/)
    assert.equal((await world.read(id)).status, 'failed')
    assert.deepEqual(await listPostEvents(id), ['post.failed unconfirmed failed'])
    assert.equal((await live('POST', `/v1/posts/${id}/retry`, {})).body.code, 'wrong_state')
    assert.equal((await live('DELETE', `/v1/posts/${id}`)).body.code, 'wrong_state')
    const forced = await live('POST', `/v1/posts/${id}/retry`, { force: true })
    assert.equal(forced.status, 200, forced.text)
    await queue.idle()
    assert.equal((await target(id)).status, 'published')
    assert.deepEqual(await world.shownOn(account), ['Once'])
  })
})

test('a platform that does not respond for an hour leaves the post unconfirmed; a retry asks again', async () => {
  const { account, fault } = await scripted()
  await fault('posts.create', 'timeout_after')
  await fault('posts.find', 'fail_before', 11)
  const id = await send(account)
  await world.pass(3600, 360)
  assert.deepEqual([(await target(id)).status, (await world.read(id)).status], ['unconfirmed', 'failed'])
  assert.deepEqual(await listPostEvents(id), ['post.failed unconfirmed failed'])
  assert.equal((await live('POST', `/v1/posts/${id}/retry`, {})).body.status, 'publishing')
  await queue.idle()
  assert.equal((await target(id)).status, 'published')
  assert.deepEqual(await world.shownOn(account), ['Once'])
})

test('a post that is a day late fails instead of being published, and a retry publishes it', async () => {
  const { account } = await scripted()
  const at = (seconds: number) => new Date(ctx.clock.now().getTime() + seconds * 1000).toISOString()
  const [late, later] = [await send(account, { scheduled_at: at(60) }), await send(account, { scheduled_at: at(120) })]
  ctx.clock.advance(86_400_000 + 61_000)
  await queue.idle()
  const { status, error } = await target(late)
  assert.deepEqual([status, error.code], ['failed', 'too_late'])
  assert.deepEqual(await listPostEvents(late), ['post.failed failed failed'])
  assert.equal((await target(later)).status, 'published', 'within a day it is')
  assert.equal((await live('POST', `/v1/posts/${late}/retry`)).status, 200)
  await queue.idle()
  assert.equal((await target(late)).status, 'published')
})

test("an account's posts appear in the order of their times, even if one of them has to wait", async () => {
  const { account, fault } = await scripted()
  const { account: other } = await scripted()
  const at = (seconds: number) => new Date(ctx.clock.now().getTime() + seconds * 1000).toISOString()
  await fault('posts.create', 'rate_limit', 2)
  for (const n of [3, 1, 2]) await send(account, { content: `${n}`, scheduled_at: at(n) })
  await send(other, { content: 'elsewhere', scheduled_at: at(3) })
  await world.pass(4)
  assert.deepEqual(await world.shownOn(other), ['elsewhere'])
  assert.deepEqual(await world.shownOn(account), [])
  await world.pass(20, 20)
  assert.deepEqual(await world.shownOn(account), ['1', '2', '3'])
})

test('an event contains the post and the target as the API returns them', async () => {
  const { account } = await scripted()
  const id = await send(account)
  await queue.idle()
  const [row] = await db<{ body: string }[]>`select body from webhook_events where body like ${`%${id}%`}`
  const { type, data, workspace_id } = JSON.parse(row?.body ?? '{}')
  const post = await world.read(id)
  assert.deepEqual([type, workspace_id], ['post.published', world.workspaceId])
  assert.deepEqual(data, { post, target: post.targets[0] })
})
