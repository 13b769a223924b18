import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { toNetwork } from '../../src/http/limits/limits.ts'
import { createRateLimiter } from '../../src/http/limits/rate-limit.ts'
import { ApiError } from '../../src/kit/declare/errors.ts'
import { boot, type Reply } from '../support/harness.ts'

const LIMIT = /^"default";r=(\d+);t=(\d+)$/

test('every response shows what is left; beyond the burst it is 429 with the time to wait', async () => {
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

test('pages outside the API have no key limit', async () => {
  const { live } = await boot({ env: { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' } })
  for (let n = 0; n < 5; n++) assert.equal((await live('GET', '/healthz')).status, 200)
})

test('a bucket refills at its rate, never beyond its burst', () => {
  let now = 0
  const limiter = createRateLimiter({
    of: 'key',
    name: 'default',
    subject: 'It',
    perSecond: 10,
    burst: 20,
    now: () => now,
  })
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
  const long = createRateLimiter({ of: 'key', name: 'default', subject: 'It', perSecond: 1, burst: 1, now: () => now })
  long.take('k')
  assert.throws(
    () => long.take('k'),
    (error: ApiError) => error.headers['retry-after'] === '1',
  )
})

test('the default is a hundred requests per second with a burst of two hundred', async () => {
  const { live } = await boot({ env: { RATE_LIMIT_PER_SECOND: '', RATE_LIMIT_BURST: '' } })
  const { headers } = await live('GET', '/v1/profiles')
  assert.equal(headers.get('ratelimit-policy'), '"default";q=200;w=2')
})

test('all keys of a workspace share its limit, and responses show the tightest limit', async () => {
  const world = await boot({ env: { RATE_LIMIT_WORKSPACE_PER_SECOND: '1', RATE_LIMIT_WORKSPACE_BURST: '3' } })
  const keys = await Promise.all(Array.from({ length: 30 }, () => world.key()))
  const replies = await Promise.all(keys.map((key) => world.client(key)('GET', '/v1/profiles')))
  const refused = replies.filter(({ status }) => status === 429)
  assert.ok(refused.length > 0 && refused.length < 30)
  for (const { headers } of replies) {
    assert.equal(headers.get('ratelimit-policy'), '"workspace";q=3;w=3')
    assert.match(headers.get('ratelimit') ?? '', /^"workspace";r=\d;t=\d+$/)
  }
  const neighbour = await world.neighbour()
  assert.equal((await neighbour.live('GET', '/v1/profiles')).status, 200)
})

const narrow = { RATE_LIMIT_ADDRESS_PER_SECOND: '1', RATE_LIMIT_ADDRESS_BURST: '3' }
const from = (address: string) => ({ 'x-forwarded-for': address })

test('without a key the address is limited, before the body is read', async () => {
  const world = await boot({ env: narrow })
  const send = () => world.client()('POST', '/v1/callbacks/b2b-email/nothing', '{"broken')
  const statuses = (await Promise.all(Array.from({ length: 30 }, send))).map(({ status }) => status)
  assert.ok(statuses.includes(429) && statuses.includes(404), statuses.join())
  assert.equal((await world.client()('GET', '/healthz')).status, 200)
  assert.equal((await world.live('GET', '/v1/profiles')).status, 200, 'keys have limits of their own')
})

test('a platform is not limited by its address while its signatures are valid', async () => {
  const secret = 'synthetic-secret'
  const world = await boot({ env: { ...narrow, META_CLIENT_ID: '1', META_CLIENT_SECRET: secret } })
  const push = (n: number, signedWith: string) => {
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: `${n}`, changes: [] }] })
    const signature = createHmac('sha256', signedWith).update(body).digest('hex')
    return world.client()('POST', '/v1/inbound/whatsapp', body, { 'x-hub-signature-256': `sha256=${signature}` })
  }
  const many = async (signedWith: string) => {
    const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => push(n, signedWith)))
    return new Set(replies.map(({ status }) => status))
  }
  assert.deepEqual(await many(secret), new Set([200]))
  assert.deepEqual(await many('another secret'), new Set([400, 429]))
})

test('an address that tries wrong keys is throttled, and valid keys still work', async () => {
  const world = await boot({ env: narrow })
  assert.equal((await world.live('GET', '/v1/profiles')).status, 200)
  const unknown = await Promise.all(
    Array.from({ length: 40 }, (_, n) => world.client(`qk_live_${n}`)('GET', '/v1/profiles')),
  )
  const statuses = unknown.map(({ status }) => status)
  assert.ok(statuses.filter((status) => status === 401).length >= 3, statuses.join())
  assert.ok(statuses.includes(429), statuses.join())
  assert.equal((await world.live('GET', '/v1/profiles')).status, 200)
  const token = await Promise.all(Array.from({ length: 30 }, () => world.client('wrong')('GET', '/v1/operator/audit')))
  assert.ok(token.some(({ status }) => status === 429))
})

test('the address is that of the connection, or the one that a trusted proxy reports', async () => {
  const many = async (env: Record<string, string>) => {
    const world = await boot({ env: { ...narrow, ...env } })
    const send = (_: unknown, n: number) =>
      world.client()('GET', '/v1/public/pricing', undefined, from(`203.0.113.${n}`))
    const replies = await Promise.all(Array.from({ length: 30 }, send))
    return new Set(replies.map(({ status }) => status))
  }
  assert.deepEqual(await many({}), new Set([200, 429]))
  assert.deepEqual(await many({ TRUST_PROXY: 'loopback' }), new Set([200]))
  assert.deepEqual(await many({ TRUST_PROXY: '10.0.0.0/8, 192.0.2.1' }), new Set([200, 429]))
})

test('the addresses of one IPv6 network count as one', () => {
  assert.equal(toNetwork('192.0.2.7'), '192.0.2.7')
  assert.equal(toNetwork('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(toNetwork('2001:db8:0:1:aaaa::1'), '2001:db8:0:1::/64')
  assert.equal(toNetwork('2001:db8::1'), toNetwork('2001:db8:0:0:ffff:ffff:ffff:ffff'))
  assert.notEqual(toNetwork('2001:db8::1'), toNetwork('2001:db8:0:1::1'))
  assert.equal(toNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.equal(toNetwork('::1'), '0:0:0:0::/64')
})

test('a flood of ids resets no limit: ids beyond the maximum share one bucket', () => {
  let now = 0
  const limiter = createRateLimiter({
    of: 'key',
    name: 'address',
    subject: 'It',
    perSecond: 1,
    burst: 2,
    bucketsMax: 100,
    now: () => now,
  })
  const isRefused = (id: string) => {
    try {
      limiter.take(id)
      return false
    } catch {
      return true
    }
  }
  limiter.take('spent')
  limiter.take('spent')
  let taken = 0
  for (let n = 0; n < 10_000; n++) if (!isRefused(`id ${n}`)) taken++
  assert.ok(taken < 110, `${taken} of 10,000 were let through`)
  assert.ok(isRefused('spent'))
  now += 4000
  assert.equal(isRefused('spent'), false, 'it is refilled')
  assert.equal(isRefused('another'), false, 'and there is room again')
})
