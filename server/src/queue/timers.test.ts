import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timer } from './timers.ts'

const run = async () => {}
const newYear = (after: Date) => new Date(Date.UTC(after.getUTCFullYear() + 1, 0, 1))

test('a period ticks at its multiples, strictly after the given time', () => {
  const { next } = timer({ id: 'test.minutes', everySeconds: 60, run })
  assert.equal(next(new Date('2026-03-01T10:00:00.000Z')).toISOString(), '2026-03-01T10:01:00.000Z')
  assert.equal(next(new Date('2026-03-01T10:00:59.999Z')).toISOString(), '2026-03-01T10:01:00.000Z')
})

test('a timer may choose its own ticks', () => {
  const { next } = timer({ id: 'test.years', at: newYear, run })
  assert.equal(next(new Date('2026-03-01')).toISOString(), '2027-01-01T00:00:00.000Z')
})
