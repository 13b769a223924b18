import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantCredits } from '../../../src/domains/billing/credits/grants.ts'
import { recordSources } from '../../../src/domains/billing/credits/receipts.ts'
import { routes } from '../../../src/http/catalogue.ts'
import { boot } from '../../support/harness.ts'
import { meteredRoutes } from '../../support/metered-routes.ts'

const world = await boot({ routes: [...routes, ...meteredRoutes], env: { LOG_LEVEL: 'silent' } })
const { ctx, live, workspaceId } = world
await grantCredits(ctx, ctx.db, workspaceId, { kind: 'manual', source: 'tests', amount: 10_000, expiresAt: null })

interface ListedRequest {
  readonly request_id: string
  readonly outcome: string
  readonly actions: string[]
  readonly credits: number
  readonly lines_total: number
}

const FIND = 'contacts/find-email'
const call = async (body: object, path = 'find', client = live) => {
  const reply = await client('POST', `/v1/demo/${path}`, body)
  ctx.clock.advance(1000)
  return reply.headers.get('x-quoin-request-id') ?? ''
}
const list = async (query = '', client = live): Promise<ListedRequest[]> =>
  (await client('GET', `/v1/requests?limit=100&metered=true&${query}`)).body.data
const ids = async (query = '') => (await list(query)).map(({ request_id }) => request_id)

/** Makes a call that asked a source and failed: only the source's step is stored. */
async function failed(): Promise<string> {
  const requestId = ctx.ids.next('request')
  const of = { workspaceId, requestId, keyId: 'key_failing', priceBook: 'standard-2026-11' }
  await recordSources(ctx, of, [{ step: '', steps: [{ source: 'x', outcome: 'timeout', ms: 5, cost_micros: 0 }] }])
  ctx.clock.advance(1000)
  return requestId
}

const started = ctx.clock.now().toISOString()
const found = await call({ find: 2, most: 3 })
const missed = await call({ find: 0 })
const broken = await failed()
const run = await call({ steps: ['a', 'b'] }, 'steps')
const ended = ctx.clock.now().toISOString()

test('metered calls are listed newest first, with their steps, cost and outcome', async () => {
  const shown = (await list()).map(({ request_id, outcome, actions, credits, lines_total }) => [
    request_id,
    outcome,
    actions,
    credits,
    lines_total,
  ])
  assert.deepEqual(shown, [
    [run, 'found', ['contacts/verify-email', 'lead-list'], 2, 3],
    [broken, 'failed', [], 0, 0],
    [missed, 'not_found', [FIND], 0, 1],
    [found, 'found', [FIND], 10, 1],
  ])
  const [newest] = (await live('GET', '/v1/requests?limit=1&metered=true')).body.data
  const receipt = (await live('GET', `/v1/requests/${run}`)).body
  for (const field of ['request_id', 'hold_id', 'api_key_id', 'price_book', 'credits', 'lines_total', 'created_at'])
    assert.equal(newest[field], receipt[field], field)
})

test('requests are filtered by action, key, outcome and time', async () => {
  assert.deepEqual(await ids(`action=${FIND}`), [missed, found])
  assert.deepEqual(await ids('action=lead-list'), [run])
  assert.deepEqual(await ids('outcome=not_found'), [missed])
  assert.deepEqual(await ids('api_key_id=key_failing'), [broken])
  assert.deepEqual(await ids('api_key_id=key_failing&outcome=found'), [])
  assert.deepEqual(await ids(`from=${started}&to=${ended}`), [run, broken, missed, found])
  const second = new Date(new Date(started).getTime() + 1000).toISOString()
  assert.deepEqual(await ids(`from=${second}&to=${ended}`), [run, broken, missed])
  assert.deepEqual(await ids(`to=${second}`), [found])
  assert.equal((await live('GET', `/v1/requests?from=${ended}&to=${started}`)).status, 422)
})

test('pages list all of them once, and another workspace sees none', async () => {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await live('GET', `/v1/requests?limit=1&metered=true${cursor}`)
    seen.push(...body.data.map(({ request_id }: ListedRequest) => request_id))
    if (!body.has_more) break
    cursor = `&cursor=${body.next_cursor}`
  }
  assert.deepEqual(seen, [run, broken, missed, found])
  const { live: theirs } = await world.neighbour()
  assert.deepEqual(await list('', theirs), [])
})

test('a page of a rare match ends after 5,000 calls and says where to continue', async () => {
  const { workspaceId: busy, live: theirs } = await world.neighbour()
  const rows = (from: string, count: number, action: string) => world.db`
    insert into charges (workspace_id, hold_id, step, key_id, action, units, credits, price_book, request_id, created_at)
    select ${busy}, 'hold_' || ${from} || lpad(n::text, 25, '0'), '', 'key_1', ${action}, 0, 0, 'b',
      'req_' || ${from} || lpad(n::text, 25, '0'), now() from generate_series(1, ${count}) n`
  await rows('0', 3, 'rare')
  await rows('1', 5001, 'frequent')
  const first = (await theirs('GET', '/v1/requests?action=rare')).body
  assert.deepEqual([first.data, first.has_more], [[], true])
  const second = (await theirs('GET', `/v1/requests?action=rare&cursor=${first.next_cursor}`)).body
  assert.deepEqual([second.data.length, second.has_more, second.next_cursor], [3, false, null])
})

test('a running call shows as a hold and, once it has a charge, as running', async () => {
  const before = (await live('GET', '/v1/credits/holds')).body.data
  assert.deepEqual(before, [])
  const requestId = ctx.ids.next('request')
  const admitted = await ctx.ledger.reserve({
    workspaceId,
    keyId: 'key_job',
    credits: 70,
    monthlyBudget: null,
    action: 'lead-list',
    priceBook: 'standard-2026-11',
    requestId,
    seconds: 600,
    isDurable: true,
  })
  assert.ok(admitted.verdict === 'ok')
  const charges = [{ step: 'email.1', action: FIND, units: 1, credits: 5 }]
  await ctx.ledger.settle({ hold: admitted.hold, charges, closes: false, response: null })
  const [hold] = (await live('GET', '/v1/credits/holds')).body.data
  const { held } = (await live('GET', '/v1/credits')).body
  const { created_at, expires_at, ...rest } = hold
  assert.ok(expires_at > created_at)
  assert.deepEqual(rest, {
    id: admitted.hold.id,
    credits: held,
    held_for: 'job',
    action: 'lead-list',
    request_id: requestId,
    api_key_id: 'key_job',
    price_book: 'standard-2026-11',
  })
  assert.deepEqual(await ids('outcome=running'), [requestId])
  await ctx.ledger.settle({ hold: admitted.hold, charges: [], closes: true, response: null })
  assert.deepEqual((await live('GET', '/v1/credits/holds')).body.data, [])
  assert.deepEqual([await ids('outcome=running'), (await ids('outcome=found'))[0]], [[], requestId])
})

test('usage by day and action lists each of them and, with fill, the days without calls too', async () => {
  const { workspaceId: theirId, live: theirs } = await world.neighbour()
  await grantCredits(ctx, ctx.db, theirId, { kind: 'manual', source: 'tests', amount: 100, expiresAt: null })
  const DAY_MS = 86_400_000
  const day = () => ctx.clock.now().toISOString().slice(0, 10)
  ctx.clock.set(new Date(Math.ceil(ctx.clock.now().getTime() / DAY_MS) * DAY_MS + 1000))
  const first = day()
  await call({ find: 1 }, 'find', theirs)
  await call({ find: 0 }, 'find', theirs)
  ctx.clock.advance(2 * DAY_MS)
  const last = day()
  await call({ steps: ['a'] }, 'steps', theirs)
  const usage = async (query: string) => (await theirs('GET', `/v1/credits/usage?${query}`)).body
  const range = `since=${first}&until=${last}`
  const together = await usage(`${range}&group_by=day,action`)
  assert.deepEqual(together.data, [
    { group: first, action: FIND, calls: 2, found: 1, credits: 5 },
    { group: last, action: 'contacts/verify-email', calls: 1, found: 1, credits: 1 },
    { group: last, action: 'lead-list', calls: 1, found: 1, credits: 0 },
  ])
  const filled = await usage(`${range}&group_by=day,action&fill=true`)
  assert.equal(filled.data.length, 9)
  assert.equal(filled.credits, 6)
  const days = await usage(`${range}&fill=true`)
  assert.deepEqual(
    days.data.map(({ calls }: { calls: number }) => calls),
    [2, 0, 1],
  )
  assert.equal((await theirs('GET', '/v1/credits/usage?group_by=key&fill=true')).status, 422)
  assert.equal((await theirs('GET', '/v1/credits/usage?fill=true&since=2020-01-01')).status, 422)
})
