import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '../../src/kit/postgres/db.ts'
import { testContext } from '../support/harness.ts'

const ctx = await testContext()
let calls = 0
ctx.invalidation.on('keys', () => calls++)

test('a change is announced in its own process as soon as it commits, whatever else commits in between', async () => {
  for (let round = 0; round < 5; round++) {
    let before = 0
    await transaction(ctx.db, async (tx) => {
      await transaction(tx, (inner) => ctx.invalidation.announce(inner, 'keys'))
      // Another change commits while this one is still open.
      await transaction(ctx.db, (other) => ctx.invalidation.announce(other, 'prices'))
      before = calls
    })
    assert.ok(calls > before)
  }
})

test('a change that is rolled back is not announced', async () => {
  const other = await testContext()
  let announced = 0
  other.invalidation.on('keys', () => announced++)
  const rolledBack = transaction(other.db, async (tx) => {
    await other.invalidation.announce(tx, 'keys')
    throw new Error('never mind')
  })
  await assert.rejects(rolledBack, /never mind/)
  // By then, NOTIFY or a poll would have delivered it.
  await sleep(1000)
  assert.equal(announced, 0)
})
