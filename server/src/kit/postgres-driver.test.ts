import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgres } from './postgres-driver.ts'

interface Queue {
  readonly length: number
  push(item: object): object
  shift(): object
  remove(item: object): object | null
}

test('a queue that never runs empty costs the same after many queries as at first', async () => {
  assert.equal(typeof postgres, 'function')
  const file = new URL('queue.js', import.meta.resolve('postgres')).href
  const { default: makeQueue } = (await import(file)) as { default: (items: object[]) => Queue }
  const [first, second] = [{}, {}]
  const queue = makeQueue([first, second])
  const started = performance.now()
  for (let round = 0; round < 200_000; round++) {
    const taken = queue.shift()
    assert.equal(queue.remove(taken), null)
    queue.push(taken)
  }
  assert.ok(performance.now() - started < 5000)
  assert.equal(queue.length, 2)
  assert.equal(queue.remove(second), second)
  assert.deepEqual([queue.shift(), queue.length], [first, 0])
})
