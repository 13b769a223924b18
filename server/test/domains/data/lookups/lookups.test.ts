import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBook } from '../../../../src/domains/billing/credits/published-books.ts'
import { STANDARD_BOOK } from '../../../../src/domains/billing/credits/standard-book.ts'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import { boot, type Client } from '../../../support/harness.ts'
import {
  books,
  buildFoundEmail,
  cost,
  ctx,
  FIND,
  free,
  KNOWN,
  live,
  paid,
  post,
  UNKNOWN,
  vendor,
  verdict,
  world,
} from '../../../support/lookup-scene.ts'
import { processorMs } from '../../../support/processor-time.ts'

test('a successful lookup is charged its price, in the ledger too', async () => {
  const reply = await paid(5, () => post('contacts/find-email', KNOWN))
  assert.equal(reply.body.data.email, 'ada1@widgets.example')
  assert.deepEqual(reply.body.data.sources, ['crm'])
})

test('a lookup that finds nothing gets 200 with null and is free', async () => {
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

test('enriching a person is charged once, by email, by id or by name', async () => {
  const byEmail = await paid(3, () => post('people/enrich', { query: 'ada2@widgets.example' }))
  const { id } = byEmail.body.data
  const byId = await paid(3, () => post('people/enrich', { filters: { person_id: id } }))
  const named = { full_name: 'Ada Example c2', domain: 'widgets.example' }
  const byName = await paid(3, () => post('people/enrich', { filters: named }))
  assert.deepEqual([byId.body.data.id, byName.body.data.id], [id, id])
  await free(() => post('people/enrich', { query: 'nemo@nowhere.example' }))
})

test('a verification is charged unless its status is unknown', async () => {
  vendor.script('checker', verdict('valid'))
  await paid(1, () => post('contacts/verify-email', { query: 'a@b.example' }))
  vendor.script('checker', verdict('invalid'))
  await paid(1, () => post('contacts/verify-email', { query: 'a@b.example' }))
  vendor.script('checker', verdict('unknown'))
  const unknown = await free(() => post('contacts/verify-email', { query: 'a@b.example' }))
  assert.deepEqual([unknown.status, unknown.body.data.status], [200, 'unknown'])
})

test('a search is charged per person found, at most ten without a limit', async () => {
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

test('a query of many words, one of which does not occur, finds and charges nothing', async () => {
  const long = `${'head research widget works '.repeat(4)} ada example`
  assert.equal((await paid(1, () => post('search/people', { query: long, limit: 1 }))).body.data.length, 1)
  const reply = await free(() => post('search/people', { query: `${long} zzyzx`, limit: 1 }))
  assert.deepEqual([reply.status, reply.body.data], [200, null])
  const words = Array.from({ length: 100 }, (_, n) => `word${n}`).join(' ')
  assert.equal((await free(() => post('search/people', { query: `head ${words}` }))).status, 200)
})

test('companies are charged per company found', async () => {
  const reply = await paid(1, () => post('search/companies', { query: 'widget' }))
  assert.equal(reply.body.data[0].domain, 'widgets.example')
  await free(() => post('search/companies', { query: 'nonesuch' }))
})

test('a company field of one imported row stays when the next row lacks it', async () => {
  const at = { company_name: 'Twice Told', company_domain: 'twice.example' }
  const full = examplePerson(70, { ...at, company_industry: 'Software', company_size: '120', company_country: 'DE' })
  await addPeople(ctx, 'crm', [full, examplePerson(71, at)])
  const reply = await paid(1, () => post('search/companies', { filters: { domain: ['twice.example'] } }))
  const [{ industry, size, country, sources }] = reply.body.data
  assert.deepEqual([industry, size, country], ['Software', '51-200', 'DE'])
  assert.ok(sources[0].fields.includes('company_industry'))
})

test('a search holds its worst case: 402 before anything runs when it is not covered', async () => {
  const { live: mine } = await world.neighbour()
  const reply = await mine('POST', '/v1/data/search/people', { query: 'gardener', limit: 51 })
  assert.deepEqual([reply.status, reply.body.required, reply.body.available], [402, 51, 50])
  const guarded = await free(() => post('search/people', { limit: 10 }, { 'x-max-credits': '9' }))
  assert.deepEqual([guarded.status, guarded.body.code], [402, 'max_credits_exceeded'])
})

test('a search for changes returns only changes and costs the same as the search itself', async () => {
  const question = { query: 'gardener', limit: 5 }
  const first = await paid(2, () => post('search/people', { ...question, track_delta: true }))
  const since_cursor = first.body.cursor as string
  assert.equal(typeof since_cursor, 'string')
  const none = await free(() => post('search/people', { ...question, since_cursor }))
  assert.deepEqual([none.status, none.body.data], [200, null])
  await addPeople(ctx, 'crm', [examplePerson(52, { title: 'Gardener' })])
  const changed = await paid(3, () => post('search/people', { ...question, since_cursor }))
  assert.deepEqual(
    changed.body.data.map((person: { full_name: string; change: string }) => [person.full_name, person.change]),
    [['Ada Example a52', 'added']],
  )
})

test('an empty search is valid and buys the first ten people; a limit buys fewer', async () => {
  const all = await paid(10, () => post('search/people', {}))
  assert.deepEqual([all.body.data.length, all.body.has_more], [10, true])
  const one = await paid(1, () => post('search/people', { limit: 1 }))
  assert.deepEqual(one.body.data[0], all.body.data[0])
})

test('a delta over everything without changes is free, however often it is requested', async () => {
  const { body } = await paid(1, () => post('search/people', { limit: 1, track_delta: true }))
  for (let round = 0; round < 2; round++) {
    const none = await free(() => post('search/people', { limit: 1, since_cursor: body.cursor }))
    assert.deepEqual([none.status, none.body.data, none.body.has_more], [200, null, false])
  }
})

test('a page of changes leads to the next, even with large people on it', async () => {
  const skills = Array.from({ length: 60 }, (_, n) => `A skill with a long name ${n}`)
  const rich = (n: number) => examplePerson(n, { title: 'Polymath', skills })
  const question = { query: 'polymath', limit: 1 }
  const { cursor: since_cursor } = (await post('search/people', { ...question, track_delta: true })).body
  await addPeople(ctx, 'crm', [rich(60), rich(61)])
  const first = await paid(1, () => post('search/people', { ...question, since_cursor }))
  const { next_cursor: cursor } = first.body
  const second = await paid(1, () => post('search/people', { ...question, since_cursor, cursor }))
  const names = [...first.body.data, ...second.body.data].map(({ full_name }: { full_name: string }) => full_name)
  assert.deepEqual(names.toSorted(), ['Ada Example i60', 'Ada Example j61'])
  assert.equal(second.body.has_more, false)
})

test("estimates are free, run nothing, work with a read key, and equal the call's hold", async () => {
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
    const query = action === 'contacts/verify-email' ? 'ada@example.com' : 'Ada Example, example.com'
    const reply = await free(() => reader('POST', `/v1/data/${action}:estimate`, { query }))
    assert.deepEqual([reply.status, reply.body.data.action, reply.body.data.credits], [200, action, credits])
  }
  const wide = await free(() => reader('POST', '/v1/data/search/people%3Aestimate', { limit: 100 }))
  assert.equal(wide.body.data.credits, 100)
  assert.equal(vendor.asked.length, asked)
  const spending = await reader('POST', '/v1/data/contacts/find-email', KNOWN)
  assert.deepEqual([spending.status, spending.body.code], [403, 'read_only_key'])
})

test('an estimate refuses the same requests as the call, with the same violations, for live and test keys', async () => {
  const { next_cursor: cursor } = (await post('search/people', { query: 'example', limit: 1 })).body
  const refused: [action: string, body: object][] = [
    ['contacts/find-email', {}],
    ['contacts/find-email', { filters: { domain: 5 } }],
    ['contacts/verify-email', { query: 'a..b@example.com' }],
    ['people/enrich', { query: 'nothing' }],
    ['search/people', { filters: { unheard_of: 1 } }],
    ['search/people', { limit: 101 }],
    ['search/people', { cursor: 'zzz' }],
    ['search/people', { since_cursor: 'zzz' }],
    ['search/people', { query: 'another', cursor }],
    ['search/companies', { query: 'example', cursor }],
    ['consensus', {}],
    ['consensus', { query: '' }],
  ]
  for (const client of [world.live, world.test])
    for (const [action, body] of refused) {
      const called = await client('POST', `/v1/data/${action}`, body)
      const estimated = await client('POST', `/v1/data/${action}:estimate`, body)
      assert.deepEqual([called.status, estimated.status], [422, 422], `${action} ${estimated.text}`)
      assert.deepEqual(estimated.body.detail, called.body.detail)
    }
  const going = await post('search/people:estimate', { query: 'example', cursor })
  assert.equal(going.status, 200, `${cursor} ${going.text}`)
})

test('a retry with the same key is refused during the call and gets the same bytes after it, charged once', async () => {
  vendor.script('finder', { pending: 100 }, { found: buildFoundEmail('nemo@nowhere.example') })
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
  vendor.script('finder', 'fail', { found: buildFoundEmail('nemo@nowhere.example') })
  assert.equal((await free(() => post('contacts/find-email', UNKNOWN, headers))).status, 502)
  await paid(5, () => post('contacts/find-email', UNKNOWN, headers))
  vendor.script('finder', 'miss')
})

test('a miss is replayed too, and stays free', async () => {
  const headers = { 'idempotency-key': 'lookup-3' }
  await free(() => post('contacts/find-email', UNKNOWN, headers))
  vendor.script('finder', { found: buildFoundEmail('nemo@nowhere.example') })
  const again = await free(() => post('contacts/find-email', UNKNOWN, headers))
  assert.deepEqual([again.body.data, again.headers.get('idempotency-replayed')], [null, 'true'])
  vendor.script('finder', 'miss')
})

test('where the price book says so, the same result is paid for once within a number of days', async () => {
  const other = await boot({
    env: { SOURCES_FIND_EMAIL: 'finder' },
    sources: [vendor.source({ id: 'finder', action: FIND })],
  })
  await publishBook(other.ctx, other.ctx.db, { ...STANDARD_BOOK, name: 'repeats-free', repeat_free_days: 30 })
  vendor.script('finder', { found: buildFoundEmail('nemo@nowhere.example') })
  const find = (query: string) => other.live('POST', `/v1/data/${FIND}`, { query })
  const lookUp = async (query: string) => {
    const reply = await find(query)
    return [cost(reply), reply.body.repeat]
  }
  assert.deepEqual(await lookUp(UNKNOWN.query), [5, undefined])
  assert.deepEqual(await lookUp('nemo nobody, NOWHERE.example'), [0, true])
  assert.deepEqual(await lookUp('Other Nobody, nowhere.example'), [5, undefined])
  other.ctx.clock.advance(31 * 86_400_000)
  assert.deepEqual(await lookUp(UNKNOWN.query), [5, undefined])
  assert.equal((await books(other.live)).spent, 15)
  vendor.script('finder', 'miss')
})

test('a question that an action cannot parse gets 422 and is free', async () => {
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
  const readMessage = async (path: string, query: string) => (await post(path, { query })).body.detail[0].msg as string
  assert.match(await readMessage('contacts/verify-email', 'ada@example'), /this is not an email address/)
  assert.match(await readMessage('people/enrich', 'per_1AXM48MDMC119J9PZTSVC5GW8Z'), /an id as filters\.person_id/)
})

test('a question designed to be slow to parse is parsed at once', async () => {
  const people = Array.from({ length: 100 }, (_, n) => `${'@ '.repeat(100)}${'.'.repeat(200)}${n}@`)
  const ms = await processorMs(async () => {
    const reply = await free(() => post('workflows/enrich-list:estimate', { inputs: { people } }))
    assert.deepEqual([reply.status, reply.body.detail.length], [422, 100])
  })
  assert.ok(ms < 3000, `it took ${ms} ms`)
})

test('an unknown action gets 404, and the error lists the known ones', async () => {
  for (const path of ['people/befriend', 'people/befriend:estimate', 'befriend']) {
    const reply = await post(path, { query: 'x' })
    assert.equal(reply.status, 404)
    assert.match(reply.body.detail, /search\/people.*contacts\/find-email/)
  }
})

test('a test key gets fixed data at no cost, with a fixed miss and a fixed failure for every action', async () => {
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
  const { data, ...page } = (await live('GET', '/v1/meta/actions')).body
  assert.deepEqual(page, { price_book: 'standard-2026-11', has_more: false, next_cursor: null })
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

test('the list of actions names the call that runs each, with a valid body', async () => {
  const { data } = (await live('GET', '/v1/meta/actions')).body
  for (const { action, call } of data) {
    assert.ok(call.body.properties.query ?? call.body.properties.inputs, action)
    const path = call.operation.startsWith('workflows.') ? `workflows/${action}` : action
    const reply = await free(() => post(`${path}:estimate`, call.example))
    assert.equal(reply.status, 200, reply.text)
  }
})
