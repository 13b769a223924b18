import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coalesceReads } from '../../../src/kit/postgres/coalesce.ts'
import { transaction } from '../../../src/kit/postgres/db.ts'
import { testContext } from '../../support/harness.ts'

const { db } = await testContext()
await db`create table things (workspace_id text, id text, word text)`
await db`insert into things select w, i::text, w || i from unnest(array['a', 'b']) as w, generate_series(1, 9) as i`

interface Thing {
  id: string
  word: string
}
const IDS = Array.from({ length: 9 }, (_, n) => String(n + 1))
const statements: [workspaceId: string, ids: readonly string[]][] = []
const findThing = coalesceReads(async (on, workspaceId, ids) => {
  statements.push([workspaceId, ids])
  return on<Thing[]>`select id, word from things where workspace_id = ${workspaceId} and id = any(${ids})`
})

test('reads of one turn share one statement per workspace, and each gets its own row', async () => {
  statements.length = 0
  const wanted = IDS.flatMap((id) => [findThing(db, 'a', id), findThing(db, 'b', id)])
  const words = (await Promise.all(wanted)).map((thing) => thing?.word)
  const expected = IDS.flatMap((id) => [`a${id}`, `b${id}`])
  assert.deepEqual(words, expected)
  assert.deepEqual(
    statements.map(([workspaceId, ids]) => [workspaceId, ids.length]),
    [
      ['a', 9],
      ['b', 9],
    ],
  )
})

test('a missing row is undefined, and only for its own reader', async () => {
  const [there, missing] = await Promise.all([findThing(db, 'a', '1'), findThing(db, 'a', 'none')])
  assert.deepEqual([there?.word, missing], ['a1', undefined])
})

test('a read sees everything committed before it, even while another statement is in flight', async () => {
  const early = findThing(db, 'a', '2')
  await db`update things set word = 'changed' where workspace_id = 'a' and id = '2'`
  assert.equal((await findThing(db, 'a', '2'))?.word, 'changed')
  await early
})

test('a transaction reads through its own connection and sees its own writes', async () => {
  await transaction(db, async (tx) => {
    await tx`update things set word = 'mine' where workspace_id = 'a' and id = '3'`
    assert.equal((await findThing(tx, 'a', '3'))?.word, 'mine')
    assert.equal((await findThing(db, 'a', '3'))?.word, 'a3')
  })
})

test('a failed statement fails the reads that waited for it, and no later ones', async () => {
  const fails = coalesceReads<Thing>(async (on, workspaceId, ids) =>
    workspaceId === 'a' ? on<Thing[]>`select ${ids[0] as string}::text as id, 1 / 0 as word` : [],
  )
  await assert.rejects(Promise.all([fails(db, 'a', '1'), fails(db, 'a', '2')]), /division by zero/)
  await assert.rejects(fails(db, 'a', '1'), /division by zero/)
  assert.equal(await fails(db, 'b', '1'), undefined)
})
