import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expireDueGrants } from '../../src/domains/billing/credits/balance.ts'
import { openWorkspace } from '../../src/domains/billing/onboarding/service.ts'
import { deleteOldResponses } from '../../src/domains/identity/idempotency/service.ts'
import { routes } from '../../src/http/catalogue.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { createLedger } from '../../src/ledger/ledger.ts'
import { registerNode } from '../../src/ledger/node.ts'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { startVictim } from '../support/faults/victim.ts'
import { atEnd, boot, createClient, freshDatabase, type Reply, until } from '../support/harness.ts'
import { meteredRoutes } from '../support/metered-routes.ts'

const address = await freshDatabase()
const everything = [...routes, ...meteredRoutes]
const world = await boot({ address, clock: systemClock, routes: everything })
const { db, ctx } = world
const credits = (reply: Reply) => Number(reply.headers.get('x-credits-charged'))

async function customer() {
  const opened = await openWorkspace(ctx, 'Customer')
  return { ...opened, live: createClient(world.url, opened.liveKey) }
}

async function readWallet(workspaceId: string) {
  const [wallet] = await db`select available, held, spent, expired from wallets where workspace_id = ${workspaceId}`
  return { ...wallet }
}

const nodes = await Promise.all([startVictim(address), startVictim(address)])

test('of two processes on one workspace with credit for one call, exactly one succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const { workspaceId, liveKey } = await customer()
    const [grant] = await db<[{ id: string }]>`select id from grants where workspace_id = ${workspaceId}`
    await db`select ledger_take(${workspaceId}, null, 'revoke', ${grant.id}, 45, 'test')`
    const calls = nodes.flatMap(({ url }) =>
      Array.from({ length: 8 }, () => createClient(url, liveKey)('POST', '/v1/demo/find', { wait: 10 })),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, ...Array.from({ length: 15 }, () => 402)],
    )
    assert.deepEqual(await readWallet(workspaceId), { available: 0, held: 0, spent: 5, expired: 45 })
  }
})

test('one Idempotency-Key at two processes at once gives one execution and one charge', async () => {
  const { workspaceId, liveKey } = await customer()
  const key = { 'idempotency-key': 'twice' }
  const calls = nodes.flatMap(({ url }) =>
    Array.from({ length: 5 }, () => createClient(url, liveKey)('POST', '/v1/demo/find', { wait: 100 }, key)),
  )
  const replies = await Promise.all(calls)
  assert.ok(replies.some(({ status }) => status === 200))
  for (const { status } of replies) assert.ok(status === 200 || status === 409, String(status))
  assert.deepEqual(await readWallet(workspaceId), { available: 45, held: 0, spent: 5, expired: 0 })
})

test('two processes charge without holds at once: credit for one call pays for one, and one key is charged once', async () => {
  const { workspaceId, liveKey } = await customer()
  const callAll = (headers: Record<string, string>) =>
    Promise.all(
      nodes.flatMap(({ url }) =>
        Array.from({ length: 8 }, () => createClient(url, liveKey)('POST', '/v1/demo/local', { wait: 10 }, headers)),
      ),
    )
  const replies = await callAll({ 'idempotency-key': 'twice' })
  const [first] = replies
  for (const reply of replies) assert.deepEqual([reply.status, reply.text, credits(reply)], [200, first?.text, 5])
  assert.deepEqual(await readWallet(workspaceId), { available: 45, held: 0, spent: 5, expired: 0 })
  const [grant] = await db<[{ id: string }]>`select id from grants where workspace_id = ${workspaceId}`
  await db`select ledger_take(${workspaceId}, null, 'revoke', ${grant.id}, 40, 'test')`
  const statuses = (await callAll({})).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1)
  assert.equal(statuses.filter((status) => status === 402).length, 15)
  assert.deepEqual(await readWallet(workspaceId), { available: 0, held: 0, spent: 10, expired: 40 })
})

test('a process frozen until its hold has expired charges nothing when it resumes; the retry is charged once', async () => {
  const frozen = await startVictim(address, { CALL_SECONDS: '1' })
  const [other] = nodes
  const { workspaceId, liveKey } = await customer()
  const key = { 'idempotency-key': 'frozen' }
  const late = createClient(frozen.url, liveKey)('POST', '/v1/demo/find', { wait: 300 }, key)
  await until('the hold', async () => (await readWallet(workspaceId))['held'] === 5)
  frozen.child.kill('SIGSTOP')
  await until('the sweeper', async () => (await readWallet(workspaceId))['held'] === 0)
  const retry = createClient(other.url, liveKey)
  assert.deepEqual([(await retry('POST', '/v1/demo/find', { wait: 300 }, key)).status], [200])
  frozen.child.kill('SIGCONT')
  const woken = await late
  assert.ok([503, 504].includes(woken.status), String(woken.status))
  assert.equal(credits(woken), 0)
  assert.deepEqual(await readWallet(workspaceId), { available: 45, held: 0, spent: 5, expired: 0 })
  // From here on, holds are swept only when the test calls the sweeper.
  for (const victim of [frozen, ...nodes]) await victim.kill()
})

test('a call that outlives its hold is fenced: 503, not charged, and its key is free', async () => {
  const { workspaceId, live } = await customer()
  const key = { 'idempotency-key': 'late' }
  const late = live('POST', '/v1/demo/find', { wait: 200 }, key)
  await until('the hold', async () => (await readWallet(workspaceId))['held'] === 5)
  await db`update holds set expires_at = now() - interval '1 second' where workspace_id = ${workspaceId}`
  assert.equal(await ctx.ledger.sweep(), 1)
  const reply = await late
  assert.deepEqual([reply.status, reply.body.code, credits(reply)], [503, 'unavailable', 0])
  assert.equal((await live('POST', '/v1/demo/find', { wait: 200 }, key)).status, 200)
  assert.deepEqual(await readWallet(workspaceId), { available: 45, held: 0, spent: 5, expired: 0 })
})

async function epochs(): Promise<number[]> {
  return (await db<{ epoch: number }[]>`select epoch from nodes order by epoch`).map(({ epoch }) => epoch)
}

/** Starts the ledger of another process, which soon releases the holds of dead processes. */
async function anotherNode(leaseSeconds = 1) {
  const pool = connect(address, { max: 3 })
  const node = await registerNode({ db: pool, log: ctx.log, leaseSeconds })
  const ledger = await createLedger({ db: pool, clock: ctx.clock, ids: ctx.ids, log: ctx.log, node })
  atEnd(async () => {
    await ledger.close()
    await node.close()
    await pool.end({ timeout: 1 })
  })
  await until('a steady node', () => node.isSteady)
  return { node, ledger }
}

test('a process that loses every connection keeps its epoch, and its running calls are charged', async () => {
  const { workspaceId, live } = await customer()
  const before = await epochs()
  const running = live('POST', '/v1/demo/find', { wait: 500 })
  await until('the hold', async () => (await readWallet(workspaceId))['held'] === 5)
  const admin = connect(address, { max: 1, name: 'test' })
  atEnd(() => admin.end({ timeout: 1 }))
  await admin`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'quoin%'`
  assert.deepEqual(
    [(await running).status, await readWallet(workspaceId)],
    [200, { available: 45, held: 0, spent: 5, expired: 0 }],
  )
  assert.deepEqual(await epochs(), before)
})

test('a killed process keeps its holds until its lease ends; then they are released', async () => {
  const victim = await startVictim(address, { NODE_LEASE_SECONDS: '4' })
  const { ledger } = await anotherNode()
  const { workspaceId, liveKey } = await customer()
  const lost = createClient(victim.url, liveKey)('POST', '/v1/demo/find', { wait: 10_000 }).catch(() => undefined)
  await until('the hold', async () => (await readWallet(workspaceId))['held'] === 5)
  await victim.kill()
  await lost
  const [{ left } = { left: 0 }] = await db<{ left: number }[]>`
    select extract(epoch from max(n.lease_ends_at) - now())::float8 as left from nodes n join holds h using (epoch)
    where h.workspace_id = ${workspaceId}`
  assert.ok(left > 2, `a lease of ${left} s is left`)
  assert.equal(await ledger.sweep(), 0)
  assert.equal((await readWallet(workspaceId))['held'], 5)
  assert.equal(await until('the sweeper', () => ledger.sweep()), 1)
  assert.deepEqual(await readWallet(workspaceId), { available: 50, held: 0, spent: 0, expired: 0 })
})

test('a process presumed dead gets a new epoch: the running call is fenced, the next one is charged', async () => {
  const { ledger: other } = await anotherNode()
  const { workspaceId, live } = await customer()
  const running = live('POST', '/v1/demo/find', { wait: 1000 })
  await until('the hold', async () => (await readWallet(workspaceId))['held'] === 5)
  const [{ epoch: mine } = { epoch: 0 }] = await db<{ epoch: number }[]>`
    select epoch from holds where workspace_id = ${workspaceId}`
  await until('the sweeper', async () => {
    await db`update nodes set lease_ends_at = now() - interval '1 second' where epoch = ${mine}`
    return (await other.sweep()) > 0
  })
  const reply = await running
  assert.deepEqual([reply.status, credits(reply)], [503, 0])
  await until('the new epoch', async () => !(await epochs()).includes(mine) && ctx.ledger.sweep().then(() => true))
  const next = await until('a call that is charged', async () => {
    const one = await live('POST', '/v1/demo/find', { wait: 50 })
    return one.status === 200 && one
  })
  assert.equal(credits(next), 5)
  assert.deepEqual(await readWallet(workspaceId), { available: 45, held: 0, spent: 5, expired: 0 })
})

test('a process releases no holds of others until it has renewed its own lease for a while', async () => {
  const { workspaceId, live } = await customer()
  const running = live('POST', '/v1/demo/find', { wait: 1500 })
  await until('the hold', async () => (await readWallet(workspaceId))['held'] === 5)
  await db`update nodes set lease_ends_at = now() - interval '1 second'`
  const pool = connect(address, { max: 3 })
  const fresh = await createLedger({ db: pool, clock: ctx.clock, ids: ctx.ids, log: ctx.log })
  assert.equal(await fresh.sweep(), 0)
  assert.deepEqual([(await running).status, (await readWallet(workspaceId))['spent']], [200, 5])
  await fresh.close()
  await pool.end({ timeout: 1 })
})

for (const hours of [1, -1])
  test(`a clock that jumps by ${hours} h during a call, and back, changes no money`, async () => {
    let offBy = 0
    const clock = { now: () => new Date(Date.now() + offBy), forDatabase: () => null }
    const jumping = await boot({ address, clock, routes: everything })
    const { workspaceId, live, liveKey } = await customer()
    const call = (wait: number, key: string) =>
      createClient(jumping.url, liveKey)('POST', '/v1/demo/find', { wait }, { 'idempotency-key': key })
    for (const [name, minutes] of [
      ['soon', 30],
      ['gone', -30],
    ] as const)
      await db`select ledger_grant(${workspaceId}, null, ${`grt_${name}${hours}`}, 'manual', ${name}, 10, now() + make_interval(mins => ${minutes}))`
    assert.equal((await call(0, 'kept')).status, 200)
    // The response is kept for another half hour.
    await db`update idempotency_keys set created_at = now() - interval '23.5 hours' where workspace_id = ${workspaceId}`
    const running = [call(300, 'running'), live('POST', '/v1/demo/find', { wait: 300 })]
    await until('the holds', async () => (await readWallet(workspaceId))['held'] === 10)

    for (const off of [hours * 3_600_000, 0]) {
      offBy = off
      await expireDueGrants(jumping.ctx)
      await deleteOldResponses(jumping.ctx)
      assert.equal(await jumping.ctx.ledger.sweep(), 0)
      assert.equal((await call(0, 'kept')).headers.get('idempotency-replayed'), 'true')
      assert.equal((await call(0, `fresh${off}`)).status, 200)
    }
    for (const reply of await Promise.all(running)) assert.deepEqual([reply.status, credits(reply)], [200, 5])
    // Credits that expire in half an hour were spent first; those that expired half an hour ago could not be spent.
    assert.deepEqual(await readWallet(workspaceId), { available: 35, held: 0, spent: 25, expired: 10 })
    assert.equal((await createClient(jumping.url, liveKey)('GET', '/v1/credits')).body.available, 35)
  })

test('every invariant holds afterwards', async () => {
  assert.deepEqual(await checkInvariants(db), [])
})
