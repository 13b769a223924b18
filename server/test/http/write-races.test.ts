import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listWritePairs } from '../support/writes/pairs.ts'
import { race } from '../support/writes/race.ts'
import { bootWrites } from '../support/writes/tenant.ts'

const scene = await bootWrites()
const pairs = Map.groupBy(listWritePairs(), ([one]) => one.id.replace(/\..*/, ''))

for (const [resource, list] of pairs)
  test(`${resource}: two concurrent writes to one resource never cause a 5xx`, async () => {
    const failures: string[] = []
    for (const pair of list) {
      // Lets the rate limits of sources refill.
      scene.ctx.clock.advance(1000)
      failures.push(...(await race(await scene.newTenant(), pair)))
    }
    assert.equal(failures.length, 0, `\n${failures.join('\n')}`)
  })
