import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../../src/kit/clock.ts'
import { startQueue } from '../../../src/queue/start.ts'
import { jobs } from '../../../src/worker/worker.ts'
import { connectSandbox, createProfile } from '../../support/account-scene.ts'
import { atEnd, boot, until } from '../../support/harness.ts'
import { actOnSandbox, bootInbox, list } from '../../support/inbox-scene.ts'

const scene = await bootInbox({ hasPushes: true })
const { live, db, account, page, queue, listEvents } = scene
const { externalId: post } = await scene.publish('A harbour')

/** Triggers something, then runs only what is due at once: the clock stands still, so nothing is polled. */
async function act(what: string, body: object) {
  const made = await actOnSandbox(live, what, body)
  await queue.idle()
  return made
}
const bodies = async (path: string) => (await list(live, path)).map(({ body }: { body: string }) => body)

test('comments, messages, reviews and statuses of the sandbox appear without a poll', async () => {
  await db`update account_feeds set due_at = null`
  await act('comments', { post_external_id: post, from: 'ann', body: 'Where is this?' })
  assert.deepEqual(await bodies(`/v1/comments?external_media_id=${post}`), ['Where is this?'])

  await act('messages', { entity_external_id: page, from: 'ann', body: 'Are you open?' })
  const [conversation] = await list(live, '/v1/conversations')
  const messages = `/v1/conversations/${conversation.id}/messages`
  assert.deepEqual(await bodies(messages), ['Are you open?'])
  assert.equal((await listEvents('message.received')).length, 1)

  await act('reviews', { entity_external_id: page, from: 'ann', rating: 5, body: 'Lovely' })
  assert.deepEqual(await bodies('/v1/reviews'), ['Lovely'])

  const { body: sent } = await live('POST', messages, { body: 'Until six' })
  await queue.idle()
  const current = async () => (await list(live, messages)).find(({ id }: { id: string }) => id === sent.id)
  await act('message-statuses', { message_external_id: (await current()).external_id, status: 'read' })
  assert.equal((await current()).status, 'read')

  const path = `/v1/accounts/${account.id}/templates`
  const { body: template } = await live('POST', path, { name: 'greeting', language: 'en', category: 'UTILITY' })
  await act('template-statuses', { template_external_id: template.external_id, status: 'approved' })
  assert.equal((await live('GET', `${path}/${template.id}`)).body.status, 'approved')
  assert.equal((await listEvents('template.status_changed')).length, 1)
})

test('an item that is pushed and then polled is stored once', async () => {
  await db`update account_feeds set due_at = now() - interval '1 day'`
  await scene.pass()
  assert.equal((await list(live, '/v1/comments')).length, 1)
  assert.equal((await listEvents('message.received')).length, 1)
  assert.equal((await db`select from inbound_pushes where handled_at is null`).length, 0)
})

test('a refused action pushes nothing, and a workspace sees no push of another', async () => {
  const before = (await db`select from inbound_pushes`).length
  assert.equal(
    (await live('POST', '/v1/sandbox/comments', { post_external_id: 'gone', from: 'a', body: 'x' })).status,
    422,
  )
  const { live: neighbour } = await scene.neighbour()
  const other = await connectSandbox(neighbour, { profileId: await createProfile(neighbour), username: 'painter' })
  await queue.idle()
  assert.equal((await db`select from inbound_pushes`).length, before)
  await actOnSandbox(neighbour, 'reviews', {
    entity_external_id: other.active_entity.external_id,
    from: 'b',
    rating: 1,
  })
  await queue.idle()
  assert.equal((await list(neighbour, '/v1/reviews')).length, 1)
  assert.equal((await list(live, '/v1/reviews')).length, 1)
})

test('sandbox activity is in the API at once, without a poll', async () => {
  const world = await boot({ clock: systemClock, env: { LOG_LEVEL: 'silent' } })
  // No timer polls the network, and the queue looks for jobs only when it is woken.
  const running = await startQueue(world.ctx, { jobs, pollMs: 600_000 })
  atEnd(() => running.stop())
  const mine = await connectSandbox(world.live, { profileId: await createProfile(world.live) })
  for (let n = 1; n <= 5; n++) {
    const review = { entity_external_id: mine.active_entity.external_id, from: 'ann', rating: 5, body: `Review ${n}` }
    await actOnSandbox(world.live, 'reviews', review)
    await until('the review', async () => (await list(world.live, '/v1/reviews')).length === n)
  }
})
