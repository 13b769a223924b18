import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../../../src/kit/clock.ts'
import { checkInvariants } from '../../../../src/ledger/verify.ts'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import { atEnd, boot, freshDatabase } from '../../../support/harness.ts'
import { type AnyJob, books, ended, fetchJob, grant, startChecker, submit } from '../../../support/job-scene.ts'
import { programFile } from '../../../support/processes.ts'

const LONG = process.env['LONG'] !== undefined
const address = await freshDatabase()
const checker = await startChecker()
const world = await boot({ address, clock: systemClock, env: { LOG_LEVEL: 'silent' } })
const { ctx, db } = world
await addPeople(
  ctx,
  'crm',
  Array.from({ length: 1000 }, (_, n) => examplePerson(n)),
)

/** Starts a worker in a separate process; `end` is its exit code or signal. */
function hire({ fault, args = [] }: { fault?: string; args?: string[] } = {}) {
  const file = programFile('server/test/support/job-worker.ts')
  const child = spawn(process.execPath, [file, address, checker.url, ...args], {
    env: { ...process.env, ...(fault !== undefined && { QUOIN_FAILPOINT: fault }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = once(child, 'exit').then(([code, signal]) => (signal ?? code) as string | number)
  atEnd(async () => {
    child.kill('SIGKILL')
    await end
  })
  return { child, end, ready: once(child.stdout, 'data'), fire: () => child.kill('SIGKILL') }
}

async function newcomer(credits: number) {
  const us = await world.neighbour()
  await grant(ctx, us.workspaceId, credits - 50)
  return us
}

const emails = (count: number, at: string) => Array.from({ length: count }, (_, n) => `n${n}@${at}.example`)
const answered = async ({ id }: AnyJob) =>
  (await db<{ n: number }[]>`select n from data_job_results where job_id = ${id}`).map(({ n }) => n)
const askedFor = (at: string) =>
  Map.groupBy(
    checker.asked.filter((email) => email.includes(`@${at}.`)),
    String,
  )

async function charges({ id }: AnyJob) {
  const [row] = await db<{ steps: number; credits: number }[]>`
    select count(*) as steps, coalesce(sum(c.credits), 0)::bigint as credits from charges c
    join data_jobs j on j.workspace_id = c.workspace_id and j.hold_id = c.hold_id where j.id = ${id}`
  return { ...row }
}

// Each fault starts two processes; the faults differ only in when the worker is killed.
const FAULTS = LONG
  ? ['before_rows:2', 'before_rows_commit:2', 'after_rows_commit:2', 'kill -9']
  : ['before_rows_commit:2', 'kill -9']

for (const fault of FAULTS)
  test(`a killed worker (${fault}) is replaced: no completed row is asked or charged again`, async () => {
    const at = fault.replaceAll(/[^a-z0-9]/g, '-')
    const { live } = await newcomer(1000)
    const queries = emails(300, at)
    const first = hire(fault.includes(':') ? { fault } : {})
    await first.ready
    const job = await submit(live, { action: 'contacts/verify-email', queries })
    if (!fault.includes(':')) {
      while ((await answered(job)).length < 100) await sleep(2)
      first.fire()
    }
    assert.equal(await first.end, 'SIGKILL')
    const [before, spent] = [await answered(job), await books(live)]
    assert.ok(before.length < 300, 'it was killed in the middle')
    // Stored rows are charged and charged rows are stored, whenever the worker is killed.
    assert.equal(spent.spent, before.length)
    assert.deepEqual(await charges(job), { steps: before.length, credits: before.length })
    assert.equal((await fetchJob(live, job)).progress.done, before.length)

    const second = hire()
    const end = await ended(live, job)
    second.fire()
    assert.deepEqual([end.status, end.progress], ['completed', { done: 300, total: 300, found: 300, failed: 0 }])
    assert.deepEqual(end.credits, { held: 0, charged: 300, released: 0 })
    assert.deepEqual(await charges(job), { steps: 300, credits: 300 })
    assert.deepEqual(await books(live), { available: 700, held: 0, spent: 300 })
    const questions = askedFor(at)
    for (const n of before) assert.equal(questions.get(queries[n - 1] ?? '')?.length, 1, `row ${n} was asked again`)
    assert.equal(questions.size, 300)
  })

test('a worker killed during a workflow is replaced: stored steps are not asked again, and each is charged once', async () => {
  const { live } = await newcomer(1000)
  const queries = emails(100, 'flow')
  const first = hire({ fault: 'before_rows_commit:1' })
  await first.ready
  const job = await submit(live, { action: 'verify-list', queries })
  assert.equal(await first.end, 'SIGKILL')
  assert.deepEqual(await charges(job), { steps: 0, credits: 0 })
  const before = [...askedFor('flow').values()].flat().length
  assert.ok(before > 0 && before <= 100)

  const second = hire()
  const end = await ended(live, job)
  second.fire()
  assert.deepEqual([end.status, end.progress], ['completed', { done: 100, total: 100, found: 100, failed: 0 }])
  assert.deepEqual(end.credits, { held: 0, charged: 100, released: 0 })
  assert.deepEqual(await charges(job), { steps: 100, credits: 100 })
  assert.deepEqual(await books(live), { available: 900, held: 0, spent: 100 })
  const twice = [...askedFor('flow').values()].filter((times) => times.length > 1).length
  assert.ok(twice <= 16, `${twice} were asked again: more than were in flight`)
})

test('a worker killed after a batch of the directory, with the next one looked up, charges each row once', async () => {
  const { live } = await newcomer(4000)
  const first = hire({ fault: 'after_rows_commit:2' })
  await first.ready
  const queries = Array.from({ length: 1000 }, (_, n) => `ada${n}@widgets.example`)
  const job = await submit(live, { action: 'people/enrich', queries })
  assert.equal(await first.end, 'SIGKILL')
  const steps = (await answered(job)).length
  assert.ok(steps > 0 && steps < 1000, `${steps} were stored`)
  assert.deepEqual(await charges(job), { steps, credits: 3 * steps })
  const second = hire()
  const end = await ended(live, job)
  second.fire()
  assert.deepEqual(end.credits, { held: 0, charged: 3000, released: 0 })
  assert.deepEqual(await charges(job), { steps: 1000, credits: 3000 })
})

test('a worker killed after a page of a search, with the next one read, stores and charges no person twice', async () => {
  const { live } = await newcomer(2000)
  const first = hire({ fault: 'after_rows_commit:2' })
  await first.ready
  const job = await submit(live, { action: 'search/people', filters: { title: ['research'], limit: 900 } })
  assert.equal(await first.end, 'SIGKILL')
  const steps = (await answered(job)).length
  assert.ok(steps > 0 && steps < 900, `${steps} were stored`)
  assert.deepEqual(await charges(job), { steps, credits: steps })
  const second = hire()
  const end = await ended(live, job)
  second.fire()
  assert.deepEqual(end.credits, { held: 0, charged: 900, released: 0 })
  assert.deepEqual(await charges(job), { steps: 900, credits: 900 })
})

test('a frozen worker that resumes after another took over charges nothing more', async () => {
  const { live } = await newcomer(1000)
  const first = hire()
  await first.ready
  const queries = emails(300, 'frozen')
  const job = await submit(live, { action: 'contacts/verify-email', queries })
  while ((await answered(job)).length < 50) await sleep(2)
  first.child.kill('SIGSTOP')
  const second = hire()
  const end = await ended(live, job)
  first.child.kill('SIGCONT')
  await sleep(500)
  assert.deepEqual(end.credits, { held: 0, charged: 300, released: 0 })
  assert.deepEqual(await fetchJob(live, job), end)
  assert.deepEqual(await books(live), { available: 700, held: 0, spent: 300 })
  first.fire()
  second.fire()
  assert.equal(await first.end, 'SIGKILL')
})

test('a server killed while it creates a job leaves no job, and its credits are released', async () => {
  const { live, workspaceId } = await newcomer(100)
  assert.equal(await hire({ fault: 'after_job_reserve', args: [workspaceId] }).end, 'SIGKILL')
  assert.equal((await books(live)).held, 2)
  while ((await books(live)).held > 0) {
    await ctx.ledger.sweep()
    await sleep(20)
  }
  assert.deepEqual(await books(live), { available: 100, held: 0, spent: 0 })
  assert.deepEqual((await live('GET', '/v1/bulk/jobs')).body.data, [])
})

test('the ledger is consistent after all kills', async () => {
  assert.deepEqual(await checkInvariants(db), [])
})
