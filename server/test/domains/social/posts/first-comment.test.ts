import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandbox } from '../../../../src/connectors/sandbox/platform.ts'
import { firstCommentJob } from '../../../../src/domains/social/posts/contract/jobs.ts'
import { requeueOverdue } from '../../../../src/domains/social/posts/publishing/requeue-overdue.ts'
import { scriptFault } from '../../../support/account-scene.ts'
import { lacking } from '../../../support/capabilities.ts'
import { loseJobs } from '../../../support/paused-jobs.ts'
import { type Account, bootPosts } from '../../../support/post-scene.ts'

const world = await bootPosts()
const { live, queue, ctx, db } = world
let names = 0

async function scripted() {
  const username = `commenter-${names++}`
  const account = await world.account(await world.profile(), username)
  return {
    account,
    fault: (fault: string, times = 1) => scriptFault(live, 'comments.create', fault, { username, times }),
  }
}

const send = async ({ id }: Account, more: Record<string, unknown> = {}) =>
  (await world.post({ targets: [{ account_id: id }], content: 'A post', first_comment: 'First!', ...more }))
    .id as string
const target = async (id: string) => (await world.read(id)).targets[0]

/** Lists the comments of a page on the sandbox, oldest first. */
async function commentsOn({ page }: Account): Promise<string[]> {
  const rows = await db<{ body: string }[]>`
    select data ->> 'body' as body from sandbox_items where kind = 'comment' and entity_id = ${page} order by seq`
  return rows.map(({ body }) => body)
}

test('the first comment is posted under the post after it is published, and shows its own outcome', async () => {
  const { account } = await scripted()
  const created = await world.post({
    targets: [{ account_id: account.id }],
    content: 'A post',
    first_comment: 'First!',
  })
  const pending = { body: 'First!', status: 'pending', external_id: null, error: null }
  assert.deepEqual(created.targets[0].first_comment, pending)
  await queue.idle()
  const { status, first_comment: comment } = await target(created.id)
  assert.equal(status, 'published')
  assert.deepEqual(comment, { ...pending, status: 'published', external_id: comment.external_id })
  assert.match(comment.external_id, /^sb-comment-/)
  assert.deepEqual(await commentsOn(account), ['First!'])
  assert.deepEqual(await world.attempts(created.id), [
    'prepare succeeded',
    'publish succeeded',
    'first_comment succeeded',
  ])
})

test('a target has its own first comment, or none, and an edit keeps or changes them', async () => {
  const profileId = await world.profile()
  const [a, b, c] = [await world.account(profileId), await world.account(profileId), await world.account(profileId)]
  const scheduled_at = new Date(ctx.clock.now().getTime() + 60_000).toISOString()
  const { id } = await world.post({
    targets: [
      { account_id: a.id },
      { account_id: b.id, first_comment: 'Mine' },
      { account_id: c.id, first_comment: '' },
    ],
    content: 'A post',
    first_comment: 'Ours',
    scheduled_at,
  })
  assert.equal((await live('PATCH', `/v1/posts/${id}`, { content: 'Changed' })).status, 200)
  const changed = await live('PATCH', `/v1/posts/${id}`, { first_comment: 'All of us' })
  const shown = changed.body.targets.map((one: { first_comment: { body: string } | null }) => one.first_comment?.body)
  assert.deepEqual(shown, ['All of us', 'Mine', undefined])
  await world.pass(60)
  assert.deepEqual([await commentsOn(a), await commentsOn(b), await commentsOn(c)], [['All of us'], ['Mine'], []])
})

for (const fault of ['timeout_after', 'error_after', 'timeout_before', 'fail_before', 'rate_limit', 'expire_token'])
  test(`after the fault ${fault} the comment appears once, and the post is not published again`, async () => {
    const { account, fault: break_ } = await scripted()
    await break_(fault)
    const id = await send(account)
    await world.pass(120, 6)
    const { status, first_comment: comment } = await target(id)
    assert.deepEqual([status, comment.status, comment.error], ['published', 'published', null])
    assert.deepEqual([await world.shownOn(account), await commentsOn(account)], [['A post'], ['First!']])
  })

test('a refused comment fails, the post stays published, and a retry sends only the comment', async () => {
  const { account, fault } = await scripted()
  await fault('reject')
  const id = await send(account)
  await queue.idle()
  const { status, error, first_comment: comment } = await target(id)
  assert.deepEqual([status, error, comment.status, comment.error.code], ['published', null, 'failed', 'rejected'])
  assert.equal((await world.read(id)).status, 'published')
  const retried = await live('POST', `/v1/posts/${id}/retry`, {})
  assert.deepEqual([retried.status, retried.body.targets[0].first_comment.status], [200, 'pending'])
  await queue.idle()
  assert.equal((await target(id)).first_comment.status, 'published')
  assert.deepEqual([await world.shownOn(account), await commentsOn(account)], [['A post'], ['First!']])
  assert.equal((await live('POST', `/v1/posts/${id}/retry`, {})).body.code, 'wrong_state')
})

test('a comment that keeps failing is given up', async () => {
  const { account, fault } = await scripted()
  await fault('fail_before', 100)
  const id = await send(account)
  await world.pass(3600, 20)
  const { first_comment: comment } = await target(id)
  assert.deepEqual([comment.status, comment.error.code], ['failed', 'unavailable'])
  assert.equal((await world.attempts(id)).filter((one: string) => one === 'first_comment unknown').length, 10)
})

test('a comment whose job was lost gets another', async () => {
  const { account, fault } = await scripted()
  await fault('fail_before')
  const id = await send(account)
  await queue.idle()
  await loseJobs(db, firstCommentJob)
  await world.pass(1000)
  await requeueOverdue(ctx)
  await queue.idle()
  assert.equal((await target(id)).first_comment.status, 'published')
})

test('a first comment that the platform cannot write, or that is too long, is refused before anything is stored', async () => {
  const { account } = await scripted()
  const body = { targets: [{ account_id: account.id }], content: 'x', first_comment: 'y'.repeat(501) }
  for (const path of ['/v1/posts', '/v1/posts/validate']) {
    const reply = await live('POST', path, body)
    assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, ['body', 'targets', 0, 'first_comment']])
    assert.equal(reply.body.detail[0].ctx.rule, 'sandbox.text.max_graphemes')
  }
  await lacking(sandbox, ['comments.on_post'], async () => {
    for (const path of ['/v1/posts', '/v1/posts/validate']) {
      const reply = await live('POST', path, { ...body, first_comment: 'y' })
      assert.deepEqual([reply.status, reply.body.code], [422, 'unsupported_by_platform'])
    }
  })
})
