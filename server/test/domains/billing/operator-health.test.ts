import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { boot } from '../../support/harness.ts'
import { buildVerdict, startVendor } from '../../support/scripted-vendor.ts'

const vendor = await startVendor()
const world = await boot({
  env: {
    SOURCES_VERIFY_EMAIL: 'checker',
    SOURCES_DAILY_BUDGET: 'checker:1',
    QUOIN_DATA: mkdtempSync(join(tmpdir(), 'quoin-health-')),
  },
  sources: [vendor.source({ id: 'checker', action: 'contacts/verify-email', costMicros: 20_000 })],
})
const { live, operator, ctx } = world
const health = async () => {
  const reply = await operator('GET', '/v1/operator/health')
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

test("an operator sees doctor's checks of a running server", async () => {
  const { checks } = await health()
  assert.deepEqual(
    checks.map(({ check }: { check: string }) => check),
    ['database', 'schema', 'clock', 'disk'],
  )
  for (const { check, ok, text } of checks) if (check !== 'disk') assert.ok(ok, text)
  assert.equal((await live('GET', '/v1/operator/health')).status, 401)
  const session = await world.session({ isOperator: true })
  assert.equal((await session('GET', '/v1/operator/health')).status, 200)
})

test('the queue is counted by kind and state', async () => {
  const { id } = (
    await live('POST', '/v1/data/async', { action: 'contacts/find-email', query: 'Ada Example, example.com' })
  ).body
  assert.ok(id)
  assert.deepEqual((await health()).queue, [{ job: 'data_jobs.work', state: 'waiting', jobs: 1 }])
})

test('each source shows its cost today and its limit', async () => {
  const checker = async () => (await health()).sources.find(({ source }: { source: string }) => source === 'checker')
  const idle = { source: 'checker', actions: ['contacts/verify-email'], is_on: true, daily_budget_micros: 1_000_000 }
  assert.deepEqual(await checker(), { ...idle, calls_today: 0, spent_today_micros: 0 })
  vendor.script('checker', buildVerdict('valid', ctx.clock.now()))
  await live('POST', '/v1/data/contacts/verify-email', { query: 'a@b.example' })
  assert.deepEqual(await checker(), { ...idle, calls_today: 1, spent_today_micros: 20_000 })
  ctx.clock.advance(86_400_000)
  assert.equal((await checker()).calls_today, 0)
})

test('the calls of a source without cost are not reported as zero', async () => {
  const { sources } = await health()
  const { calls_today } = sources.find(({ source }: { source: string }) => source === 'directory')
  assert.equal(calls_today, null)
})
