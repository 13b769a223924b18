import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect, isUnavailable, type Pool, transaction } from '../../../src/kit/postgres/db.ts'
import { startProxy } from '../../support/faults/proxy.ts'
import { atEnd, freshDatabase, until } from '../../support/harness.ts'

const address = await freshDatabase()
const proxy = await startProxy(address)
const admin = connect(address, { max: 1 })
atEnd(() => admin.end())
await admin`create table notes (text text)`

/** Opens a pool with one connection, so that the next statement must use the one that broke. */
function single(to = address): Pool {
  const db = connect(to, { max: 1 })
  atEnd(() => db.end({ timeout: 1 }))
  return db
}
const readBackendPid = async (db: Pool | Parameters<Parameters<typeof transaction>[1]>[0]) =>
  (await db<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid
const kill = async (pid: number) => {
  await admin`select pg_terminate_backend(${pid}::integer)`
  while ((await admin`select from pg_stat_activity where pid = ${pid}`).length > 0);
}

test('a transaction whose backend is killed during a statement fails, and the pool still works', async () => {
  const db = single()
  for (let round = 0; round < 5; round++) {
    const doomed = transaction(db, (tx) => Promise.all([tx`select pg_sleep(10)`, findSleeper().then(kill)]))
    await assert.rejects(doomed, isUnavailable)
    assert.equal((await db`select 1 as one`)[0]?.['one'], 1)
  }
})

async function findSleeper(): Promise<number> {
  for (;;) {
    const [row] = await admin<{ pid: number }[]>`
      select pid from pg_stat_activity where query like '%pg_sleep(10)%' and pid <> pg_backend_pid() and datname = current_database()`
    if (row) return row.pid
  }
}

for (const how of ['commits', 'fails', 'writes'] as const)
  test(`a dead transaction that ${how} while another one runs on its connection changes nothing`, async () => {
    const db = single()
    const next = Promise.withResolvers<void>()
    const late: Promise<unknown>[] = []
    const dead = transaction(db, async (tx) => {
      const pid = await readBackendPid(tx)
      await tx`insert into notes values (${`dead ${how}`})`
      await kill(pid)
      await next.promise
      if (how === 'writes') {
        const written = tx`insert into notes values ('stray')`
        late.push(assert.rejects(written, isUnavailable))
        await written
      }
      if (how === 'fails') throw new Error('its own trouble')
    })
    await assert.rejects(dead, isUnavailable)
    const other = transaction(db, async (tx) => {
      await tx`insert into notes values (${`other ${how}`})`
      next.resolve()
      await new Promise((done) => setTimeout(done, 50))
      await tx`select 1`
      // A stray rollback would undo this transaction's commit; a stray commit would keep what it rolls back.
      if (how !== 'fails') throw new Error('changed our mind')
    })
    if (how === 'fails') await other
    else await assert.rejects(other, /changed our mind/)
    await Promise.all(late)
    const kept = how === 'fails' ? [{ text: 'other fails' }] : []
    assert.deepEqual([...(await db`delete from notes returning text`)], kept)
  })

test('statements that wait inside a transaction fail when its connection is lost', async () => {
  const db = single()
  const waiting: Promise<unknown>[] = []
  const dead = transaction(db, async (tx) => {
    const pid = await readBackendPid(tx)
    waiting.push(...Array.from({ length: 300 }, (_, n) => tx`select ${n}::int, pg_sleep(0.01)`.execute()))
    await kill(pid)
    await Promise.all(waiting)
  })
  await assert.rejects(dead, isUnavailable)
  const outcomes = await Promise.allSettled(waiting)
  assert.ok(outcomes.some(({ status }) => status === 'rejected'))
})

test('a reset connection is replaced, in and out of transactions', async () => {
  const db = single(proxy.url)
  for (let round = 0; round < 5; round++) {
    const running = transaction(db, async (tx) => {
      await tx`select 1`
      setTimeout(() => proxy.resetAll(), 20)
      await tx`select pg_sleep(5)`
    })
    await assert.rejects(running, isUnavailable)
    for (let query = 0; query < 3; query++) assert.equal((await db`select ${query}::int as n`)[0]?.['n'], query)
    setTimeout(() => proxy.resetAll(), 20)
    await assert.rejects(db`select pg_sleep(5)`, isUnavailable)
    // Between the reset and the close of a socket the driver still accepts statements, and fails them.
    await db`select 1`.catch((error) => assert.ok(isUnavailable(error)))
    assert.equal((await db`select 1 as one`)[0]?.['one'], 1)
  }
})

test('connections that are reset while they open do not end the process', async () => {
  const db = connect(proxy.url, { max: 10 })
  atEnd(() => db.end({ timeout: 1 }))
  const cutting = setInterval(() => proxy.resetAll(), 20)
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => db`select ${n}::int as n`))
  clearInterval(cutting)
  for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(isUnavailable(outcome.reason))
  // The last reset may not have reached every connection yet.
  await until('every connection to answer', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => db`select pg_sleep(0.01)`))
    return answers.every(({ status }) => status === 'fulfilled')
  })
})
