import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from './clock.ts'
import { createIds } from './ids.ts'

test('an id has the prefix of its kind and a ULID of its time', () => {
  const clock = new ManualClock(new Date('2026-01-15T09:30:00.123Z'))
  const ids = createIds(clock)
  assert.match(ids.next('profile'), /^prof_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.match(ids.next('key'), /^key_/)
  assert.match(ids.next('workspace'), /^ws_/)
  assert.match(ids.next('request'), /^req_/)
  const ulid = ids.ulid()
  assert.match(ulid, /^[0-9A-HJKMNP-TV-Z]{26}$/)
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const time = Array.from(ulid.slice(0, 10)).reduce((sum, char) => sum * 32 + digits.indexOf(char), 0)
  assert.equal(time, clock.now().getTime())
})

test('ids increase within a millisecond, over time, and when the clock steps back', () => {
  const clock = new ManualClock()
  const ids = createIds(clock)
  const made: string[] = []
  for (let n = 0; n < 20_000; n++) {
    made.push(ids.next('profile'))
    if (n % 1000 === 0) clock.advance(n % 3000 === 0 ? -500 : 700)
  }
  assert.deepEqual(made.toSorted(), made)
  assert.equal(new Set(made).size, made.length)
})

test('two processes in the same millisecond make different ids', () => {
  const clock = new ManualClock()
  const all = Array.from({ length: 50 }, () => createIds(clock)).map((ids) => ids.ulid())
  assert.equal(new Set(all).size, 50)
})
