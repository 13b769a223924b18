import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Agent, request } from 'undici'
import { connect, isUnavailable, transaction } from '../../../src/kit/postgres/db.ts'
import { atEnd, boot, freshDatabase } from '../../support/harness.ts'

const CALLS = process.env['LONG'] ? 100_000 : 2500
const CONNECTIONS = 512

test(`every write acknowledged over ${CONNECTIONS} connections is in the database`, async () => {
  const world = await boot()
  const key = await world.key()
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 })
  atEnd(() => agent.close())
  const promised = new Set<string>()
  let last: string | undefined
  const refused = new Map<number, number>()

  async function call(n: number): Promise<void> {
    const known = last
    const isUpdate = n % 5 === 4 && known !== undefined
    const isRead = n % 5 === 3
    const path = isUpdate ? `/v1/profiles/${known}` : isRead ? '/v1/profiles?limit=5' : '/v1/profiles'
    const { statusCode, body } = await request(`${world.url}${path}`, {
      dispatcher: agent,
      method: isRead ? 'GET' : isUpdate ? 'PUT' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(n % 2 === 0 && !isRead && { 'idempotency-key': `call-${n}` }),
      },
      // Every tenth write is refused inside its transaction: a rollback must not undo anything else.
      ...(!isRead && { body: JSON.stringify(n % 10 === 0 ? { name: '' } : { name: `profile ${n}` }) }),
    })
    const text = await body.text()
    if (statusCode === 201) {
      const { id } = JSON.parse(text) as { id: string }
      promised.add(id)
      last = id
    } else if (statusCode >= 500) refused.set(statusCode, (refused.get(statusCode) ?? 0) + 1)
  }

  let next = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < CALLS) await call(next++)
    }),
  )
  const stored = await world.db<{ id: string }[]>`select id from profiles where workspace_id = ${world.workspaceId}`
  const ids = new Set(stored.map(({ id }) => id))
  assert.deepEqual(
    [...promised].filter((id) => !ids.has(id)),
    [],
    'acknowledged and not stored',
  )
  assert.deepEqual([...refused], [], 'answers of 5xx')
  assert.ok(promised.size > CALLS / 3)
})

test('a statement never joins a transaction of another caller, however many are in flight', async () => {
  const db = connect(await freshDatabase(), { max: 1 })
  atEnd(() => db.end({ timeout: 1 }))
  await db`create table notes (text text)`
  const write = () => db`insert into notes values (${'a statement'})`.execute()
  const changeOurMind = () =>
    assert.rejects(
      transaction(db, async (tx) => {
        await tx`insert into notes values (${'a transaction'})`
        throw new Error('changed our mind')
      }),
      /changed our mind/,
    )
  // Pipelines have a limit: the transaction comes just before it, at it and after it.
  for (let ahead = 90; ahead < 115; ahead++) {
    await write()
    await Promise.all([...Array.from({ length: ahead }, write), changeOurMind(), ...Array.from({ length: 50 }, write)])
    const [row] = await db<{ count: number }[]>`select count(*) from notes`
    assert.equal(row?.count, 1 + ahead + 50, `with ${ahead} statements ahead`)
    await db`delete from notes`
  }
})

test('a statement outside of transactions runs while every transaction waits for one', async () => {
  const db = connect(await freshDatabase(), { max: 3 })
  atEnd(() => db.end({ timeout: 1 }))
  const transactions = Array.from({ length: 30 }, () =>
    transaction(db, async (tx) => {
      await tx`select 1`
      return (await db<{ n: number }[]>`select 2 as n`)[0]?.n
    }),
  )
  assert.deepEqual(new Set(await Promise.all(transactions)), new Set([2]))
})

test('a statement of a finished transaction is refused, not run in the next one', async () => {
  const db = connect(await freshDatabase(), { max: 1 })
  atEnd(() => db.end({ timeout: 1 }))
  await db`create table notes (text text)`
  const kept = await transaction(db, async (tx) => ({ tx }))
  await assert.rejects(kept.tx`insert into notes values ('late')`, /transaction is over/)
  assert.deepEqual([...(await db`select text from notes`)], [])
})

test('a connection with a transaction left open is not reused', async () => {
  const db = connect(await freshDatabase(), { max: 1 })
  atEnd(() => db.end({ timeout: 1 }))
  await db.unsafe('begin')
  const [row] = await db`select now() = statement_timestamp() as "isAlone", pg_current_xact_id_if_assigned() as xact`
  assert.equal(row?.['xact'], null)
  await db`create table notes (text text)`
  const other = connect((await freshDatabase()).replace(/\?.*/, `?${db.options.config.database}`), { max: 1 })
  atEnd(() => other.end({ timeout: 1 }))
  assert.deepEqual([...(await other`select text from notes`)], [])
})

test('a schema change does not break statements that were prepared before it', async () => {
  const db = connect(await freshDatabase(), { max: 2 })
  atEnd(() => db.end({ timeout: 1 }))
  await db`create table notes (text text)`
  const read = () => db`select * from notes`
  await Promise.all(Array.from({ length: 20 }, read))
  await db`alter table notes add column author text`
  await db`insert into notes values ('one', 'two')`
  for (const rows of await Promise.all(Array.from({ length: 20 }, read)))
    assert.deepEqual([...rows], [{ text: 'one', author: 'two' }])
})

test('a transaction that meets such a change fails as unavailable, and the next one works', async () => {
  const db = connect(await freshDatabase(), { max: 1 })
  atEnd(() => db.end({ timeout: 1 }))
  await db`create table notes (text text)`
  const read = () => transaction(db, async (tx) => [...(await tx`select * from notes`)])
  assert.deepEqual(await read(), [])
  await db`alter table notes add column author text`
  await assert.rejects(read(), isUnavailable)
  assert.deepEqual(await read(), [])
})
