import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  afterCommit,
  connect,
  connectDedicated,
  transaction,
  violatedConstraint,
} from '../../../src/kit/postgres/db.ts'
import { atEnd, freshDatabase, testContext } from '../../support/harness.ts'

const { db } = await testContext()
const insert = (id: string) => db`insert into workspaces values (${id}, 'one', now())`

test("a constraint violation is identified by the constraint's name", async () => {
  await insert('ws_1')
  await assert.rejects(insert('ws_1'), (error) => violatedConstraint(error) === 'workspaces_pkey')
  assert.equal(violatedConstraint(new Error('something else')), undefined)
})

test('a nested transaction can fail alone', async () => {
  await transaction(db, async (tx) => {
    await tx`insert into workspaces values ('ws_outer', 'outer', now())`
    await assert.rejects(
      transaction(tx, async (inner) => {
        await inner`insert into workspaces values ('ws_inner', 'inner', now())`
        throw new Error('changed our mind')
      }),
      /changed our mind/,
    )
  })
  const rows = await db<{ id: string }[]>`select id from workspaces where id in ('ws_outer', 'ws_inner')`
  assert.deepEqual([...rows], [{ id: 'ws_outer' }])
})

test('a number too large for an integer is refused, never rounded', async () => {
  await assert.rejects(db`select 9007199254740993::bigint as n`, /does not fit a safe integer/)
})

test('a hook is called once, after the outermost commit, and not after a rollback', async () => {
  const calls: string[] = []
  const hook = () => calls.push('hook')
  await transaction(db, async (tx) => {
    afterCommit(tx, hook)
    await transaction(tx, async (inner) => afterCommit(inner, hook))
    calls.push('body')
  })
  assert.deepEqual(calls, ['body', 'hook'])
  await assert.rejects(
    transaction(db, async (tx) => {
      afterCommit(tx, hook)
      throw new Error('changed our mind')
    }),
  )
  assert.deepEqual(calls, ['body', 'hook'])
  afterCommit(db, hook)
  assert.equal(calls.length, 3)
})

test('a dedicated pool has its own settings', async () => {
  const dedicated = connectDedicated(db, { max: 1, name: 'dedicated', settings: { enable_seqscan: 'off' } })
  const [row] =
    await dedicated`select current_setting('enable_seqscan') as scan, current_setting('application_name') as name,
    ${['a', 'b']}::text[] as list`
  assert.deepEqual({ ...row }, { scan: 'off', name: 'dedicated', list: ['a', 'b'] })
  await dedicated.end()
})

test('values of a transaction can be garbage-collected when it ends, whatever the driver keeps of its statements', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  /** Declared elsewhere, as in sql.ts: it references nothing of its caller. */
  const count = (tx: typeof db, of: number) => tx`select ${of}::int as rows`
  const work = async (first: WeakRef<object>[]) => {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ n }))
    first.push(new WeakRef(rows))
    await transaction(db, async (tx) => {
      await count(tx as typeof db, rows.length)
    })
  }
  const refs: WeakRef<object>[] = []
  await work(refs)
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((done) => setImmediate(done))
    collect()
  }
  assert.equal(refs[0]?.deref(), undefined)
})

test('the database ends the transaction of a frozen process, even on a dedicated pool', async () => {
  const plain = connect(await freshDatabase(), { max: 1 })
  const dedicated = connectDedicated(plain, { max: 1, name: 'dedicated' })
  atEnd(() => Promise.all([plain.end({ timeout: 1 }), dedicated.end({ timeout: 1 })]))
  for (const connected of [plain, dedicated])
    assert.deepEqual(
      [...(await connected`show idle_in_transaction_session_timeout`)],
      [{ idle_in_transaction_session_timeout: '10s' }],
    )
})
