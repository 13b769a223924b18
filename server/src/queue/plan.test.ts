import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { job } from './job.ts'
import { advance, plan } from './plan.ts'
import type { ClaimedRow, Head } from './sql/claims.ts'

const kinds = new Map(
  ['a', 'b', 'full', 'crowded'].map((id) => [
    id,
    { job: job({ id, payload: Type.Object({}) }), free: id === 'full' ? 0 : 5, isCrowded: id === 'crowded' },
  ]),
)
const room = (total: number) => ({ total, of: (name: string) => kinds.get(name) })
const head = (name: string, priority: number, dueInMs: number, id = 1): Head => ({
  job: name,
  priority,
  due_in_ms: dueInMs,
  run_at: new Date(1000),
  id,
})

const row = (name: string, ms: number, id: number) =>
  ({ job: name, priority: 5, run_at: new Date(ms), id, state: 'running' }) as ClaimedRow

test('it sleeps until the first job that it could start is due, and no longer than the poll', () => {
  assert.equal(plan([], room(9), 1000).sleepMs, 1000)
  assert.equal(plan([head('a', 5, 300.2), head('b', 5, 700)], room(9), 1000).sleepMs, 301)
  assert.equal(plan([head('a', 5, 300)], room(9), 1000, 250).sleepMs, 50)
  assert.equal(plan([head('a', 5, 300)], room(9), 1000, 301).wanted.length, 1)
  assert.equal(plan([head('full', 5, 10), head('stranger', 5, 20)], room(9), 1000).sleepMs, 1000)
})

test('it asks for what is due, as much as there is room for', () => {
  const { wanted } = plan([head('a', 1, -5), head('a', 5, -9), head('b', 5, 0), head('full', 5, -1)], room(3), 1000)
  assert.deepEqual(
    wanted.map(({ job: name, priority, atMost }) => [name, priority, atMost]),
    [
      ['a', 1, 3],
      ['a', 5, 3],
      ['b', 5, 3],
    ],
  )
})

test('it looks through more rows where many wait for their key', () => {
  const { wanted } = plan([head('crowded', 5, -1), head('a', 5, -1)], room(9), 1000)
  assert.deepEqual(
    wanted.map(({ atMost, look }) => [atMost, look]),
    [
      [5, 500],
      [5, 5],
    ],
  )
})

test('it is quiet only when nothing that it runs is due, with room or without', () => {
  assert.equal(plan([head('a', 5, 1), head('stranger', 5, -1)], room(9), 1000).isQuiet, true)
  assert.equal(plan([head('full', 5, -1)], room(9), 1000).isQuiet, false)
  assert.equal(plan([head('a', 5, -1)], room(0), 1000).isQuiet, false)
})

test('after a claim it goes on behind the last row taken, until the rows run out', () => {
  const heads = [head('a', 5, -1), head('b', 5, -1), head('b', 9, -1)]
  const { wanted } = plan(heads, room(4), 1000)
  const rest = advance(heads, wanted, [row('a', 1000, 8), row('a', 1000, 7), row('b', 1002, 3), row('b', 1001, 9)], 4)
  assert.deepEqual(
    rest.map(({ job: name, priority, run_at, id }) => [name, priority, run_at.getTime(), id]),
    [
      ['a', 5, 1000, 8],
      ['b', 5, 1002, 3],
      ['b', 9, 1000, 1],
    ],
  )
  assert.deepEqual(advance(heads, wanted, [row('a', 1000, 8)], 4), [])
})
