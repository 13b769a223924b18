import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDeliveries } from '../../src/webhooks/delivery/start.ts'
import { atEnd } from '../support/harness.ts'
import { bootPosts } from '../support/post-scene.ts'
import { startReceiver } from '../support/receiver.ts'

const world = await bootPosts({ env: { LOG_LEVEL: 'silent', CREDITS_LOW: '10' } })
const { ctx, live, queue } = world
const home = async (client = live) => {
  const reply = await client('GET', '/v1/home')
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

const NOTHING_DONE = {
  key_created: false,
  sandbox_account_connected: false,
  post_published: false,
  lookup_run: false,
  webhook_delivered: false,
}
const NOTHING_WRONG = {
  accounts_signed_out: 0,
  failed_posts: 0,
  unconfirmed_posts: 0,
  dead_deliveries: 0,
  disabled_webhooks: 0,
  is_balance_low: false,
}

test('a new workspace has its credits, no completed steps and no problems', async () => {
  const { credits, counts, first_steps, needs_attention } = await home()
  assert.deepEqual(credits, { available: 50, held: 0 })
  assert.ok(Object.values(counts).every((count) => count === 0))
  assert.deepEqual([first_steps, needs_attention], [NOTHING_DONE, NOTHING_WRONG])
})

test('each first step completes itself, and resources are counted', async () => {
  const deliveries = await startDeliveries(ctx)
  atEnd(() => deliveries.stop())
  await live('POST', '/v1/api-keys', { name: 'First key' })
  const account = await world.newAccount()
  await world.post({ content: 'Hello', targets: [{ account_id: account.id }] })
  await queue.idle()
  const at = new Date(ctx.clock.now().getTime() + 3_600_000).toISOString()
  await world.post({ content: 'Later', scheduled_at: at, targets: [{ account_id: account.id }] })
  await live('POST', '/v1/data/search/people', { query: 'engineer' })
  const { id } = (await live('POST', '/v1/webhooks', { url: (await startReceiver()).url })).body
  await live('POST', `/v1/webhooks/${id}/test`)
  await deliveries.idle()
  const { counts, first_steps, needs_attention } = await home()
  assert.deepEqual(new Set(Object.values(first_steps)), new Set([true]), JSON.stringify(first_steps))
  const { profiles, accounts, scheduled_posts, webhooks } = counts
  assert.deepEqual([profiles, accounts, scheduled_posts, webhooks], [1, 1, 1, 1])
  assert.deepEqual(needs_attention, NOTHING_WRONG)
})

test('items that need attention are counted for a week, and no other workspace sees them', async () => {
  await world.db`update accounts set status = 'reauth_required' where workspace_id = ${world.workspaceId}`
  await live('PATCH', `/v1/webhooks/${(await live('GET', '/v1/webhooks')).body.data[0].id}`, { status: 'disabled' })
  await world.db`
    update webhook_deliveries set status = 'dead', delivered_at = null where workspace_id = ${world.workspaceId}`
  await world.db`
    update wallets set available = 9, spent = spent + available - 9 where workspace_id = ${world.workspaceId}`
  const wrong = { ...NOTHING_WRONG, accounts_signed_out: 1, disabled_webhooks: 1, is_balance_low: true }
  const shown = (await home()).needs_attention
  assert.ok(shown.dead_deliveries > 0)
  assert.deepEqual({ ...shown, dead_deliveries: 0 }, wrong)
  ctx.clock.advance(8 * 86_400_000)
  assert.deepEqual((await home()).needs_attention, wrong)
  const { live: theirs } = await world.neighbour()
  assert.deepEqual((await home(theirs)).needs_attention, NOTHING_WRONG)
  assert.deepEqual((await home(theirs)).first_steps, NOTHING_DONE)
})

test('a viewer can read it', async () => {
  assert.equal((await (await world.session({ role: 'viewer' }))('GET', '/v1/home')).status, 200)
})
