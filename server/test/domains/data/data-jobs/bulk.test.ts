import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInvariants } from '../../../../src/ledger/verify.ts'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import { boot } from '../../../support/harness.ts'
import {
  type AnyJob,
  books,
  ended,
  fetchJob,
  fetchJobReceipt,
  fetchJobResults,
  fetchResultFile,
  grant,
  startChecker,
  startJobs,
  submit,
} from '../../../support/job-scene.ts'

const checker = await startChecker()
const world = await boot({
  env: { SOURCES_VERIFY_EMAIL: 'checker', SOURCES_FIND_EMAIL: 'directory', LOG_LEVEL: 'silent' },
  sources: [checker.source],
})
const { ctx, live, workspaceId } = world
const queue = await startJobs(ctx)
await grant(ctx, workspaceId, 1_000_000)
await addPeople(
  ctx,
  'crm',
  Array.from({ length: 1200 }, (_, n) => examplePerson(n)),
)

const VERIFY = 'contacts/verify-email'
const statuses = (rows: AnyJob[]) => rows.map(({ status }) => status)

test('a job holds its worst case, charges each found row, and releases the rest', async () => {
  const before = await books(live)
  const queries = ['Ada Example b1, widgets.example', 'Nemo Nobody, nowhere.example', 'Ada Example c2, widgets.example']
  const job = await submit(live, { action: 'contacts/find-email', queries })
  assert.match(job.id, /^bulk_[0-9A-Z]{26}$/)
  assert.deepEqual([job.kind, job.action, job.status], ['bulk', 'contacts/find-email', 'queued'])
  assert.deepEqual(job.credits, { held: 15, charged: 0, released: 0 })
  assert.equal(job.webhook_secret, null)
  const end = await ended(live, job)
  assert.deepEqual(Object.keys(end), [
    'id',
    'kind',
    'action',
    'status',
    'progress',
    'credits',
    'price_book',
    'error',
    'created_at',
    'started_at',
    'finished_at',
  ])
  assert.equal(end.status, 'completed')
  assert.deepEqual(end.progress, { done: 3, total: 3, found: 2, failed: 0 })
  assert.deepEqual(end.credits, { held: 0, charged: 10, released: 5 })
  const after = await books(live)
  assert.deepEqual(after, { available: before.available - 10, held: before.held, spent: before.spent + 10 })
  const rows = await fetchJobResults(live, job)
  assert.deepEqual(statuses(rows), ['found', 'not_found', 'found'])
  assert.deepEqual(
    rows.map(({ row, credits, data }) => [row, credits, data?.email]),
    [
      [1, 5, 'ada1@widgets.example'],
      [2, 0, undefined],
      [3, 5, 'ada2@widgets.example'],
    ],
  )
  assert.deepEqual(rows[1].input, { query: queries[1] })
  const receipt = await fetchJobReceipt(live, world.db, job)
  assert.deepEqual([receipt.credits, receipt.lines_total, receipt.lines.length, receipt.has_more], [10, 3, 3, false])
  const steps = receipt.sources.map(({ source, outcome, ms }: AnyJob) => [source, outcome, ms])
  assert.deepEqual(steps, [
    ['directory', 'found', null],
    ['directory', 'not_found', null],
    ['directory', 'found', null],
  ])
})

test('rows about the same subject are looked up and charged once', async () => {
  checker.asked.length = 0
  const job = await submit(live, {
    action: VERIFY,
    queries: ['a@x.example', 'b@x.example', ' A@x.example ', 'a@x.example'],
  })
  assert.equal(job.credits.held, 2)
  const end = await ended(live, job)
  assert.deepEqual(end.progress, { done: 4, total: 4, found: 4, failed: 0 })
  assert.equal(end.credits.charged, 2)
  assert.deepEqual(checker.asked.toSorted(), ['a@x.example', 'b@x.example'])
  const rows = await fetchJobResults(live, job)
  assert.deepEqual(
    rows.map((row) => [row.data.email, row.credits, row.duplicate_of]),
    [
      ['a@x.example', 1, null],
      ['b@x.example', 1, null],
      ['a@x.example', 0, 1],
      ['a@x.example', 0, 1],
    ],
  )
})

test('a list of several batches is looked up in the directory and charged row by row, once each', async () => {
  const { live: us, workspaceId: id } = await world.neighbour()
  await grant(ctx, id, 9950)
  const known = Array.from({ length: 1100 }, (_, n) => `ada${n}@widgets.example`)
  const queries = known.flatMap((email, n) => (n % 10 === 0 ? [email, `unknown${n}@widgets.example`] : [email]))
  const end = await ended(us, await submit(us, { action: 'people/enrich', queries }))
  assert.deepEqual(end.progress, { done: 1210, total: 1210, found: 1100, failed: 0 })
  assert.deepEqual(end.credits, { held: 0, charged: 3300, released: 330 })
  assert.deepEqual(await books(us), { available: 6700, held: 0, spent: 3300 })
  const lines = (await fetchResultFile(us, end, 'ndjson')).text.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).status),
    queries.map((email) => (email.startsWith('unknown') ? 'not_found' : 'found')),
  )
})

test('exactly one of csv_text, queries and filters is accepted, otherwise 422 names the field', async () => {
  const create = async (body: object) => {
    const { status, body: problem } = await live('POST', '/v1/bulk/jobs', { action: VERIFY, ...body })
    assert.equal(status, 422)
    return problem.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))
  }
  assert.deepEqual(await create({}), ['body'])
  assert.deepEqual(await create({ csv_text: null, queries: null, filters: null }), ['body'])
  assert.deepEqual(await create({ csv_text: 'query\na@b.example', queries: ['a@b.example'] }), [
    'body.csv_text',
    'body.queries',
  ])
  assert.deepEqual(await create({ filters: {}, queries: ['a@b.example'], csv_text: 'x' }), [
    'body.csv_text',
    'body.queries',
    'body.filters',
  ])
  assert.deepEqual(await create({ queries: [] }), ['body.queries'])
  assert.deepEqual(await create({ filters: { email: 'a@b.example' } }), ['body.filters'])
  assert.deepEqual(await create({ csv_text: '' }), ['body.csv_text'])
  assert.deepEqual(await create({ csv_text: 'email\n' }), ['body.csv_text'])
  assert.deepEqual(await create({ csv_text: 'colour\nred\n' }), ['body.csv_text'])
  assert.deepEqual(await create({ action: 'people/befriend', queries: ['x'] }), ['body.action'])
  assert.deepEqual(await create({ action: 'search/people', filters: { tittle: ['x'] } }), ['body.filters.tittle'])
  assert.deepEqual(await create({ action: 'search/people', filters: { limit: 100_001 } }), ['body.filters.limit'])
  assert.deepEqual(await create({ queries: ['a@b.example'], webhook_url: 'ftp://x.example' }), ['body.webhook_url'])
})

test('a worst case that is not covered gets 402 at once, and nothing is held or stored', async () => {
  const { live: poor } = await world.neighbour()
  const queries = Array.from({ length: 11 }, (_, n) => `Ada ${n} Example, widgets.example`)
  const body = { action: 'contacts/find-email', queries }
  const refused = await poor('POST', '/v1/bulk/jobs', body)
  assert.deepEqual([refused.status, refused.body.code, refused.body.required], [402, 'insufficient_credits', 55])
  assert.equal(refused.headers.get('x-credits-charged'), '0')
  const guarded = await live('POST', '/v1/bulk/jobs', body, { 'x-max-credits': '54' })
  assert.deepEqual([guarded.status, guarded.body.code], [402, 'max_credits_exceeded'])
  const capped = world.client(await world.key({ monthly_budget: 54 }))
  const over = await capped('POST', '/v1/bulk/jobs', body)
  assert.deepEqual([over.status, over.body.code], [402, 'key_budget_exceeded'])
  assert.deepEqual((await poor('GET', '/v1/bulk/jobs')).body.data, [])
  assert.deepEqual(await books(poor), { available: 50, held: 0, spent: 0 })
})

test('failed rows never fail the job, and a failure is neither charged nor a miss', async () => {
  const job = await submit(live, {
    action: VERIFY,
    queries: ['ok@x.example', 'no address', 'refused@x.example', 'miss@x.example', 'unknown@x.example'],
  })
  const end = await ended(live, job)
  assert.equal(end.status, 'completed_with_errors')
  assert.deepEqual(end.progress, { done: 5, total: 5, found: 2, failed: 2 })
  assert.deepEqual(end.credits, { held: 0, charged: 1, released: 3 })
  const rows = await fetchJobResults(live, job)
  assert.deepEqual(statuses(rows), ['found', 'failed', 'failed', 'not_found', 'found'])
  assert.deepEqual([rows[1].error.code, rows[2].error.code], ['invalid_row', 'upstream_error'])
  assert.deepEqual([rows[4].data.status, rows[4].credits], ['unknown', 0])
})

test('a failing source is asked again later, until the job gives up', async () => {
  checker.asked.length = 0
  const job = await submit(live, { action: VERIFY, queries: ['down@x.example', 'ok@x.example'] })
  await queue.idle()
  const meanwhile = await fetchJob(live, job)
  assert.deepEqual([meanwhile.status, meanwhile.progress.done], ['running', 1])
  assert.deepEqual(statuses(await fetchJobResults(live, job)), ['pending', 'found'])
  for (const seconds of [10, 60, 300, 1500]) {
    ctx.clock.advance(seconds * 1000 + 31_000)
    await queue.idle()
  }
  const end = await ended(live, job)
  assert.equal(checker.asked.filter((email) => email.startsWith('down')).length, 5)
  assert.deepEqual([end.status, end.progress.failed, end.credits.charged], ['completed_with_errors', 1, 1])
  assert.equal((await fetchJobResults(live, job))[0].error.code, 'upstream_error')
})

test('a pending result is fetched with its ticket', async () => {
  checker.asked.length = 0
  // The circuit breaker of the source is open after the earlier failures.
  ctx.clock.advance(31_000)
  const job = await submit(live, { action: VERIFY, queries: ['slow@x.example'] })
  await queue.idle()
  assert.equal((await fetchJob(live, job)).status, 'running')
  ctx.clock.advance(60_001)
  const end = await ended(live, job)
  assert.deepEqual([end.status, end.credits.charged], ['completed', 1])
  assert.deepEqual(checker.asked, ['slow@x.example', 'slow@x.example again'])
})

test('a job canceled midway charges the rows that were looked up and releases exactly the rest', async () => {
  const { live: us, workspaceId: id } = await world.neighbour()
  await grant(ctx, id, 950)
  checker.asked.length = 0
  const resume = checker.pause()
  const queries = Array.from({ length: 400 }, (_, n) => `n${n}@x.example`)
  const job = await submit(us, { action: VERIFY, queries })
  assert.deepEqual(await books(us), { available: 600, held: 400, spent: 0 })
  while (checker.asked.length < 16) await new Promise((done) => setTimeout(done, 2))
  const canceling = await us('POST', `/v1/bulk/jobs/${job.id}/cancel`)
  assert.deepEqual([canceling.status, canceling.body.status], [202, 'canceling'])
  assert.equal((await us('POST', `/v1/bulk/jobs/${job.id}/cancel`)).status, 202)
  resume()
  const end = await ended(us, job)
  assert.equal(end.status, 'canceled')
  const { charged } = end.credits
  assert.ok(charged >= 16 && charged < 400, `${charged} were charged`)
  assert.deepEqual([end.credits.released, end.progress.done, checker.asked.length], [400 - charged, charged, charged])
  assert.deepEqual(await books(us), { available: 1000 - charged, held: 0, spent: charged })
  const lines = (await fetchResultFile(us, job, 'ndjson')).text.trimEnd().split('\n')
  const shown = Map.groupBy(lines, (line) => JSON.parse(line).status)
  assert.deepEqual([shown.get('found')?.length, shown.get('canceled')?.length], [charged, 400 - charged])
  const again = await us('POST', `/v1/bulk/jobs/${job.id}/cancel`)
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_state'])
})

test('a job that waits for a source is canceled at once', async () => {
  const job = await submit(live, { action: VERIFY, queries: ['slow@y.example'] })
  await queue.idle()
  await live('POST', `/v1/bulk/jobs/${job.id}/cancel`)
  const end = await ended(live, job)
  assert.deepEqual([end.status, end.credits], ['canceled', { held: 0, charged: 0, released: 1 }])
})

test('a job with filters pages through a search up to its limit and charges each person found', async () => {
  const filters = { title: ['research'], limit: 1100 }
  const job = await submit(live, { action: 'search/people', filters })
  assert.deepEqual([job.progress.total, job.credits.held], [1100, 1100])
  const end = await ended(live, job)
  assert.deepEqual([end.status, end.credits], ['completed', { held: 0, charged: 1100, released: 0 }])
  assert.deepEqual(end.progress, { done: 1100, total: 1100, found: 1100, failed: 0 })
  const lines = (await fetchResultFile(live, job, 'ndjson')).text.trimEnd().split('\n')
  const ids = new Set(lines.map((line) => JSON.parse(line).data.id))
  assert.deepEqual([lines.length, ids.size], [1100, 1100])
  const receipt = await fetchJobReceipt(live, world.db, job)
  assert.deepEqual(
    [receipt.credits, receipt.lines_total, receipt.lines.length, receipt.has_more],
    [1100, 1100, 1000, true],
  )

  const all = await ended(
    live,
    await submit(live, { action: 'search/people', filters: { title: ['research'], limit: 5000 } }),
  )
  assert.deepEqual([all.progress.done, all.progress.total], [1200, 1200])
  assert.deepEqual(all.credits, { held: 0, charged: 1200, released: 3800 })
  const companies = await submit(live, { action: 'search/companies', filters: { name: ['widget'] } })
  assert.equal(companies.credits.held, 1000)
  assert.deepEqual((await ended(live, companies)).credits, { held: 0, charged: 1, released: 999 })
})

test('every query of a search is a row with a list', async () => {
  const job = await submit(live, { action: 'search/people', queries: ['ada example b1', 'nonesuch'] })
  assert.equal(job.credits.held, 20)
  const end = await ended(live, job)
  assert.deepEqual(end.credits, { held: 0, charged: 1, released: 19 })
  const [first, second] = await fetchJobResults(live, job)
  assert.deepEqual([first.data.length, first.credits, second.data], [1, 1, null])
})

test('a retry with the same Idempotency-Key returns the same job', async () => {
  const headers = { 'idempotency-key': 'bulk-1' }
  const body = { action: VERIFY, queries: ['one@x.example'], webhook_url: 'http://127.0.0.1:9999/hook' }
  const first = await live('POST', '/v1/bulk/jobs', body, headers)
  const second = await live('POST', '/v1/bulk/jobs', body, headers)
  assert.deepEqual([second.status, second.text], [202, first.text])
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  const stored = await ctx.db`select body from idempotency_keys where key = 'bulk-1'`
  assert.ok(!stored[0]?.['body'].includes('whsec_'))
  await ended(live, first.body)
})

test('results are paged, and another workspace sees neither job nor results', async () => {
  const job = await submit(live, { action: VERIFY, queries: Array.from({ length: 7 }, (_, n) => `p${n}@x.example`) })
  await ended(live, job)
  const path = `/v1/bulk/jobs/${job.id}/results`
  const first = (await live('GET', `${path}?limit=5`)).body
  const rest = (await live('GET', `${path}?limit=5&cursor=${first.next_cursor}`)).body
  assert.deepEqual([first.data.length, first.has_more, rest.data.length, rest.has_more], [5, true, 2, false])
  assert.deepEqual(
    rest.data.map(({ row }: AnyJob) => row),
    [6, 7],
  )
  assert.equal((await live('GET', `${path}?cursor=nonsense`)).status, 422)
  const { live: other } = await world.neighbour()
  for (const end of ['', '/results', '/results?format=csv'])
    assert.equal((await other('GET', `/v1/bulk/jobs/${job.id}${end}`)).status, 404)
  assert.equal((await other('POST', `/v1/bulk/jobs/${job.id}/cancel`)).status, 404)
  assert.equal((await live('GET', `/v1/data/jobs/${job.id}`)).status, 404)
  const [newest] = (await live('GET', '/v1/bulk/jobs?limit=1')).body.data
  assert.equal(newest.id, job.id)
})

test('a test key gets a finished job and nothing happens', async () => {
  const before = await ctx.db`select from data_jobs`
  const reply = await world.test('POST', '/v1/bulk/jobs', { action: VERIFY, queries: ['a@b.example'] })
  assert.deepEqual([reply.status, reply.body.status, reply.body.action], [202, 'completed', VERIFY])
  const [found] = (await world.test('GET', `/v1/bulk/jobs/${reply.body.id}/results`)).body.data
  assert.deepEqual([found.input.query, found.data.mx, found.credits], ['ada.example@example.com', 'mx.example.com', 0])
  assert.equal((await world.test('POST', '/v1/bulk/jobs', { action: VERIFY, csv_text: 'colour\nred' })).status, 422)
  assert.equal((await world.test('GET', `/v1/bulk/jobs/${reply.body.id}/results`)).body.data[0].status, 'found')
  assert.equal((await ctx.db`select from data_jobs`).length, before.length)
})

test('the ledger is consistent afterwards', async () => {
  assert.deepEqual(await checkInvariants(ctx.db), [])
})
