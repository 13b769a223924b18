import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ATTEMPTS, RETRY_SECONDS, retryDelay } from './retry-schedule.ts'

const delay = (attempt: number, random = 0.5, retryAfterSeconds?: number) =>
  retryDelay({ attempt, random, retryAfterSeconds })

test('a delivery gets seven retries, each within 10 % of the schedule, then none', () => {
  assert.deepEqual(RETRY_SECONDS, [30, 120, 480, 1920, 7200, 28_800, 86_400])
  assert.equal(ATTEMPTS, 8)
  for (const [at, seconds] of RETRY_SECONDS.entries()) {
    assert.ok(Math.abs((delay(at + 1) ?? 0) - seconds) < 1e-6)
    assert.ok(Math.abs((delay(at + 1, 0) ?? 0) - seconds * 0.9) < 1e-6)
    assert.ok(Math.abs((delay(at + 1, 1) ?? 0) - seconds * 1.1) < 1e-6)
  }
  assert.equal(delay(8), undefined)
})

test('Retry-After can only extend the delay, up to twice the scheduled one', () => {
  assert.equal(delay(1, 0.5, 45), 45)
  assert.equal(delay(1, 0.5, 1), 30)
  assert.equal(delay(1, 0.5, 1e9), 60)
  assert.equal(delay(8, 0.5, 45), undefined)
})
