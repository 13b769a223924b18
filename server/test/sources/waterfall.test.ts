import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnySource } from '../../src/sources/source.ts'
import { addPeople, examplePerson } from '../support/directory-people.ts'
import { boot, type Reply, replaceSources } from '../support/harness.ts'
import { startVendor } from '../support/scripted-vendor.ts'

const vendor = await startVendor()
const FIND = 'contacts/find-email'
const world = await boot({
  env: {
    CALL_SECONDS: '30',
    SOURCES_FIND_EMAIL: 'second,directory,first',
    SOURCES_VERIFY_EMAIL: 'checker',
    SOURCES_ENRICH_PERSON: 'directory,slow',
    SOURCES_SEARCH_PEOPLE: 'directory,people',
    SOURCES_DAILY_BUDGET: 'checker:0.05,*:100',
  },
  sources: [
    vendor.source({ id: 'first', action: FIND, costMicros: 10_000 }),
    vendor.source({ id: 'second', action: FIND, costMicros: 30_000 }),
    vendor.source({ id: 'unwanted', action: FIND }),
    vendor.source({ id: 'checker', action: 'contacts/verify-email', costMicros: 20_000 }),
    vendor.source({ id: 'slow', action: 'people/enrich', perSecond: 0.1 }),
    vendor.source({ id: 'people', action: 'search/people' }),
    vendor.source({ id: 'locked', action: 'search/people', needs: ['STRIPE_SECRET_KEY'] }),
  ],
})
const { ctx, live } = world
await addPeople(ctx, 'crm', [examplePerson(1)])

const NEMO = { query: 'Nemo Nobody, nowhere.example' }
const find = () => live('POST', `/v1/data/${FIND}`, NEMO)
const verify = () => live('POST', '/v1/data/contacts/verify-email', { query: 'a@b.example' })
const now = () => ctx.clock.now().toISOString()
const email = (verified_at: string | null = null) => ({
  found: {
    email: 'nemo@nowhere.example',
    status: 'valid',
    confidence: 0.9,
    domain: 'nowhere.example',
    person: { full_name: null, first_name: null, last_name: null },
    sources: ['vendor'],
    verified_at,
  },
})
const verdict = () => ({
  found: {
    email: 'a@b.example',
    status: 'valid',
    sub_status: null,
    mx: null,
    catch_all: null,
    disposable: false,
    role: false,
    checked_at: now(),
  },
})

interface SourceStep {
  source: string
  outcome: string
  ms: number
  cost_micros: number
}
async function fetchReceipt(reply: Reply) {
  const receipt = await live('GET', `/v1/requests/${reply.headers.get('x-request-id')}`)
  assert.equal(receipt.status, 200, receipt.text)
  return receipt.body
}
async function fetchSourceSteps(reply: Reply): Promise<string[]> {
  const { sources } = await fetchReceipt(reply)
  return sources.map(({ source, outcome }: SourceStep) => `${source} ${outcome}`)
}
/** Lists the sources that a call asked. */
async function askedBy(call: () => Promise<Reply>): Promise<{ reply: Reply; asked: string[] }> {
  const from = vendor.asked.length
  const reply = await call()
  return { reply, asked: vendor.asked.slice(from) }
}

test('sources are asked in the configured order until one answers, and the receipt shows each step with its cost', async () => {
  vendor.script('first', email())
  vendor.script('second', 'miss')
  const { reply, asked } = await askedBy(find)
  assert.deepEqual([reply.status, asked], [200, ['second', 'first']])
  const receipt = await fetchReceipt(reply)
  assert.deepEqual(
    receipt.sources.map(({ source, outcome, cost_micros }: SourceStep) => [source, outcome, cost_micros]),
    [
      ['second', 'not_found', 0],
      ['directory', 'not_found', 0],
      ['first', 'found', 10_000],
    ],
  )
  for (const { ms } of receipt.sources) assert.ok(Number.isInteger(ms) && ms >= 0 && ms < 10_000)
  assert.deepEqual([receipt.credits, receipt.lines.length, receipt.lines[0].credits], [5, 1, 5])

  vendor.script('second', email())
  assert.deepEqual((await askedBy(find)).asked, ['second'])
})

test('a failing source does not keep the next from answering', async () => {
  vendor.script('second', 'fail')
  vendor.script('first', email())
  const { reply } = await askedBy(find)
  assert.equal(reply.status, 200)
  assert.deepEqual(await fetchSourceSteps(reply), ['second unavailable', 'directory not_found', 'first found'])
  vendor.script('second', 'miss')
})

test('nothing is not found until all sources have answered: with one failure it is a 502 whose receipt has no line', async () => {
  vendor.script('second', 'fail')
  vendor.script('first', 'miss')
  const { reply } = await askedBy(find)
  assert.deepEqual([reply.status, reply.headers.get('x-credits-charged')], [502, '0'])
  const receipt = await fetchReceipt(reply)
  assert.deepEqual([receipt.hold_id, receipt.credits, receipt.lines], [null, 0, []])
  assert.deepEqual(await fetchSourceSteps(reply), ['second unavailable', 'directory not_found', 'first not_found'])
  vendor.script('second', 'miss')
})

test('an exception in a source is a failure of that source, not of the call', async () => {
  const broken: AnySource = {
    ...vendor.source({ id: 'broken', action: FIND }),
    ask: () => Promise.reject(new TypeError('no such field')),
  }
  const other = await boot({
    env: { SOURCES_FIND_EMAIL: 'broken,first', LOG_LEVEL: 'silent' },
    sources: [broken, vendor.source({ id: 'first', action: FIND })],
  })
  vendor.script('first', email())
  assert.equal((await other.live('POST', `/v1/data/${FIND}`, NEMO)).status, 200)
  vendor.script('first', 'miss')
  assert.equal((await other.live('POST', `/v1/data/${FIND}`, NEMO)).status, 502)
})

test('a pending answer is waited for when no other source knows', async () => {
  vendor.script('second', { pending: 50 }, { pending: 50 }, email())
  vendor.script('first', 'miss')
  const { reply, asked } = await askedBy(find)
  assert.deepEqual([reply.status, reply.headers.get('x-credits-charged')], [200, '5'])
  assert.deepEqual(asked, ['second', 'first', 'second again', 'second again'])
  assert.deepEqual(await fetchSourceSteps(reply), [
    'second pending',
    'directory not_found',
    'first not_found',
    'second pending',
    'second found',
  ])
  vendor.script('second', 'miss')
})

const spentOn = async (source: string) => {
  const rows = await ctx.db`select day::text, micros::int from source_spend where source = ${source} and micros > 0`
  return Object.fromEntries(rows.map(({ day, micros }) => [day, micros]))
}

test('an answer that is pending beyond the deadline is a free 504, and the next call continues with the paid ticket', async () => {
  const before = await spentOn('second')
  const day = now().slice(0, 10)
  vendor.script('second', { pending: 60_000 }, { pending: 120_000 }, email())
  vendor.script('first', 'miss')
  const late = (reply: Reply) => [reply.status, reply.body.code, reply.headers.get('retry-after')]
  const { reply, asked } = await askedBy(find)
  assert.deepEqual([late(reply), reply.headers.get('x-credits-charged')], [[504, 'upstream_timeout', '60'], '0'])
  assert.deepEqual(asked, ['second', 'first'])
  ctx.clock.advance(20_000)
  const early = await askedBy(find)
  assert.deepEqual([late(early.reply), early.asked], [[504, 'upstream_timeout', '40'], ['first']])
  assert.deepEqual(await fetchSourceSteps(early.reply), ['second pending', 'directory not_found', 'first not_found'])
  ctx.clock.advance(40_000)
  const again = await askedBy(find)
  assert.deepEqual(
    [late(again.reply), again.asked],
    [
      [504, 'upstream_timeout', '120'],
      ['second again', 'first'],
    ],
  )
  ctx.clock.advance(120_000)
  const end = await askedBy(find)
  assert.deepEqual([end.reply.status, end.reply.headers.get('x-credits-charged')], [200, '5'])
  assert.deepEqual(end.asked, ['second again'])
  assert.deepEqual(await spentOn('second'), { ...before, [day]: (before[day] ?? 0) + 30_000 })
  vendor.script('second', 'miss')
  assert.deepEqual((await askedBy(find)).asked, ['second', 'first'])
})

test('a ticket outlives an answer of another source, and only its workspace has it', async () => {
  const other = await world.neighbour()
  const findToo = () => other.live('POST', `/v1/data/${FIND}`, NEMO)
  vendor.script('second', 'miss')
  vendor.script('first', { pending: 60_000 }, 'miss', email())
  assert.equal((await findToo()).status, 504)
  ctx.clock.advance(60_000)
  assert.deepEqual((await askedBy(find)).asked, ['second', 'first'])
  vendor.script('second', email())
  assert.deepEqual((await askedBy(findToo)).asked, ['second'])
  vendor.script('second', 'miss')
  assert.deepEqual((await askedBy(findToo)).asked, ['second', 'first again'])
  vendor.script('first', 'miss')
})

test('a ticket that ends as not found is subtracted from the day it was paid on', async () => {
  ctx.clock.advance(86_400_000 - (ctx.clock.now().getTime() % 86_400_000) - 30_000)
  const before = await spentOn('second')
  vendor.script('second', { pending: 60_000 }, 'miss')
  assert.equal((await find()).status, 504)
  assert.notDeepEqual(await spentOn('second'), before)
  ctx.clock.advance(60_000)
  assert.deepEqual([(await find()).status, await spentOn('second')], [200, before])
  vendor.script('second', 'miss')
})

test('a source that was given less than its timeout has not failed', async () => {
  const slow = vendor.source({ id: 'late', action: FIND, timeoutMs: 60_000 })
  const other = await boot({ env: { SOURCES_FIND_EMAIL: 'late', CALL_SECONDS: '1' }, sources: [slow] })
  const ask = () => other.live('POST', `/v1/data/${FIND}`, NEMO)
  vendor.script('late', 'hang')
  const replies = await Promise.all(Array.from({ length: 6 }, ask))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([504]))
  vendor.script('late', 'miss')
  assert.equal((await ask()).status, 200)
})

test('a source that does not answer within its timeout is a 504 after that time', async () => {
  vendor.script('second', 'hang')
  const { reply, asked } = await askedBy(find)
  assert.deepEqual([reply.status, reply.body.reason], [504, 'timeout'])
  assert.deepEqual(asked, ['second', 'first'], 'after its timeout there is time left for the others')
  vendor.script('second', 'miss')
  await find()
})

test('after a stale answer the next source is asked', async () => {
  vendor.script('second', email('2020-01-01T00:00:00.000Z'))
  vendor.script('first', email(now()))
  const { reply } = await askedBy(find)
  assert.equal(reply.body.data.verified_at, now())
  assert.deepEqual(await fetchSourceSteps(reply), ['second stale', 'directory not_found', 'first found'])
  vendor.script('second', 'miss')
  vendor.script('first', 'miss')
})

test('a source that fails five times is not asked for half a minute, then tried once', async () => {
  vendor.script('second', 'fail')
  for (let n = 0; n < 5; n++) assert.deepEqual((await askedBy(find)).asked, ['second', 'first'])
  const open = await askedBy(find)
  assert.deepEqual([open.reply.status, open.asked, open.reply.headers.get('retry-after')], [502, ['first'], '30'])
  ctx.clock.advance(30_000)
  assert.deepEqual((await askedBy(find)).asked, ['second', 'first'])
  assert.deepEqual((await askedBy(find)).asked, ['first'])
  ctx.clock.advance(30_000)
  vendor.script('second', 'miss')
  assert.equal((await find()).status, 200)
  assert.deepEqual((await askedBy(find)).asked, ['second', 'first'])
})

test('a question that a vendor rejects does not open the circuit breaker', async () => {
  vendor.script('second', 'refuse')
  for (let n = 0; n < 7; n++) {
    const { reply, asked } = await askedBy(find)
    assert.deepEqual([reply.status, reply.body.reason, asked[0]], [502, 'rejected', 'second'])
  }
  vendor.script('second', 'miss')
})

test('a vendor that throttles is not asked until the time it named', async () => {
  vendor.script('second', 'throttle')
  assert.equal((await find()).body.reason, 'rate_limited')
  vendor.script('second', 'miss')
  const { reply, asked } = await askedBy(find)
  assert.deepEqual([reply.status, asked, reply.headers.get('retry-after')], [502, ['first'], '5'])
  ctx.clock.advance(5000)
  assert.equal((await find()).status, 200)
})

test('a source is not asked more often than its rate limit', async () => {
  const enrich = () => live('POST', '/v1/data/people/enrich', { query: 'nemo@nowhere.example' })
  assert.equal((await enrich()).status, 200)
  const { reply, asked } = await askedBy(enrich)
  assert.deepEqual([reply.status, reply.body.reason, reply.headers.get('retry-after')], [503, 'rate_limited', '10'])
  assert.equal(reply.body.code, 'unavailable')
  assert.deepEqual(asked, [])
  ctx.clock.advance(10_000)
  assert.deepEqual((await askedBy(enrich)).asked, ['slow'])
})

test('a vendor costs no more in a day than its budget; a miss costs nothing', async () => {
  vendor.script('checker', 'miss', 'miss', 'miss', verdict())
  for (let n = 0; n < 5; n++) assert.equal((await verify()).status, 200)
  const { reply, asked } = await askedBy(verify)
  assert.deepEqual([reply.status, reply.body.reason, asked], [503, 'no_credits', []])
  const untilMidnight = 86_400 - Math.floor((ctx.clock.now().getTime() % 86_400_000) / 1000)
  assert.equal(Number(reply.headers.get('retry-after')), untilMidnight)
  ctx.clock.advance(86_400_000)
  vendor.script('checker', verdict())
  assert.equal((await verify()).status, 200)
})

test('after a status of unknown the next source is asked', async () => {
  const check = (id: string) => vendor.source({ id, action: 'contacts/verify-email' })
  const other = await boot({ env: { SOURCES_VERIFY_EMAIL: 'vague,sure' }, sources: [check('vague'), check('sure')] })
  const ask = () => other.live('POST', '/v1/data/contacts/verify-email', { query: 'a@b.example' })
  const unknown = { found: { ...verdict().found, status: 'unknown' } }
  vendor.script('vague', unknown)
  vendor.script('sure', verdict())
  const reply = await ask()
  assert.deepEqual([reply.body.data.status, reply.headers.get('x-credits-charged')], ['valid', '1'])
  const receipt = await other.live('GET', `/v1/requests/${reply.headers.get('x-request-id')}`)
  assert.deepEqual(
    receipt.body.sources.map(({ outcome }: SourceStep) => outcome),
    ['inconclusive', 'found'],
  )
  vendor.script('sure', 'miss')
  const still = await ask()
  assert.deepEqual([still.body.data.status, still.headers.get('x-credits-charged')], ['unknown', '0'])
})

test('a search asks vendors only when the directory finds no one, and the receipt names the directory when it was the only source', async () => {
  const search = (body: object) => live('POST', '/v1/data/search/people', body)
  const nemo = {
    id: 'vendor-1',
    full_name: 'Nemo Nobody',
    first_name: 'Nemo',
    last_name: 'Nobody',
    title: 'Diver',
    seniority: null,
    department: null,
    company: null,
    location: null,
    skills: [],
    links: [],
    sources: [],
    updated_at: now(),
  }
  vendor.script('people', { found: [nemo] })
  const known = await askedBy(() => search({ query: 'research' }))
  assert.deepEqual([known.reply.body.data.length, known.asked], [1, []])
  assert.deepEqual(await fetchSourceSteps(known.reply), ['directory found'])
  const unknown = await askedBy(() => search({ query: 'diver' }))
  assert.deepEqual([unknown.reply.body.data[0].id, unknown.reply.headers.get('x-credits-charged')], ['vendor-1', '1'])
  assert.deepEqual(await fetchSourceSteps(unknown.reply), ['directory not_found', 'people found'])
  const paged = await askedBy(() => search({ query: 'diver', track_delta: true }))
  assert.deepEqual([paged.reply.body.data, paged.asked], [null, []])
  vendor.script('people', 'fail')
  assert.equal((await search({ query: 'diver' })).status, 502)

  const alone = await boot()
  await addPeople(alone.ctx, 'crm', [examplePerson(1)])
  for (const [path, query, outcome] of [
    ['people', 'research', 'found'],
    ['people', 'diver', 'not_found'],
    ['companies', 'widget', 'found'],
  ]) {
    const reply = await alone.live('POST', `/v1/data/search/${path}`, { query })
    const receipt = await alone.live('GET', `/v1/requests/${reply.headers.get('x-request-id')}`)
    assert.deepEqual(receipt.body.sources, [{ step: '', source: 'directory', outcome, ms: null, cost_micros: 0 }])
  }
})

test('an action without sources is not a miss', async () => {
  const bare = await boot()
  replaceSources(bare.ctx, [])
  const reply = await bare.live('POST', '/v1/data/contacts/verify-email', { query: 'a@b.example' })
  assert.deepEqual([reply.status, reply.headers.get('x-credits-charged')], [502, '0'])
})
