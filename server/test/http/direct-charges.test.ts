import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantCredits } from '../../src/domains/billing/credits/grants.ts'
import { routes } from '../../src/http/catalogue.ts'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { boot, type Client, type Reply, until } from '../support/harness.ts'
import { executions, meteredRoutes } from '../support/metered-routes.ts'

const world = await boot({ routes: [...routes, ...meteredRoutes], env: { CALL_SECONDS: '5' } })
const { ctx, db } = world
const cost = (reply: Reply) => Number(reply.headers.get('x-credits-charged'))

/** Creates a workspace with its 50 free credits; a lookup costs 5. */
async function customer() {
  const { live, workspaceId } = await world.neighbour()
  const balance = async () => {
    const { available, held, spent } = (await live('GET', '/v1/credits')).body
    return { available, held, spent }
  }
  return { live, workspaceId, balance }
}

const local = (live: Client, body: object = {}, headers?: Record<string, string>) =>
  live('POST', '/v1/demo/local', body, headers)

async function executionsDuring<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = executions.length
  const result = await work()
  return [result, executions.length - before]
}

test('a call without a hold is charged for what it found; receipt, usage, requests and ledger show it like any other', async () => {
  const { live, balance } = await customer()
  const found = await local(live, { find: 2, most: 3 })
  assert.deepEqual([found.status, cost(found), found.headers.get('x-price-book')], [200, 10, 'standard-2026-11'])
  const miss = await local(live, { find: 0, most: 3 })
  assert.deepEqual([miss.status, miss.body.data, cost(miss)], [200, null, 0])
  assert.deepEqual(await balance(), { available: 40, held: 0, spent: 10 })
  const id = found.headers.get('x-request-id')
  const receipt = (await live('GET', `/v1/requests/${id}`)).body
  assert.match(receipt.hold_id, /^hold_/)
  assert.deepEqual(receipt.lines, [{ step: '', action: 'contacts/find-email', units: 2, credits: 10, ledger_seq: 2 }])
  assert.equal((await live('GET', `/v1/requests/${miss.headers.get('x-request-id')}`)).body.credits, 0)
  const usage = (await live('GET', '/v1/credits/usage?group_by=action')).body
  assert.deepEqual([usage.credits, usage.data[0].calls, usage.data[0].found], [10, 2, 1])
  const listed = (await live('GET', '/v1/requests?metered=true')).body.data
  assert.deepEqual(
    listed.map((one: { outcome: string; credits: number }) => [one.outcome, one.credits]),
    [
      ['not_found', 0],
      ['found', 10],
    ],
  )
  const [entry] = (await live('GET', '/v1/credits/ledger')).body.data
  assert.deepEqual([entry.kind, entry.credits, entry.balance_after, entry.request_id], ['charge', -10, 40, id])
})

test('no error charges', async () => {
  const { live, balance } = await customer()
  const replies = [
    await local(live, { fail: 'upstream' }),
    await local(live, { fail: 'bug' }),
    await local(live, { wait: 6000 }),
    await local(live, { find: 2, most: 1 }),
    await local(live, {}, { 'x-max-credits': '4' }),
    await local(live, { fail: 'unstorable' }, { 'idempotency-key': 'unstorable' }),
  ]
  assert.deepEqual(
    replies.map(({ status }) => status),
    [502, 500, 504, 500, 402, 500],
  )
  for (const reply of replies) assert.equal(cost(reply), 0)
  assert.deepEqual(await balance(), { available: 50, held: 0, spent: 0 })
  assert.equal((await local(live, {}, { 'idempotency-key': 'unstorable' })).status, 200)
})

test('the worst case must be covered, whatever was found: 402 with the figures of a hold, and no result', async () => {
  const { live, balance } = await customer()
  const held = await live('POST', '/v1/demo/find', { find: 0, most: 11 })
  const other = await customer()
  const [direct, runs] = await executionsDuring(() => local(other.live, { find: 0, most: 11 }))
  assert.equal(runs, 1, 'the lookup ran, and its answer was not given')
  assert.deepEqual([direct.status, cost(direct)], [402, 0])
  const { request_id: _a, ...problem } = direct.body
  const { request_id: _b, ...expected } = held.body
  assert.deepEqual(problem, expected)
  assert.deepEqual(await balance(), { available: 50, held: 0, spent: 0 })
})

test('after a refusal, calls are refused before their lookup until there are credits again', async () => {
  const { live, workspaceId, balance } = await customer()
  assert.equal((await local(live, { most: 11 })).status, 402)
  const [refused, runs] = await executionsDuring(() => local(live, { most: 11 }))
  assert.deepEqual([refused.status, refused.body.code, runs], [402, 'insufficient_credits', 0])
  await grantCredits(ctx, db, workspaceId, { kind: 'manual', source: 'more', amount: 10 })
  assert.equal((await local(live, { most: 11 })).status, 200)
  assert.equal((await local(live, { most: 11 })).status, 200)
  assert.deepEqual(await balance(), { available: 50, held: 0, spent: 10 })
})

test('parallel calls with and without holds spend exactly the balance', async () => {
  const { live, workspaceId, balance } = await customer()
  await grantCredits(ctx, db, workspaceId, { kind: 'manual', source: 'crowd', amount: 450 })
  const paths = ['/v1/demo/local', '/v1/demo/local', '/v1/demo/find']
  const replies = await Promise.all(
    Array.from({ length: 300 }, (_, n) => live('POST', paths[n % 3] as string, { hold: n % 5 === 0 })),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 100)
  assert.equal(replies.filter(({ body }) => body.code === 'insufficient_credits').length, 200)
  assert.deepEqual(await balance(), { available: 0, held: 0, spent: 500 })
})

test("a key's monthly budget applies to parallel calls and holds together, and is reset next month", async () => {
  const mine = world.client(await world.key({ monthly_budget: 22 }))
  const calls = Array.from({ length: 8 }, (_, n) =>
    n % 2 === 0 ? local(mine) : mine('POST', '/v1/demo/find', { wait: 20 }),
  )
  const replies = await Promise.all(calls)
  assert.equal(replies.filter(({ status }) => status === 200).length, 4)
  assert.equal(replies.filter(({ body }) => body.code === 'key_budget_exceeded').length, 4)
  // The last response of concurrent calls need not be a refusal. After one, the next call holds first.
  assert.equal((await local(mine)).status, 402)
  const [refused, runs] = await executionsDuring(() => local(mine))
  assert.deepEqual([refused.status, refused.body.limit_source, runs], [402, 'key', 0])
  ctx.clock.advance(31 * 86_400_000)
  assert.equal((await local(mine)).status, 200)
})

test('an Idempotency-Key is charged once and replays byte for byte, without a second lookup, even with no credits left', async () => {
  const { live, balance } = await customer()
  const key = { 'idempotency-key': 'order-1' }
  const first = await local(live, { find: 10, most: 10 }, key)
  assert.equal(cost(first), 50)
  const [again, runs] = await executionsDuring(() => local(live, { most: 10, find: 10 }, key))
  assert.deepEqual([again.text, runs], [first.text, 0])
  assert.deepEqual([again.status, cost(again), again.headers.get('idempotency-replayed')], [200, 50, 'true'])
  assert.equal(again.headers.get('x-original-request-id'), first.headers.get('x-request-id'))
  const other = await local(live, { find: 9, most: 10 }, key)
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
  assert.equal((await local(live, {}, { 'idempotency-key': 'order-2' })).body.code, 'insufficient_credits')
  const kept = await local(live, { find: 10, most: 10 }, key)
  assert.equal(kept.text, first.text, 'a workspace whose calls hold first gets the stored answer too')
  assert.deepEqual(await balance(), { available: 0, held: 0, spent: 50 })
})

test('concurrent identical requests with one key get one charge and the same response', async () => {
  const { live, balance } = await customer()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => local(live, { wait: 30 }, { 'idempotency-key': 'same' })),
  )
  const [first] = replies
  for (const reply of replies) assert.deepEqual([reply.status, reply.text, cost(reply)], [200, first?.text, 5])
  assert.equal(replies.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
  assert.deepEqual(await balance(), { available: 45, held: 0, spent: 5 })
})

test('a key in use by a held call gets 409 on a call without a hold, and then has one response', async () => {
  const { live, balance } = await customer()
  const key = { 'idempotency-key': 'held' }
  const body = { hold: true, wait: 3000 }
  const running = local(live, body, key)
  await until('the hold', async () => (await balance()).held === 5)
  const busy = await local(live, body, key)
  assert.deepEqual([busy.status, busy.body.code], [409, 'idempotency_in_progress'])
  const [answer, again] = [await running, await local(live, body, key)]
  assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [answer.text, 'true'])
  assert.deepEqual(await balance(), { available: 45, held: 0, spent: 5 })
})

test('a call that starts to hold midway can be refused there, and releases its hold when it fails', async () => {
  const { live, balance } = await customer()
  assert.equal((await local(live, { hold: true, most: 11 })).status, 402)
  assert.equal((await local(live, { hold: true, fail: 'upstream' })).status, 502)
  const late = local(live, { hold: true, wait: 6000 })
  await until('the hold', async () => (await balance()).held === 5)
  assert.equal((await late).status, 504)
  assert.deepEqual(await balance(), { available: 50, held: 0, spent: 0 })
})

test('expired credits pay for nothing, and those that expire first are spent first', async () => {
  const { live, workspaceId } = await customer()
  const soon = new Date(ctx.clock.now().getTime() + 3_600_000)
  await grantCredits(ctx, db, workspaceId, { kind: 'manual', source: 'soon', amount: 10, expiresAt: soon })
  assert.equal((await local(live)).status, 200)
  ctx.clock.advance(7_200_000)
  assert.equal((await local(live, { find: 0, most: 11 })).status, 402)
  assert.equal((await local(live, { find: 10, most: 10 })).status, 200)
  const [wallet] = await db`select available, spent, expired from wallets where workspace_id = ${workspaceId}`
  assert.deepEqual({ ...wallet }, { available: 0, spent: 55, expired: 5 })
})

test('a charge without a hold emits the low-balance event', async () => {
  const { live, workspaceId } = await customer()
  await live('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9999/', events: ['credits.low'] })
  await local(live, { find: 7, most: 7 })
  await until('the event', async () => {
    const rows = await db`select from webhook_events where workspace_id = ${workspaceId} and type = 'credits.low'`
    return rows.length === 1
  })
})

test('every invariant holds afterwards', async () => {
  assert.deepEqual(await checkInvariants(db), [])
})
