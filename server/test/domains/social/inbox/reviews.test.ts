import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode, scriptFault } from '../../../support/account-scene.ts'
import { actOnSandbox, bootInbox, list } from '../../../support/inbox-scene.ts'

const scene = await bootInbox()
const { live, insider, stranger, db, account, page, pass, push, listEvents } = scene

async function newReview(from: string, more: object = {}) {
  const made = await actOnSandbox(live, 'reviews', { entity_external_id: page, from, rating: 4, body: 'Good', ...more })
  await pass()
  const all = await list(live, `/v1/reviews?account_id=${account.id}`)
  return { made, review: all.find((one: { external_id: string }) => one.external_id === made.id) }
}

test('a review is shown as declared and emits one event, however often it is polled or pushed', async () => {
  const { made, review } = await newReview('ann')
  assert.deepEqual(review, {
    id: review.id,
    account_id: account.id,
    platform: 'sandbox',
    external_id: made.id,
    entity_external_id: page,
    author: { external_id: 'sb-visitor-ann', name: 'ann', username: 'ann', avatar_url: null },
    rating: 4,
    body: 'Good',
    reply: null,
    occurred_at: made.created_at,
    created_at: review.created_at,
  })
  await push([{ ...made.data, id: made.id, kind: 'review', entity_id: page, created_at: made.created_at }])
  await db`update account_feeds set cursor = null where feed = 'reviews'`
  await pass()
  assert.deepEqual(await list(live, '/v1/reviews'), [review])
  assert.deepEqual(await listEvents('review.new'), [{ review }])
  assert.deepEqual((await live('GET', `/v1/reviews/${review.id}`)).body, review)
})

test('a review has one reply, which is created, replaced and deleted on the platform', async () => {
  const { made, review } = await newReview('ben')
  const path = `/v1/reviews/${review.id}/reply`
  const onNetwork = async () =>
    (
      await db<{ reply: { body: string } | null }[]>`
      select data -> 'reply' as reply from sandbox_items where id = ${made.id}`
    )[0]?.reply
  for (const body of ['Thank you', 'Thanks']) {
    const reply = await live('PUT', path, { body })
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.body.reply.body, body)
    assert.equal((await onNetwork())?.body, body)
    await pass()
    assert.deepEqual((await live('GET', `/v1/reviews/${review.id}`)).body, reply.body)
  }
  for (let twice = 0; twice < 2; twice++) assert.deepEqual((await live('DELETE', path)).body, review)
  assert.equal(await onNetwork(), null)
  await scriptFault(live, 'reviews.reply', 'fail_before')
  assertCode(await live('PUT', path, { body: 'Hm' }), 502, 'upstream_error')
  assert.deepEqual((await live('GET', `/v1/reviews/${review.id}`)).body, review)
  assert.equal((await listEvents('review.new')).length, 2, 'a change is no new review')
})

test('only keys of its profile see a review; another workspace gets 404', async () => {
  const { review } = await newReview('cem')
  const path = `/v1/reviews/${review.id}`
  assert.equal((await insider('GET', path)).status, 200)
  assert.deepEqual(await list(stranger, '/v1/reviews'), [])
  const neighbour = (await scene.neighbour()).live
  const calls: [string, string, object?][] = [
    ['GET', path],
    ['PUT', `${path}/reply`, { body: 'Hm' }],
    ['DELETE', `${path}/reply`],
  ]
  for (const [method, at, body] of calls) {
    assertCode(await stranger(method, at, body), 403, 'out_of_scope')
    assertCode(await neighbour(method, at, body), 404, 'not_found')
  }
})
