import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '../../../../../sdk/src/webhooks.ts'
import { workAsync, workBulk } from '../../../../src/domains/data/data-jobs/contract.ts'
import { dataJobTimers } from '../../../../src/domains/data/data-jobs/jobs.ts'
import { startDeliveries } from '../../../../src/webhooks/delivery/start.ts'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import { atEnd, boot, replaceSources } from '../../../support/harness.ts'
import {
  books,
  ended,
  fetchJob,
  fetchJobReceipt,
  fetchJobResults,
  startChecker,
  startJobs,
  submit,
} from '../../../support/job-scene.ts'
import { pauseJobs } from '../../../support/paused-jobs.ts'
import { answers, startReceiver } from '../../../support/receiver.ts'
import { buildVerdict, startVendor } from '../../../support/scripted-vendor.ts'

const checker = await startChecker()
const vendor = await startVendor()
const world = await boot({
  env: {
    SOURCES_VERIFY_EMAIL: 'checker',
    SOURCES_FIND_EMAIL: 'directory',
    LOG_LEVEL: 'silent',
    JOB_RESULTS_DAYS: '7',
    PURCHASES_DAYS: '7',
  },
  sources: [checker.source, vendor.source({ id: 'painter', action: 'people/enrich' })],
})
const { ctx, live } = world
const queue = await startJobs(ctx)
const deliveries = await startDeliveries(ctx)
atEnd(() => deliveries.stop())
await addPeople(ctx, 'crm', [examplePerson(1), examplePerson(2), examplePerson(3)])

const VERIFY = 'contacts/verify-email'
const KNOWN = { action: 'contacts/find-email', query: 'Ada Example b1, widgets.example' }
const ask = async (body: object) => {
  const reply = await live('POST', '/v1/data/async', body)
  assert.equal(reply.status, 202, reply.text)
  return reply.body
}

test('an async job holds credits at once, charges when found, and returns the data with the job', async () => {
  const before = await books(live)
  const job = await ask(KNOWN)
  assert.match(job.id, /^job_/)
  assert.deepEqual([job.kind, job.status, job.credits.held], ['async', 'queued', 5])
  const end = await ended(live, job)
  assert.deepEqual([end.status, end.data.email], ['completed', 'ada1@widgets.example'])
  assert.deepEqual(end.credits, { held: 0, charged: 5, released: 0 })
  assert.deepEqual(await books(live), { available: before.available - 5, held: 0, spent: before.spent + 5 })
  const [newest] = (await live('GET', '/v1/data/jobs')).body.data
  assert.deepEqual([newest.id, 'data' in newest], [job.id, false])
})

test('a miss completes with null and is free', async () => {
  const end = await ended(live, await ask({ ...KNOWN, query: 'Nemo Nobody, nowhere.example' }))
  assert.deepEqual([end.status, end.data, end.credits.charged, end.credits.released], ['completed', null, 0, 5])
})

test('a person suppressed after a job ended is not shown in it', async () => {
  const found = await ended(live, await ask({ ...KNOWN, query: 'Ada Example d3, widgets.example' }))
  const listed = await ended(live, await ask({ action: 'search/people', query: 'ada example' }))
  assert.deepEqual([found.data.email, listed.data.length], ['ada3@widgets.example', 3])
  await live('POST', '/v1/suppressions', { kind: 'email', value: 'ada3@widgets.example' })
  assert.equal((await fetchJob(live, found)).data, null)
  const names = (await fetchJob(live, listed)).data.map((each: { full_name: string }) => each.full_name)
  assert.deepEqual(names.toSorted(), ['Ada Example b1', 'Ada Example c2'])
})

test("a vendor's result is checked against suppressions by the email that is not shown", async () => {
  const unknown = { title: null, seniority: null, department: null, company: null, location: null }
  const name = { full_name: 'Grace Painted', first_name: 'Grace', last_name: 'Painted' }
  const person = { id: 'painter:1', ...name, ...unknown, skills: [], links: [], sources: [] }
  const updated_at = ctx.clock.now().toISOString()
  vendor.script('painter', { found: { ...person, updated_at }, about: { email: 'grace@home.example' } })
  const query = 'Grace Painted, painted.example'
  const one = await ended(live, await ask({ action: 'people/enrich', query }))
  const many = await submit(live, { action: 'people/enrich', queries: [query] })
  await ended(live, many)
  const shown = async () => [(await fetchJob(live, one)).data?.id, (await fetchJobResults(live, many))[0].status]
  assert.deepEqual(await shown(), ['painter:1', 'found'])
  await live('POST', '/v1/suppressions', { kind: 'email', value: 'Grace@Home.example' })
  assert.deepEqual(await shown(), [undefined, 'withheld'])
})

test('filters work as in the call itself, a search up to its limit', async () => {
  const named = { full_name: 'Ada Example c2', domain: 'widgets.example' }
  const one = await ended(live, await ask({ action: 'people/enrich', filters: named }))
  assert.deepEqual([one.data.full_name, one.credits.charged], ['Ada Example c2', 3])
  const job = await ask({ action: 'search/people', query: 'ada', filters: { title: ['research'], limit: 1 } })
  assert.equal(job.credits.held, 1)
  assert.equal((await ended(live, job)).data.length, 1)
  for (const [body, loc] of [
    [{ action: 'search/people', filters: { limit: 101 } }, 'body.filters.limit'],
    [{ action: 'search/people', filters: { tittle: ['x'] } }, 'body.filters.tittle'],
    [{ action: VERIFY, query: 'no address' }, 'body.query'],
    [{ action: 'nothing' }, 'body.action'],
    [{ query: 'x' }, 'body.action'],
  ] as const) {
    const reply = await live('POST', '/v1/data/async', body)
    assert.deepEqual([reply.status, reply.body.detail[0].loc.join('.')], [422, loc])
  }
})

test('a limit in addition to the filters bounds what a search finds and holds, as it does in the call itself', async () => {
  const search = { action: 'search/people', query: 'example' }
  const job = await ask({ ...search, limit: 2 })
  assert.equal(job.credits.held, 2)
  const end = await ended(live, job)
  assert.deepEqual([end.data.length, end.credits.charged], [2, 2])
  assert.equal((await ask({ ...search, filters: { limit: 1 }, limit: 3 })).credits.held, 1)
  const walk = await submit(live, { action: 'search/people', filters: { title: ['research'] }, limit: 2 })
  assert.deepEqual([walk.credits.held, (await ended(live, walk)).credits.charged], [2, 2])
  const rows = await submit(live, { action: 'search/people', queries: ['example', 'widget'], limit: 1 })
  assert.deepEqual([rows.credits.held, (await ended(live, rows)).credits.charged], [2, 2])
  const wide = await live('POST', '/v1/bulk/jobs', { action: 'search/people', queries: ['example'], limit: 101 })
  assert.deepEqual([wide.status, wide.body.detail[0].loc], [422, ['body', 'limit']])
})

test('a question without a result fails the job and is not charged', async () => {
  const end = await ended(live, await ask({ action: VERIFY, query: 'refused@x.example' }))
  assert.deepEqual([end.status, end.error.code, 'data' in end], ['failed', 'upstream_error', false])
  assert.deepEqual(end.credits, { held: 0, charged: 0, released: 1 })
})

test('a job completes when its source recovers', async () => {
  const job = await ask({ action: VERIFY, query: 'down@x.example' })
  await queue.idle()
  assert.equal((await fetchJob(live, job)).status, 'running')
  checker.heal('down')
  ctx.clock.advance(10_001)
  assert.deepEqual((await ended(live, job)).credits, { held: 0, charged: 1, released: 0 })
})

test('a source that keeps failing ends the job after four attempts, and the whole hold is released', async () => {
  const mine = await boot({
    env: { SOURCES_VERIFY_EMAIL: 'down', SOURCES_SEARCH_PEOPLE: 'down-search', LOG_LEVEL: 'silent' },
    sources: [
      vendor.source({ id: 'down', action: VERIFY }),
      vendor.source({ id: 'down-search', action: 'search/people' }),
    ],
  })
  vendor.script('down', 'fail')
  vendor.script('down-search', 'fail')
  const turns = await startJobs(mine.ctx)
  const before = await books(mine.live)
  for (const [source, body] of [
    ['down', { action: VERIFY, query: 'a@b.example' }],
    ['down-search', { action: 'search/people', filters: { title: ['Judge'] }, limit: 5 }],
  ] as const) {
    const asked = vendor.asked.length
    const reply = await mine.live('POST', '/v1/data/async', body)
    assert.equal(reply.status, 202, reply.text)
    await turns.idle()
    assert.equal((await fetchJob(mine.live, reply.body)).status, 'running')
    for (let seconds = 0; seconds < 75; seconds += 5) {
      mine.ctx.clock.advance(5000)
      await turns.idle()
    }
    const end = await fetchJob(mine.live, reply.body)
    assert.deepEqual([end.status, end.error?.code, end.credits.held], ['failed', 'upstream_error', 0], source)
    assert.ok(vendor.asked.slice(asked).filter((one) => one === source).length <= 4)
    assert.deepEqual(await books(mine.live), before)
    // The circuit breaker of the source is open after the failures.
    mine.ctx.clock.advance(60_000)
  }
})

test('a job waits for a rate-limited source, without a receipt line for every attempt', async () => {
  const slow = { id: 'slow', action: VERIFY, perSecond: 0.001 }
  const other = await boot({
    env: { SOURCES_VERIFY_EMAIL: 'slow', LOG_LEVEL: 'silent' },
    sources: [vendor.source(slow)],
  })
  const before = vendor.asked.length
  const asked = () => vendor.asked.length - before
  const turns = await startJobs(other.ctx)
  const queries = Array.from({ length: 40 }, (_, n) => `s${n}@x.example`)
  const job = await submit(other.live, { action: VERIFY, queries })
  const after = async (hours: number) => {
    other.ctx.clock.advance(hours * 3_600_000)
    await turns.idle()
    const { status, progress } = await fetchJob(other.live, job)
    return [status, progress.done, progress.failed]
  }
  const waiting = async () =>
    (await other.ctx.db`select from data_job_rows where job_id = ${job.id} and due_at is not null`).length
  assert.deepEqual(await after(0), ['running', 1, 0])
  assert.ok((await waiting()) < 20, 'rows whose turn has not come are left alone')
  assert.deepEqual(await after(1), ['running', 2, 0])
  const { sources } = await fetchJobReceipt(other.live, other.db, job)
  assert.deepEqual([sources.length, asked()], [2, 2])
  // More than a day after the start, but not after the last response.
  assert.deepEqual(await after(20), ['running', 3, 0])
  assert.deepEqual(await after(20), ['running', 4, 0])
  vendor.script('slow', 'throttle')
  for (let hours = 0; hours < 30; hours += 6) await after(6)
  const end = await ended(other.live, job)
  assert.deepEqual([end.status, end.progress.failed], ['completed_with_errors', 36])
  assert.ok(asked() < 20, `${asked()} were asked`)
})

test('a job canceled before it has a result releases its whole hold', async () => {
  const job = await ask({ action: VERIFY, query: 'slow@x.example' })
  await queue.idle()
  assert.equal((await live('POST', `/v1/data/jobs/${job.id}/cancel`)).status, 202)
  const end = await ended(live, job)
  assert.deepEqual([end.status, end.credits], ['canceled', { held: 0, charged: 0, released: 1 }])
})

test('the end of a job is delivered to its webhook_url, signed with its secret and retried', async () => {
  const receiver = await startReceiver(answers.status(500))
  const job = await submit(live, { action: VERIFY, queries: ['hook@x.example'], webhook_url: `${receiver.url}/done` })
  assert.match(job.webhook_secret, /^whsec_/)
  await ended(live, job)
  await receiver.received(1)
  receiver.answer(answers.ok)
  await deliveries.idle()
  ctx.clock.advance(60_000)
  await receiver.received(2)
  const [, hit] = receiver.hits
  const now = ctx.clock.now().getTime()
  const event = await verifyWebhook(hit?.body ?? '', hit?.headers ?? {}, job.webhook_secret, { now: () => now })
  assert.equal(event.type, 'job.finished')
  assert.deepEqual((event.data as { job: unknown }).job, await fetchJob(live, job))
  assert.equal(hit?.path, '/done')
  await deliveries.idle()
  const [delivery] = (await live('GET', '/v1/webhooks/deliveries?event_type=job.finished')).body.data
  assert.deepEqual([delivery.status, delivery.attempt], ['delivered', 2])
  for (const text of [JSON.stringify(await fetchJob(live, job)), (await live('GET', '/v1/bulk/jobs')).text, hit?.body])
    assert.ok(!text?.includes(job.webhook_secret))

  const path = `/v1/webhooks/${delivery.endpoint_id}`
  assert.deepEqual((await live('GET', '/v1/webhooks')).body.data, [])
  for (const [method, end] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['POST', '/test'],
  ] as const)
    assert.equal((await live(method, `${path}${end}`)).status, 404, `${method} ${end}`)
})

test("a test key gets data of the job's action", async () => {
  for (const [action, query, field] of [
    ['contacts/find-email', 'Ada Example, example.com', 'confidence'],
    [VERIFY, 'a@b.example', 'catch_all'],
    ['people/enrich', 'a@b.example', 'skills'],
    ['search/people', 'x', '0'],
    ['search/companies', 'x', '0'],
  ] as const) {
    const made = await world.test('POST', '/v1/data/async', { action, query })
    const read = await world.test('GET', `/v1/data/jobs/${made.body.id}`)
    assert.deepEqual([made.body.action, read.body.action, read.body.credits], [action, action, made.body.credits])
    assert.ok(field in read.body.data, action)
    const canceled = await world.test('POST', `/v1/data/jobs/${made.body.id}/cancel`)
    assert.deepEqual([canceled.body.status, canceled.body.action], ['canceled', action])
  }
})

test('an endpoint that subscribes to all events gets no event of a job', async () => {
  const receiver = await startReceiver()
  await live('POST', '/v1/webhooks', { url: receiver.url })
  await ended(live, await ask({ ...KNOWN, webhook_url: null }))
  await deliveries.idle()
  assert.equal(receiver.hits.length, 0)
})

test('a webhook_url at a blocked address is refused, and nothing is held', async () => {
  const strict = await boot({ env: { OUTBOUND_ALLOW_LOOPBACK: 'no', LOG_LEVEL: 'silent' } })
  for (const url of ['http://127.0.0.1:8080/', 'http://169.254.169.254/latest', 'http://[::1]:8080/', 'file:///etc']) {
    const body = { action: 'people/enrich', query: 'a@b.example', webhook_url: url }
    const reply = await strict.live('POST', '/v1/data/async', body)
    assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, ['body', 'webhook_url']], url)
  }
  assert.equal((await books(strict.live)).held, 0)
})

test('a job whose run is dead fails, its rows show it, and its credits are released', async () => {
  const before = await books(live)
  const resumeJobs = await pauseJobs({ ctx, queue }, workAsync, workBulk)
  const job = await ask(KNOWN)
  const bulk = await submit(live, { action: VERIFY, queries: ['a@x.example', 'no address'] })
  assert.equal((await books(live)).held, 6)
  // State that a bug leaves after the last attempt: the run is dead, the job is not.
  await ctx.db`update jobs set state = 'dead', dead_at = now() where payload ->> 'job_id' in (${job.id}, ${bulk.id})`
  await dataJobTimers[0]?.run(ctx, ctx.clock.now())
  await resumeJobs()
  const end = await fetchJob(live, job)
  assert.deepEqual([end.status, end.error.code], ['failed', 'internal'])
  assert.deepEqual(end.credits, { held: 0, charged: 0, released: 5 })
  assert.deepEqual(await books(live), before)
  const rows = await fetchJobResults(live, bulk)
  assert.deepEqual(
    rows.map(({ status, error }) => [status, error.code]),
    [
      ['unanswered', 'internal'],
      ['failed', 'invalid_row'],
    ],
  )
})

test('a finished job is deleted with its rows, results and endpoint after the configured days', async () => {
  const count = async () => {
    const [row] = await ctx.db`
      select (select count(*) from data_jobs) as jobs, (select count(*) from data_job_rows) as rows,
        (select count(*) from data_job_results) as results,
        (select count(*) from webhook_endpoints where job_id is not null) as hooks`
    return row
  }
  const forget = () => dataJobTimers[1]?.run(ctx, ctx.clock.now())
  ctx.clock.advance(6 * 86_400_000)
  await forget()
  const kept = await count()
  assert.ok(kept?.['jobs'] > 5 && kept?.['results'] > 5 && kept?.['hooks'] === 1)
  ctx.clock.advance(86_400_001)
  await forget()
  assert.deepEqual({ ...(await count()) }, { jobs: 0, rows: 0, results: 0, hooks: 0 })
})

test('a job waits for pending results before it uses a weak one, loses no ticket, and finally uses the weak one', async () => {
  const verifiers = await startVendor()
  const check = (id: string) => verifiers.source({ id, action: VERIFY, costMicros: 1 })
  const ids = ['vague', 'pending', 'other']
  const { ctx: mine, live: as } = await boot({
    env: { SOURCES_VERIFY_EMAIL: ids.join(), LOG_LEVEL: 'silent' },
    sources: ids.map(check),
  })
  const turns = await startJobs(mine)
  const later = async (ms: number) => {
    mine.clock.advance(ms)
    await turns.idle()
  }
  const begin = async () => {
    verifiers.asked.length = 0
    const reply = await as('POST', '/v1/data/async', { action: VERIFY, query: 'a@b.example' })
    await turns.idle()
    return { id: reply.body.id as string }
  }
  const verdict = (status: string) => buildVerdict(status, mine.clock.now())
  verifiers.script('vague', verdict('unknown'))
  verifiers.script('pending', { pending: 60_000 }, 'fail', verdict('valid'))
  verifiers.script('other', { pending: 90_000 }, 'miss')
  const job = await begin()
  assert.deepEqual([(await fetchJob(as, job)).status, verifiers.asked], ['running', ids])
  await later(60_001)
  assert.deepEqual(verifiers.asked.slice(3), ['pending again'])
  await later(30_000)
  const found = await ended(as, job)
  assert.deepEqual([found.data.status, found.credits.charged], ['valid', 1])
  assert.deepEqual(verifiers.asked.slice(4), ['pending again'])

  verifiers.script('pending', { pending: 60_000 }, 'miss')
  verifiers.script('other', 'miss')
  const vain = await begin()
  await later(60_001)
  const guessed = await ended(as, vain)
  assert.deepEqual([guessed.status, guessed.data.status, guessed.credits.charged], ['completed', 'unknown', 0])

  verifiers.script('vague', 'miss')
  verifiers.script('pending', { pending: 60_000 })
  const orphan = await begin()
  const without = { ...mine.config, SOURCES_VERIFY_EMAIL: ['vague'] }
  replaceSources(mine, ids.map(check), without)
  for (const seconds of [60, 5, 15]) await later(seconds * 1000 + 1)
  assert.equal((await fetchJob(as, orphan)).status, 'running')
  await later(40_001)
  const failed = await ended(as, orphan)
  assert.deepEqual([failed.status, failed.error.code], ['failed', 'upstream_error'])
})
