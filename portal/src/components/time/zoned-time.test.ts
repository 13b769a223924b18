import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, toInstant, toLocal, toStartOfDay } from './zoned-time.ts'

test('a local time converts to its instant and back in any zone, even around clock changes', () => {
  const pairs = [
    ['2026-01-15T09:30', 'Europe/Berlin', '2026-01-15T08:30:00.000Z'],
    ['2026-07-15T09:30', 'Europe/Berlin', '2026-07-15T07:30:00.000Z'],
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
    ['2026-11-01T12:00', 'America/Los_Angeles', '2026-11-01T20:00:00.000Z'],
    ['2026-06-01T00:15', 'Asia/Kolkata', '2026-05-31T18:45:00.000Z'],
    ['2026-06-01T00:15', 'UTC', '2026-06-01T00:15:00.000Z'],
  ] as const
  for (const [local, zone, instant] of pairs) {
    assert.equal(toInstant(local, zone), instant, `${local} ${zone}`)
    assert.equal(toLocal(instant, zone), local, `${instant} ${zone}`)
  }
})

test('a time that the clocks skip becomes one hour later', () => {
  assert.equal(toLocal(toInstant('2026-03-29T02:30', 'Europe/Berlin'), 'Europe/Berlin'), '2026-03-29T03:30')
})

test('a day lasts from its midnight to the next, even when it has 23 hours', () => {
  assert.equal(toStartOfDay('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z')
  assert.equal(toStartOfDay(addDays('2026-03-29', 1), 'Europe/Berlin'), '2026-03-29T22:00:00.000Z')
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
})
