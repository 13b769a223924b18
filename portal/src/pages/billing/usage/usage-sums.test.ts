import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumUsage } from './usage-sums.ts'

const row = (group: string, action: string, credits: number) => ({ group, action, calls: 1, found: 1, credits })

test('usage is summed by day and by action, and a bar has a part for each action, with the smallest combined', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const data = [
    ...names.map((action, n) => row('2026-03-01', action, 10 - n)),
    row('2026-03-02', 'a', 5),
    { ...row('2026-03-02', 'h', 0), calls: 0 },
  ]
  const sums = sumUsage({ since: '2026-02-28', until: '2026-03-02', credits: 54, data })
  assert.deepEqual(
    sums.actions.map(({ action, credits }) => [action, credits]),
    [['a', 15], ...names.slice(1).map((action, n) => [action, 9 - n])],
  )
  assert.deepEqual(sums.names, ['a', 'b', 'c', 'd', 'e', 'others'])
  assert.deepEqual(
    sums.points.map(({ key, value, parts }) => [key, value, parts]),
    [
      ['2026-02-28', 0, [0, 0, 0, 0, 0, 0]],
      ['2026-03-01', 49, [10, 9, 8, 7, 6, 9]],
      ['2026-03-02', 5, [5, 0, 0, 0, 0, 0]],
    ],
  )
})
