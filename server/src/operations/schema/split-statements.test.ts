import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSchema, splitStatements } from './migrate.ts'

test('a semicolon ends a statement, except in comments, texts, names and dollar quotes', () => {
  assert.deepEqual(splitStatements('select 1; select 2'), ['select 1', ' select 2'])
  assert.deepEqual(splitStatements('-- a; b\nselect 1;\n-- the end; really\n'), ['-- a; b\nselect 1'])
  assert.deepEqual(splitStatements(`select ';', 'it''s;', "a;b" /* ; */;`).length, 1)
  assert.deepEqual(splitStatements('do $$ begin; end $$; do $x$ $$; $x$;').length, 2)
})

test('splitting a migration loses nothing', () => {
  for (const { name, text } of readSchema().migrations) {
    const statements = splitStatements(text)
    assert.equal(statements.join(';').replace(/\s+$/, ''), text.replace(/(?:;|\s|--[^\n]*\n)*$/, ''), name)
    for (const statement of statements)
      assert.match(
        statement,
        /^(?:\s|--[^\n]*\n)*(?:create|alter|drop|insert|update|delete|with|comment|do|select|set|analyze)\b/i,
        name,
      )
  }
})
