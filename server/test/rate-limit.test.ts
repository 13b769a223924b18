import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimiter } from '../src/http/rate-limit.ts'
import { ApiError } from '../src/kit/errors.ts'
import { boot, type Reply } from './harness.ts'

const LIMIT = /^"default";r=(\d+);t=(\d+)$/

test('every answer tells what is left; beyond the burst it is 429 with the time to wait', async () => {
  const world = await boot({ env: { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '2' } })
  const { live } = world
  const many = (send: () => Promise<Reply>) => Promise.all(Array.from({ length: 30 }, send))
  const replies = await many(() => live('GET', '/v1/profiles'))
  for (const { status, headers, body } of replies) {
    assert.equal(headers.get('ratelimit-policy'), '"default";q=2;w=2')
    assert.match(headers.get('ratelimit') ?? '', LIMIT)
    if (status === 200) continue
    assert.deepEqual([status, body.code], [429, 'rate_limited'])
    assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    assert.equal(headers.get('ratelimit'), `"default";r=0;t=${headers.get('retry-after')}`)
  }
  const statuses = new Set(replies.map(({ status }) => status))
  assert.deepEqual(statuses, new Set([200, 429]))

  const unread = await many(() => live('POST', '/v1/profiles', '{"broken'))
  assert.ok(
    unread.some(({ status }) => status === 429),
    'it is told before the body is read',
  )
  const other = world.client(await world.key())
  assert.equal((await other('GET', '/v1/profiles')).status, 200, 'another key has a bucket of its own')
  const reader = world.client(await world.key({ permission: 'read' }))
  const refused = await many(() => reader('POST', '/v1/profiles', {}))
  assert.ok(
    refused.every(({ status }) => status === 403),
    'a refused call takes nothing',
  )
})

test('what is not the API has no limit', async () => {
  const { live } = await boot({ env: { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' } })
  for (let n = 0; n < 5; n++) assert.equal((await live('GET', '/healthz')).status, 200)
})

test('a bucket refills at its rate, never beyond its burst', () => {
  let now = 0
  const limiter = createRateLimiter({ name: 'default', whose: 'It', perSecond: 10, burst: 20, now: () => now })
  const left = () => limiter.take('k')
  for (let n = 19; n >= 0; n--) assert.equal(left(), n)
  assert.throws(() => limiter.take('k'), ApiError)
  now += 99
  assert.throws(() => limiter.take('k'), ApiError)
  now += 1
  assert.equal(left(), 0)
  now += 1000
  assert.equal(left(), 9)
  now += 1_000_000
  assert.equal(left(), 19)
  const long = createRateLimiter({ name: 'default', whose: 'It', perSecond: 1, burst: 1, now: () => now })
  long.take('k')
  assert.throws(
    () => long.take('k'),
    (error: ApiError) => error.headers['retry-after'] === '1',
  )
})

test('a hundred requests a second with a burst of two hundred is the default', async () => {
  const { live } = await boot({ env: { RATE_LIMIT_PER_SECOND: '', RATE_LIMIT_BURST: '' } })
  const { headers } = await live('GET', '/v1/profiles')
  assert.equal(headers.get('ratelimit-policy'), '"default";q=200;w=2')
})
