import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countGaps, toCsv, toDailyPoints } from './series.ts'
import { pickFigures } from './summary.ts'

const followers = {
  metric: 'followers',
  points: [
    { date: '2026-02-27', value: 100, accounts: 2 },
    { date: '2026-03-01', value: 90, accounts: 1 },
  ],
}
const views = { metric: 'views', points: [{ date: '2026-03-01', value: 7, accounts: 1 }] }
const summary = { since: '2026-02-27', until: '2026-03-02', series: [followers, views] }

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

test('the CSV has a line for each day and empty fields where data is missing', () => {
  assert.equal(
    toCsv(summary),
    'date,followers,views\r\n2026-02-27,100,\r\n2026-02-28,,\r\n2026-03-01,90,7\r\n2026-03-02,,\r\n',
  )
})

const total = { metric: 'followers', value: 1234, previous: 1100, change: 0.1 }
const periods = {
  ...summary,
  accounts: 2,
  last_read_at: null,
  next_read_at: null,
  totals: [
    { metric: 'engagements', value: 30, previous: null, change: null },
    { metric: 'reach', value: 500, previous: 400, change: null },
    { metric: 'views', value: 600, previous: 800, change: -0.25 },
    total,
  ],
  engagement_rate: { value: 0.05, previous: 0.042 },
  previous: summary,
}

test('the key figures are compared with the previous period, a rate in percentage points', () => {
  assert.deepEqual(
    pickFigures(periods).map(({ label, value, comparison }) => [label, value, comparison]),
    [
      ['Followers', '1.2K', '+10% · 1.1K before'],
      ['Views', '600', '-25% · 800 before'],
      ['Engagements', '30', 'No earlier data'],
      ['Engagement rate', '5%', '+0.8 points · 4.2% before'],
    ],
  )
  assert.deepEqual(
    pickFigures({ ...periods, totals: [total], engagement_rate: { value: null, previous: null } }).map(
      ({ label }) => label,
    ),
    ['Followers'],
  )
})
