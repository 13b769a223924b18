import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWorkspace } from '../../src/domains/billing/onboarding/service.ts'
import { createApp } from '../../src/http/app.ts'
import { routes } from '../../src/http/catalogue.ts'
import type { Hold, HoldRequest } from '../../src/kit/ledger.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { createLedger } from '../../src/ledger/ledger.ts'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { atEnd, boot, createClient, freshDatabase, type Reply } from '../support/harness.ts'
import { hasLockWait } from '../support/lock-waits.ts'
import { executions, meteredRoutes } from '../support/metered-routes.ts'

const address = await freshDatabase()
const everything = [...routes, ...meteredRoutes]
const world = await boot({ address, routes: everything, env: { CALL_SECONDS: '5' } })
const { db, ctx } = world

async function customer() {
  const opened = await openWorkspace(ctx, 'Customer')
  return { ...opened, live: createClient(world.url, opened.liveKey) }
}

async function readWallet(workspaceId: string) {
  const [wallet] = await db`select available, held, spent from wallets where workspace_id = ${workspaceId}`
  return { ...wallet }
}

function request(workspaceId: string, more: Partial<HoldRequest> = {}): HoldRequest {
  const requestId = ctx.ids.next('request')
  const action = 'people/enrich'
  const common = { keyId: 'key_x', credits: 6, monthlyBudget: null, action, priceBook: 'standard-2026-11', seconds: 60 }
  return { workspaceId, requestId, ...common, ...more }
}

test('a full queue returns 503 at once; accepted calls are served and charged', async () => {
  const pool = connect(address, { max: 4 })
  const ledger = await createLedger({ ...ctx, db: pool, batchMax: 1, queueMax: 2 })
  atEnd(async () => {
    await ledger.close()
    await pool.end({ timeout: 1 })
  })
  const app = createApp({ ...ctx, ledger }, { routes: everything, readiness: { check: async () => undefined } })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  atEnd(() => app.close())
  const { workspaceId, liveKey } = await customer()
  const call = () => createClient(url, liveKey)('POST', '/v1/demo/find', {})
  assert.equal((await call()).status, 200)

  const { sent: calls } = await db.begin(async (tx) => {
    await tx`select from wallets where workspace_id = ${workspaceId} for update`
    const answered: Reply[] = []
    const send = async () => {
      const reply = await call()
      answered.push(reply)
      return reply
    }
    const first = send()
    // The first call waits in the database, so that two more fit into the queue.
    while (!(await hasLockWait(db))) await sleep(5)
    const sent = [first, ...Array.from({ length: 7 }, send)]
    // No accepted call can complete before this transaction ends.
    while (answered.length < 5) await sleep(5)
    for (const reply of answered) {
      assert.deepEqual([reply.status, reply.body.code], [503, 'unavailable'])
      assert.deepEqual([reply.headers.get('x-credits-charged'), reply.headers.get('retry-after')], ['0', '1'])
    }
    return { sent }
  })
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 200, 200, 503, 503, 503, 503, 503],
  )
  assert.deepEqual(await readWallet(workspaceId), { available: 30, held: 0, spent: 20 })
})

test('a bad item in a batch fails alone, within one workspace and across several', async () => {
  const first = await customer()
  const second = await customer()
  const wanted = [
    request(first.workspaceId),
    request('ws_unknown'),
    request(second.workspaceId),
    request(first.workspaceId),
  ]
  const outcomes = await Promise.allSettled(wanted.map((one) => ctx.ledger.reserve(one)))
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.verdict : 'failed')),
    ['ok', 'failed', 'ok', 'ok'],
  )
  const holds = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' && outcome.value.verdict === 'ok' ? [outcome.value.hold] : [],
  )
  const charge = (hold: Hold, credits: number) => ({
    hold,
    charges: [{ step: '', action: 'people/enrich', units: credits / 3, credits }],
    closes: true,
    response: null,
  })
  const [a, b, c] = holds as [Hold, Hold, Hold]
  const settled = await Promise.allSettled(
    [charge(a, 3), charge(b, 9), charge(c, 6)].map((one) => ctx.ledger.settle(one)),
  )
  assert.deepEqual(
    settled.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.verdict : 'failed')),
    ['ok', 'failed', 'ok'],
  )
  assert.deepEqual(await readWallet(first.workspaceId), { available: 41, held: 0, spent: 9 })
  assert.deepEqual(await readWallet(second.workspaceId), { available: 44, held: 6, spent: 0 })
  await ctx.ledger.settle({ hold: b, charges: [], closes: true, response: null })
  assert.deepEqual(await readWallet(second.workspaceId), { available: 50, held: 0, spent: 0 })
})

test('several charges of one call are charged all or none, in batches of any size', async () => {
  const { workspaceId } = await customer()
  const pool = connect(address, { max: 2 })
  const ledger = await createLedger({ ...ctx, db: pool, batchMax: 1 })
  atEnd(async () => {
    await ledger.close()
    await pool.end({ timeout: 1 })
  })
  const admission = await ledger.reserve(request(workspaceId))
  assert.ok(admission.verdict === 'ok')
  const line = (step: string, credits: number) => ({ step, action: 'people/enrich', units: credits / 3, credits })
  const settlement = { hold: admission.hold, closes: true, response: null }
  await assert.rejects(ledger.settle({ ...settlement, charges: [line('a', 3), line('b', 6)] }))
  assert.deepEqual(await readWallet(workspaceId), { available: 44, held: 6, spent: 0 })
  const settled = await ledger.settle({ ...settlement, charges: [line('a', 3), line('b', 3)] })
  assert.deepEqual([settled.verdict, settled.credits], ['ok', 6])
})

test('of one key twice in one batch, one is admitted and the other gets 409', async () => {
  const { workspaceId } = await customer()
  const idempotency = { key: 'same', fingerprint: Buffer.from('x') }
  const admissions = await Promise.all([1, 2, 3].map(() => ctx.ledger.reserve(request(workspaceId, { idempotency }))))
  assert.deepEqual(
    admissions.map(({ verdict }) => verdict),
    ['ok', 'running', 'running'],
  )
  for (const admission of admissions)
    if (admission.verdict === 'ok')
      await ctx.ledger.settle({ hold: admission.hold, charges: [], closes: true, response: null })
})

test('a caller that disconnects is charged once, and gets the response with the same key', async () => {
  const { workspaceId, live, liveKey } = await customer()
  const body = JSON.stringify({ wait: 150 })
  const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json', 'idempotency-key': 'gone' }
  const [runs, hangUp] = [executions.length, new AbortController()]
  const call = fetch(`${world.url}/v1/demo/find`, { method: 'POST', body, headers, signal: hangUp.signal })
  while (executions.length === runs) await sleep(1)
  hangUp.abort()
  await assert.rejects(call)
  while ((await readWallet(workspaceId))['spent'] !== 5) await sleep(20)
  const again = await live('POST', '/v1/demo/find', { wait: 150 }, { 'idempotency-key': 'gone' })
  assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [200, 'true'])
  assert.deepEqual(await readWallet(workspaceId), { available: 45, held: 0, spent: 5 })
})

test('an upstream timeout gets 504, is not charged, and frees its key at once', async () => {
  const { workspaceId, live } = await customer()
  const key = { 'idempotency-key': 'slow' }
  const reply = await live('POST', '/v1/demo/find', { wait: 6000 }, key)
  assert.deepEqual([reply.status, reply.headers.get('x-credits-charged')], [504, '0'])
  assert.deepEqual(await readWallet(workspaceId), { available: 50, held: 0, spent: 0 })
  assert.equal((await live('POST', '/v1/demo/find', { wait: 1 }, key)).status, 200)
})

test('a response that cannot be stored is not charged, and its key is free at once', async () => {
  const { workspaceId, live } = await customer()
  const key = { 'idempotency-key': 'unstorable' }
  const reply = await live('POST', '/v1/demo/find', { fail: 'unstorable' }, key)
  assert.deepEqual([reply.status, reply.headers.get('x-credits-charged')], [500, '0'])
  assert.deepEqual(await readWallet(workspaceId), { available: 50, held: 0, spent: 0 })
  const runs = executions.length
  assert.equal((await live('POST', '/v1/demo/find', {}, key)).status, 200)
  assert.equal(executions.length, runs + 1)
})

test('every invariant holds afterwards', async () => {
  assert.deepEqual(await checkInvariants(db), [])
})
