import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantCredits } from '../../src/domains/billing/credits/grants.ts'
import { forgetOldToolCalls } from '../../src/domains/billing/tool-calls/service.ts'
import { lockToolCalls } from '../../src/domains/billing/tool-calls/sql.ts'
import { dataJobHandlers } from '../../src/domains/data/data-jobs/jobs.ts'
import { createApp } from '../../src/http/app.ts'
import { routes } from '../../src/http/catalogue.ts'
import { ManualClock } from '../../src/kit/clock.ts'
import { newMasterKey } from '../../src/kit/secrets.ts'
import { startQueue } from '../../src/queue/start.ts'
import { addPeople, examplePerson } from '../support/directory-people.ts'
import { boot, freshDatabase, until } from '../support/harness.ts'
import { createMcpClient, type McpResult } from '../support/mcp-client.ts'

const PEOPLE = 80
const env = {
  LOG_LEVEL: 'silent',
  MCP_CREDITS_PER_DAY: '120',
  MCP_CONFIRM_CREDITS: '50',
  QUOIN_MASTER_KEY: newMasterKey(),
}
const address = await freshDatabase()
const world = await boot({ env, address })
const { ctx, url, workspaceId } = world
await grantCredits(ctx, ctx.db, workspaceId, { kind: 'manual', source: 'tests', amount: 10_000, expiresAt: null })
await addPeople(
  ctx,
  'crm',
  Array.from({ length: PEOPLE }, (_, n) => examplePerson(n, n < 2 ? { title: 'Gardener' } : {})),
)

const newClient = async (options = {}) => createMcpClient(url, await world.key(), options)
const spent = async () => (await world.live('GET', '/v1/credits')).body.spent as number

/** Builds a search that finds exactly as many people as its limit. */
const search = (limit: number, max_credits: number, more = {}) => ({ query: 'example', limit, max_credits, ...more })

test('a paid tool needs max_credits, and never spends more', async () => {
  const client = await newClient()
  const before = await spent()
  const { violations } = await client.fails('validation_error', 'data_search_people', { query: 'example' })
  assert.equal(violations[0].field, 'max_credits')
  const refused = await client.fails('max_credits_exceeded', 'data_search_people', search(10, 9))
  assert.deepEqual([refused.required, refused.max_credits, refused.limit_source], [10, 9, 'max_credits'])
  assert.equal(await spent(), before)
  const { content, meta } = await client.call('data_search_people', search(10, 10))
  assert.equal(meta['quoin/credits_charged'], 10)
  assert.match(content[1]?.text ?? '', /Charged 10 credits\. 110 of 120 are left/)
  assert.equal(await spent(), before + 10)
  const receipt = await world.live('GET', `/v1/requests/${String(meta['quoin/request_id'])}`)
  assert.equal(receipt.body.credits, 10)
})

test('repeating a call returns the first response for free, until ten minutes have passed', async () => {
  const client = await newClient()
  const first = await client.call('data_search_people', search(7, 20))
  const after = await spent()
  const [second, third] = await Promise.all([
    client.call('data_search_people', search(7, 20)),
    client.call('data_search_people', { max_credits: 25, limit: 7, query: 'example' }),
  ])
  for (const again of [second, third]) {
    assert.deepEqual(again.body, first.body)
    assert.deepEqual([again.meta['quoin/replayed'], again.meta['quoin/credits_charged']], [true, 0])
    assert.match(again.content[1]?.text ?? '', /did not run again/)
  }
  assert.equal(await spent(), after)
  await client.ok('data_search_people', search(6, 20))
  assert.equal(await spent(), after + 6)
  ctx.clock.advance(601_000)
  assert.equal((await client.call('data_search_people', search(7, 20))).meta['quoin/credits_charged'], 7)
})

test('a tool creates a resource once, however often the call is repeated at the same time', async () => {
  const client = await newClient()
  const call = { action: 'call', operation: 'profiles.create', arguments: { name: 'Made once' } }
  const results = await Promise.all(Array.from({ length: 5 }, () => client.call('api', call)))
  const made = results.filter(({ isError }) => !isError)
  assert.ok(
    made.length > 0 && results.every(({ isError, body }) => !isError || body.code === 'idempotency_in_progress'),
  )
  assert.equal(new Set(made.map(({ body }) => body.id)).size, 1)
  const { id } = (await client.call('api', call)).body
  assert.equal(id, made[0]?.body.id)
  const { data } = (await world.live('GET', '/v1/profiles?limit=100')).body
  assert.equal(data.filter((each: { name: string }) => each.name === 'Made once').length, 1)
})

test('tool calls of a key never exceed its daily cap (UTC), even in parallel and on several nodes', async () => {
  const other = await boot({ env, address, clock: new ManualClock(ctx.clock.now()) })
  const key = await world.key()
  const client = createMcpClient(url, key)
  const clients = [client, createMcpClient(other.url, key)]
  const before = await spent()
  const calls = Array.from({ length: 8 }, (_, n) =>
    (clients[n % 2] ?? client).call('data_search_people', search(20 + n, 40)),
  )
  const results = await Promise.all(calls)
  const charged = results.reduce((sum, result) => sum + Number(result.meta['quoin/credits_charged'] ?? 0), 0)
  assert.equal(await spent(), before + charged)
  assert.ok(charged <= 120, `${charged} were charged`)
  assert.ok(results.some((result) => result.isError) && charged >= 40, `${charged} were charged`)

  const { limit_source, what_to_do } = await createMcpClient(url, key).fails(
    'max_credits_exceeded',
    'data_search_people',
    search(50, 50),
  )
  assert.equal(limit_source, 'mcp_day_cap')
  assert.match(what_to_do, /00:00 UTC/)
  await (await newClient()).ok('data_search_people', search(50, 50))
  ctx.clock.advance(86_400_000)
  other.ctx.clock.advance(86_400_000)
  assert.equal(
    (await createMcpClient(other.url, key).call('data_search_people', search(50, 50))).meta['quoin/credits_charged'],
    50,
  )
})

test('a call that is refused or finds nothing uses none of the cap', async () => {
  const client = await newClient()
  for (const args of [
    { query: 'example', limit: 999, max_credits: 50 },
    { query: 'zzzzzz', max_credits: 50 },
  ])
    await client.call('data_search_people', args)
  const { content } = await client.call('data_search_people', search(1, 50))
  assert.match(content[1]?.text ?? '', /119 of 120 are left/)
})

test('a job counts its hold, and later only its charges', async () => {
  const client = await newClient()
  const job = await client.call('jobs_start', {
    kind: 'many',
    action: 'search/people',
    filters: { title: ['Gardener'], limit: 45 },
    max_credits: 45,
  })
  assert.equal(job.body.credits.held, 45)
  assert.equal(job.meta['quoin/credits_held'], 45)
  assert.match(job.content[1]?.text ?? '', /Holds 45 credits.*75 of 120 are left/)
  const { job: state, results } = await client.ok('jobs_get', { id: job.body.id })
  assert.deepEqual([state.status, results.data], ['queued', []])
  assert.match((await client.call('data_search_people', search(1, 50))).content[1]?.text ?? '', /74 of 120 are left/)
  const queue = await startQueue(ctx, { jobs: dataJobHandlers })
  await queue.idle()
  await queue.stop()
  assert.equal((await client.ok('jobs_get', { id: job.body.id })).job.credits.charged, 2)
  assert.match((await client.call('data_search_people', search(3, 50))).content[1]?.text ?? '', /114 of 120 are left/)
})

test('the client may set a lower limit for all calls of a request', async () => {
  const client = await newClient({ headers: { 'x-max-credits': '5' } })
  const { limit_source } = await client.fails('max_credits_exceeded', 'data_search_people', search(10, 40))
  assert.equal(limit_source, 'client')
  await client.ok('data_search_people', search(5, 40))
})

test('a call above the threshold runs only with the quote from the refusal', async () => {
  const key = await world.key()
  const client = createMcpClient(url, key)
  const before = await spent()
  const { quote, credits, expires_at } = await client.fails(
    'confirmation_required',
    'data_search_people',
    search(60, 100),
  )
  assert.equal(credits, 60)
  assert.ok(Date.parse(expires_at) > ctx.clock.now().getTime())
  await client.fails('invalid_quote', 'data_search_people', search(61, 100, { quote }))
  await client.fails('invalid_quote', 'data_search_companies', search(60, 100, { quote }))
  await client.fails('invalid_quote', 'data_search_people', search(60, 100, { quote: `${quote.slice(0, -2)}AA` }))
  await (await newClient()).fails('invalid_quote', 'data_search_people', search(60, 100, { quote }))
  assert.equal(await spent(), before)
  const confirmed = await client.call('data_search_people', search(60, 100, { quote }))
  assert.deepEqual([confirmed.isError, confirmed.meta['quoin/credits_charged']], [undefined, 60])
  assert.equal((await client.call('data_search_people', search(60, 100, { quote }))).meta['quoin/replayed'], true)
  assert.equal(await spent(), before + 60)

  ctx.clock.advance(301_000)
  for (const repeated of [search(60, 100, { quote }), search(60, 100)])
    assert.equal(
      (await client.call('data_search_people', repeated)).meta['quoin/replayed'],
      true,
      'the quote has expired',
    )
  assert.equal(await spent(), before + 60)

  const again = await client.fails('confirmation_required', 'data_search_people', search(59, 100))
  ctx.clock.advance(301_000)
  await client.fails('invalid_quote', 'data_search_people', search(59, 100, { quote: again.quote }))
  // A high limit alone needs no confirmation: the maximum cost of the call decides.
  await client.ok('data_search_people', search(3, 100))
})

test('a client with forms asks the user: an accepted call runs, a declined or forged one does not', async () => {
  const client = await newClient({ capabilities: { elicitation: { form: {} } } })
  const before = await spent()
  const args = search(70, 100)
  const prompt = await client.call('data_search_people', args)
  assert.equal(prompt.resultType, 'input_required')
  assert.match(prompt.inputRequests.confirm.params.message, /70 credits/)
  const respond = (action: string, content: object | undefined, requestState = prompt.requestState) =>
    client.call('data_search_people', args, {
      inputResponses: { confirm: { action, ...(content && { content }) } },
      requestState,
    })
  assert.equal((await respond('decline', undefined)).body.code, 'declined')
  assert.equal((await respond('accept', { run: false })).body.code, 'declined')
  assert.equal((await respond('accept', { run: true }, 'forged')).body.code, 'invalid_quote')
  assert.equal(await spent(), before)
  assert.equal((await respond('accept', { run: true })).meta['quoin/credits_charged'], 70)
  assert.equal(await spent(), before + 70)
})

test('with a test key tools cost nothing and count nothing', async () => {
  const client = createMcpClient(url, await world.key({ mode: 'test' }))
  const before = await spent()
  for (let n = 0; n < 5; n++)
    assert.equal((await client.call('data_search_people', search(50, 50))).meta['quoin/credits_charged'], 0)
  await client.fails('confirmation_required', 'data_search_people', search(60, 100))
  assert.equal(await spent(), before)
})

test('a stopping server finishes its running calls and starts no new ones', async () => {
  const key = await world.key()
  const app = createApp(ctx, { routes, readiness: { check: async () => undefined } })
  const client = createMcpClient(await app.listen({ host: '127.0.0.1', port: 0 }), key)
  await client.ok('credits_get')
  const before = await spent()
  const [{ id: keyId } = { id: '' }] = await ctx.db<{ id: string }[]>`select id from api_keys order by id desc limit 1`
  const { promise: answered, resolve } = Promise.withResolvers<unknown>()
  await ctx.db.begin(async (tx) => {
    await lockToolCalls(tx, workspaceId, keyId)
    resolve(client.call('data_search_people', search(5, 20)))
    await until('the call to wait', async () => {
      const [row] = await ctx.db`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`
      return row?.['n'] > 0
    })
    void app.close()
  })
  const { isError, body } = (await answered) as McpResult
  assert.deepEqual([isError, body.code], [true, 'unavailable'])
  assert.equal(await spent(), before)
  assert.match(
    (await createMcpClient(url, key).call('data_search_people', search(6, 20))).content[1]?.text ?? '',
    /114 of 120/,
  )
})

test('an internal error is returned without detail', async () => {
  const client = await newClient()
  await ctx.db`alter table tool_calls rename to tool_calls_gone`
  const { message } = await client.fails('internal', 'data_search_people', search(5, 20))
  await ctx.db`alter table tool_calls_gone rename to tool_calls`
  assert.match(message, /Something went wrong on our side/)
})

test('calls are deleted after two days', async () => {
  const count = async () => Number((await ctx.db`select count(*) from tool_calls`)[0]?.['count'])
  assert.ok((await count()) > 0)
  await forgetOldToolCalls(ctx)
  const left = await count()
  ctx.clock.advance(3 * 86_400_000)
  await forgetOldToolCalls(ctx)
  assert.deepEqual([left > 0, await count()], [true, 0])
})
