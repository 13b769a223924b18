import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expireDueGrants } from '../../src/domains/billing/credits/balance.ts'
import { openWorkspace } from '../../src/domains/billing/onboarding/service.ts'
import { forgetOldAnswers } from '../../src/domains/identity/idempotency/service.ts'
import { routes } from '../../src/http/catalogue.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { createLedger } from '../../src/ledger/ledger.ts'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { startVictim } from '../support/faults/victim.ts'
import { atEnd, boot, clientOf, freshDatabase, type Reply, until } from '../support/harness.ts'
import { meteredRoutes } from '../support/metered.ts'

const address = await freshDatabase()
const everything = [...routes, ...meteredRoutes]
const world = await boot({ address, clock: systemClock, routes: everything })
const { db, ctx } = world
const credits = (reply: Reply) => Number(reply.headers.get('x-credits-charged'))

async function customer() {
  const opened = await openWorkspace(ctx, 'Customer')
  return { ...opened, live: clientOf(world.url, opened.liveKey) }
}

async function walletOf(workspaceId: string) {
  const [wallet] = await db`select available, held, spent, expired from wallets where workspace_id = ${workspaceId}`
  return { ...wallet }
}

const nodes = await Promise.all([startVictim(address), startVictim(address)])

test('two processes, one workspace, credit for one call: exactly one succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const { workspaceId, liveKey } = await customer()
    await db`select ledger_take(${workspaceId}, null, 'revoke', id, 45, 'test') from grants where workspace_id = ${workspaceId}`
    const calls = nodes.flatMap(({ url }) =>
      Array.from({ length: 8 }, () => clientOf(url, liveKey)('POST', '/v1/demo/find', { wait: 10 })),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, ...Array.from({ length: 15 }, () => 402)],
    )
    assert.deepEqual(await walletOf(workspaceId), { available: 0, held: 0, spent: 5, expired: 45 })
  }
})

test('one Idempotency-Key at two processes at once: one execution, one charge', async () => {
  const { workspaceId, liveKey } = await customer()
  const key = { 'idempotency-key': 'twice' }
  const calls = nodes.flatMap(({ url }) =>
    Array.from({ length: 5 }, () => clientOf(url, liveKey)('POST', '/v1/demo/find', { wait: 100 }, key)),
  )
  const replies = await Promise.all(calls)
  assert.ok(replies.some(({ status }) => status === 200))
  for (const { status } of replies) assert.ok(status === 200 || status === 409, String(status))
  assert.deepEqual(await walletOf(workspaceId), { available: 45, held: 0, spent: 5, expired: 0 })
})

test('a process frozen past the end of its hold charges nothing when it wakes; the retry is charged once', async () => {
  const frozen = await startVictim(address, { CALL_SECONDS: '1' })
  const [other] = nodes
  const { workspaceId, liveKey } = await customer()
  const key = { 'idempotency-key': 'frozen' }
  const late = clientOf(frozen.url, liveKey)('POST', '/v1/demo/find', { wait: 300 }, key)
  await until('the hold', async () => (await walletOf(workspaceId))['held'] === 5)
  frozen.child.kill('SIGSTOP')
  await until('the sweeper', async () => (await walletOf(workspaceId))['held'] === 0)
  const retry = clientOf(other.url, liveKey)
  assert.deepEqual([(await retry('POST', '/v1/demo/find', { wait: 300 }, key)).status], [200])
  frozen.child.kill('SIGCONT')
  const woken = await late
  assert.ok([503, 504].includes(woken.status), String(woken.status))
  assert.equal(credits(woken), 0)
  assert.deepEqual(await walletOf(workspaceId), { available: 45, held: 0, spent: 5, expired: 0 })
  // What follows is swept when the test says so.
  for (const victim of [frozen, ...nodes]) await victim.kill()
})

test('a call that outlives its hold is fenced: 503, not charged, and its key is free', async () => {
  const { workspaceId, live } = await customer()
  const key = { 'idempotency-key': 'late' }
  const late = live('POST', '/v1/demo/find', { wait: 200 }, key)
  await until('the hold', async () => (await walletOf(workspaceId))['held'] === 5)
  await db`update holds set expires_at = now() - interval '1 second' where workspace_id = ${workspaceId}`
  assert.equal(await ctx.ledger.sweep(), 1)
  const reply = await late
  assert.deepEqual([reply.status, reply.body.code, credits(reply)], [503, 'unavailable', 0])
  assert.equal((await live('POST', '/v1/demo/find', { wait: 200 }, key)).status, 200)
  assert.deepEqual(await walletOf(workspaceId), { available: 45, held: 0, spent: 5, expired: 0 })
})

/** The connection whose lock says that this process lives. */
async function nodeSessions(): Promise<{ pid: number; epoch: number }[]> {
  return db<{ pid: number; epoch: number }[]>`
    select pid, objid::bigint as epoch from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and locktype = 'advisory' and classid = 8151 and granted order by objid`
}

test('a process that loses the connection of its lock comes back for it, and its running calls are charged', async () => {
  const { workspaceId, live } = await customer()
  const [before] = await nodeSessions()
  const running = live('POST', '/v1/demo/find', { wait: 500 })
  await until('the hold', async () => (await walletOf(workspaceId))['held'] === 5)
  await db`select pg_terminate_backend(${before?.pid ?? 0})`
  await until('the lock', async () =>
    (await nodeSessions()).some(({ pid, epoch }) => pid !== before?.pid && epoch === before?.epoch),
  )
  assert.deepEqual(
    [(await running).status, await walletOf(workspaceId)],
    [200, { available: 45, held: 0, spent: 5, expired: 0 }],
  )
})

test('a process taken for dead gets a new epoch: the running call is fenced, the next one is charged', async () => {
  const pool = connect(address, { max: 2 })
  const other = await createLedger({ db: pool, clock: ctx.clock, ids: ctx.ids, log: ctx.log })
  atEnd(async () => {
    await other.close()
    await pool.end({ timeout: 1 })
  })
  const { workspaceId, live } = await customer()
  const [mine] = await nodeSessions()
  const running = live('POST', '/v1/demo/find', { wait: 1000 })
  await until('the hold', async () => (await walletOf(workspaceId))['held'] === 5)
  // The process cannot take its lock again while another session keeps it.
  await db.begin(async (tx) => {
    await db`select pg_terminate_backend(${mine?.pid ?? 0})`
    await tx`select pg_advisory_xact_lock(8151, ${mine?.epoch ?? 0}::int)`
    await tx`delete from nodes where epoch = ${mine?.epoch ?? 0}`
  })
  await until('the sweeper', async () => (await other.sweep()) > 0 || (await walletOf(workspaceId))['held'] === 0)
  const reply = await running
  assert.deepEqual([reply.status, credits(reply)], [503, 0])
  await until(
    'the new epoch',
    async () => (await nodeSessions()).filter(({ epoch }) => epoch > (mine?.epoch ?? 0)).length >= 2,
  )
  assert.equal((await live('POST', '/v1/demo/find', {})).status, 200)
  assert.equal(await other.sweep(), 0)
  assert.deepEqual(await walletOf(workspaceId), { available: 45, held: 0, spent: 5, expired: 0 })
})

for (const hours of [1, -1])
  test(`a clock that jumps by ${hours} h during a call, and back, changes no money`, async () => {
    let offBy = 0
    const clock = { now: () => new Date(Date.now() + offBy), forDatabase: () => null }
    const jumping = await boot({ address, clock, routes: everything })
    const { workspaceId, live, liveKey } = await customer()
    const call = (wait: number, key: string) =>
      clientOf(jumping.url, liveKey)('POST', '/v1/demo/find', { wait }, { 'idempotency-key': key })
    for (const [name, minutes] of [
      ['soon', 30],
      ['gone', -30],
    ] as const)
      await db`select ledger_grant(${workspaceId}, null, ${`grt_${name}${hours}`}, 'manual', ${name}, 10, now() + make_interval(mins => ${minutes}))`
    assert.equal((await call(0, 'kept')).status, 200)
    // The answer is kept for half an hour more.
    await db`update idempotency_keys set created_at = now() - interval '23.5 hours' where workspace_id = ${workspaceId}`
    const running = [call(300, 'running'), live('POST', '/v1/demo/find', { wait: 300 })]
    await until('the holds', async () => (await walletOf(workspaceId))['held'] === 10)

    for (const off of [hours * 3_600_000, 0]) {
      offBy = off
      await expireDueGrants(jumping.ctx)
      await forgetOldAnswers(jumping.ctx)
      assert.equal(await jumping.ctx.ledger.sweep(), 0)
      assert.equal((await call(0, 'kept')).headers.get('idempotency-replayed'), 'true')
      assert.equal((await call(0, `fresh${off}`)).status, 200)
    }
    for (const reply of await Promise.all(running)) assert.deepEqual([reply.status, credits(reply)], [200, 5])
    // What expires in half an hour was spent first; what expired half an hour ago was not there to be spent.
    assert.deepEqual(await walletOf(workspaceId), { available: 35, held: 0, spent: 25, expired: 10 })
    assert.equal((await clientOf(jumping.url, liveKey)('GET', '/v1/credits')).body.available, 35)
  })

test('every invariant holds after all of it', async () => {
  assert.deepEqual(await checkInvariants(db), [])
})
