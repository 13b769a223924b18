import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot } from '../../../support/harness.ts'
import { ORDERS, sourcesAt } from '../../../support/workflow-sources.ts'
import { startVendor } from '../../../support/workflow-vendor.ts'

const { url } = await startVendor()
const world = await boot({ env: { ...ORDERS, LOG_LEVEL: 'silent' }, sources: sourcesAt(url) })
const { live } = world
const grant = { workspace_id: world.workspaceId, credits: 1000, actor: 'tests', reason: 'to spend' }
await world.operator('POST', '/v1/operator/grants', grant, { 'idempotency-key': 'grant' })

test('lines of a receipt are in the order of the work, and usage counts the run of a workflow once', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `P${n} Found`)
  const reply = await live('POST', '/v1/data/workflows/lead-list', { inputs: { query: names.join(';') }, limit: 12 })
  assert.equal(reply.status, 200, reply.text)
  const { body: shown } = await live('GET', `/v1/requests/${reply.headers.get('x-request-id')}`)
  const rows = names.flatMap((_, n) => [`email.${n + 1}`, `verification.${n + 1}`])
  assert.deepEqual(
    shown.lines.map(({ step }: { step: string }) => step),
    ['', 'person', ...rows],
  )
  const { body } = await live('GET', '/v1/credits/usage?group_by=action')
  assert.deepEqual(
    body.data.map(({ group, calls, found, credits }: Record<string, unknown>) => [group, calls, found, credits]),
    [
      ['contacts/find-email', 1, 1, 60],
      ['contacts/verify-email', 1, 1, 12],
      ['lead-list', 1, 1, 0],
      ['search/people', 1, 1, 12],
    ],
  )
  const day = (await live('GET', '/v1/credits/usage')).body
  assert.deepEqual([day.data[0].calls, day.data[0].found, day.credits], [1, 1, 84])
})
