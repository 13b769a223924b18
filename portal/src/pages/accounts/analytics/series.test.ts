import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeTotal, countGaps, type Summary, toCsv, toDailyPoints } from './series.ts'

const followers = {
  metric: 'followers',
  points: [
    { date: '2026-02-27', value: 100, accounts: 2 },
    { date: '2026-03-01', value: 90, accounts: 1 },
  ],
}
const views = { metric: 'views', points: [{ date: '2026-03-01', value: 7, accounts: 1 }] }
const summary: Summary = { since: '2026-02-27', until: '2026-03-02', accounts: 2, series: [followers, views] }

test('days without data are gaps, and days with fewer accounts are counted', () => {
  assert.deepEqual(
    toDailyPoints(summary, followers).map(({ key, value }) => [key, value]),
    [
      ['2026-02-27', 100],
      ['2026-02-28', null],
      ['2026-03-01', 90],
      ['2026-03-02', null],
    ],
  )
  assert.deepEqual(countGaps(summary, followers), { missing: 2, partial: 1 })
})

test('the total of followers is the last value, the total of views is the sum', () => {
  assert.deepEqual(computeTotal(followers), { value: 90, isLevel: true, change: undefined }, 'of fewer accounts')
  const same = followers.points.map((point) => ({ ...point, accounts: 2 }))
  assert.deepEqual(computeTotal({ ...followers, points: same }), { value: 90, isLevel: true, change: -10 })
  assert.deepEqual(computeTotal(views), { value: 7, isLevel: false, change: undefined })
  assert.equal(computeTotal({ metric: 'views', points: [] }), undefined)
})

test('the CSV has a line for each day and empty fields where data is missing', () => {
  assert.equal(
    toCsv(summary),
    'date,followers,views\r\n2026-02-27,100,\r\n2026-02-28,,\r\n2026-03-01,90,7\r\n2026-03-02,,\r\n',
  )
})
