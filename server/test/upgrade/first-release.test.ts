import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { ManualClock } from '../../src/kit/clock.ts'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { target } from '../support/backup-scene.ts'
import { commandsOn } from '../support/commands.ts'
import { atEnd, boot, createClient, until } from '../support/harness.ts'
import { startReceiver } from '../support/receiver.ts'
import { FIRST_RELEASE, facts, manifest } from './fixture.ts'

const restored = await target({ QUOIN_MASTER_KEY: facts.master_key })
const outcome = await restored.quoin('restore', FIRST_RELEASE)
/** A minute after the backup: what expires is not part of this. */
const clock = new ManualClock(new Date(new Date(manifest.taken_at).getTime() + 60_000))
const world = await boot({
  address: restored.address,
  clock,
  env: { QUOIN_MASTER_KEY: facts.master_key, LOG_LEVEL: 'silent' },
})
const live = createClient(world.url, facts.live_key)

test('the database of the first release is migrated to this version, and its balances add up', async () => {
  assert.equal(outcome.code, 0, outcome.said)
  assert.match(outcome.said, /Ran \d+ newer migrations\.[^]*The ledger is consistent/)
  const { status, body } = await live('GET', '/v1/credits')
  assert.equal(status, 200)
  const { available, held, spent } = facts.credits
  assert.deepEqual([body.available, body.held, body.spent], [available, held, spent])
})

test('its keys work as before, and the revoked one does not', async () => {
  const { body } = await live('GET', `/v1/profiles/${facts.profile_id}`)
  assert.deepEqual([body.name, body.metadata], ['Example brand', { tier: 'example' }])
  const reader = createClient(world.url, facts.read_key)
  assert.equal((await reader('GET', '/v1/profiles')).status, 200)
  assert.equal((await reader('POST', '/v1/profiles', { name: 'No' })).status, 403)
  assert.equal((await createClient(world.url, facts.revoked_key)('GET', '/v1/profiles')).status, 401)
})

test('its posts, jobs and webhooks go on: each is done once', async () => {
  const receiver = await startReceiver()
  assert.equal((await live('PATCH', `/v1/webhooks/${facts.webhook_id}`, { url: receiver.url })).status, 200)
  await commandsOn(world.ctx)('resume')
  const worker = await startWorker(world.ctx, new Registry())
  atEnd(() => worker.stop())
  await receiver.received(1)
  const [hit] = receiver.hits
  const now = () => clock.now().getTime()
  const event = await verifyWebhook(hit?.body ?? '', hit?.headers ?? {}, facts.webhook_secret, { now })
  assert.equal(event.type, 'webhook.test')

  const job = await until('the job', async () => {
    const { body } = await live('GET', `/v1/bulk/jobs/${facts.waiting_job_id}`)
    return body.status === 'completed' && body
  })
  assert.equal(job.progress.done, 2)
  const results = await live('GET', `/v1/bulk/jobs/${facts.finished_job_id}/results`)
  assert.equal(results.body.data.length, 2)

  const { body: published } = await live('GET', `/v1/posts/${facts.published_post_id}`)
  assert.equal(published.status, 'published')
  const at = clock.now().toISOString()
  const moved = await live('PATCH', `/v1/posts/${facts.scheduled_post_id}`, { scheduled_at: at })
  assert.equal(moved.status, 200, moved.text)
  clock.advance(2000)
  await until('the post', async () => {
    const { body } = await live('GET', `/v1/posts/${facts.scheduled_post_id}`)
    return body.status === 'published'
  })
  const { body: shown } = await live('GET', '/v1/sandbox/posts')
  assert.deepEqual(shown.data.map(({ content }: { content: string }) => content).toSorted(), [
    'Published by the first version',
    'Scheduled by the first version',
  ])
  assert.deepEqual(await checkInvariants(world.db), [])
})
