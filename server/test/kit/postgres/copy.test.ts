import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyInto } from '../../../src/kit/postgres/copy.ts'
import { connect, transaction } from '../../../src/kit/postgres/db.ts'
import { atEnd, freshDatabase } from '../../support/harness.ts'

const db = connect(await freshDatabase(), { max: 2 })
atEnd(() => db.end({ timeout: 1 }))
await db`create table copied (id integer primary key, texts text[], text text)`
const columns = ['id', 'texts', 'text']

test('copied rows are read back unchanged', async () => {
  const odd = ['', 'a,b', '"', '\\', '{}', 'null', 'tab\tline\nend\r', '\\N']
  const rows = odd.map((text, id) => [id, odd, text] as const)
  await copyInto(db, 'copied', columns, [...rows, [99, [], null]])
  const found = await db`select id, texts, text from copied order by id`
  assert.deepEqual(
    found.map((row) => [row['id'], row['texts'], row['text']]),
    [...rows, [99, [], null]],
  )
})

test('a copy that fails at its first row or at its end rejects, and the connection goes on', {
  timeout: 20_000,
}, async () => {
  const many = Array.from({ length: 20_000 }, (_, n) => [1000 + n, [], 'x'.repeat(50)] as const)
  for (const rows of [
    [[1, [], 'twice']],
    [...many, [1, [], 'twice']],
    [[1000, [], null], ...many],
    [...many, ['no number', [], null]],
  ] as const)
    await assert.rejects(
      transaction(db, (tx) => copyInto(tx, 'copied', columns, rows)),
      (error) => ['23505', '22P02'].includes(String((error as { code?: unknown }).code)),
    )
  assert.deepEqual([...(await db`select count(*) as count from copied`)], [{ count: 9 }])
})
