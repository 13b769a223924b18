import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandbox } from '../../../../src/connectors/sandbox/platform.ts'
import { assertCode, scriptFault } from '../../../support/account-scene.ts'
import { lacking } from '../../../support/capabilities.ts'
import { actOnSandbox, bootInbox, list } from '../../../support/inbox-scene.ts'

const scene = await bootInbox()
const { live, insider, stranger, db, account, pass, push, page, listEvents } = scene
const { id: postId, externalId: post } = await scene.publish('A harbour')
let people = 0
const writeComment = (body: string, more: object = {}) =>
  actOnSandbox(live, 'comments', { post_external_id: post, from: `visitor${people++}`, body, ...more })
const all = () => list(live, `/v1/comments?account_id=${account.id}&limit=100`)
const find = async (externalId: string) =>
  (await all()).find(({ external_id }: { external_id: string }) => external_id === externalId)

test('comments are polled and shown as declared, newest first, and only to keys of their profile', async () => {
  const first = await writeComment('Where is this?')
  await pass()
  const second = await writeComment('Lovely')
  await pass()
  const [newest, oldest] = await list(live, '/v1/comments')
  assert.deepEqual([newest.external_id, oldest.external_id], [second.id, first.id])
  assert.deepEqual(oldest, {
    id: oldest.id,
    account_id: account.id,
    platform: 'sandbox',
    external_id: first.id,
    external_media_id: post,
    parent_external_id: null,
    author: { external_id: 'sb-visitor-visitor0', name: 'visitor0', username: 'visitor0', avatar_url: null },
    body: 'Where is this?',
    post_id: postId,
    is_hidden: false,
    can_reply: true,
    is_own: false,
    is_answered: false,
    occurred_at: first.created_at,
    created_at: oldest.created_at,
  })
  assert.match(oldest.id, /^cmt_/)
  assert.deepEqual((await live('GET', `/v1/comments/${oldest.id}`)).body, oldest)
  const { body: page1 } = await live('GET', '/v1/comments?limit=1')
  assert.deepEqual([page1.data, page1.has_more], [[newest], true])
  assert.deepEqual(await list(live, `/v1/comments?limit=1&cursor=${page1.next_cursor}`), [oldest])
  assert.equal((await list(live, `/v1/comments?external_media_id=${post}`)).length, 2)
  assert.deepEqual(await list(live, '/v1/comments?external_media_id=another'), [])
  assert.deepEqual(await list(live, `/v1/comments?post_id=${postId}`), [newest, oldest])
  const { id: quiet } = await scene.publish('Another harbour')
  assert.deepEqual(await list(live, `/v1/comments?post_id=${quiet}`), [])
  assert.deepEqual(await list(live, '/v1/comments?account_id=acc_another'), [])

  assert.deepEqual((await list(insider, '/v1/comments')).length, 2)
  assert.deepEqual(await list(stranger, '/v1/comments'), [])
  assertCode(await stranger('GET', `/v1/comments/${oldest.id}`), 403, 'out_of_scope')
  assertCode(await stranger('POST', `/v1/comments/${oldest.id}/moderate`, { action: 'hide' }), 403, 'out_of_scope')
  const neighbour = await scene.neighbour()
  assertCode(await neighbour.live('GET', `/v1/comments/${oldest.id}`), 404, 'not_found')
  assertCode(await neighbour.live('POST', `/v1/comments/${oldest.id}/reply`, { body: 'Hm' }), 404, 'not_found')
})

test('a comment is stored once: after two polls, a push and a poll, and a list that repeats itself', async () => {
  const { id, data, entity_external_id, created_at } = await writeComment('Told twice')
  const item = { ...data, id, kind: 'comment', entity_id: entity_external_id, created_at }
  assert.equal((await push([item, item])).status, 200)
  assert.equal((await push([item])).status, 200)
  await pass(0)
  const pushed = await find(id)
  assert.equal(pushed?.body, 'Told twice')
  await scriptFault(live, 'comments.list', 'answer_twice')
  await pass()
  await db`update account_feeds set cursor = null where feed = 'comments'`
  await pass()
  const copies = (await all()).filter(({ external_id }: { external_id: string }) => external_id === id)
  assert.deepEqual(copies, [pushed])
  const announced = (await listEvents('comment.received')).filter(({ comment }) => comment.external_id === id)
  assert.deepEqual(announced, [{ comment: pushed }])
})

test("the account's own comments emit no event", async () => {
  const { id } = await writeComment('A question')
  await pass()
  const { id: commentId } = await find(id)
  const reply = await live('POST', `/v1/comments/${commentId}/reply`, { body: 'An answer' })
  assert.equal(reply.status, 201, reply.text)
  await db`update account_feeds set cursor = null where feed = 'comments'`
  await pass()
  const announced = (await listEvents('comment.received')).map(({ comment }) => comment.body)
  assert.ok(announced.includes('A question') && !announced.includes('An answer'))
})

test('text that the database cannot store, and an invalid date, do not stop a feed', async () => {
  const { id, data, entity_external_id } = await writeComment('Odd')
  const odd = { ...data, id: 'odd-1', kind: 'comment', entity_id: entity_external_id, created_at: 'at noon' }
  const author = { id: 'o\0dd', name: 'half \ud83d', username: '\0' }
  assert.equal((await push([{ ...odd, body: 'N\0UL \ud83d\ude00', author }])).status, 200)
  await pass(0)
  const { body, author: shown, occurred_at } = await find('odd-1')
  assert.deepEqual([body, shown.external_id, shown.name], ['NUL \u{1f600}', 'odd', 'half \ufffd'])
  assert.equal(occurred_at, null)
  await pass()
  assert.ok(await find(id))
})

test("a feed that keeps failing is an issue in the account's health until it can be read again", async () => {
  const health = async () => (await live('GET', `/v1/accounts/${account.id}`)).body.health
  await scriptFault(live, 'comments.list', 'fail_before', { times: null })
  await pass()
  assert.deepEqual([(await health()).status, (await health()).issues], ['healthy', []], 'a short trouble is none')
  for (let failure = 0; failure < 5; failure++) await pass(600_000)
  const { status, issues } = await health()
  assert.deepEqual([status, issues.length, issues[0].code, issues[0].feed], ['warning', 1, 'feed_failing', 'comments'])
  assert.match(issues[0].message, /^comments could not be read since \d{4}.*503/)
  const [shown] = (await live('GET', '/v1/accounts/health')).body.data
  assert.deepEqual(shown.health.issues, issues)
  assert.deepEqual((await live('POST', `/v1/accounts/${account.id}/health`)).body.health.issues, issues)
  const faults = (await live('GET', '/v1/sandbox/faults')).body.data
  for (const { id } of faults) await live('DELETE', `/v1/sandbox/faults/${id}`)
  await pass(6 * 3_600_000)
  assert.deepEqual([(await health()).status, (await health()).issues], ['healthy', []])
})

test('hide, unhide and delete act on the platform; a deleted comment is null in the reply and gone from lists', async () => {
  const { id: externalId } = await writeComment('Rude')
  await pass()
  const comment = await find(externalId)
  const moderate = (action: string) => live('POST', `/v1/comments/${comment.id}/moderate`, { action })
  const onNetwork = async () =>
    (await db<{ data: Record<string, unknown> }[]>`select data from sandbox_items where id = ${externalId}`)[0]?.data

  for (let twice = 0; twice < 2; twice++)
    assert.deepEqual((await moderate('hide')).body, { action: 'hide', comment: { ...comment, is_hidden: true } })
  assert.equal((await onNetwork())?.['is_hidden'], true)
  await pass()
  assert.deepEqual(await find(externalId), { ...comment, is_hidden: true })
  assert.deepEqual((await moderate('unhide')).body, { action: 'unhide', comment })
  assert.deepEqual((await moderate('delete')).body, { action: 'delete', comment: null })
  assert.equal((await onNetwork())?.['is_deleted'], true)
  assertCode(await live('GET', `/v1/comments/${comment.id}`), 404, 'not_found')
  assertCode(await moderate('delete'), 404, 'not_found')
  await db`update account_feeds set cursor = null where feed = 'comments'`
  await pass()
  assert.equal(await find(externalId), undefined, 'a late copy does not bring it back')
})

test('a comment deleted on the platform disappears from lists', async () => {
  const { id, data, created_at } = await writeComment('Withdrawn')
  await pass()
  assert.ok(await find(id))
  await push([{ ...data, id, kind: 'comment', entity_id: page, created_at, is_deleted: true }])
  await pass(0)
  assert.equal(await find(id), undefined)
})

test('a reply is a comment too, at once and after the next poll; replies that the platform does not accept are refused', async () => {
  const { id: externalId } = await writeComment('A question')
  await pass()
  const comment = await find(externalId)
  const reply = await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'An answer' })
  assert.equal(reply.status, 201, reply.text)
  const { parent_external_id, external_media_id, body, can_reply } = reply.body
  assert.deepEqual([parent_external_id, external_media_id, body, can_reply], [externalId, post, 'An answer', false])
  await pass()
  assert.deepEqual(await find(reply.body.external_id), reply.body)
  assertCode(await live('POST', `/v1/comments/${reply.body.id}/reply`, { body: 'More' }), 409, 'wrong_state')
  assertCode(await live('POST', `/v1/comments/${comment.id}/reply`, { body: '' }), 422, 'validation_error')
})

const repliesTo = async (externalId: string) =>
  (await all()).filter(({ parent_external_id }: { parent_external_id: string }) => parent_external_id === externalId)

for (const fault of ['timeout_after', 'error_after', 'timeout_before', 'fail_before'])
  test(`a reply with an unknown outcome (${fault}) is sent once when the call is repeated with its key`, async () => {
    const { id: externalId } = await writeComment(`Question before ${fault}`)
    await pass()
    const comment = await find(externalId)
    await scriptFault(live, 'comments.reply', fault)
    const key = { 'idempotency-key': `reply ${fault}`.replaceAll(' ', '-') }
    const send = () => live('POST', `/v1/comments/${comment.id}/reply`, { body: 'Once' }, key)
    const first = await send()
    assert.ok([502, 504].includes(first.status), first.text)
    assert.equal(first.body.outcome, 'unknown')
    const second = await send()
    assert.equal(second.status, 201, second.text)
    assert.deepEqual((await send()).body, second.body)
    await pass()
    assert.deepEqual(await repliesTo(externalId), [second.body])
  })

test('an unavailable platform gives 502 and a refusal 422, and nothing changes', async () => {
  const { id: externalId } = await writeComment('Steady')
  await pass()
  const comment = await find(externalId)
  await scriptFault(live, 'comments.change', 'fail_before')
  assertCode(await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'hide' }), 502, 'upstream_error')
  await scriptFault(live, 'comments.change', 'reject')
  assertCode(await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'hide' }), 422, 'validation_error')
  await scriptFault(live, 'comments.change', 'rate_limit')
  assertCode(await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'hide' }), 429, 'rate_limited')
  assert.deepEqual(await find(externalId), comment)
})

test('more comments than fit into a batch are all read', async () => {
  for (let n = 0; n < 120; n++) await writeComment(`One of many ${n}`)
  await pass()
  const { body: first } = await live('GET', '/v1/comments?limit=100')
  const rest = await list(live, `/v1/comments?limit=100&cursor=${first.next_cursor}`)
  const many = [...first.data, ...rest].filter(({ body }: { body: string }) => body.startsWith('One of many'))
  assert.equal(many.length, 120)
  assert.equal(many[0].body, 'One of many 119')
})

test('a missing capability gives 422 before the platform is called', async () => {
  const { id: externalId } = await writeComment('Unhideable')
  await pass()
  const comment = await find(externalId)
  await scriptFault(live, 'comments.change', 'reject')
  await lacking(sandbox, ['comments.hide'], async () => {
    const refused = await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'hide' })
    assertCode(refused, 422, 'unsupported_by_platform')
    assertCode(await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'unhide' }), 422, 'validation_error')
  })
  await lacking(sandbox, ['comments'], async () => {
    const reply = await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'Hm' })
    assertCode(reply, 422, 'unsupported_by_platform')
  })
})

test('a cursor of another list is refused', async () => {
  for (const text of ['One', 'Two']) await scene.publish(text)
  const { next_cursor: cursor } = (await live('GET', '/v1/posts?limit=1')).body
  const lists = ['profiles', 'accounts', 'accounts/health', 'comments', 'conversations', 'reviews', 'media']
  const path = `accounts/${account.id}`
  for (const other of [...lists, `${path}/entities`, `${path}/templates`]) {
    const reply = await live('GET', `/v1/${other}?cursor=${cursor}`)
    assert.deepEqual([reply.status, reply.body.detail?.[0].loc], [422, ['query', 'cursor']], other)
  }
})
