import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../../kit/declare/errors.ts'
import { createHashQueue } from './hash-queue.ts'

/** Returns a queue whose work ends when the test says so, and the order in which it began. */
function scene(limits = { atOnce: 1, laneMax: 3, waitingMax: 6 }) {
  const queue = createHashQueue(limits)
  const began: string[] = []
  const ends: (() => void)[] = []
  const run = (lane: string) =>
    queue
      .run(lane, () => {
        began.push(lane)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof ApiError ? error.code : 'broken'),
      )
  const endAll = async () => {
    for (let turn = 0; turn < 50; turn++) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { run, began, endAll }
}

test('lanes take turns, however many calls wait in each', async () => {
  const { run, began, endAll } = scene()
  const work = ['a', 'a', 'a', 'a', 'b', 'c'].map(run)
  await endAll()
  assert.deepEqual(await Promise.all(work), Array(6).fill('done'))
  assert.deepEqual(began, ['a', 'a', 'b', 'c', 'a', 'a'])
})

test('each lane is bounded, and every other lane can still enter a full queue', async () => {
  const { run, endAll } = scene()
  const first = ['a', 'a', 'a', 'a'].map(run)
  assert.equal(await run('a'), 'rate_limited')
  const others = ['b', 'b', 'b'].map(run)
  const late = run('c')
  await endAll()
  assert.equal(await late, 'done')
  assert.deepEqual(
    (await Promise.all([...first, ...others])).filter((result) => result !== 'done'),
    ['rate_limited'],
  )
})

test('a queue full of lanes with one call each refuses more', async () => {
  const { run, endAll } = scene()
  const work = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(run)
  assert.equal(await run('h'), 'unavailable')
  await endAll()
  assert.deepEqual(await Promise.all(work), Array(7).fill('done'))
})

test('calls on their way to a lane are bounded, and each one that ends makes room', async () => {
  const queue = createHashQueue({ atOnce: 1, laneMax: 2, waitingMax: 6 })
  const ends: (() => void)[] = []
  const call = (lane: string) => queue.admit(lane, () => new Promise<void>((resolve) => ends.push(resolve)))
  const [first, second] = [call('a'), call('a')]
  await assert.rejects(call('a'), { code: 'rate_limited' })
  const other = call('b')
  ends.shift()?.()
  await first
  const third = call('a')
  for (const end of ends) end()
  await Promise.all([second, other, third])
})
