import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { after, test } from 'node:test'
import { newSecret } from '../../src/domains/identity/keys/secret.ts'
import { firstRun, scratch, start } from '../support/processes.ts'

const isLong = process.env['LONG'] !== undefined
/** Heap limit of the process. A long run sends more than fits into it; a short run leaves room, because a full heap is slow. */
const HEAP_MB = isLong ? 72 : 140
const AT_ONCE = 4
const folder = scratch()
const server = await start(folder, {
  NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  RATE_LIMIT_PER_SECOND: '100000',
  RATE_LIMIT_BURST: '100000',
  RATE_LIMIT_WORKSPACE_PER_SECOND: '100000',
  RATE_LIMIT_WORKSPACE_BURST: '100000',
  RATE_LIMIT_ADDRESS_PER_SECOND: '100000',
  RATE_LIMIT_ADDRESS_BURST: '100000',
  LOG_LEVEL: 'error',
})
await server.says(/first-run\.json/)
const { live_key: key } = firstRun(folder)
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
after(() => agent.destroy())

function send(path: string, bearer: string, body?: string, method = body ? 'POST' : 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) }
    const sent = httpRequest(`${server.url}${path}`, { method, agent, headers }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Makes all these calls, a few at a time. Returns the number of responses by status. */
async function sendAll(count: number, call: (n: number) => Promise<number>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  let next = 0
  const work = async () => {
    while (next < count) {
      const status = await call(next++)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work)).catch((error: unknown) => {
    throw new Error(`The server is gone after ${next} calls: ${server.output().slice(-600)}`, { cause: error })
  })
  return statuses
}

/** Builds about 125,000 characters that no other question has. The non-Latin letter makes each character take two bytes. */
function largeQuestion(n: number, query: string): string {
  const exclude = Array.from({ length: 100 }, (_, at) => `я${n} ${at} ${'x'.repeat(85)}`)
  const value = { include: exclude, exclude }
  const company = { name: value, industry: value }
  const filters = { title: value, department: value, company, skills: value, keywords: value }
  return JSON.stringify({ query, filters, limit: 1 })
}

/**
 * Asserts that calls leave nothing in memory. `LONG=1` sends more than the heap can hold; a short run sends less and checks
 * what is still in use afterwards.
 */
async function assertNothingKept(count: { long: number; short: number }, call: (n: number) => Promise<number>) {
  const before = await leastHeapUsed(() => true)
  const statuses = await sendAll(isLong ? count.long : count.short, call)
  assert.equal(Object.keys(statuses).length, 1, JSON.stringify(statuses))
  if (!isLong) await leastHeapUsed((bytes) => bytes < before + KEPT_BYTES_MAX)
  return Number(Object.keys(statuses)[0])
}

/** Half of the bytes that a short run sends. */
const KEPT_BYTES_MAX = 7 * 1_048_576

/** V8 decides when to collect garbage: thousands of small requests may pass first. */
const COLLECTED_MS = 60_000

/** Waits until a garbage collection shows a small enough heap; small requests trigger one. */
async function leastHeapUsed(isEnough: (bytes: number) => boolean): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  const deadline = Date.now() + COLLECTED_MS
  for (let round = 0; Date.now() < deadline; round++) {
    await sendAll(25, () => send('/v1/profiles', key))
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    least = Math.min(least, Number(/^quoin_nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]))
    if (round >= 4 && isEnough(least)) return least
  }
  return assert.fail(`the heap still holds ${least} bytes`)
}

test('free calls of any size do not accumulate in memory', async () => {
  // No query without a word can match, so these are quick.
  const large = (n: number) => send('/v1/data/search/people', key, largeQuestion(n, '!!!'))
  assert.equal(await assertNothingKept({ long: 180, short: 60 }, large), 200)
  const possible = await sendAll(40, (n) => send('/v1/data/search/people', key, JSON.stringify({ query: `w${n}` })))
  assert.deepEqual(possible, { 200: 40 })
})

test('unknown keys do not accumulate in memory, malformed or not', async () => {
  const malformed = (n: number) => send('/v1/profiles', `${n}`.padEnd(15_000, 'x'))
  assert.equal(await assertNothingKept({ long: 3000, short: 1000 }, malformed), 401)
  const unknown = await sendAll(isLong ? 500 : 100, () => send('/v1/profiles', newSecret('live').key))
  assert.deepEqual(Object.keys(unknown), ['401'])
})

test("a platform's schema is compiled once, however often its credentials are refused", async () => {
  const credentials = JSON.stringify({ credentials: { client_id: 5, unheard_of: 'x' } })
  const put = () => send('/v1/platforms/facebook/app', key, credentials, 'PUT')
  assert.equal(await assertNothingKept({ long: 4000, short: 2000 }, put), 422)
})
