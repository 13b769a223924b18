import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClaimedRow, Head } from '../sql/claims.ts'
import { advance, plan } from './plan.ts'

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second))
const head = (endpoint: string, more: Partial<Head> = {}): Head => ({
  workspace_id: 'ws_1',
  endpoint_id: endpoint,
  next_attempt_at: at(0),
  event_id: 'A',
  due_in_ms: -5,
  is_active: true,
  failures: 0,
  paused_in_ms: 0,
  ...more,
})
const room = (total: number, sending: Record<string, number> = {}) => ({
  room: () => total,
  roomAt: ({ endpointId }: { endpointId: string }) => 8 - (sending[endpointId] ?? 0),
  sendingTo: (endpoint: string) => sending[endpoint] ?? 0,
})
const rules = { pollMs: 1000, breaksAfter: 10 }
const listTargets = (heads: Head[], ...args: Parameters<typeof room>) =>
  plan(heads, room(...args), rules).requests.map(({ endpointId, atMost }) => [endpointId, atMost])

test('a plan claims as much for each endpoint as it has room for, and nothing for a full one', () => {
  assert.deepEqual(listTargets([head('a'), head('b'), head('c')], 100, { b: 3, c: 8 }), [
    ['a', 8],
    ['b', 5],
  ])
})

test('a plan shares scarce room between endpoints and never claims more than there is', () => {
  assert.deepEqual(listTargets([head('a'), head('b')], 6), [
    ['a', 3],
    ['b', 3],
  ])
  assert.deepEqual(listTargets([head('a'), head('b'), head('c')], 2), [
    ['a', 1],
    ['b', 1],
  ])
  assert.deepEqual(listTargets([head('a')], 0), [])
})

test('a plan claims nothing while the breaker is open, and one delivery once its pause is over', () => {
  const paused = head('a', { failures: 12, paused_in_ms: 700 })
  assert.deepEqual(plan([paused], room(100), rules), { requests: [], sleepMs: 700, isIdle: true })
  assert.equal(plan([paused], room(100), rules, 600).sleepMs, 100)
  const over = head('a', { failures: 12, paused_in_ms: -1 })
  assert.deepEqual(listTargets([over], 100), [['a', 1]])
  assert.deepEqual(listTargets([over], 100, { a: 1 }), [])
})

test('the loop sleeps until the next delivery is due, at most one poll interval', () => {
  const sleep = (...due: number[]) =>
    plan(
      due.map((ms) => head('a', { due_in_ms: ms })),
      room(100),
      rules,
    ).sleepMs
  assert.equal(sleep(), 1000)
  assert.equal(sleep(250.2, 400), 251)
  assert.equal(sleep(90_000), 1000)
})

test('a plan lists disabled endpoints whose deliveries must become dead, due or not', () => {
  const gone = head('a', { is_active: false, due_in_ms: 5000 })
  const { requests, isIdle } = plan([gone, head('b', { due_in_ms: 9 })], room(0), rules)
  assert.deepEqual(
    requests.map(({ endpointId, isActive }) => [endpointId, isActive]),
    [['a', false]],
  )
  assert.equal(isIdle, false)
  assert.deepEqual(advance([gone], requests, []), [])
})

test('after a claim a queue continues after the last claimed delivery, and an empty one is omitted', () => {
  const heads = [head('a'), head('b'), head('c')]
  const asked = plan(heads.slice(0, 2), room(4), rules).requests
  const row = (endpoint_id: string, second: number, event_id: string) =>
    ({ endpoint_id, next_attempt_at: at(second), event_id }) as ClaimedRow
  const left = advance(heads, asked, [row('a', 3, 'C'), row('b', 1, 'B'), row('a', 3, 'B')])
  assert.deepEqual(left, [head('a', { next_attempt_at: at(3), event_id: 'C' }), head('c')])
})
