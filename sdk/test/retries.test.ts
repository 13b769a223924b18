import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPeople, examplePerson } from '../../server/test/support/directory-people.ts'
import { boot } from '../../server/test/support/harness.ts'
import { ApiError, ConnectionError, Quoin, TimeoutError } from '../src/index.ts'
import { type Fault, startFaultyProxy } from './faulty-proxy.ts'

const world = await boot()
await addPeople(
  world.ctx,
  'crm',
  Array.from({ length: 7 }, (_, n) => examplePerson(n)),
)
const proxy = await startFaultyProxy(world.url)
test.after(() => proxy.close())
const client = new Quoin({ apiKey: await world.key(), baseURL: proxy.url })

/** Makes a call with these faults. Returns the number of requests and the outcome. */
async function under<T>(faults: Fault[], call: () => PromiseLike<T>) {
  proxy.seen.length = 0
  proxy.faults.splice(0, Infinity, ...faults)
  const outcome = await call().then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  )
  return { ...outcome, requests: [...proxy.seen] }
}

const problem = (status: number, code: string, headers = {}): Fault => ({
  status,
  headers,
  body: { code, detail: 'Because.', request_id: 'req_1' },
})
const spent = async () => (await client.credits.get()).spent

for (const fault of ['lose', 'cut'] as const)
  test(`a search whose response is ${fault === 'lose' ? 'lost' : 'cut off'} is repeated with the same key, and charged once`, async () => {
    const before = await spent()
    const { value, requests } = await under([fault], () => client.data.searchPeople({ limit: 2 }).withResponse())
    assert.deepEqual(
      [value?.data.data?.length, value?.attempts, value?.replayed, value?.creditsCharged],
      [2, 2, true, 2],
    )
    assert.equal(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size, 1)
    assert.equal((await spent()) - before, 2)
  })

test('transient failures are retried: 5xx, 429, a call in progress and a lost connection; others are thrown at once', async () => {
  const passing = [
    problem(500, 'internal'),
    problem(503, 'unavailable'),
    problem(429, 'rate_limited'),
    problem(409, 'idempotency_in_progress'),
    { status: 502 },
  ]
  for (const fault of passing) {
    const { value, requests } = await under([fault], () => client.profiles.create({ name: 'Retried' }))
    assert.deepEqual([value?.name, requests.length], ['Retried', 2], JSON.stringify(fault))
  }
  const lasting = [
    problem(429, 'test_quota_exceeded'),
    problem(409, 'wrong_state'),
    problem(402, 'insufficient_credits'),
    problem(404, 'not_found'),
    problem(429, 'rate_limited', { 'retry-after': '3600' }),
  ]
  for (const fault of lasting) {
    const { error, requests } = await under([fault], () => client.profiles.create({ name: 'Refused' }))
    assert.ok(error instanceof ApiError)
    assert.equal(requests.length, 1, error.code)
  }
})

test('after the last retry the call throws the error of the response, or a connection error', async () => {
  const { error, requests } = await under([problem(503, 'unavailable'), problem(503, 'unavailable')], () =>
    client.profiles.create({ name: 'Twice' }, { maxRetries: 1 }),
  )
  assert.ok(error instanceof ApiError && error.is('unavailable'))
  assert.equal(requests.length, 2)
  const lost = await under(['lose'], () => client.profiles.create({ name: 'Lost' }, { maxRetries: 0 }))
  assert.ok(lost.error instanceof ConnectionError && !(lost.error instanceof TimeoutError))
  assert.equal(lost.error.idempotencyKey, lost.requests[0]?.headers['idempotency-key'])
  const html = await under([{ status: 404, headers: { 'content-type': 'text/html' } }], () => client.credits.get())
  assert.ok(html.error instanceof ApiError)
  assert.equal(html.error.code, 'http_error')
})

test('a retry waits for Retry-After', async () => {
  const started = performance.now()
  const { requests } = await under([problem(429, 'rate_limited', { 'retry-after': '1' })], () => client.credits.get())
  assert.equal(requests.length, 2)
  // A timer may fire a millisecond early.
  assert.ok(performance.now() - started >= 998)
})

test('an attempt that takes too long is abandoned, and its retry gets the response of the first', async () => {
  const { value, requests } = await under(['hang'], () =>
    client.profiles.create({ name: 'Slow' }, { timeout: 2000, maxRetries: 5 }).withResponse(),
  )
  assert.deepEqual([value?.replayed, value?.attempts, requests.length], [true, 2, 2])
  const { error } = await under(['hang'], () => client.credits.get({ timeout: 200, maxRetries: 0 }))
  assert.ok(error instanceof TimeoutError)
  assert.match(error.message, /credits\.get: no response within 200 ms/)
})

test('an abort ends the call with its own reason: before it, during it, and between its retries', async () => {
  const reason = new Error('The user went away')
  for (const faults of [['hang'], [problem(503, 'unavailable', { 'retry-after': '30' })]] satisfies Fault[][]) {
    const stop = new AbortController()
    setTimeout(() => stop.abort(reason), 300)
    const { error, requests } = await under(faults, () => client.credits.get({ signal: stop.signal }))
    assert.deepEqual([error, requests.length], [reason, 1])
  }
  const { error, requests } = await under([], () => client.credits.get({ signal: AbortSignal.abort(reason) }))
  assert.deepEqual([error, requests.length], [reason, 0])
})
