import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyInto } from '../../../src/kit/postgres/copy.ts'
import { binaryRow, copyBinary, Json, Lexemes } from '../../../src/kit/postgres/copy-binary.ts'
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

test('a copy that fails at its first row or at its end rejects, and the connection still works', async () => {
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

test('rows copied in binary form are read back unchanged', async () => {
  await db`create table copied_binary (
    text text, number bigint, at timestamptz, json jsonb, doc tsvector, texts text[], last bigint)`
  const names = ['text', 'number', 'at', 'json', 'doc', 'texts', 'last']
  const odd = ['', 'tab\tline\n', '\\N', 'Île-de-France', 'ж'.repeat(40), '😀', 'long '.repeat(100_000)]
  const words = ['t:lawyer', "o'neil", 'b\\c', 'île', 'a b', 'ж'.repeat(300)]
  const numbers = [0, -1, 2 ** 32, 2 ** 52 + 12_345, -(2 ** 40), 1, 2]
  const at = new Date('1999-12-31T23:59:59.999Z')
  const rows = odd.map((text, n) =>
    binaryRow([text, numbers[n] ?? 0, at, new Json(JSON.stringify({ n })), new Lexemes('Z', new Set(words)), odd]),
  )
  const empty = binaryRow([null, null, null, null, new Lexemes('Z', new Set()), []])
  await copyBinary(db, 'copied_binary', { columns: names, rows: [...rows, empty], last: 2 ** 33 })
  const found = await db`
    select text, number, at, json, tsvector_to_array(doc) as words, texts, last from copied_binary`
  const [lexemes, last] = [words.map((word) => `Z${word}`).toSorted(), 2 ** 33]
  assert.deepEqual(
    found.map((row) => ({ ...row, words: (row['words'] as string[]).toSorted() })),
    [
      ...odd.map((text, n) => ({ text, number: numbers[n], at, json: { n }, words: lexemes, texts: odd, last })),
      { text: null, number: null, at: null, json: null, words: [], texts: [], last },
    ],
  )
  const matching = await db`select from copied_binary where doc @@ ${"'Zt:lawyer' & 'Zo''neil'"}::tsquery`
  assert.equal(matching.length, odd.length)
})
