import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUnusedMedia } from '../../../../src/domains/social/media/cleanup.ts'
import { fetchJob } from '../../../../src/domains/social/media/contract/jobs.ts'
import { requeueOverdue } from '../../../../src/domains/social/posts/publishing/requeue-overdue.ts'
import { pdf, png } from '../../../support/media-samples.ts'
import { startOrigin } from '../../../support/media-world.ts'
import { loseJobs } from '../../../support/paused-jobs.ts'
import { bootPosts } from '../../../support/post-scene.ts'

const world = await bootPosts()
const { live, queue, ctx, db } = world
const origin = await startOrigin()
const after = (seconds: number) => new Date(ctx.clock.now().getTime() + seconds * 1000).toISOString()
let names = 0
await live('POST', '/v1/webhooks', { url: origin.url, events: ['*'] })

/** Creates an asset whose source fails: it stays pending until `arrive` or `fail`, and the time of the next attempt. */
async function pendingMedia() {
  const path = `/file-${names++}`
  origin.answers[path] = (_request, response) => response.writeHead(503).end()
  const { id } = (await live('POST', '/v1/media', { url: `${origin.url}${path}` })).body
  await queue.idle()
  assert.equal((await live('GET', `/v1/media/${id}`)).body.status, 'pending')
  return {
    id: id as string,
    arrive(file = png(30, 40)) {
      origin.answers[path] = file
    },
    fail() {
      delete origin.answers[path]
    },
  }
}

const publishJobs = async () => (await db`select from jobs where job = 'posts.publish'`).length
const events = async (id: string) => {
  const rows = await db<{ type: string }[]>`
    select type from webhook_events where body like ${`%${id}%`} order by id`
  return rows.map(({ type }) => type)
}

test('a post waits for its pending media without a job, delays no other post, and is sent when they are ready', async () => {
  const account = await world.newAccount()
  const [one, two] = [await pendingMedia(), await pendingMedia()]
  const target = { account_id: account.id }
  const checked = await live('POST', '/v1/posts/validate', { targets: [target], media_ids: [one.id] })
  assert.equal(checked.status, 200, checked.text)
  const { id, status } = await world.post({ targets: [target], content: 'With pictures', media_ids: [one.id, two.id] })
  assert.equal(status, 'publishing')
  await world.post({ targets: [target], content: 'Without' })
  one.arrive()
  await world.pass(10)
  await requeueOverdue(ctx)
  assert.deepEqual(await world.shownOn(account), ['Without'])
  const waiting = await world.read(id)
  assert.deepEqual(
    [waiting.status, waiting.targets[0].status, waiting.targets[0].attempts],
    ['publishing', 'pending', 0],
  )
  assert.equal(await publishJobs(), 0)
  assert.equal((await live('DELETE', `/v1/media/${two.id}`)).body.code, 'wrong_state')

  two.arrive()
  await world.pass(60)
  const published = await world.read(id)
  assert.deepEqual([published.status, published.targets[0].attempts], ['published', 1])
  assert.deepEqual(await world.shownOn(account), ['Without', 'With pictures'])
  assert.deepEqual(await events(two.id), ['media.ready', 'post.published'])
})

test('a target whose own media are ready does not wait for those of another target', async () => {
  const profileId = await world.profile()
  const [a, b] = [await world.account(profileId), await world.account(profileId)]
  const media = await pendingMedia()
  const { id } = await world.post({
    targets: [{ account_id: a.id, media_ids: [] }, { account_id: b.id }],
    content: 'Two',
    media_ids: [media.id],
  })
  await queue.idle()
  const statuses = async () => (await world.read(id)).targets.map(({ status }: { status: string }) => status)
  assert.deepEqual(await statuses(), ['published', 'pending'])
  media.arrive()
  await world.pass(10)
  assert.deepEqual(await statuses(), ['published', 'published'])
})

test('when its media fail, the post fails with their error', async () => {
  const account = await world.newAccount()
  const media = await pendingMedia()
  const { id } = await world.post({ targets: [{ account_id: account.id }], content: 'x', media_ids: [media.id] })
  media.fail()
  await world.pass(10)
  const { status, targets } = await world.read(id)
  assert.deepEqual([status, targets[0].error.code], ['failed', 'media_failed'])
  assert.match(targets[0].error.message, /http_status.*status 404/)
  assert.deepEqual(await events(media.id), ['media.failed', 'post.failed'])
  assert.match((await live('POST', `/v1/posts/${id}/retry`, {})).body.detail, /media have failed/)
  assert.equal((await live('DELETE', `/v1/media/${media.id}`)).status, 200, 'the post needs it no more')
})

test('media that are never fetched fail after a day, and the post with them', async () => {
  const account = await world.newAccount()
  const media = await pendingMedia()
  await loseJobs(db, fetchJob)
  const { id } = await world.post({ targets: [{ account_id: account.id }], content: 'x', media_ids: [media.id] })
  await world.pass(26 * 3600)
  await deleteUnusedMedia(ctx)
  await queue.idle()
  const { status, targets } = await world.read(id)
  assert.deepEqual([status, targets[0].error.code], ['failed', 'media_failed'])
  assert.match(targets[0].error.message, /abandoned/)
})

test('a scheduled post is sent at its time if its media are ready by then, or otherwise as soon as they are', async () => {
  const account = await world.newAccount()
  const [early, late] = [await pendingMedia(), await pendingMedia()]
  const schedule = (content: string, mediaId: string, seconds: number) =>
    world.post({
      targets: [{ account_id: account.id }],
      content,
      media_ids: [mediaId],
      scheduled_at: after(seconds),
    })
  const first = await schedule('Early', early.id, 3600)
  const second = await schedule('Late', late.id, 20)
  early.arrive()
  await world.pass(25)
  assert.deepEqual(await world.shownOn(account), [])
  assert.equal((await world.read(first.id)).status, 'scheduled')
  late.arrive()
  await world.pass(100)
  assert.deepEqual(await world.shownOn(account), ['Late'])
  await world.pass(3600)
  assert.deepEqual(await world.shownOn(account), ['Late', 'Early'])
  for (const { id } of [first, second]) assert.equal((await world.read(id)).status, 'published')
})

test('a scheduled post whose media failed can get others until its time', async () => {
  const account = await world.newAccount()
  const [bad, good] = [await pendingMedia(), await pendingMedia()]
  const body = { targets: [{ account_id: account.id }], content: 'x', media_ids: [bad.id], scheduled_at: after(600) }
  const { id } = await world.post(body)
  bad.fail()
  await world.pass(60)
  assert.equal((await world.read(id)).status, 'scheduled')
  const changed = await live('PATCH', `/v1/posts/${id}`, { media_ids: [good.id] })
  assert.equal(changed.status, 200, changed.text)
  good.arrive()
  await world.pass(600, 2)
  assert.equal((await world.read(id)).status, 'published')
})

test("a file that arrives later and breaks a platform's rules fails the post before anything is sent", async () => {
  const account = await world.newAccount()
  const media = await pendingMedia()
  const { id } = await world.post({ targets: [{ account_id: account.id }], content: 'x', media_ids: [media.id] })
  media.arrive(pdf)
  await world.pass(10)
  const { status, targets } = await world.read(id)
  assert.deepEqual([status, targets[0].error.code, targets[0].error.rule], ['failed', 'rejected', 'sandbox.media.type'])
  assert.deepEqual(await world.attempts(id), ['prepare failed'])
})

test('a post that waits for media can be changed, canceled and deleted', async () => {
  const account = await world.newAccount()
  const media = await pendingMedia()
  const body = { targets: [{ account_id: account.id }], content: 'x', media_ids: [media.id] }
  const [canceled, deleted] = [await world.post(body), await world.post(body)]
  const changed = await world.post({ ...body, scheduled_at: after(5) })
  assert.equal((await live('POST', `/v1/posts/${canceled.id}/cancel`)).body.status, 'canceled')
  assert.equal((await live('DELETE', `/v1/posts/${deleted.id}`)).status, 200)
  assert.equal((await live('PATCH', `/v1/posts/${changed.id}`, { content: 'changed' })).status, 200)
  media.arrive()
  await world.pass(10, 2)
  assert.deepEqual(await world.shownOn(account), ['changed'])
})

test("pending media count towards a platform's limits, with their number", async () => {
  const account = await world.newAccount()
  const ready = await pendingMedia()
  ready.arrive()
  await world.pass(60)
  const pending = [await pendingMedia(), await pendingMedia(), await pendingMedia(), await pendingMedia()].map(
    ({ id }) => id,
  )
  const send = (path: string, media_ids: string[]) =>
    live('POST', path, { targets: [{ account_id: account.id }], content: 'Many', media_ids })
  for (const path of ['/v1/posts/validate', '/v1/posts'])
    for (const ids of [
      [...pending, ready.id],
      [ready.id, ...pending],
    ]) {
      const refused = await send(path, ids)
      assert.equal(refused.status, 422, refused.text)
      const [
        {
          loc,
          msg,
          ctx: { rule },
        },
        ...others
      ] = refused.body.detail
      assert.deepEqual([loc, rule], [['body', 'targets', 0, 'media_ids'], 'sandbox.media.max_count'])
      assert.equal(msg, '5 media, at most 4 fit.')
      // Four images fit, and one video.
      assert.deepEqual(
        others.map((each: { msg: string }) => each.msg),
        ['5 of kind image, at most 4 fit.'],
      )
    }
  const accepted = await send('/v1/posts', [ready.id, ...pending.slice(1)])
  assert.equal(accepted.status, 201, accepted.text)
  for (const kind of ['video', 'image'])
    assert.equal((await send('/v1/posts/validate', pending.slice(0, kind === 'video' ? 1 : 4))).status, 200)
})
