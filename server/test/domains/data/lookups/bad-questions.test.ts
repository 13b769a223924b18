import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pool } from '../../../../src/kit/postgres/db.ts'
import { SourceError } from '../../../../src/kit/sources.ts'
import type { AnySource } from '../../../../src/sources/source.ts'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import { boot, type Reply } from '../../../support/harness.ts'
import { type AnyJob, ended, fetchJobResults, grant, startJobs, submit } from '../../../support/job-scene.ts'
import { buildVerdict } from '../../../support/scripted-vendor.ts'

/** A verifier whose questions fail in this server: `data@` in the database, `bug@` in the code. */
let database: Pool
let atOnce = 0
const fragile: AnySource = {
  id: 'fragile',
  label: 'Fragile',
  action: 'contacts/verify-email',
  lineage: 'fragile',
  needs: [],
  costMicros: 0,
  timeoutMs: 5000,
  perSecond: Number.POSITIVE_INFINITY,
  ask: async ({ email }) => {
    if (email.startsWith('data@')) await database`select ${email}::text::integer`
    if (email.startsWith('bug@')) throw new TypeError('a bug')
    if (email.startsWith('down@')) throw new SourceError('unavailable', 'down')
    return { outcome: 'found', data: { ...buildVerdict('valid', new Date()).found, email } }
  },
  askMany: async (inputs) => {
    atOnce++
    if (inputs.some(({ email }) => email.startsWith('data@'))) await database`select 'x'::text::integer`
    return inputs.map(() => ({ outcome: 'not_found' as const }))
  },
}
const world = await boot({ env: { SOURCES_VERIFY_EMAIL: 'fragile', LOG_LEVEL: 'silent' }, sources: [fragile] })
const { ctx, live } = world
database = ctx.db
const neighbour = await world.neighbour()
for (const { workspaceId } of [world, neighbour]) await grant(ctx, workspaceId, 100_000)
const queue = await startJobs(ctx)
await addPeople(ctx, 'crm', [examplePerson(1, { title: 'Baker' })])
await addPeople(ctx, 'fair', [examplePerson(1, { title: 'Master Baker' })])

/** 3,000 bytes in 1,000 letters. */
const LONG = '漢'.repeat(1000)
/** A hundred letters, each of which becomes eighteen when it is folded. */
const GROWING = 'ﷺ'.repeat(100)
const post = (path: string, body: object) => live('POST', `/v1/data/${path}`, body)

function assertMissOrRefused(reply: Reply, what: string): void {
  assert.ok(reply.status === 422 || (reply.status === 200 && reply.body.data === null), `${what}: ${reply.text}`)
  assert.equal(reply.headers.get('x-credits-charged'), '0', what)
}

async function assertNeighbourIsAnswered(): Promise<void> {
  const ask = (path: string, query: string) => neighbour.live('POST', `/v1/data/${path}`, { query })
  assert.equal((await ask('consensus', 'baker')).body.data?.length, 1)
  assert.equal((await ask('people/enrich', 'ada1@widgets.example')).body.data?.full_name, 'Ada Example b1')
  assert.equal(
    (await ask('contacts/find-email', 'Ada Example b1, widgets.example')).body.data?.email,
    'ada1@widgets.example',
  )
  assert.equal((await ask('search/people', 'baker')).body.data?.length, 1)
}

const everyField = (value: unknown) => ({
  title: value,
  department: value,
  company: { name: value, domain: value, industry: value },
  location: { city: value, region: value, country: value },
  skills: value,
  keywords: value,
})

test('a word of 3,000 bytes is a miss or refused on every data endpoint, and does not affect other tenants', async () => {
  const { cursor } = (await post('search/people', { query: LONG, track_delta: true })).body
  const [filters, company] = [everyField([GROWING]), { name: [GROWING], industry: [GROWING], keywords: [GROWING] }]
  const name = { full_name: '漢'.repeat(255), domain: 'widgets.example' }
  const calls: [string, object][] = [
    ['search/people', { query: LONG }],
    ['search/people', { query: `baker ${LONG.slice(6)}` }],
    ['search/people', { query: LONG, track_delta: true }],
    ['search/people', { query: LONG, since_cursor: cursor }],
    ['search/people', { filters }],
    ['search/companies', { query: LONG }],
    ['search/companies', { filters: company }],
    ['consensus', { query: LONG }],
    ['people/enrich', { query: LONG }],
    ['people/enrich', { query: `${LONG.slice(16)}, x.example` }],
    ['people/enrich', { filters: { person_id: '漢'.repeat(255) } }],
    ['people/enrich', { filters: { email: `${'漢'.repeat(64)}@widgets.example` } }],
    ['contacts/find-email', { query: `${'漢'.repeat(200)}, widgets.example` }],
    ['contacts/find-email', { query: `${'ﷺ'.repeat(200)}, widgets.example` }],
    ['contacts/find-email', { filters: name }],
    ['contacts/verify-email', { query: LONG }],
    ['workflows/lead-list', { inputs: { query: LONG } }],
    ['workflows/lead-list', { inputs: { filters } }],
    ['workflows/enrich-list', { inputs: { people: ['漢'.repeat(500)] } }],
  ]
  for (let round = 0; round < 6; round++)
    for (const [path, body] of calls) assertMissOrRefused(await post(path, body), `${path} ${JSON.stringify(body)}`)
  await assertNeighbourIsAnswered()
})

test('a query that is too large for the database gets 422 with advice', async () => {
  const many = Array.from({ length: 100 }, (_, n) => GROWING.slice(3) + n)
  const reply = await post('search/people', { query: 'baker', filters: everyField({ exclude: many }) })
  assert.deepEqual([reply.status, reply.body.code], [422, 'validation_error'], reply.text.slice(0, 300))
  assert.match(reply.body.detail[0].msg, /too long or too complex.*send a shorter/)
  await assertNeighbourIsAnswered()
})

test('a long word is found by its indexed part', async () => {
  const skill = 'ﷺ'.repeat(100)
  await addPeople(ctx, 'crm', [
    examplePerson(7, { title: `Keeper of ${'漢'.repeat(200)}`, skills: [skill], keywords: [LONG.slice(0, 255)] }),
  ])
  const found = async (body: object) => (await post('search/people', body)).body.data?.map(({ id }: AnyJob) => id)
  const [id] = await found({ query: 'keeper' })
  assert.deepEqual(await found({ filters: { skills: [skill] } }), [id])
  assert.deepEqual(await found({ query: LONG.slice(0, 255) }), [id])
  assert.equal(await found({ query: LONG.slice(0, 254) }), undefined)
})

test('a question that fails in this server does not open a circuit breaker', async () => {
  const ask = (email: string) => post('contacts/verify-email', { query: email })
  for (let n = 0; n < 7; n++) {
    assert.equal((await ask('data@x.example')).status, 422)
    assert.equal((await ask('bug@x.example')).status, 502)
  }
  assert.equal((await ask('good@x.example')).body.data.status, 'valid')
})

test('a bulk job with a row of 3,000 bytes completes, and every other row has its result', async () => {
  const queries = ['baker', LONG, `baker ${LONG.slice(6)}`, 'master']
  const job = await ended(live, await submit(live, { action: 'search/people', queries }))
  assert.deepEqual([job.status, job.progress.done, job.progress.found], ['completed', 4, 2])
  const rows = await fetchJobResults(live, job)
  assert.deepEqual(
    rows.map(({ status }: AnyJob) => status),
    ['found', 'not_found', 'not_found', 'found'],
  )
})

test('a row that fails in this server fails alone, even in a batch', async () => {
  const queries = ['good@x.example', 'data@x.example', 'fine@x.example']
  const before = atOnce
  const job = await ended(live, await submit(live, { action: 'contacts/verify-email', queries }))
  assert.ok(atOnce > before)
  assert.deepEqual([job.status, job.progress.failed], ['completed_with_errors', 1])
  const rows = await fetchJobResults(live, job)
  assert.deepEqual(
    rows.map(({ status }: AnyJob) => status),
    ['found', 'failed', 'found'],
  )
  assert.match(rows[1].error.message, /too long or too complex/)
})

test('a step of a workflow that fails in this server fails alone', async () => {
  const emails = ['good@x.example', 'data@x.example', 'bug@x.example']
  const reply = await post('workflows/verify-list', { inputs: { emails } })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(
    reply.body.data.map(({ steps }: AnyJob) => steps[0].outcome),
    ['found', 'failed', 'failed'],
  )
})

test('an async job with such a question ends, and so does a job that searches by filters', async () => {
  const many = Array.from({ length: 80 }, (_, n) => GROWING.slice(3) + n)
  const created = await live('POST', '/v1/data/async', { action: 'search/people', query: LONG })
  assert.equal(created.status, 202, created.text)
  assert.equal((await ended(live, created.body)).status, 'completed')
  const filters = { ...everyField({ exclude: many }), title: ['baker'], seniority: ['head'] }
  const job = await ended(live, await submit(live, { action: 'search/people', filters }))
  assert.deepEqual([job.status, job.error.code], ['failed', 'validation_error'])
  assert.deepEqual(job.credits, { held: 0, charged: 0, released: job.credits.released })
  await queue.idle()
})

test('a directory search that breaks is an internal error, not an upstream failure, and costs nothing', async () => {
  const own = await boot({ env: { LOG_LEVEL: 'silent' } })
  await own.ctx.directory`alter table people rename to people_away`
  const reply = await own.live('POST', '/v1/data/search/people', { query: 'baker' })
  assert.deepEqual([reply.status, reply.body.code], [500, 'internal'])
  assert.equal(reply.headers.get('x-credits-charged'), '0')
})
