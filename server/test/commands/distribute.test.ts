import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshDatabase, urlOf } from '../support/harness.ts'
import { run } from '../support/processes.ts'

const address = await freshDatabase()

async function distribute(...args: string[]) {
  const program = run('db', { DATABASE_URL: urlOf(address), LOG_LEVEL: 'error' }, { args: ['distribute', ...args] })
  const { code } = await program.ended
  return { code, said: program.output() }
}

test('without Citus nothing is placed, and the answer says what to install', async (t) => {
  const { connect } = await import('../../src/kit/postgres/db.ts')
  const db = connect(address, { max: 1 })
  const [citus] = await db`select 1 from pg_extension where extname = 'citus'`
  await db.end()
  if (citus) return t.skip('this database has the extension')
  const { code, said } = await distribute()
  assert.equal(code, 1)
  assert.match(said, /no Citus extension.*create extension citus.*citus_add_node.*run this command again/s)
  const wrong = await distribute('--shards', '0')
  assert.equal(wrong.code, 2)
  assert.match(wrong.said, /--shards is a number from 1 to 1024/)
})
