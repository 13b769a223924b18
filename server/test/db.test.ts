import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction, violatedConstraint } from '../src/kit/db.ts'
import { testContext } from './harness.ts'

const { db } = await testContext()
const insert = (id: string) => db`insert into workspaces values (${id}, 'one', now())`

test('a violated constraint is known by its name', async () => {
  await insert('ws_1')
  await assert.rejects(insert('ws_1'), (error) => violatedConstraint(error) === 'workspaces_pkey')
  assert.equal(violatedConstraint(new Error('something else')), undefined)
})

test('a transaction inside a transaction can fail alone', async () => {
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
