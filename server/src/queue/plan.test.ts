import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { job } from './job.ts'
import { advance, plan } from './plan.ts'
import type { ClaimedRow, Head } from './sql/claims.ts'

const kinds = new Map(
  ['a', 'b', 'full', 'parked'].map((id) => [
    id,
    { job: job({ id, payload: Type.Object({}) }), free: id === 'full' ? 0 : 5, hasParked: id === 'parked' },
  ]),
)
const capacity = (total: number) => ({ total, of: (name: string) => kinds.get(name) })
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
  assert.equal(plan([], capacity(9), 1000).sleepMs, 1000)
  assert.equal(plan([head('a', 5, 300.2), head('b', 5, 700)], capacity(9), 1000).sleepMs, 301)
  assert.equal(plan([head('a', 5, 300)], capacity(9), 1000, 250).sleepMs, 50)
  assert.equal(plan([head('a', 5, 300)], capacity(9), 1000, 301).requests.length, 1)
  assert.equal(plan([head('full', 5, 10), head('stranger', 5, 20)], capacity(9), 1000).sleepMs, 1000)
})

test('it asks for what is due, as far as there is capacity', () => {
  const { requests } = plan(
    [head('a', 1, -5), head('a', 5, -9), head('b', 5, 0), head('full', 5, -1)],
    capacity(3),
    1000,
  )
  assert.deepEqual(
    requests.map(({ job: name, priority, atMost }) => [name, priority, atMost]),
    [
      ['a', 1, 3],
      ['a', 5, 3],
      ['b', 5, 3],
    ],
  )
})

test('it scans more rows of a kind that has parked jobs', () => {
  const { requests } = plan([head('parked', 5, -1), head('a', 5, -1)], capacity(9), 1000)
  assert.deepEqual(
    requests.map(({ atMost, scanRows }) => [atMost, scanRows]),
    [
      [5, 500],
      [5, 5],
    ],
  )
})

test('it is idle only when nothing that it runs is due, with capacity or without', () => {
  assert.equal(plan([head('a', 5, 1), head('stranger', 5, -1)], capacity(9), 1000).isIdle, true)
  assert.equal(plan([head('full', 5, -1)], capacity(9), 1000).isIdle, false)
  assert.equal(plan([head('a', 5, -1)], capacity(0), 1000).isIdle, false)
})

test('after a claim it goes on behind the last row claimed, until the rows run out', () => {
  const heads = [head('a', 5, -1), head('b', 5, -1), head('b', 9, -1)]
  const { requests } = plan(heads, capacity(4), 1000)
  const rest = advance(heads, requests, [row('a', 1000, 8), row('a', 1000, 7), row('b', 1002, 3), row('b', 1001, 9)], 4)
  assert.deepEqual(
    rest.map(({ job: name, priority, run_at, id }) => [name, priority, run_at.getTime(), id]),
    [
      ['a', 5, 1000, 8],
      ['b', 5, 1002, 3],
      ['b', 9, 1000, 1],
    ],
  )
  assert.deepEqual(advance(heads, requests, [row('a', 1000, 8)], 4), [])
})
