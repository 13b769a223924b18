import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { GiveUp, job, RetryLater } from './job.ts'
import { backoffSeconds, decideJobOutcome } from './outcome.ts'
import { findPayloadError } from './payload.ts'

const payload = Type.Object({})
const ladder = job({ id: 'test.ladder', payload, retry: [30, 120, 480] })

test('each failure uses the next delay of the list, and then the job is dead', () => {
  const ends = [0, 1, 2, 3].map((attempts) => decideJobOutcome(ladder, attempts, new Error('no'), 0.5))
  assert.deepEqual(
    ends.map((end) => (end.kind === 'retry' ? end.delaySeconds : end.kind)),
    [30, 120, 480, 'dead'],
  )
})

test('jitter spreads a delay evenly on both sides', () => {
  const retry = { retry: [100], jitter: 0.1 }
  assert.deepEqual(
    [0, 0.5, 1].map((random) => Math.round(backoffSeconds(retry, 1, random))),
    [90, 100, 110],
  )
})

test('a retry function gets attempts from 1; attempts beyond the end of a list repeat its last delay', () => {
  const doubling = { retry: (n: number) => 2 ** n, jitter: 0 }
  assert.deepEqual(
    [1, 2, 3].map((n) => backoffSeconds(doubling, n, 0)),
    [2, 4, 8],
  )
  assert.equal(backoffSeconds({ retry: [1, 5], jitter: 0 }, 9, 0), 5)
})

test('a handler that gives up or retries later does not follow the retry schedule', () => {
  assert.equal(decideJobOutcome(ladder, 0, new GiveUp('the account is gone'), 0).kind, 'dead')
  const at = new Date('2030-01-01T00:00:00Z')
  const later = decideJobOutcome(ladder, 99, new RetryLater(at, 'rate limited'), 0)
  assert.deepEqual([later.kind, later.kind === 'later' && later.at], ['later', at])
})

test('a stored error is short and contains no secret and no NUL', () => {
  const end = decideJobOutcome(ladder, 0, new Error(`qk_live_${'a'.repeat(40)} said \0 ${'x'.repeat(9000)}`), 0)
  assert.ok(end.kind === 'retry')
  assert.match(end.error, /^Error: qk_live_\[redacted\] said {2}x/)
  assert.equal(end.error.length, 2000)
})

test('a payload is checked against its schema', () => {
  const declared = job({ id: 'test.typed', payload: Type.Object({ post_id: Type.String() }) })
  assert.equal(findPayloadError(declared, { post_id: 'post_1' }), undefined)
  assert.match(findPayloadError(declared, { post_id: 7 }) ?? '', /test\.typed.*post_id/)
})
