import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actOnSandbox, bootInbox, list } from '../../../support/inbox-scene.ts'

const scene = await bootInbox()
const { live, insider, stranger, db, ctx, account, page, pass } = scene
type InboxItem = { id: string; body?: string; participant?: { name: string }; author?: { name: string } }
const write = (from: string, body: string) => actOnSandbox(live, 'messages', { entity_external_id: page, from, body })
const people = async (query: string, client = live) =>
  (await list(client, `/v1/conversations?limit=100${query}`)).map(({ participant }: InboxItem) => participant?.name)
const fetchConversationId = async (name: string): Promise<string> =>
  (await list(live, '/v1/conversations?limit=100')).find(({ participant }: InboxItem) => participant?.name === name).id

test('conversations are filtered by unread and searched by person or last message, ignoring case', async () => {
  for (const [from, body] of [
    ['zoe', 'Is it open?'],
    ['ozil', 'Wann ÖFFNET ihr?'],
    ['ann', 'First words'],
  ] as const) {
    await write(from, body)
    await pass()
  }
  await write('ann', 'Last WORDS')
  await pass()
  assert.deepEqual(await people('&unread=true'), ['ann', 'ozil', 'zoe'])
  assert.deepEqual(
    (await live('POST', `/v1/conversations/${await fetchConversationId('zoe')}/read`)).body.unread_count,
    0,
  )
  assert.deepEqual(await people('&unread=true'), ['ann', 'ozil'])
  assert.deepEqual(await people('&unread=false'), ['zoe'])
  assert.deepEqual(await people(`&q=${encodeURIComponent('öffnet')}`), ['ozil'])
  assert.deepEqual(await people('&q=last%20words'), ['ann'])
  assert.deepEqual(await people('&q=first%20words'), [], 'an earlier message is not the last one')
  assert.deepEqual(await people('&q=%25'), [], 'no character is special')
  assert.deepEqual(await people('&q=zoe&unread=true'), [])
  assert.deepEqual([await people('&q=ZOE', insider), await people('&q=zoe', stranger)], [['zoe'], []])
  const sent = await live('POST', `/v1/conversations/${await fetchConversationId('zoe')}/messages`, {
    body: 'Until six',
  })
  assert.equal(sent.status, 201, sent.text)
  assert.deepEqual(await people('&q=UNTIL'), ['zoe'], 'what we wrote is the last message too')
  assert.equal((await live('GET', '/v1/conversations?unread=maybe')).status, 422)
  assert.equal((await live('GET', '/v1/conversations?q=')).status, 422)
})

test('a conversation can be marked unread again, and the badge count follows', async () => {
  const owner = await scene.session()
  const member = await scene.session({ role: 'member', profileIds: [scene.profile] })
  const unread = async (client = owner) => (await client('GET', '/v1/session/pulse')).body.unread_conversations
  const before = await unread()
  const id = await fetchConversationId('zoe')
  for (let twice = 0; twice < 2; twice++)
    assert.equal((await live('POST', `/v1/conversations/${id}/unread`)).body.unread_count, 1)
  assert.deepEqual([await unread(), await unread(member)], [before + 1, before + 1])
  await live('PATCH', `/v1/conversations/${id}`, { status: 'archived' })
  assert.equal(await unread(), before, 'what is archived asks for no attention')
  await live('POST', `/v1/conversations/${id}/read`)
  await live('PATCH', `/v1/conversations/${id}`, { status: 'open' })
  assert.equal(await unread(), before)
  assert.equal((await stranger('POST', `/v1/conversations/${id}/unread`)).body.code, 'out_of_scope')
  assert.equal((await (await scene.neighbour()).live('POST', `/v1/conversations/${id}/unread`)).status, 404)
})

test('comments are filtered by answered and hidden', async () => {
  const post = await scene.publish('The harbour')
  const comment = async (from: string, body: string) => {
    await actOnSandbox(live, 'comments', { post_external_id: post.externalId, from, body })
    await pass()
  }
  await comment('ann', 'One')
  await comment('ben', 'Two')
  const bodies = async (query: string) =>
    (await list(live, `/v1/comments?account_id=${account.id}${query}`)).map(({ body }: InboxItem) => body)
  const [two, one] = await list(live, `/v1/comments?account_id=${account.id}`)
  assert.deepEqual(await bodies('&unanswered=true'), ['Two', 'One'])
  const reply = await live('POST', `/v1/comments/${one.id}/reply`, { body: 'Answer' })
  assert.equal(reply.status, 201, reply.text)
  assert.deepEqual(await bodies('&unanswered=true'), ['Two'])
  assert.deepEqual((await bodies('&unanswered=false')).toSorted(), ['Answer', 'One'])
  await pass()
  assert.deepEqual(await bodies('&unanswered=true'), ['Two'])
  assert.deepEqual(await bodies('&hidden=true'), [])
  assert.equal((await live('POST', `/v1/comments/${two.id}/moderate`, { action: 'hide' })).status, 200)
  assert.deepEqual(await bodies('&hidden=true'), ['Two'])
  assert.deepEqual((await bodies('&hidden=false')).toSorted(), ['Answer', 'One'])
  assert.deepEqual(await bodies('&hidden=true&unanswered=false'), [])
  const shown = await list(live, `/v1/comments?account_id=${account.id}`)
  const flags = shown.map(({ body, ...each }: InboxItem & Record<string, unknown>) => [
    body,
    each['is_own'],
    each['is_answered'],
    each['post_id'],
  ])
  assert.deepEqual(flags.toSorted(), [
    ['Answer', true, false, post.id],
    ['One', false, true, post.id],
    ['Two', false, false, post.id],
  ])
})

test('reviews are filtered by replied and by stars', async () => {
  const review = async (from: string, rating: number) => {
    await actOnSandbox(live, 'reviews', { entity_external_id: page, from, rating, body: from })
    ctx.clock.advance(1000)
  }
  for (const [from, rating] of Object.entries({ bad: 1, good: 4, best: 5 })) await review(from, rating)
  await pass()
  await db`update reviews set rating = 4.5 where body = 'good'`
  const bodies = async (query: string) =>
    (await list(live, `/v1/reviews?account_id=${account.id}${query}`)).map(({ body }: InboxItem) => body)
  assert.deepEqual((await bodies('&unanswered=true')).toSorted(), ['bad', 'best', 'good'])
  assert.deepEqual(await bodies('&rating=4'), ['good'])
  assert.deepEqual(await bodies('&rating=5'), ['best'])
  const [{ id }] = await list(live, `/v1/reviews?account_id=${account.id}&rating=1`)
  assert.equal((await live('PUT', `/v1/reviews/${id}/reply`, { body: 'We are sorry' })).status, 200)
  assert.deepEqual(await bodies('&unanswered=false'), ['bad'])
  assert.deepEqual(await bodies('&unanswered=true&rating=1'), [])
  assert.equal((await live('GET', '/v1/reviews?rating=many')).status, 422)
})
