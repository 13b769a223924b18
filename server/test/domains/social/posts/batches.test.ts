import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { publishBook } from '../../../../src/domains/billing/credits/published-books.ts'
import { STANDARD_BOOK } from '../../../../src/domains/billing/credits/standard-book.ts'
import { assertCode } from '../../../support/account-scene.ts'
import { bootPosts, ingestImage } from '../../../support/post-scene.ts'

const world = await bootPosts()
const { live, db, ctx, queue } = world
const tomorrow = () => new Date(ctx.clock.now().getTime() + 86_400_000).toISOString()
const keyed = () => ({ 'idempotency-key': randomUUID() })
const account = await world.newAccount()
const other = await world.account(account.profileId)
const targets = [{ account_id: account.id }]
const send = (body: object, headers = {}) => live('POST', '/v1/posts', body, headers)

/** Counts the commits that stored these posts. */
async function countCommits(ids: readonly string[]): Promise<number> {
  const [row] = await db<{ commits: number }[]>`
    select count(distinct xmin::text) as commits from posts where workspace_id = ${world.workspaceId} and id = any(${ids})`
  return row?.commits ?? 0
}

test('posts created at the same moment share commits, and each response matches a read of the post', async () => {
  const image = await ingestImage(live, queue)
  const bodies = [
    { targets, content: 'Plain' },
    { targets, content: 'Quote " and \\ and {braces}, and null', first_comment: 'First' },
    { targets: [{ account_id: other.id, content: 'Own', options: { visibility: 'followers' } }], content: 'All' },
    {
      targets: [...targets, { account_id: other.id, media_ids: [], first_comment: '' }],
      content: 'Two',
      media_ids: [image],
    },
  ].map((body) => ({ ...body, scheduled_at: tomorrow() }))
  const replies = await Promise.all([
    ...Array.from({ length: 15 }, () => bodies)
      .flat()
      .map((body, n) => send(body, n % 2 === 0 ? keyed() : {})),
    live('POST', '/v1/posts/drafts', { profile_id: account.profileId, content: 'A draft' }),
    live('POST', '/v1/posts/drafts', { targets, content: 'A draft with a target' }, keyed()),
  ])
  for (const reply of replies) {
    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(await world.read(reply.body.id), reply.body)
  }
  const commits = await countCommits(replies.map(({ body }) => body.id))
  assert.ok(commits <= replies.length / 2, `${replies.length} posts in ${commits} commits`)
})

test('a post that cannot be stored fails alone: those created with it are stored', async () => {
  await db.unsafe("alter table posts add constraint refuse_post check (content <> 'refused') not valid")
  const contents = Array.from({ length: 24 }, (_, n) => (n === 7 ? 'refused' : `with it ${n}`))
  const replies = await Promise.all(
    contents.map((content) => send({ targets, content, scheduled_at: tomorrow() }, keyed())),
  )
  for (const [n, reply] of replies.entries()) assert.equal(reply.status, n === 7 ? 500 : 201, reply.text)
  const rows = await db`select from posts where content like 'with it %'`
  assert.equal(rows.length, 23)
  await db.unsafe('alter table posts drop constraint refuse_post')
})

test('one Idempotency-Key creates one post, however many concurrent calls use it', async () => {
  const headers = keyed()
  const body = { targets, content: 'Once', scheduled_at: tomorrow() }
  const [beside, ...replies] = await Promise.all([
    send({ ...body, content: 'Beside' }, keyed()),
    ...Array.from({ length: 12 }, () => send(body, headers)),
  ])
  assert.equal(beside?.status, 201)
  const made = replies.filter(({ status }) => status === 201)
  assert.ok(made.length > 0)
  assert.equal(new Set(made.map(({ text }) => text)).size, 1)
  for (const reply of replies) if (reply.status !== 201) assertCode(reply, 409, 'idempotency_in_progress')
  assert.equal((await db`select from posts where content = 'Once'`).length, 1)
})

test('a retry gets the stored bytes, even if the post could no longer be created; another body is refused', async () => {
  const gone = await world.newAccount()
  const headers = keyed()
  const body = { targets: [{ account_id: gone.id }], content: 'Kept', scheduled_at: tomorrow() }
  const first = await send(body, headers)
  assert.equal(first.status, 201, first.text)
  assert.equal((await live('POST', `/v1/posts/${first.body.id}/cancel`)).status, 200)
  assert.equal((await live('DELETE', `/v1/accounts/${gone.id}`)).status, 200)
  assert.equal((await send(body, keyed())).status, 422)
  const again = await send(body, headers)
  assert.deepEqual([again.status, again.text], [201, first.text])
  assert.equal(again.headers.get('location'), first.headers.get('location'))
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(again.headers.get('x-original-request-id'), first.headers.get('x-request-id'))
  assertCode(await send({ ...body, content: 'Other' }, headers), 422, 'idempotency_key_reused')
})

test('a refused post frees its Idempotency-Key', async () => {
  const headers = keyed()
  const missing = { targets: [{ account_id: 'acc_none' }], content: 'Later', scheduled_at: tomorrow() }
  assert.equal((await send(missing, headers)).status, 404)
  assert.equal((await send({ ...missing, targets }, headers)).status, 201)
})

test('a post that costs credits is charged once, shows its key, and is replayed with its charge', async () => {
  const actions = { ...STANDARD_BOOK.actions, 'posts.create': { credits: 3, unit: 'post' } }
  await publishBook(ctx, db, { ...STANDARD_BOOK, name: 'posts-cost', actions })
  const headers = keyed()
  const body = { targets, content: 'Priced', scheduled_at: tomorrow() }
  const first = await send(body, headers)
  assert.deepEqual([first.status, first.headers.get('x-credits-charged')], [201, '3'], first.text)
  assert.equal(first.body.idempotency_key, headers['idempotency-key'])
  const again = await send(body, headers)
  assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [first.text, 'true'])
  assert.equal((await db`select from posts where content = 'Priced'`).length, 1)
})
