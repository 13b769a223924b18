import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantCredits } from '../../src/domains/billing/credits/grants.ts'
import { ensureStandardBook, publishBook } from '../../src/domains/billing/credits/published-books.ts'
import { STANDARD_BOOK } from '../../src/domains/billing/credits/standard-book.ts'
import { routes } from '../../src/http/catalogue.ts'
import { boot, type Reply, until, type World } from '../support/harness.ts'
import { executions, meteredRoutes } from '../support/metered-routes.ts'

const world = await boot({ routes: [...routes, ...meteredRoutes] })
const { live, db } = world
const find = (body: object, headers?: Record<string, string>) => live('POST', '/v1/demo/find', body, headers)
const cost = (reply: Reply) => Number(reply.headers.get('x-credits-charged'))

interface Balance {
  available: number
  held: number
  spent: number
  expired: number
  granted: number
}
async function balance(of: World['live'] = live): Promise<Balance> {
  return (await of('GET', '/v1/credits')).body
}

test('a new workspace has 50 free credits', async () => {
  const credits = await balance()
  assert.equal(credits.available, 50)
  assert.equal(credits.granted, 50)
})

test('results are charged, and the rest of the hold is released', async () => {
  const before = await balance()
  const reply = await find({ find: 1, most: 3 })
  assert.equal(reply.status, 200)
  assert.equal(cost(reply), 5)
  assert.equal(reply.headers.get('x-price-book'), 'standard-2026-11')
  const after = await balance()
  assert.deepEqual([after.available, after.held, after.spent], [before.available - 5, 0, before.spent + 5])
})

test('a miss gets 200 with null and costs nothing', async () => {
  const before = await balance()
  const reply = await find({ find: 0 })
  assert.deepEqual([reply.status, reply.body.data, cost(reply)], [200, null, 0])
  assert.deepEqual(await balance(), before)
})

test('no error charges, and every error has the credit headers', async () => {
  const before = await balance()
  const replies = [
    await find({ fail: 'upstream' }),
    await find({ fail: 'bug' }),
    await find({ find: 'x' }),
    await find({ most: 1000 }),
    await find({}, { 'x-max-credits': '4' }),
    await find({}, { 'x-max-credits': 'many' }),
    await world.client()('POST', '/v1/demo/find', {}),
    await world.client(await world.key({ permission: 'read' }))('POST', '/v1/demo/find', {}),
  ]
  assert.deepEqual(
    replies.map((reply) => reply.status),
    [502, 500, 422, 402, 402, 422, 401, 403],
  )
  assert.deepEqual(replies[3]?.body.code, 'insufficient_credits')
  assert.deepEqual([replies[3]?.body.required, replies[3]?.body.available], [5000, before.available])
  assert.equal(replies[4]?.body.code, 'max_credits_exceeded')
  for (const reply of replies)
    assert.deepEqual(
      [reply.headers.get('x-credits-charged'), reply.headers.get('x-price-book')],
      ['0', 'standard-2026-11'],
    )
  assert.deepEqual(await balance(), before)
})

test('a test key costs nothing and writes nothing to the ledger', async () => {
  const before = await balance()
  const reply = await world.test('POST', '/v1/demo/find', { find: 3, most: 3 })
  assert.deepEqual([reply.status, cost(reply), reply.headers.get('x-price-book')], [200, 0, 'standard-2026-11'])
  assert.deepEqual(await balance(), before)
})

test('an Idempotency-Key charges once and replays byte for byte, even after the balance is spent', async () => {
  const { live: mine } = await world.neighbour()
  const key = { 'idempotency-key': 'order-1' }
  const first = await mine('POST', '/v1/demo/find', { find: 10, most: 10 }, key)
  assert.equal(cost(first), 50)
  const again = await mine('POST', '/v1/demo/find', { most: 10, find: 10 }, key)
  assert.equal(again.text, first.text)
  assert.deepEqual([again.status, cost(again), again.headers.get('idempotency-replayed')], [200, 50, 'true'])
  assert.equal(again.headers.get('x-original-request-id'), first.headers.get('x-request-id'))
  assert.equal((await balance(mine)).spent, 50)
  const other = await mine('POST', '/v1/demo/find', { find: 9, most: 10 }, key)
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
  assert.equal(
    (await mine('POST', '/v1/demo/find', {}, { 'idempotency-key': 'order-2' })).body.code,
    'insufficient_credits',
  )
})

test('a refused or failed call releases its key, so that it can be retried with the same key after a top-up or a wait', async () => {
  const key = { 'idempotency-key': 'again' }
  assert.equal((await find({ fail: 'upstream' }, key)).status, 502)
  assert.equal((await find({ most: 1000 }, key)).status, 402)
  assert.equal((await find({}, key)).status, 200)
})

test('concurrent duplicates cause one execution and one charge', async () => {
  const before = await balance()
  const runs = executions.length
  const replies = await Promise.all(Array.from({ length: 20 }, () => find({ wait: 50 }, { 'idempotency-key': 'same' })))
  const ok = replies.filter((reply) => reply.status === 200)
  assert.ok(ok.length >= 1)
  for (const reply of replies)
    assert.ok(reply.status === 200 || reply.body.code === 'idempotency_in_progress', String(reply.status))
  assert.equal(executions.length - runs, 1)
  assert.equal((await balance()).spent - before.spent, 5)
})

test('N parallel calls on balance B at price p: exactly floor(B/p) succeed', async () => {
  const { live: mine } = await world.neighbour()
  const replies = await Promise.all(Array.from({ length: 40 }, () => mine('POST', '/v1/demo/find', { wait: 5 })))
  assert.equal(replies.filter((reply) => reply.status === 200).length, 10)
  assert.equal(replies.filter((reply) => reply.body.code === 'insufficient_credits').length, 30)
  assert.deepEqual([(await balance(mine)).available, (await balance(mine)).spent], [0, 50])
})

test('parallel calls in overlapping batches spend exactly the balance', async () => {
  const { live: mine, workspaceId } = await world.neighbour()
  await grantCredits(world.ctx, world.ctx.db, workspaceId, { kind: 'manual', source: 'crowd', amount: 450 })
  const replies = await Promise.all(Array.from({ length: 400 }, () => mine('POST', '/v1/demo/find', {})))
  assert.equal(replies.filter((reply) => reply.status === 200).length, 100)
  assert.equal(replies.filter((reply) => reply.body.code === 'insufficient_credits').length, 300)
  assert.deepEqual([(await balance(mine)).available, (await balance(mine)).spent], [0, 500])
})

test("a key's monthly budget applies to parallel calls and is reset next month", async () => {
  const mine = world.client(await world.key({ monthly_budget: 12 }))
  const replies = await Promise.all(Array.from({ length: 5 }, () => mine('POST', '/v1/demo/find', {})))
  assert.equal(replies.filter((reply) => reply.status === 200).length, 2)
  assert.equal(replies.filter((reply) => reply.body.code === 'key_budget_exceeded').length, 3)
  world.ctx.clock.advance(31 * 86_400_000)
  assert.equal((await mine('POST', '/v1/demo/find', {})).status, 200)
})

test('steps are charged under one hold, each once, and not at all when the call then fails', async () => {
  const { live: mine } = await world.neighbour()
  const reply = await mine('POST', '/v1/demo/steps', { steps: ['a', 'b', 'a'] })
  assert.deepEqual([reply.status, cost(reply)], [200, 2])
  const receipt = (await mine('GET', `/v1/requests/${reply.headers.get('x-request-id')}`)).body
  assert.deepEqual(
    receipt.lines.map((line: { step: string; credits: number }) => [line.step, line.credits]),
    [
      ['', 0],
      ['a', 1],
      ['b', 1],
    ],
  )
  const failed = await mine('POST', '/v1/demo/steps', { steps: ['a', 'b'], fail: true })
  assert.deepEqual([failed.status, cost(failed)], [502, 0])
  const after = await balance(mine)
  assert.deepEqual([after.spent, after.held, after.available], [2, 0, 48])
})

test('a receipt, the usage and the ledger agree', async () => {
  const { live: mine } = await world.neighbour()
  const found = await mine('POST', '/v1/demo/find', { find: 2, most: 2 })
  const miss = await mine('POST', '/v1/demo/find', { find: 0 })
  const receipt = (await mine('GET', `/v1/requests/${found.headers.get('x-request-id')}`)).body
  assert.deepEqual(
    [receipt.credits, receipt.lines.length, receipt.lines[0].units, receipt.price_book],
    [10, 1, 2, 'standard-2026-11'],
  )
  assert.equal((await mine('GET', `/v1/requests/${miss.headers.get('x-request-id')}`)).body.credits, 0)
  assert.equal((await mine('GET', '/v1/requests/req_unknown')).status, 404)
  for (const by of ['day', 'action', 'key']) {
    const usage = (await mine('GET', `/v1/credits/usage?group_by=${by}`)).body
    assert.deepEqual([usage.credits, usage.data[0].calls, usage.data[0].found], [10, 2, 1], by)
  }
  const ledger = (await mine('GET', '/v1/credits/ledger')).body.data
  assert.deepEqual(
    ledger.map((entry: { kind: string; credits: number }) => [entry.kind, entry.credits]),
    [
      ['charge', -10],
      ['grant', 50],
    ],
  )
  const { request_id, action, items, balance_after, charges } = ledger[0]
  const called = found.headers.get('x-request-id')
  assert.deepEqual(
    [request_id, action, items, balance_after, charges],
    [called, receipt.lines[0].action, [{ request_id: called, action, units: 2, credits: 10 }], 40, 1],
  )
  assert.deepEqual([ledger[1].request_id, ledger[1].action, ledger[1].balance_after], [null, null, 50])
  const csv = await mine('GET', '/v1/credits/ledger?format=csv')
  assert.match(csv.text, new RegExp(`^2,[^,]+,charge,-10,40,1,${called},${action},`, 'm'))
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
  assert.equal(csv.text.split('\r\n').length, 4)
})

test('an entry for several calls lists each of them, and every entry has the balance after it', async () => {
  const { live: mine } = await world.neighbour()
  const calls = await Promise.all(Array.from({ length: 9 }, () => mine('POST', '/v1/demo/find', { find: 1, most: 1 })))
  const { data } = (await mine('GET', '/v1/credits/ledger')).body
  const named = data.flatMap((entry: { items: { request_id: string }[] }) => entry.items.map((item) => item.request_id))
  assert.deepEqual(new Set(named), new Set(calls.map(({ headers }) => headers.get('x-request-id'))))
  assert.equal(named.length, calls.length)
  let sum = 0
  for (const entry of data.toReversed()) {
    sum += entry.credits
    assert.equal(entry.balance_after, sum)
    assert.equal(entry.items.length, entry.charges)
    if (entry.charges > 1) assert.equal(entry.request_id, null)
  }
  assert.equal(sum, 5)
})

test('an entry with many charges shows the first hundred, and names their call', async () => {
  const { workspaceId, live: mine } = await world.neighbour()
  await db`select ledger_grant(${workspaceId}, null, ${world.ctx.ids.next('grant')}, 'pack', 'test', 200, null)`
  const steps = Array.from({ length: 120 }, (_, n) => `s${n}`)
  const call = await mine('POST', '/v1/demo/steps', { steps })
  assert.equal(call.status, 200, call.text)
  const [entry] = (await mine('GET', '/v1/credits/ledger')).body.data
  assert.deepEqual([entry.charges, entry.items.length], [120, 100])
  assert.equal(entry.request_id, call.headers.get('x-request-id'))
})

test('a new price book applies to the next call, not to a running one', async () => {
  let isAnswered = false
  const running = find({ wait: 1000 }).finally(() => (isAnswered = true))
  await until('the running call', async () => isAnswered || (await live('GET', '/v1/credits')).body.held > 0)
  const actions = {
    ...STANDARD_BOOK.actions,
    'contacts/find-email': { credits: 2, unit: 'email found' },
    'profiles.create': { credits: 1, unit: 'call' },
  }
  await publishBook(world.ctx, world.ctx.db, { ...STANDARD_BOOK, name: 'cheaper', actions })
  const next = await find({})
  assert.deepEqual([cost(next), next.headers.get('x-price-book')], [2, 'cheaper'])
  const old = await running
  assert.deepEqual([cost(old), old.headers.get('x-price-book')], [5, 'standard-2026-11'])
  const priced = await live('POST', '/v1/profiles', { name: 'priced by the book' })
  assert.deepEqual([priced.status, cost(priced)], [201, 1])
  await assert.rejects(publishBook(world.ctx, world.ctx.db, { ...STANDARD_BOOK, name: 'cheaper' }), /new name/)
  await assert.rejects(db`update price_books set body = '{}'`, /append-only/)
  assert.equal((await live('GET', '/v1/meta/actions')).body.price_book, 'cheaper')
})

test('an upgrade whose standard book has a new name changes no prices', async () => {
  const { ctx, live: upgraded } = await boot()
  await ctx.db`alter table price_books disable trigger user`
  await ctx.db`update price_books set name = 'standard-of-an-earlier-version', body = replace(body, ${STANDARD_BOOK.name}, 'standard-of-an-earlier-version')`
  await ctx.db`alter table price_books enable trigger user`
  await ensureStandardBook(ctx)
  assert.equal((await upgraded('GET', '/v1/meta/actions')).body.price_book, 'standard-of-an-earlier-version')
})

test("an error names the workspace's price book once the key is known", async () => {
  const { workspaceId, live: theirs } = await world.neighbour()
  await db`update wallets set price_book = ${STANDARD_BOOK.name} where workspace_id = ${workspaceId}`
  const ask = (as: typeof live, body: unknown) => as('POST', '/v1/data/search/people', body)
  const searchWith = async (as: typeof live, body: unknown) => {
    const { status, headers } = await ask(as, body)
    return [status, headers.get('x-price-book'), headers.get('x-credits-charged')]
  }
  assert.deepEqual(await searchWith(theirs, { limit: 0 }), [422, STANDARD_BOOK.name, '0'])
  assert.deepEqual(await searchWith(theirs, '{'), [422, STANDARD_BOOK.name, '0'])
  assert.deepEqual(await searchWith(live, { limit: 0 }), [422, 'cheaper', '0'])
  assert.deepEqual(await searchWith(world.client(), {}), [401, 'cheaper', '0'])
})

test('prices match the spec', async () => {
  const { body } = await world.client()('GET', '/v1/public/pricing')
  assert.deepEqual(
    body.packs.map((p: Record<string, unknown>) => [p['name'], p['credits'], p['price_usd'], p['price_usd_cents']]),
    [
      ['Starter', 500, 10, 1000],
      ['Growth', 3000, 50, 5000],
      ['Scale', 10_000, 150, 15_000],
      ['Enterprise', 50_000, 600, 60_000],
    ],
  )
  assert.deepEqual(
    body.plans.map((p: Record<string, unknown>) => [
      p['name'],
      p['credits_per_month'],
      p['monthly_price_usd'],
      p['yearly_price_usd'],
      p['rollover_cap'],
      p['yearly_price_usd_cents'],
    ]),
    [
      ['Starter', 500, 10, 100, 1000, 10_000],
      ['Growth', 3000, 45, 450, 6000, 45_000],
      ['Scale', 10_000, 130, 1300, 20_000, 130_000],
      ['Enterprise', 50_000, 500, 5000, 100_000, 500_000],
    ],
  )
})
