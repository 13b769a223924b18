import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWorkspace } from '../../../../src/domains/billing/onboarding/service.ts'
import { ManualClock, systemClock } from '../../../../src/kit/clock.ts'
import { checkInvariants } from '../../../../src/ledger/verify.ts'
import { suppress } from '../../../../src/sources/directory/suppress/suppress.ts'
import { startVictim } from '../../../support/faults/victim.ts'
import { boot, type Client, createClient, freshDatabase } from '../../../support/harness.ts'
import { programFile } from '../../../support/processes.ts'
import { ORDERS, sourcesAt } from '../../../support/workflow-sources.ts'
import { startVendor } from '../../../support/workflow-vendor.ts'

const isLong = process.env['LONG'] !== undefined
const address = await freshDatabase()
const vendor = await startVendor()
const world = await boot({ address, clock: systemClock, env: ORDERS, sources: sourcesAt(vendor.url) })
const { ctx, db } = world
const program = programFile('server/test/support/workflow-server.ts')

const KEY = { 'idempotency-key': 'the-same-operation' }
const leads = (client: Client, body: object) => client('POST', '/v1/data/workflows/lead-list', body, KEY)

async function readWallet(workspaceId: string) {
  const [row] = await db`select available, held, spent from wallets where workspace_id = ${workspaceId}`
  return { ...row }
}

/** Names of one test's people: no other test asks about them. */
function cast(count: number): { query: string; questions: string[] } {
  const id = ctx.ids.ulid().slice(-6).toLowerCase()
  const names = Array.from({ length: count }, (_, n) => `${id}${n} Found`)
  const query = names.join(';')
  const each = names.flatMap((name) => [`email ${name}`, `verify ${name.split(' ')[0]}@widgets.example`])
  return { query, questions: [`people ${query}`, ...each] }
}
const listAskedQuestions = ({ questions }: { questions: string[] }) =>
  vendor.asked.filter((asked) => questions.includes(asked))
const listRepeats = (questions: string[]) => questions.filter((each, at) => questions.indexOf(each) < at)

/** Makes a call that is killed at that point. Its hold is released as another process's sweeper does it. */
async function callAndKill(env: Record<string, string>, people: ReturnType<typeof cast>, limit: number) {
  const { workspaceId, liveKey } = await openWorkspace(ctx, 'Customer')
  const victim = await startVictim(address, { WORKFLOW_PARALLEL: '1', VENDOR_URL: vendor.url, ...env }, program)
  const body = { inputs: { query: people.query }, limit }
  await assert.rejects(leads(createClient(victim.url, liveKey), body))
  assert.equal(await victim.died, 'SIGKILL')
  while ((await readWallet(workspaceId))['held'] !== 0) {
    await ctx.ledger.sweep()
    await sleep(10)
  }
  const client = createClient(world.url, liveKey)
  return { workspaceId, client, retry: () => leads(client, body) }
}

/** Asserts that two people were found completely: five steps, fourteen credits, each charged once. */
async function assertChargedOnce({ workspaceId }: { workspaceId: string }): Promise<void> {
  assert.deepEqual(await readWallet(workspaceId), { available: 36, held: 0, spent: 14 })
  const charges = await db<{ step: string; credits: number }[]>`
    select step, credits::int from charges where workspace_id = ${workspaceId} and credits > 0 order by step`
  assert.deepEqual(
    charges.map(({ step, credits }) => `${step} ${credits}`),
    ['email.1 5', 'email.2 5', 'person 2', 'verification.1 1', 'verification.2 1'],
  )
  assert.deepEqual(await checkInvariants(db), [])
}

const steps = [1, 2, 3, 4, 5]
const points = [
  ...(isLong ? ['after_reserve_commit'] : []),
  ...(isLong ? steps : [1, 3, 5]).map((n) => `workflow_after_step:${n}`),
  'before_settle_send',
  'after_settle_commit',
]
for (const QUOIN_FAILPOINT of points)
  test(`lead-list killed at ${QUOIN_FAILPOINT} and retried asks no source twice and charges each step once`, async () => {
    const people = cast(2)
    const killed = await callAndKill({ QUOIN_FAILPOINT }, people, 2)
    const isSettled = QUOIN_FAILPOINT === 'after_settle_commit'
    assert.equal((await readWallet(killed.workspaceId))['spent'], isSettled ? 14 : 0)
    const reply = await killed.retry()
    assert.deepEqual([reply.status, reply.headers.get('x-credits-charged')], [200, '14'], reply.text)
    assert.equal(reply.headers.get('idempotency-replayed'), isSettled ? 'true' : null)
    assert.deepEqual(listAskedQuestions(people).toSorted(), people.questions.toSorted())
    assert.deepEqual(
      reply.body.data.map((row: { verification: { status: string } }) => row.verification.status),
      ['valid', 'valid'],
    )
    await assertChargedOnce(killed)
    assert.equal((await killed.retry()).text, reply.text)
    await assertChargedOnce(killed)
  })

for (const n of isLong ? steps : [2])
  test(`killed before result ${n} is stored, a retry asks that one question again and charges nothing twice`, async () => {
    const people = cast(2)
    const killed = await callAndKill({ QUOIN_FAILPOINT: `workflow_after_ask:${n}` }, people, 2)
    assert.equal((await killed.retry()).status, 200)
    assert.deepEqual(listRepeats(listAskedQuestions(people)), [people.questions[n - 1]])
    await assertChargedOnce(killed)
  })

test('killed with many people in progress, a retry asks no stored step again and charges each step once', async () => {
  const people = cast(7)
  const env = { QUOIN_FAILPOINT: 'workflow_after_step:6', WORKFLOW_PARALLEL: '3' }
  const killed = await callAndKill(env, people, 7)
  const [stored] = await db`select count(*)::int as n from workflow_steps where workspace_id = ${killed.workspaceId}`
  const countBefore = listAskedQuestions(people).length
  // The retry needs a new hold: until there are enough credits, the stored steps wait.
  await killed.client('POST', '/v1/data/workflows/lead-list', { inputs: { query: cast(1).query }, limit: 1 })
  assert.equal((await killed.retry()).status, 402)
  assert.equal(listAskedQuestions(people).length, countBefore)
  const grant = { workspace_id: killed.workspaceId, credits: 7, actor: 'tests', reason: 'to go on' }
  await world.operator('POST', '/v1/operator/grants', grant, { 'idempotency-key': 'grant' })
  const reply = await killed.retry()
  assert.deepEqual([reply.status, reply.headers.get('x-credits-charged')], [200, '49'])
  assert.equal(listAskedQuestions(people).length - countBefore, people.questions.length - stored?.['n'])
  assert.ok(listRepeats(listAskedQuestions(people)).length <= 2)
  assert.deepEqual(await readWallet(killed.workspaceId), { available: 1, held: 0, spent: 56 })
  assert.deepEqual(await checkInvariants(db), [])
})

test('a person suppressed between the kill and the retry is not returned from stored steps', async () => {
  const people = cast(2)
  const killed = await callAndKill({ QUOIN_FAILPOINT: 'before_settle_send' }, people, 2)
  const email = people.questions[2]?.split(' ')[1] ?? ''
  const wanted = { id: ctx.ids.ulid(), kind: 'email' as const, value: email, reason: null, now: ctx.clock.now() }
  await suppress(db, killed.workspaceId, wanted)
  const { body } = await killed.retry()
  assert.deepEqual(
    body.data.map((row: { email: unknown; verification: unknown; credits: number }) => [
      row.email !== null,
      row.verification !== null,
      row.credits,
    ]),
    [
      [false, false, 1],
      [true, true, 7],
    ],
  )
  assert.equal((await readWallet(killed.workspaceId))['spent'], 8)
})

test('a call without an Idempotency-Key stores no steps, and stored steps are deleted after a day', async () => {
  const { deleteOldSteps } = await import('../../../../src/domains/data/workflows/stored-steps.ts')
  const { workspaceId, live } = await world.neighbour()
  const count = async () =>
    (await db`select count(*)::int as n from workflow_steps where workspace_id = ${workspaceId}`)[0]?.['n']
  const body = { inputs: { query: cast(1).query }, limit: 1 }
  await live('POST', '/v1/data/workflows/lead-list', body)
  assert.equal(await count(), 0)
  await leads(live, body)
  assert.equal(await count(), 3)
  await deleteOldSteps(ctx)
  assert.equal(await count(), 3)
  await deleteOldSteps({ ...ctx, clock: new ManualClock(new Date(Date.now() + 86_400_001)) })
  assert.equal(await count(), 0)
})
