import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Slots } from '../kit/claims/slots.ts'
import { job } from './job.ts'
import { advance, plan } from './plan.ts'
import type { ClaimedRow, Head } from './sql/claims.ts'

const CONCURRENCY = 5
const kinds = new Set(['a', 'b', 'full', 'parked'])

/** Kinds with a concurrency of five. In `full`, the only workspace uses its whole share. */
function capacity(total: number, { canLook = false } = {}) {
  const slots = new Slots(total, () => CONCURRENCY)
  const of = (id: string) =>
    kinds.has(id)
      ? {
          job: job({ id, payload: Type.Object({}), concurrency: CONCURRENCY }),
          hasParked: id === 'parked',
          canLookBehind: () => canLook,
        }
      : undefined
  return { slots, of }
}

function full({
  workspaceId = 'ws_1',
  remote = 0,
  ...options
}: {
  workspaceId?: string
  remote?: number
  canLook?: boolean
}) {
  const made = capacity(100, options)
  for (let n = 0; n < CONCURRENCY; n++) made.slots.start({ job: 'full', workspaceId, remote })
  return made
}

const head = (name: string, priority: number, dueInMs: number, more: Partial<Head> = {}): Head => ({
  job: name,
  priority,
  due_in_ms: dueInMs,
  run_at: new Date(1000),
  id: 1,
  workspace_id: 'ws_1',
  remote: 0,
  is_backlogged: false,
  ...more,
})

const row = (request: number, ms: number, id: number, state = 'running') =>
  ({ request, priority: 5, run_at: new Date(ms), id, state }) as ClaimedRow

test('the loop sleeps until the first job is due, at most one poll interval', () => {
  assert.equal(plan([], capacity(9), 1000).sleepMs, 1000)
  assert.equal(plan([head('a', 5, 300.2), head('b', 5, 700)], capacity(9), 1000).sleepMs, 301)
  assert.equal(plan([head('a', 5, 300)], capacity(9), 1000, 250).sleepMs, 50)
  assert.equal(plan([head('a', 5, 300)], capacity(9), 1000, 301).requests.length, 1)
  assert.equal(plan([head('stranger', 5, 20)], capacity(9), 1000).sleepMs, 1000)
})

test('a plan requests due jobs, the most urgent first, up to the slots of the workspace', () => {
  const heads = [head('a', 1, -5), head('a', 5, -9), head('b', 5, 0)]
  const asked = (total: number) =>
    plan(heads, capacity(total), 1000).requests.map(({ job: name, atMost }) => [name, atMost])
  assert.deepEqual(asked(100), [
    ['a', 5],
    ['b', 5],
  ])
  assert.deepEqual(asked(3), [['a', 3]])
})

test('a plan scans more rows of a kind with parked jobs', () => {
  const { requests } = plan([head('parked', 5, -1), head('a', 5, -1)], capacity(100), 1000)
  assert.deepEqual(
    requests.map(({ atMost, scanRows }) => [atMost, scanRows]),
    [
      [5, 500],
      [5, 5],
    ],
  )
})

test('a plan is idle only when no job of its kinds is due, with or without capacity', () => {
  assert.equal(plan([head('a', 5, 1), head('stranger', 5, -1)], capacity(9), 1000).isIdle, true)
  assert.equal(plan([head('full', 5, -1)], full({}), 1000).isIdle, false)
  assert.equal(plan([head('a', 5, -1)], capacity(0), 1000).isIdle, false)
})

test('a plan looks behind a full workspace when allowed, and checks again soon otherwise', () => {
  const heads = [head('full', 5, -1)]
  const { requests } = plan(heads, full({ canLook: true }), 1000)
  assert.deepEqual(
    requests.map(({ atMost, scanRows }) => [atMost, scanRows]),
    [[4, 500]],
  )
  const later = plan(heads, full({}), 1000)
  assert.deepEqual([later.requests, later.sleepMs], [[], 50])
})

test('a plan does not look behind system jobs: all jobs of their kind belong to no workspace', () => {
  const system = { workspace_id: 'system' }
  const { requests } = plan([head('full', 5, -1, system)], full({ workspaceId: 'system', canLook: true }), 1000)
  assert.deepEqual(requests, [])
})

test('the backlog of another workspace, and of another remote, starts beside a full one, the fewest running first', () => {
  const backlog = { is_backlogged: true }
  const heads = [
    head('full', 5, -9, backlog),
    head('full', 5, -8, { ...backlog, remote: 7 }),
    head('full', 5, -7, { ...backlog, workspace_id: 'ws_2' }),
  ]
  const { requests } = plan(heads, full({}), 1000)
  assert.deepEqual(
    requests.map(({ from, atMost }) => [from.workspace_id, from.remote, atMost]),
    [
      ['ws_2', 0, 4],
      ['ws_1', 7, 1],
    ],
  )
})

test('a plan leaves the slots as they were', () => {
  const planned = capacity(100)
  for (let n = 0; n < 3; n++) assert.equal(plan([head('a', 5, -1)], planned, 1000).requests[0]?.atMost, 5)
})

test('after a claim the next one starts behind the last claimed row, until the rows run out', () => {
  const heads = [head('a', 5, -1), head('b', 5, -1), head('b', 9, 5)]
  const { requests } = plan(heads, capacity(2), 1000)
  const claimed = [row(0, 1000, 8), row(0, 1000, 7)]
  const rest = advance(heads, requests, claimed, 4)
  assert.deepEqual(
    rest.map(({ job: name, priority, run_at, id }) => [name, priority, run_at.getTime(), id]),
    [
      ['a', 5, 1000, 8],
      ['b', 5, 1000, 1],
      ['b', 9, 1000, 1],
    ],
  )
  assert.deepEqual(advance(heads.slice(0, 1), requests, [row(0, 1000, 8)], 4), [])
})

test('after a look behind, the next one starts behind the last row moved to the backlog', () => {
  const heads = [head('full', 5, -1)]
  const { requests } = plan(heads, full({ canLook: true }), 1000)
  const claimed = Array.from({ length: 500 }, (_, n) => row(0, 1000, n + 2, 'backlogged'))
  assert.deepEqual(
    advance(heads, requests, claimed, 100).map(({ id }) => id),
    [501],
  )
})
