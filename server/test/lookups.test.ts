import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STANDARD_BOOK } from '../src/domains/billing/price-book.ts'
import { grantCredits, publishBook } from '../src/domains/billing/service.ts'
import { suppress } from '../src/sources/directory/suppress.ts'
import { bring, somebody } from './directory-people.ts'
import { boot, type Client, type Reply } from './harness.ts'
import { startVendor } from './scripted-vendor.ts'

const vendor = await startVendor()
const world = await boot({
  env: { SOURCES_FIND_EMAIL: 'directory,finder', SOURCES_VERIFY_EMAIL: 'checker' },
  sources: [
    vendor.source({ id: 'finder', action: 'contacts/find-email', costMicros: 20_000 }),
    vendor.source({ id: 'checker', action: 'contacts/verify-email' }),
    vendor.source({ id: 'painter', action: 'people/enrich' }),
  ],
})
const { ctx, live } = world
await grantCredits(ctx, ctx.db, world.workspaceId, { kind: 'manual', source: 'tests', amount: 1000, expiresAt: null })
await bring(
  ctx,
  'crm',
  Array.from({ length: 12 }, (_, n) => somebody(n)),
)
await bring(ctx, 'crm', [somebody(50, { title: 'Gardener' }), somebody(51, { title: 'Gardener' })])

const FIND = 'contacts/find-email'
const cost = (reply: Reply) => Number(reply.headers.get('x-credits-charged'))
const post = (path: string, body: object, headers?: Record<string, string>) =>
  live('POST', `/v1/data/${path}`, body, headers)
const KNOWN = { query: 'Ada Example b1, widgets.example' }
const UNKNOWN = { query: 'Nemo Nobody, nowhere.example' }
const verdict = (status: string) => ({
  found: {
    email: 'a@b.example',
    status,
    sub_status: null,
    mx: null,
    catch_all: null,
    disposable: false,
    role: false,
    checked_at: ctx.clock.now().toISOString(),
  },
})

/** The ledger as the API tells it: how much was spent, and the newest entry. */
async function books(of: Client = live) {
  const { spent, held, available } = (await of('GET', '/v1/credits')).body
  const [newest] = (await of('GET', '/v1/credits/ledger?limit=1')).body.data
  return { spent, held, available, seq: newest.seq, credits: newest.credits }
}

/** A call that must leave the ledger as it was. */
async function free(call: () => Promise<Reply>): Promise<Reply> {
  const before = await books()
  const reply = await call()
  assert.equal(reply.headers.get('x-credits-charged'), '0')
  assert.equal(reply.headers.get('x-price-book'), 'standard-2026-11')
  assert.deepEqual(await books(), before)
  return reply
}

/** A call that must cost exactly this, in the header and in the ledger. */
async function paid(credits: number, call: () => Promise<Reply>): Promise<Reply> {
  const before = await books()
  const reply = await call()
  assert.equal(reply.status, 200, reply.text)
  assert.equal(cost(reply), credits)
  assert.equal(reply.headers.get('x-price-book'), 'standard-2026-11')
  assert.equal(reply.body.status, 'OK')
  const after = await books()
  assert.deepEqual(
    [after.spent - before.spent, after.available - before.available, after.held],
    [credits, -credits, before.held],
  )
  assert.deepEqual([after.seq, after.credits], [before.seq + 1, -credits])
  return reply
}

test('a lookup that finds is charged its price, and the ledger says so', async () => {
  const reply = await paid(5, () => post('contacts/find-email', KNOWN))
  assert.equal(reply.body.data.email, 'ada1@widgets.example')
  assert.deepEqual(reply.body.data.sources, ['crm'])
})

test('a lookup that finds nothing is 200 with null and free', async () => {
  const reply = await free(() => post('contacts/find-email', UNKNOWN))
  assert.deepEqual([reply.status, reply.body], [200, { status: 'OK', data: null }])
})

test('an upstream failure is never charged and never a miss', async () => {
  vendor.script('finder', 'fail')
  const failed = await free(() => post('contacts/find-email', UNKNOWN))
  assert.deepEqual([failed.status, failed.body.code, failed.body.reason], [502, 'upstream_error', 'unavailable'])
  vendor.script('finder', 'hang')
  const late = await free(() => post('contacts/find-email', UNKNOWN))
  assert.deepEqual([late.status, late.body.code], [504, 'upstream_timeout'])
  vendor.script('finder', 'miss')
})

test('a person enriched is charged once, by email, by id or by name', async () => {
  const byEmail = await paid(3, () => post('people/enrich', { query: 'ada2@widgets.example' }))
  const { id } = byEmail.body.data
  const byId = await paid(3, () => post('people/enrich', { filters: { person_id: id } }))
  const named = { full_name: 'Ada Example c2', domain: 'widgets.example' }
  const byName = await paid(3, () => post('people/enrich', { filters: named }))
  assert.deepEqual([byId.body.data.id, byName.body.data.id], [id, id])
  await free(() => post('people/enrich', { query: 'nemo@nowhere.example' }))
})

test('a verdict is charged unless it is unknown', async () => {
  vendor.script('checker', verdict('valid'))
  await paid(1, () => post('contacts/verify-email', { query: 'a@b.example' }))
  vendor.script('checker', verdict('invalid'))
  await paid(1, () => post('contacts/verify-email', { query: 'a@b.example' }))
  vendor.script('checker', verdict('unknown'))
  const unknown = await free(() => post('contacts/verify-email', { query: 'a@b.example' }))
  assert.deepEqual([unknown.status, unknown.body.data.status], [200, 'unknown'])
})

test('a search is charged per person found, ten at most unless asked otherwise', async () => {
  const mine = await world.neighbour()
  const all = await paid(2, () => post('search/people', { query: 'gardener' }))
  assert.equal(all.body.data.length, 2)
  assert.equal(all.body.has_more, false)
  const ten = await mine.live('POST', '/v1/data/search/people', { query: 'widget works' })
  assert.deepEqual([ten.body.data.length, cost(ten), ten.body.has_more], [10, 10, true])
  const rest = { query: 'widget works', cursor: ten.body.next_cursor }
  const next = await mine.live('POST', '/v1/data/search/people', rest)
  assert.deepEqual([next.body.data.length, cost(next), next.body.has_more], [4, 4, false])
  assert.equal((await books(mine.live)).spent, 14)
  assert.equal((await post('search/people', { limit: 101 })).status, 422)
  assert.equal((await post('search/people', { filters: { tittle: ['x'] } })).status, 422)
})

test('companies are charged per company found', async () => {
  const reply = await paid(1, () => post('search/companies', { query: 'widget' }))
  assert.equal(reply.body.data[0].domain, 'widgets.example')
  await free(() => post('search/companies', { query: 'nonesuch' }))
})

test('a search holds its worst case: 402 before anything runs when it is not covered', async () => {
  const { live: mine } = await world.neighbour()
  const reply = await mine('POST', '/v1/data/search/people', { query: 'gardener', limit: 51 })
  assert.deepEqual([reply.status, reply.body.required, reply.body.available], [402, 51, 50])
  const guarded = await free(() => post('search/people', { limit: 10 }, { 'x-max-credits': '9' }))
  assert.deepEqual([guarded.status, guarded.body.code], [402, 'max_credits_exceeded'])
})

test('a delta answers only what changed and costs what the search without it costs', async () => {
  const question = { query: 'gardener', limit: 5 }
  const first = await paid(2, () => post('search/people', { ...question, track_delta: true }))
  const since_cursor = first.body.cursor as string
  assert.equal(typeof since_cursor, 'string')
  const none = await free(() => post('search/people', { ...question, since_cursor }))
  assert.deepEqual([none.status, none.body.data], [200, null])
  await bring(ctx, 'crm', [somebody(52, { title: 'Gardener' })])
  const changed = await paid(3, () => post('search/people', { ...question, since_cursor }))
  assert.deepEqual(
    changed.body.data.map((person: { full_name: string; change: string }) => [person.full_name, person.change]),
    [['Ada Example a52', 'added']],
  )
})

test('estimates are free, run nothing, work with a read key, and say what the call holds', async () => {
  const reader = world.client(await world.key({ permission: 'read' }))
  const asked = vendor.asked.length
  const estimates = {
    'search/people': 10,
    'search/companies': 10,
    'people/enrich': 3,
    'contacts/find-email': 5,
    'contacts/verify-email': 1,
    consensus: 30,
  }
  for (const [action, credits] of Object.entries(estimates)) {
    const reply = await free(() => reader('POST', `/v1/data/${action}:estimate`, { query: 'x' }))
    assert.deepEqual([reply.status, reply.body.data.action, reply.body.data.credits], [200, action, credits])
  }
  const wide = await free(() => reader('POST', '/v1/data/search/people%3Aestimate', { limit: 100 }))
  assert.equal(wide.body.data.credits, 100)
  assert.equal(vendor.asked.length, asked)
  const spending = await reader('POST', '/v1/data/contacts/find-email', KNOWN)
  assert.deepEqual([spending.status, spending.body.code], [403, 'read_only_key'])
})

test('somebody who asked to be left out is a miss, not charged and not named to a vendor', async () => {
  const kept = { reason: null, now: ctx.clock.now() }
  await suppress(ctx.db, world.workspaceId, {
    id: ctx.ids.ulid(),
    kind: 'email',
    value: 'ada3@widgets.example',
    ...kept,
  })
  await suppress(ctx.db, '', { id: ctx.ids.ulid(), kind: 'domain', value: 'private.example', ...kept })
  const asked = vendor.asked.length
  for (const [path, body] of [
    ['people/enrich', { query: 'ada3@widgets.example' }],
    ['people/enrich', { query: 'Ada Example d3, widgets.example' }],
    ['contacts/verify-email', { query: 'ada3@widgets.example' }],
    ['contacts/find-email', { query: 'Somebody Else, private.example' }],
  ] as const)
    assert.equal((await free(() => post(path, body))).body.data, null, path)
  assert.equal(vendor.asked.length, asked)
  vendor.script('finder', { found: { ...emailOf('ada3@widgets.example'), domain: 'widgets.example' } })
  assert.equal((await free(() => post('contacts/find-email', UNKNOWN))).body.data, null)
  vendor.script('finder', 'miss')
})

test('whom the directory knows as left out is not named to a vendor, however they asked and are asked for', async () => {
  const ids = await Promise.all(
    [6, 7].map(async (n) => (await post('people/enrich', { query: `ada${n}@widgets.example` })).body.data.id),
  )
  for (const [kind, value] of [
    ['person', ids[0]],
    ['person', ids[1]],
    ['email', 'ada8@widgets.example'],
  ])
    assert.equal((await live('POST', '/v1/suppressions', { kind, value })).status, 201)
  vendor.script('finder', { found: emailOf('other@widgets.example') })
  vendor.script('checker', verdict('valid'))
  vendor.script('painter', { found: portrait() })
  const asked = vendor.asked.length
  for (const [path, body] of [
    ['contacts/find-email', { query: 'Ada Example g6, widgets.example' }],
    ['contacts/find-email', { query: 'ada  EXAMPLE h7, www.widgets.example' }],
    ['contacts/find-email', { query: 'Ada Example i8, widgets.example' }],
    ['people/enrich', { query: 'Ada Example g6, widgets.example' }],
    ['people/enrich', { query: 'ada6@widgets.example' }],
    ['people/enrich', { filters: { person_id: ids[1] } }],
    ['contacts/verify-email', { query: 'ada7@widgets.example' }],
  ] as const)
    assert.equal((await free(() => post(path, body))).body.data, null, JSON.stringify(body))
  assert.equal(vendor.asked.length, asked)
  // A namesake whom nobody knows is asked for.
  await paid(5, () => post('contacts/find-email', { query: 'Ada Example g6, other.example' }))
  vendor.script('finder', { found: emailOf('ada6@widgets.example') })
  assert.equal((await free(() => post('contacts/find-email', UNKNOWN))).body.data, null)
  for (const source of ['finder', 'checker', 'painter']) vendor.script(source, 'miss')
})

test('a person whom a vendor tells of is held to the email that the vendor has for them, and to its id', async () => {
  const question = { query: 'Grace Painted, painted.example' }
  vendor.script('painter', { found: portrait(), about: { email: 'Grace@Home.example' } })
  const first = await paid(3, () => post('people/enrich', question))
  assert.deepEqual([first.body.data.id, first.text.includes('home.example')], ['painter:1', false])
  await live('POST', '/v1/suppressions', { kind: 'email', value: 'grace@home.example' })
  assert.equal((await free(() => post('people/enrich', question))).body.data, null)
  vendor.script('painter', { found: portrait() })
  await paid(3, () => post('people/enrich', question))
  const made = await live('POST', '/v1/suppressions', { kind: 'person', value: 'painter:1' })
  assert.equal(made.status, 201, made.text)
  assert.equal((await free(() => post('people/enrich', question))).body.data, null)
  vendor.script('painter', 'miss')
})

function portrait() {
  const unknown = { title: null, seniority: null, department: null, company: null, location: null }
  const name = { full_name: 'Grace Painted', first_name: 'Grace', last_name: 'Painted' }
  const updated_at = ctx.clock.now().toISOString()
  return { id: 'painter:1', ...name, ...unknown, skills: [], links: [], sources: [], updated_at }
}

function emailOf(email: string) {
  const person = { full_name: 'A B', first_name: 'A', last_name: 'B' }
  const domain = email.slice(email.indexOf('@') + 1)
  return { email, status: 'valid', confidence: 0.9, domain, person, sources: ['finder'], verified_at: null }
}

test('a retry with the same key during the call is told so, after it answered the same bytes, charged once', async () => {
  vendor.script('finder', { pending: 100 }, { found: emailOf('nemo@nowhere.example') })
  const headers = { 'idempotency-key': 'lookup-1' }
  const asked = vendor.asked.length
  const before = await books()
  const first = post('contacts/find-email', UNKNOWN, headers)
  while (vendor.asked.length === asked) await new Promise((done) => setTimeout(done, 2))
  const during = await post('contacts/find-email', UNKNOWN, headers)
  assert.deepEqual([during.status, during.body.code, cost(during)], [409, 'idempotency_in_progress', 0])
  const answer = await first
  assert.deepEqual([answer.status, cost(answer)], [200, 5])
  const after = await post('contacts/find-email', UNKNOWN, headers)
  assert.equal(after.text, answer.text)
  assert.deepEqual([cost(after), after.headers.get('idempotency-replayed')], [5, 'true'])
  assert.deepEqual(vendor.asked.slice(asked), ['finder', 'finder again'])
  assert.equal((await books()).spent - before.spent, 5)
  vendor.script('finder', 'miss')
})

test('a failed lookup releases its key: the retry asks again', async () => {
  const headers = { 'idempotency-key': 'lookup-2' }
  vendor.script('finder', 'fail', { found: emailOf('nemo@nowhere.example') })
  assert.equal((await free(() => post('contacts/find-email', UNKNOWN, headers))).status, 502)
  await paid(5, () => post('contacts/find-email', UNKNOWN, headers))
  vendor.script('finder', 'miss')
})

test('a miss is replayed too, and stays free', async () => {
  const headers = { 'idempotency-key': 'lookup-3' }
  await free(() => post('contacts/find-email', UNKNOWN, headers))
  vendor.script('finder', { found: emailOf('nemo@nowhere.example') })
  const again = await free(() => post('contacts/find-email', UNKNOWN, headers))
  assert.deepEqual([again.body.data, again.headers.get('idempotency-replayed')], [null, 'true'])
  vendor.script('finder', 'miss')
})

test('where the book says so, the same datum is paid for once in its days', async () => {
  const other = await boot({
    env: { SOURCES_FIND_EMAIL: 'finder' },
    sources: [vendor.source({ id: 'finder', action: FIND })],
  })
  await publishBook(other.ctx, { ...STANDARD_BOOK, name: 'repeats-free', repeat_free_days: 30 })
  vendor.script('finder', { found: emailOf('nemo@nowhere.example') })
  const find = (query: string) => other.live('POST', `/v1/data/${FIND}`, { query })
  const told = async (query: string) => {
    const reply = await find(query)
    return [cost(reply), reply.body.repeat]
  }
  assert.deepEqual(await told(UNKNOWN.query), [5, undefined])
  assert.deepEqual(await told('nemo nobody, NOWHERE.example'), [0, true])
  assert.deepEqual(await told('Other Nobody, nowhere.example'), [5, undefined])
  other.ctx.clock.advance(31 * 86_400_000)
  assert.deepEqual(await told(UNKNOWN.query), [5, undefined])
  assert.equal((await books(other.live)).spent, 15)
  vendor.script('finder', 'miss')
})

test('a question that an action cannot read is 422 and free', async () => {
  for (const [path, body] of [
    ['contacts/find-email', { query: 'somebody' }],
    ['contacts/find-email', {}],
    ['contacts/verify-email', { query: 'not an address' }],
    ['people/enrich', { query: '' }],
    ['consensus', {}],
    ['contacts/find-email', { filters: { domain: 7 } }],
  ] as const) {
    const reply = await free(() => post(path, body))
    assert.equal(reply.status, 422, path)
  }
})

test('an action that does not exist is 404 and says which do', async () => {
  for (const path of ['people/befriend', 'people/befriend:estimate', 'befriend']) {
    const reply = await post(path, { query: 'x' })
    assert.equal(reply.status, 404)
    assert.match(reply.body.detail, /search\/people.*contacts\/find-email/)
  }
})

test('a test key is answered fixed data at no cost, with a fixed miss and a fixed failure for every action', async () => {
  const inputs = {
    'search/people': ['research', 'nobody', 'failure'],
    'search/companies': ['software', 'nobody', 'failure'],
    'people/enrich': ['ada.example@example.com', 'nobody@example.com', 'failure@example.com'],
    'contacts/find-email': ['Ada Example, example.com', 'Nobody Nowhere, example.com', 'Upstream Failure, example.com'],
    'contacts/verify-email': ['ada.example@example.com', 'nobody@example.com', 'failure@example.com'],
    consensus: ['head of research', 'nobody', 'failure'],
  }
  const asked = vendor.asked.length
  for (const [action, [hit, miss, failure]] of Object.entries(inputs)) {
    const send = (query: string | undefined) => free(() => world.test('POST', `/v1/data/${action}`, { query }))
    const found = await send(hit)
    assert.deepEqual([found.status, found.body.data === null], [200, false], action)
    assert.equal((await send(hit)).text, found.text)
    assert.deepEqual([(await send(miss)).body.data, (await send(failure)).body.code], [null, 'upstream_error'], action)
  }
  const byFilters = { filters: { full_name: 'nobody NOWHERE', domain: 'example.com' } }
  assert.equal((await world.test('POST', '/v1/data/contacts/find-email', byFilters)).body.data, null)
  assert.equal(vendor.asked.length, asked)
})

test('calls with a test key count against the daily quota of the workspace', async () => {
  const { test: mine, live: real } = await boot({ env: { TEST_QUOTA_PER_DAY: '2' } })
  const send = (as: Client) => as('POST', '/v1/data/people/enrich', { query: 'ada.example@example.com' })
  assert.deepEqual([(await send(mine)).status, (await send(mine)).status], [200, 200])
  const third = await send(mine)
  assert.deepEqual([third.status, third.body.code, cost(third)], [429, 'test_quota_exceeded', 0])
  assert.equal((await send(real)).status, 200)
})

test('every action is listed with its price and its worst case', async () => {
  const { data } = (await live('GET', '/v1/meta/actions')).body
  const prices = Object.fromEntries(
    data.map((each: { action: string; credits: number; worst_case_credits: number }) => [
      each.action,
      [each.credits, each.worst_case_credits],
    ]),
  )
  assert.deepEqual(prices, {
    'search/people': [1, 1],
    'search/companies': [1, 1],
    'people/enrich': [3, 3],
    'contacts/find-email': [5, 5],
    'contacts/verify-email': [1, 1],
    consensus: [3, 3],
    'lead-list': [7, 7],
    'verify-list': [1, 1],
    'enrich-list': [3, 3],
  })
})

test('domains of other letters are those of the name system, and whoever is left out is so in both', async () => {
  const { live: mine } = await world.neighbour()
  const ask = (path: string, body: object) => mine('POST', `/v1/data/${path}`, body)
  await bring(ctx, 'crm', [somebody(80, { company_domain: 'bücher.example', email: 'ada@Bücher.example' })])
  const named = { full_name: 'Ada Example c80', domain: 'https://www.BÜCHER.example/team' }
  const { data } = (await ask(FIND, { filters: named })).body
  assert.deepEqual([data.email, data.domain], ['ada@xn--bcher-kva.example', 'xn--bcher-kva.example'])
  assert.equal(cost(await ask(FIND, { query: 'Ada Example c80, xn--bcher-kva.example' })), 5)
  assert.equal(cost(await ask('people/enrich', { query: 'ada@bücher.example' })), 3)
  assert.equal((await ask(FIND, { query: 'Nemo Nobody, пример.xn--p1ai' })).status, 200)
  const verify = (query: string) => ask('contacts/verify-email', { query })
  vendor.script('checker', verdict('valid'))
  assert.equal(cost(await verify('ada@bücher.example')), 1)
  for (const query of ['ada@bücher.example/x', 'ada@bü cher.example', 'ada@bücher'])
    assert.equal((await verify(query)).status, 422, query)
  await mine('POST', '/v1/suppressions', { kind: 'email', value: 'Ada@bücher.example' })
  for (const domain of ['bücher.example', 'xn--bcher-kva.example'])
    assert.deepEqual((await verify(`ada@${domain}`)).body.data, null)
})

test('a walk through changes costs what a walk through the search costs, however its pages fall', async () => {
  const { live: mine } = await world.neighbour()
  const ask = (body: object) => mine('POST', '/v1/data/search/people', { query: 'miller', ...body })
  const millers = Array.from({ length: 15 }, (_, n) => somebody(100 + n, { title: 'Miller' }))
  await bring(ctx, 'crm', millers)
  const { cursor: since_cursor } = (await ask({ track_delta: true, limit: 1 })).body
  await bring(
    ctx,
    'crm',
    millers.map((person, n) => ({ ...person, title: n < 3 ? 'Head Miller' : 'Retired' })),
  )
  async function walk(limit: number) {
    const costs: number[] = []
    let page = await ask({ since_cursor, limit })
    let seen = page.body.data.length
    costs.push(cost(page))
    while (page.body.next_cursor !== null) {
      page = await ask({ since_cursor, limit, cursor: page.body.next_cursor })
      seen += page.body.data?.length ?? 0
      costs.push(cost(page))
    }
    return { seen, costs }
  }
  assert.deepEqual(await walk(5), { seen: 15, costs: [3, 0, 0] })
  assert.deepEqual(await walk(2), { seen: 15, costs: [2, 1, 0, 0, 0, 0, 0, 0] })
  const first = await ask({ since_cursor, limit: 5 })
  const [unsealed, ...seal] = first.body.next_cursor.split('.')
  const forged = Buffer.from(unsealed, 'base64url')
    .toString()
    .replace(/,\d+,"per_\w+"\]$/, ',0,""]')
  for (const cursor of [unsealed, [Buffer.from(forged).toString('base64url'), ...seal].join('.')])
    assert.equal(cost(await ask({ since_cursor, limit: 5, cursor })), 3)
})
