import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relativeTime } from '../time/time.ts'
import { dailyPoints } from './daily-points.ts'
import { axisTicks, buildSvgPath, chooseLabels, stackParts } from './plot-shapes.ts'

const points = (...values: (number | null)[]) => values.map((value, n) => ({ key: String(n), label: '', value }))

test('a line has a gap where a value is missing, and a lone value is still drawn', () => {
  assert.equal(buildSvgPath([[0, 1], [1, 2], null, [3, 4]]), 'M0 1L1 2M3 4h.1')
})

test('the axis has a few round steps up to the largest value', () => {
  assert.deepEqual(axisTicks(points(3, null, 47)), [0, 20, 40, 60])
  assert.deepEqual(axisTicks(points(0, null)), [0, 1])
})

test('as many points have a label as there is room for', () => {
  assert.deepEqual(chooseLabels(31, 4), [0, 10, 20, 30])
  assert.deepEqual(chooseLabels(3, 10), [0, 1, 2])
  assert.deepEqual(chooseLabels(2, 0), [0, 1])
  assert.deepEqual(chooseLabels(1, 5), [0])
  assert.deepEqual(chooseLabels(0, 5), [])
})

test('the parts of a bar are stacked, and empty parts are not drawn', () => {
  assert.deepEqual(stackParts([3, 0, 2]), [
    { part: 0, from: 0, to: 3 },
    { part: 2, from: 3, to: 5 },
  ])
})

test('days missing from the response count as days without spending', () => {
  const data = [{ group: '2026-03-01', calls: 1, found: 1, credits: 5 }]
  const days = dailyPoints({ since: '2026-02-27', until: '2026-03-02', data })
  assert.deepEqual(
    days.map(({ key, value }) => [key, value]),
    [
      ['2026-02-27', 0],
      ['2026-02-28', 0],
      ['2026-03-01', 5],
      ['2026-03-02', 0],
    ],
  )
})

test('times are relative to now, in both directions', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  assert.equal(relativeTime('2026-03-01T11:59:55Z', now), 'now')
  assert.match(relativeTime('2026-03-01T10:00:00Z', now), /2 hr. ago|2 hours ago/)
  assert.match(relativeTime('2026-03-04T13:00:00Z', now), /in 3 days/)
})
