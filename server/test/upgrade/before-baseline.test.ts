import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { describeSchema } from '../../gen/schema.ts'
import { ManualClock } from '../../src/kit/clock.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { migrate } from '../../src/operations/schema/migrate.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { emptyDatabase, plainDatabase } from '../support/databases.ts'
import { atEnd, boot, createClient, until } from '../support/harness.ts'
import { startReceiver } from '../support/receiver.ts'
import { BEFORE_BASELINE, facts } from './fixture.ts'

const address = await emptyDatabase()
const earlier = connect(address, { max: 1, name: 'test' })
await earlier.unsafe(BEFORE_BASELINE)
const ran = await migrate(earlier)
await earlier.end({ timeout: 5 })
/** A minute after the last change: what expires is not part of this. */
const clock = new ManualClock(new Date(new Date(facts.taken_at).getTime() + 60_000))
const world = await boot({ address, clock, env: { QUOIN_MASTER_KEY: facts.master_key, LOG_LEVEL: 'silent' } })
const live = createClient(world.url, facts.live_key)

/** Columns and tables in any order: an upgrade adds them at the end. */
const sortLines = (schema: string) => schema.replaceAll(/,$/gm, '').split('\n').toSorted()

test('a database of the version before the baseline gets the schema of the baseline, once, and its balances add up', async () => {
  const fresh = connect(await plainDatabase(), { max: 1, name: 'test' })
  assert.deepEqual(sortLines(await describeSchema(world.db)), sortLines(await describeSchema(fresh)))
  await fresh.end({ timeout: 5 })
  const [first, ...later] = ran
  assert.equal(first, 'before_baseline.sql')
  assert.ok(
    later.every((name) => name >= '0013'),
    'the baseline itself is not applied again',
  )
  assert.deepEqual(await migrate(world.db), [])
  assert.deepEqual(await checkInvariants(world.db), [])
  const [counts] = await world.db`
    select (select count(*) from posts where workspace_id = ${facts.workspace_id}) as posts,
      (select count(*) from journal where workspace_id = ${facts.workspace_id}) as entries,
      (select count(*) from api_keys where workspace_id = ${facts.workspace_id}) as keys,
      (select count(*) from webhook_endpoints where workspace_id = ${facts.workspace_id}) as endpoints`
  assert.deepEqual(counts, { posts: 2, entries: 6, keys: 4, endpoints: 1 })
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
