import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBook } from '../../../src/domains/billing/credits/published-books.ts'
import { STANDARD_BOOK } from '../../../src/domains/billing/credits/standard-book.ts'
import { deleteOldJobs } from '../../../src/domains/data/data-jobs/working/retention.ts'
import { deleteOldPurchases } from '../../../src/domains/data/purchases/retention.ts'
import { addPeople, examplePerson } from '../../support/directory-people.ts'
import type { Client } from '../../support/harness.ts'
import { ended, fetchJobResults, startJobs, submit } from '../../support/job-scene.ts'
import { ctx, KNOWN, live, paid, post, UNKNOWN, vendor, verdict, world } from '../../support/lookup-scene.ts'

await startJobs(ctx)

// oxlint-disable-next-line typescript/no-explicit-any -- replies of every shape
type Any = any

async function list(query = '', of: Client = live): Promise<Any[]> {
  const reply = await of('GET', `/v1/data/purchases${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data
}

async function read(id: string, of: Client = live): Promise<Any> {
  const reply = await of('GET', `/v1/data/purchases/${id}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

/** Returns what the newest purchase has, with its data, after checking it against its receipt. */
async function newest(): Promise<Any> {
  const [row] = await list('?limit=1')
  const { status, body: receipt } = await live('GET', `/v1/requests/${row.request_id}`)
  assert.equal(status, 200)
  assert.deepEqual([receipt.credits, receipt.api_key_id], [row.credits, row.api_key_id])
  const whole = await read(row.id)
  const { data: _data, question: _question, ...summary } = whole
  assert.deepEqual(summary, row)
  return whole
}

test('what a lookup found is kept with its receipt, and can be read again free', async () => {
  const found = await paid(5, () => post('contacts/find-email', KNOWN))
  const email = await newest()
  assert.deepEqual(email.data, found.body.data)
  assert.deepEqual(email.question, KNOWN)
  assert.deepEqual(
    [email.action, email.query, email.title, email.items, email.credits, email.job_id, email.withheld],
    ['contacts/find-email', KNOWN.query, 'ada1@widgets.example', 1, 5, null, false],
  )
  const person = await paid(3, () =>
    post('people/enrich', { filters: { full_name: 'Ada Example c2', domain: 'widgets.example' } }),
  )
  const enriched = await newest()
  assert.deepEqual([enriched.data, enriched.title], [person.body.data, person.body.data.full_name])
  assert.equal(enriched.query, 'Ada Example c2, widgets.example')
  vendor.script('checker', verdict('valid'))
  const verified = await paid(1, () => post('contacts/verify-email', { query: 'kept@b.example' }))
  assert.deepEqual((await newest()).data, verified.body.data)
})

test('a search, a workflow and people agreed on are kept as lists', async () => {
  const people = await paid(2, () => post('search/people', { query: 'gardener' }))
  const search = await newest()
  assert.deepEqual([search.items, search.title, search.credits], [2, null, 2])
  assert.deepEqual(search.data, people.body.data)
  const companies = await paid(1, () => post('search/companies', { query: 'widget' }))
  assert.deepEqual((await newest()).data, companies.body.data)
  vendor.script('checker', verdict('valid'))
  const inputs = { emails: ['one@b.example', 'two@b.example'] }
  const ran = await paid(2, () => post('workflows/verify-list', { inputs }))
  const rows = await newest()
  assert.deepEqual([rows.action, rows.items, rows.credits, rows.data], ['verify-list', 2, 2, ran.body.data])
})

test('the same page of the directory is kept once an hour', async () => {
  const { live: mine } = await world.neighbour()
  const search = async () => {
    assert.equal((await mine('POST', '/v1/data/search/people', { query: 'gardener' })).body.data.length, 2)
    return (await list('', mine)).length
  }
  assert.deepEqual([await search(), await search()], [1, 1])
  ctx.clock.advance(3_600_001)
  assert.deepEqual([await search(), await search()], [2, 2])
})

test('nothing is kept that was not charged', async () => {
  const before = (await list('?limit=1'))[0].id
  assert.equal((await post('contacts/find-email', UNKNOWN)).body.data, null)
  vendor.script('checker', verdict('unknown'))
  assert.equal((await post('contacts/verify-email', { query: 'unknown@b.example' })).body.data.status, 'unknown')
  vendor.script('finder', 'fail')
  assert.equal((await post('contacts/find-email', UNKNOWN)).status, 502)
  vendor.script('finder', 'miss')
  assert.equal((await post('contacts/find-email', KNOWN, { 'x-max-credits': '4' })).status, 402)
  const test = await world.client(await world.key({ mode: 'test' }))
  assert.equal((await test('POST', '/v1/data/contacts/find-email', KNOWN)).status, 200)
  assert.equal((await list('?limit=1'))[0].id, before)
})

test('a call that the balance does not cover leaves nothing, even under the request id of a charged one', async () => {
  const { live: poor, workspaceId } = await world.neighbour()
  const headers = { 'x-request-id': 'chosen-by-the-caller' }
  assert.equal((await poor('POST', '/v1/data/contacts/find-email', KNOWN, headers)).status, 200)
  await ctx.db`update wallets set available = 4, granted = granted - 41, spent = spent where workspace_id = ${workspaceId}`
  const refused = await poor(
    'POST',
    '/v1/data/contacts/find-email',
    { query: 'Ada Example c2, widgets.example' },
    headers,
  )
  assert.equal(refused.status, 402, refused.text)
  assert.deepEqual(
    (await list('', poor)).map(({ query }: Any) => query),
    [KNOWN.query],
  )
})

test('a retry with the same key is charged once and kept once', async () => {
  const { live: mine } = await world.neighbour()
  const again = () => mine('POST', '/v1/data/contacts/find-email', KNOWN, { 'idempotency-key': 'once' })
  await again()
  await again()
  assert.equal((await list('', mine)).length, 1)
})

test('the list is filtered by action, text and time, and paged', async () => {
  const { live: mine } = await world.neighbour()
  for (const n of ['b1', 'c2', 'd3'])
    await mine('POST', '/v1/data/contacts/find-email', { query: `Ada Example ${n}, widgets.example` })
  ctx.clock.advance(1000)
  const at = ctx.clock.now().toISOString()
  ctx.clock.advance(1000)
  await mine('POST', '/v1/data/search/people', { query: 'gardener' })
  const actions = (rows: Any[]) => rows.map(({ action }) => action)
  assert.deepEqual(actions(await list('?action=search/people', mine)), ['search/people'])
  assert.deepEqual(
    (await list('?q=ADA2@WID', mine)).map(({ title }: Any) => title),
    ['ada2@widgets.example'],
  )
  assert.deepEqual(
    (await list('?q=example%20d3', mine)).map(({ query }: Any) => query),
    ['Ada Example d3, widgets.example'],
  )
  assert.deepEqual(await list('?q=100%25', mine), [])
  const [, one] = await list('', mine)
  assert.deepEqual(await list(`?request_id=${one.request_id}`, mine), [one])
  assert.deepEqual(actions(await list(`?from=${at}`, mine)), ['search/people'])
  assert.equal((await list(`?to=${at}`, mine)).length, 3)
  const first = await mine('GET', '/v1/data/purchases?limit=3')
  assert.equal(first.body.has_more, true)
  const second = await mine('GET', `/v1/data/purchases?limit=3&cursor=${first.body.next_cursor}`)
  assert.deepEqual([first.body.data.length, second.body.data.length, second.body.has_more], [3, 1, false])
  assert.equal((await mine('GET', `/v1/data/purchases?from=${at}&to=2020-01-01T00:00:00Z`)).status, 422)
})

test('another workspace sees nothing of it', async () => {
  const { id } = await newest()
  const { live: other } = await world.neighbour()
  assert.deepEqual(await list('', other), [])
  assert.equal((await other('GET', `/v1/data/purchases/${id}`)).status, 404)
  const estimate = await other('POST', '/v1/data/contacts/find-email:estimate', KNOWN)
  assert.equal(estimate.body.data.purchase, null)
})

test('an estimate names the last purchase of the same datum, however it is spelled', async () => {
  const { live: mine } = await world.neighbour()
  const ask = async (path: string, body: object) => {
    const reply = await mine('POST', `/v1/data/${path}:estimate`, body)
    assert.equal(reply.status, 200, reply.text)
    return reply.body.data.purchase
  }
  assert.equal(await ask('contacts/find-email', KNOWN), null)
  await mine('POST', '/v1/data/contacts/find-email', KNOWN)
  const [email] = await list('', mine)
  const { id, bought_at } = email
  assert.deepEqual(await ask('contacts/find-email', { query: 'ada example b1, WIDGETS.example' }), { id, bought_at })
  const filters = { full_name: 'Ada Example b1', domain: 'widgets.example' }
  assert.deepEqual(await ask('contacts/find-email', { filters }), { id, bought_at })
  assert.equal(await ask('people/enrich', { filters }), null)
  const search = { query: 'Gardener', filters: { title: ['Gardener'] }, limit: 2 }
  assert.equal((await mine('POST', '/v1/data/search/people', search)).body.data.length, 2)
  const [page] = await list('?limit=1', mine)
  assert.equal(
    (await ask('search/people', { limit: 2, filters: { title: ['Gardener'] }, query: 'gardener ' })).id,
    page.id,
  )
  assert.equal(await ask('search/people', { ...search, limit: 1 }), null)
  assert.equal(await ask('search/people', { ...search, query: 'keeper' }), null)
})

test('a person who is suppressed disappears from what was bought', async () => {
  await addPeople(
    ctx,
    'crm',
    [300, 301].map((n) => examplePerson(n, { title: 'Lighthouse keeper' })),
  )
  const { live: mine } = await world.neighbour()
  await mine('POST', '/v1/data/people/enrich', { query: 'ada300@widgets.example' })
  await mine('POST', '/v1/data/search/people', { query: 'lighthouse keeper' })
  const [search, person] = await list('', mine)
  assert.equal((await read(search.id, mine)).data.length, 2)
  const suppressed = await mine('POST', '/v1/suppressions', { kind: 'email', value: 'ada300@widgets.example' })
  assert.equal(suppressed.status, 201, suppressed.text)
  const hidden = await read(person.id, mine)
  assert.deepEqual(
    [hidden.withheld, hidden.query, hidden.title, hidden.question, hidden.data],
    [true, null, null, null, null],
  )
  const [, shown] = await list('', mine)
  assert.deepEqual([shown.withheld, shown.query, shown.title], [true, null, null])
  assert.deepEqual(await list('?q=ada300', mine), [])
  const left = await read(search.id, mine)
  assert.deepEqual(
    left.data.map(({ full_name }: Any) => full_name),
    [examplePerson(301).full_name],
  )
  const estimate = await mine('POST', '/v1/data/people/enrich:estimate', { query: 'ada300@widgets.example' })
  assert.equal(estimate.body.data.purchase, null)
})

test('a data job is one purchase with its results, which are kept as long', async () => {
  const { live: mine } = await world.neighbour()
  const job = await submit(mine, {
    action: 'contacts/find-email',
    queries: ['Ada Example b1, widgets.example', 'Ada Example c2, widgets.example', UNKNOWN.query],
  })
  await ended(mine, job)
  const [bought] = await list('', mine)
  assert.deepEqual([bought.job_id, bought.items, bought.credits], [job.id, 2, 10])
  assert.equal((await mine('GET', `/v1/requests/${bought.request_id}`)).body.credits, 10)
  const nothing = await submit(mine, { action: 'contacts/find-email', queries: [UNKNOWN.query] })
  await ended(mine, nothing)
  assert.equal((await list('', mine)).length, 1)
  ctx.clock.advance(40 * 86_400_000)
  await deleteOldJobs(ctx)
  assert.equal((await fetchJobResults(mine, job)).length, 3)
  assert.equal((await mine('GET', `/v1/bulk/jobs/${nothing.id}`)).status, 404)
  ctx.clock.advance(340 * 86_400_000)
  await deleteOldJobs(ctx)
  await deleteOldPurchases(ctx)
  assert.deepEqual(await list('', mine), [])
  assert.equal((await mine('GET', `/v1/bulk/jobs/${job.id}`)).status, 404)
})

test('where the price book makes repeats free, a free repeat is not bought again', async () => {
  const { live: mine } = await world.neighbour()
  await publishBook(ctx, ctx.db, { ...STANDARD_BOOK, name: 'free-again', repeat_free_days: 30 })
  await mine('POST', '/v1/data/contacts/find-email', KNOWN)
  assert.equal((await mine('POST', '/v1/data/contacts/find-email', KNOWN)).body.repeat, true)
  assert.equal((await list('', mine)).length, 1)
})
