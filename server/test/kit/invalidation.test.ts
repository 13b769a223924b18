import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '../../src/kit/postgres/db.ts'
import { testContext } from '../support/harness.ts'

const ctx = await testContext()
let told = 0
ctx.control.on('keys', () => told++)

test('a change is told in its own process the moment it has committed, whatever else ends in between', async () => {
  for (let round = 0; round < 5; round++) {
    let before = 0
    await transaction(ctx.db, async (tx) => {
      await transaction(tx, (inner) => ctx.control.announce(inner, 'keys'))
      // Another change commits while this one is still open.
      await transaction(ctx.db, (other) => ctx.control.announce(other, 'prices'))
      before = told
    })
    assert.ok(told > before)
  }
})

test('a change that is rolled back is told to nobody', async () => {
  // What the changes above set off is over once it has been told by every way there is.
  await sleep(1000)
  const before = told
  const rolledBack = transaction(ctx.db, async (tx) => {
    await ctx.control.announce(tx, 'keys')
    throw new Error('never mind')
  })
  await assert.rejects(rolledBack, /never mind/)
  await sleep(1000)
  assert.equal(told, before)
})
