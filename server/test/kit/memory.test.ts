import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { after, test } from 'node:test'
import { newSecret } from '../../src/domains/identity/keys/secret.ts'
import { firstRun, scratch, start } from '../support/processes.ts'

/** What the process may use: it starts with half of it, and what is sent below is more than the rest. */
const HEAP_MB = 72
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

function send(path: string, bearer: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) }
    const sent = httpRequest(`${server.url}${path}`, { method: body ? 'POST' : 'GET', agent, headers }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Makes all these calls, a few at a time; says how many were answered with what. */
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

/** About 125,000 characters that no other question has. The letter that is not Latin makes two bytes of each. */
function largeQuestion(n: number, query: string): string {
  const exclude = Array.from({ length: 100 }, (_, at) => `я${n} ${at} ${'x'.repeat(85)}`)
  const value = { include: exclude, exclude }
  const company = { name: value, industry: value }
  const filters = { title: value, department: value, company, skills: value, keywords: value }
  return JSON.stringify({ query, filters, limit: 1 })
}

test('free calls of any size do not add up in memory', async () => {
  // Nothing can match a query without a word, so that these are quick.
  const impossible = await sendAll(180, (n) => send('/v1/data/search/people', key, largeQuestion(n, '!!!')))
  assert.deepEqual(impossible, { 200: 180 })
  const possible = await sendAll(40, (n) => send('/v1/data/search/people', key, JSON.stringify({ query: `w${n}` })))
  assert.deepEqual(possible, { 200: 40 })
})

test('keys that do not exist do not add up in memory, malformed or not', async () => {
  const malformed = await sendAll(3000, (n) => send('/v1/profiles', `${n}`.padEnd(15_000, 'x')))
  assert.deepEqual(malformed, { 401: 3000 })
  const unknown = await sendAll(500, () => send('/v1/profiles', newSecret('live').key))
  assert.deepEqual(unknown, { 401: 500 })
})
