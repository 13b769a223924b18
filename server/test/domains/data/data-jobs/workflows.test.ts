import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import { boot, until } from '../../../support/harness.ts'
import {
  type AnyJob,
  books,
  ended,
  fetchJob,
  fetchJobReceipt,
  fetchJobResults,
  fetchResultFile,
  grant,
  startJobs,
  submit,
} from '../../../support/job-scene.ts'
import { ORDERS, SOURCE, sourcesAt } from '../../../support/workflow-sources.ts'
import { startVendor } from '../../../support/workflow-vendor.ts'

const vendor = await startVendor()
const env = { ...ORDERS, SOURCES_SEARCH_PEOPLE: 'directory', LOG_LEVEL: 'silent' }
const world = await boot({ env, sources: sourcesAt(vendor.url) })
const { ctx, db } = world
const queue = await startJobs(ctx)
const names = ['Found', 'Hidden', 'Broken', 'Found', 'Found', 'Found', 'Found']
const people = names.map((last, n) => examplePerson(n, { full_name: `P${n} ${last}`, title: 'Beekeeper', email: null }))
const elsewhere = examplePerson(91, { title: 'Vintner', company_domain: 'elsewhere.example' })
await addPeople(ctx, 'crm', [...people, examplePerson(90, { title: 'Vintner' }), elsewhere])
await addPeople(ctx, 'conference', [examplePerson(90, { title: 'Vintner' })])

async function newcomer(credits = 1000) {
  const us = await world.neighbour()
  await grant(ctx, us.workspaceId, credits - 50)
  return us
}

async function start(client: typeof world.live, body: object): Promise<AnyJob> {
  const reply = await client('POST', '/v1/data/async', body)
  assert.equal(reply.status, 202, reply.text)
  return reply.body
}

/** Asserts that the credits of the job, its receipt and the wallet agree, and that nothing is held. */
async function assertCharged(client: typeof world.live, job: AnyJob, credits: number) {
  const end = await ended(client, job)
  assert.deepEqual([end.credits.charged, end.credits.held], [credits, 0], JSON.stringify(end))
  const receipt = await fetchJobReceipt(client, db, job)
  assert.equal(receipt.credits, credits)
  assert.equal(
    receipt.lines.reduce((sum: number, line: { credits: number }) => sum + line.credits, 0),
    credits,
  )
  assert.equal((await books(client)).held, 0)
  return { end, receipt }
}

test('an async lead-list holds its estimate and charges each step that found something', async () => {
  const { live } = await newcomer()
  const question = { query: 'Beekeeper Found', filters: { title: ['beekeeper'] } }
  const quote = await live('POST', '/v1/data/workflows/lead-list:estimate', { inputs: question, limit: 3 })
  const job = await start(live, { action: 'lead-list', ...question, limit: 3 })
  assert.deepEqual([job.credits.held, quote.body.data.credits], [21, 21])
  const { end, receipt } = await assertCharged(live, job, 21)
  assert.deepEqual([end.status, end.data.length], ['completed', 3])
  for (const { person, email, verification, credits } of end.data)
    assert.deepEqual([email.person.full_name, verification.email, credits], [person.full_name, email.email, 7])
  assert.deepEqual(await books(live), { available: 979, held: 0, spent: 21 })
  const actions = Map.groupBy(receipt.lines, ({ action }: { action: string }) => action)
  assert.deepEqual([...actions].map(([action, lines]) => [action, lines.length]).toSorted(), [
    ['contacts/find-email', 3],
    ['contacts/verify-email', 3],
    ['search/people', 1],
  ])
  const steps = new Set(receipt.lines.map(({ step }: { step: string }) => step))
  for (const { step, source } of receipt.sources) if (source === SOURCE) assert.ok(steps.has(step), step)
})

test('async verify-list and enrich-list accept one item or a list, each subject once', async () => {
  const { live } = await newcomer()
  const emails = ['a@widgets.example', 'A@widgets.example', 'unsure@widgets.example', 'no address']
  const job = await start(live, { action: 'verify-list', filters: { emails } })
  assert.equal(job.credits.held, 3)
  const { end } = await assertCharged(live, job, 1)
  assert.deepEqual(
    end.data.map((row: AnyJob) => [row.input, row.verification.status, row.credits]),
    [
      ['a@widgets.example', 'valid', 1],
      ['unsure@widgets.example', 'unknown', 0],
      ['no address', 'invalid', 0],
    ],
  )
  const one = await start(live, { action: 'enrich-list', query: 'ada@widgets.example' })
  const { end: enriched } = await assertCharged(live, one, 3)
  assert.equal(enriched.data[0].person.full_name, 'Ada Example')
  const miss = await start(live, { action: 'enrich-list', query: 'nobody@widgets.example' })
  assert.equal((await assertCharged(live, miss, 0)).end.data, null)

  const bad: [object, (string | number)[]][] = [
    [{ action: 'verify-list' }, ['body', 'query']],
    [{ action: 'verify-list', query: 'a@b.example', filters: { emails } }, ['body', 'query']],
    [
      { action: 'enrich-list', filters: { people: ['ada@b.example', 'just a name'] } },
      ['body', 'filters', 'people', 1],
    ],
    [{ action: 'enrich-list', query: 'just a name' }, ['body', 'query']],
    [{ action: 'enrich-list', filters: { emails } }, ['body', 'filters', 'emails']],
    [{ action: 'consensus' }, ['body', 'query']],
    [{ action: 'lead-list', filters: { colour: 'red' } }, ['body', 'filters', 'colour']],
  ]
  for (const [body, loc] of bad)
    for (const client of [live, world.test]) {
      const reply = await client('POST', '/v1/data/async', body)
      assert.equal(reply.status, 422, JSON.stringify(body))
      assert.ok(
        reply.body.detail.some((one: AnyJob) => JSON.stringify(one.loc) === JSON.stringify(loc)),
        reply.text,
      )
    }
})

test('consensus runs as a job, charged per agreed person', async () => {
  const { live } = await newcomer()
  const job = await start(live, { action: 'consensus', query: 'vintner', limit: 5 })
  assert.equal(job.credits.held, 15)
  const { end } = await assertCharged(live, job, 3)
  assert.deepEqual(end.data[0].agreement.lineages, ['conference', 'crm'])
  const bulk = await submit(live, { action: 'consensus', queries: ['vintner', 'nonesuch'], limit: 2 })
  assert.equal(bulk.credits.held, 12)
  await assertCharged(live, bulk, 3)
  assert.deepEqual(
    (await fetchJobResults(live, bulk)).map(({ status, credits }) => [status, credits]),
    [
      ['found', 3],
      ['not_found', 0],
    ],
  )
  const refused = await live('POST', '/v1/bulk/jobs', { action: 'consensus', filters: { limit: 3 } })
  assert.deepEqual([refused.status, refused.body.detail[0].loc], [422, ['body', 'filters']])
})

test('a bulk verify-list reads queries or a column of addresses, and a subject is charged once', async () => {
  const { live } = await newcomer()
  const csv_text = 'email,note\na@widgets.example,x\nA@widgets.example,y\nno address,z\nb@widgets.example,'
  const job = await submit(live, { action: 'verify-list', csv_text })
  assert.equal(job.credits.held, 3)
  const { end } = await assertCharged(live, job, 2)
  assert.deepEqual([end.status, end.progress], ['completed', { done: 4, total: 4, found: 4, failed: 0 }])
  const rows = await fetchJobResults(live, job)
  assert.deepEqual(
    rows.map(({ data, credits, duplicate_of }) => [data[0].verification.sub_status, credits, duplicate_of]),
    [
      [null, 1, null],
      [null, 0, 1],
      ['syntax', 0, null],
      [null, 1, null],
    ],
  )
  const [header] = (await fetchResultFile(live, job, 'csv')).text.split('\r\n')
  assert.match(header ?? '', /^email,note,row_status,row_error,row_credits,result_input,result_verification_email/)
})

test('a bulk lead-list pages through all matches and charges each person for what was found', async () => {
  const { live } = await newcomer()
  vendor.isHealed = true
  const job = await submit(live, { action: 'lead-list', filters: { title: ['beekeeper'], limit: 20 } })
  assert.equal(job.credits.held, 140)
  const { end } = await assertCharged(live, job, 7 * 6 + 1)
  vendor.isHealed = false
  assert.deepEqual([end.status, end.progress], ['completed', { done: 7, total: 7, found: 7, failed: 0 }])
  assert.equal(end.credits.released, 140 - 43)
  const rows = await fetchJobResults(live, job)
  assert.deepEqual(new Set(rows.map(({ data }) => data.person.full_name)).size, 7)
  const hidden = rows.find(({ data }) => data.person.full_name.endsWith('Hidden'))
  assert.deepEqual([hidden?.credits, hidden?.data.email, hidden?.data.credits], [1, null, 1])
  const few = await submit(live, { action: 'lead-list', filters: { title: ['beekeeper'], limit: 2 } })
  assert.equal((await ended(live, few)).progress.done, 2)
  const second = await submit(live, { action: 'lead-list', queries: ['Found', 'nonesuch'], limit: 2 })
  assert.equal(second.credits.held, 28)
  await assertCharged(live, second, 14)
  assert.deepEqual(
    (await fetchJobResults(live, second)).map(({ status, credits, data }) => [status, credits, data?.length]),
    [
      ['found', 14, 2],
      ['not_found', 0, undefined],
    ],
  )
})

test('a failed step is asked again later, and only that step; after the last attempt the job returns the rest', async () => {
  const { live } = await newcomer()
  const job = await start(live, { action: 'lead-list', query: 'Broken', limit: 1 })
  const emails = () => vendor.asked.filter((asked) => asked === 'email P2 Broken').length
  const before = emails()
  await until('the question', () => emails() > before)
  await queue.idle()
  assert.equal((await fetchJob(live, job)).status, 'running')
  vendor.isHealed = true
  ctx.clock.advance(61_000)
  const { end } = await assertCharged(live, job, 7)
  vendor.isHealed = false
  assert.equal(end.data[0].verification.status, 'valid')

  const stuck = await start(live, { action: 'lead-list', query: 'Broken', limit: 1 })
  for (let now = await fetchJob(live, stuck); now.finished_at === null; now = await fetchJob(live, stuck)) {
    ctx.clock.advance(60_000)
    await queue.idle()
  }
  const { end: partial } = await assertCharged(live, stuck, 1)
  assert.deepEqual([partial.data[0].email, partial.data[0].steps[1].outcome], [null, 'failed'])
})

test('people who are suppressed later are withheld from the results of a workflow', async () => {
  const { live } = await newcomer()
  // Earlier failures have opened the circuit breaker: after a while it lets one question through, and closes.
  ctx.clock.advance(61_000)
  await ended(live, await submit(live, { action: 'verify-list', queries: ['c@widgets.example'] }))
  const job = await submit(live, { action: 'verify-list', queries: ['a@widgets.example', 'b@widgets.example'] })
  await ended(live, job)
  await live('POST', '/v1/suppressions', { kind: 'email', value: 'a@widgets.example' })
  assert.deepEqual(
    (await fetchJobResults(live, job)).map(({ status }) => status),
    ['withheld', 'found'],
  )
})
