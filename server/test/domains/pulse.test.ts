import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot, type Client } from '../support/harness.ts'
import { actOnSandbox, bootInbox } from '../support/inbox-scene.ts'

const world = await boot()

test('the pulse counts open items, in this workspace alone, and fewer for members limited to profiles', async () => {
  const owner = await world.session()
  const neighbour = await world.neighbour()
  const other = await world.session({ workspaceId: neighbour.workspaceId })
  const quiet = { unread_conversations: 0, failed_posts: 0, dead_deliveries: 0, running_jobs: 0, available: 50 }
  assert.deepEqual((await owner('GET', '/v1/session/pulse')).body, quiet)
  const job = await owner('POST', '/v1/bulk/jobs', { action: 'contacts/verify-email', queries: ['a@example.com'] })
  assert.equal(job.status, 202, job.text)
  const busy = (await owner('GET', '/v1/session/pulse')).body
  assert.deepEqual([busy.running_jobs, busy.available], [1, 49])
  assert.deepEqual((await other('GET', '/v1/session/pulse')).body, quiet)
  const profile = (await owner('POST', '/v1/profiles', { name: 'Reached' })).body.id
  const limited = await world.session({ role: 'viewer', profileIds: [profile] })
  const seen = { ...quiet, dead_deliveries: null, running_jobs: null, available: null }
  assert.deepEqual((await limited('GET', '/v1/session/pulse')).body, seen)
})

test('the pulse counts unread conversations for members who can reach them', async () => {
  const scene = await bootInbox()
  const owner = await scene.session()
  const insider = await scene.session({ role: 'member', profileIds: [scene.profile] })
  const other = (await scene.live('POST', '/v1/profiles', { name: 'Another' })).body.id
  const outsider = await scene.session({ role: 'member', profileIds: [other] })
  await actOnSandbox(scene.live, 'messages', { entity_external_id: scene.page, from: 'ada', body: 'Hello' })
  await scene.pass()
  const unread = async (client: Client) => (await client('GET', '/v1/session/pulse')).body.unread_conversations
  assert.deepEqual([await unread(owner), await unread(insider), await unread(outsider)], [1, 1, 0])
})
