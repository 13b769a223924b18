import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pollFeed } from '../../../../src/domains/social/feeds/poll.ts'
import { commentFeed } from '../../../../src/domains/social/inbox/comments/feed.ts'
import { messageFeed } from '../../../../src/domains/social/inbox/conversations/feed.ts'
import { conversationJobs } from '../../../../src/domains/social/inbox/conversations/jobs.ts'
import { postJobs } from '../../../../src/domains/social/posts/jobs.ts'
import { templateFeed } from '../../../../src/domains/social/templates/feed.ts'
import { systemClock } from '../../../../src/kit/clock.ts'
import { newMasterKey } from '../../../../src/kit/secrets.ts'
import { startQueue } from '../../../../src/queue/start.ts'
import { assertCode, connectSandbox, createProfile, scriptFault } from '../../../support/account-scene.ts'
import { startVictim } from '../../../support/faults/victim.ts'
import { atEnd, boot, createClient, freshDatabase } from '../../../support/harness.ts'
import { actOnSandbox, list } from '../../../support/inbox-scene.ts'

const address = await freshDatabase()
const QUOIN_MASTER_KEY = newMasterKey()
const world = await boot({ address, clock: systemClock, env: { LOG_LEVEL: 'silent', QUOIN_MASTER_KEY } })
const { ctx, db, live, workspaceId } = world
const account = await connectSandbox(live, { profileId: await createProfile(live), username: 'painter' })
const page = account.active_entity.external_id as string
const startVictimWithFailpoint = (fault: string) => startVictim(address, { QUOIN_FAILPOINT: fault, QUOIN_MASTER_KEY })
const copies = async (text: string) => (await db`select from sandbox_items where data ->> 'body' = ${text}`).length

async function work(jobs: typeof conversationJobs) {
  const queue = await startQueue(ctx, { jobs, pollMs: 50, reapSeconds: 0.2 })
  atEnd(() => queue.stop())
  return queue
}

test('killed after the platform accepted a reply, the repeated call returns that reply and sends no second one', async () => {
  const publishing = await work(postJobs)
  const targets = [{ account_id: account.id }]
  const { body: post } = await live('POST', '/v1/posts', { content: 'A harbour', targets })
  await publishing.idle()
  const { external_id } = (await live('GET', `/v1/posts/${post.id}`)).body.targets[0]
  await publishing.stop()
  await actOnSandbox(live, 'comments', { post_external_id: external_id, from: 'ann', body: 'Where?' })
  await pollFeed(ctx, workspaceId, account.id, commentFeed)
  const [comment] = await list(live, '/v1/comments')
  const path = `/v1/comments/${comment.id}/reply`
  const once = { 'idempotency-key': 'one-reply' }

  const victim = await startVictimWithFailpoint('reply_sent')
  const key = await world.key()
  await assert.rejects(createClient(victim.url, key)('POST', path, { body: 'Here' }, once))
  assert.equal(await victim.died, 'SIGKILL')
  assert.equal(await copies('Here'), 1)
  const retry = () => world.client(key)('POST', path, { body: 'Here' }, once)
  assertCode(await retry(), 409, 'idempotency_in_progress')
  // As if enough time had passed that the first call must have ended.
  await db`update idempotency_keys set created_at = now() - interval '3 minutes' where status is null`
  // From here on every reply is refused, so a success proves that the reply was found and not sent again.
  await scriptFault(live, 'comments.reply', 'reject')
  const reply = await retry()
  assert.deepEqual([reply.status, reply.body.body, await copies('Here')], [201, 'Here', 1], reply.text)
  assert.deepEqual((await retry()).body, reply.body)
})

/** Lets the next worker take over, as if the killed one's lease had expired, and record the message as sent. */
async function sentAfterLease(path: string, messageId: string): Promise<void> {
  const queue = await work(conversationJobs)
  const fetchMessageStatus = async () =>
    (await list(live, path)).find(({ id }: { id: string }) => id === messageId).status
  for (let status = await fetchMessageStatus(); status === 'queued'; status = await fetchMessageStatus()) {
    await db`update jobs set lease_until = now() - interval '1 second' where job = 'messages.send' and state = 'running'`
    await sleep(20)
  }
  await queue.stop()
  assert.match(await fetchMessageStatus(), /^(sent|delivered|read)$/)
}

test('killed after the platform accepted a message, the next worker finds it there and sends no second one', async () => {
  await actOnSandbox(live, 'messages', { entity_external_id: page, from: 'ben', body: 'Open?' })
  await pollFeed(ctx, workspaceId, account.id, messageFeed)
  const [conversation] = await list(live, '/v1/conversations')
  const path = `/v1/conversations/${conversation.id}/messages`
  const once = { 'idempotency-key': 'one-message' }
  const send = () => live('POST', path, { body: 'Until six' }, once)
  const { body: queued } = await send()
  assert.equal(queued.status, 'queued')
  const victim = await startVictimWithFailpoint('message_sent')
  assert.equal(await victim.died, 'SIGKILL')
  assert.equal(await copies('Until six'), 1)
  assert.deepEqual((await send()).body, queued)

  await scriptFault(live, 'messages.send', 'reject')
  await sentAfterLease(path, queued.id)
  assert.equal(await copies('Until six'), 1)
})

test('killed after the platform accepted a template to a new number, it is found there and not sent again', async () => {
  const name = { name: 'greeting', language: 'en' }
  const made = { ...name, category: 'UTILITY', components: [{ type: 'BODY', text: 'Hello from us' }] }
  const template = (await live('POST', `/v1/accounts/${account.id}/templates`, made)).body
  await actOnSandbox(live, 'template-statuses', { template_external_id: template.external_id, status: 'approved' })
  await pollFeed(ctx, workspaceId, account.id, templateFeed)
  await db`delete from sandbox_faults`
  const victim = await startVictimWithFailpoint('message_sent')
  const path = `/v1/accounts/${account.id}/messages`
  const send = () => live('POST', path, { to: '+15550100123', template: name }, { 'idempotency-key': 'one-template' })
  const { status, body: queued, text } = await send()
  assert.equal(status, 201, text)
  assert.equal(await victim.died, 'SIGKILL')
  assert.equal(await copies('Hello from us'), 1)
  assert.deepEqual((await send()).body, queued)

  await scriptFault(live, 'messages.send', 'reject')
  const messages = `/v1/conversations/${queued.conversation_id}/messages`
  await sentAfterLease(messages, queued.id)
  assert.deepEqual([await copies('Hello from us'), (await list(live, messages)).length], [1, 1])
})
