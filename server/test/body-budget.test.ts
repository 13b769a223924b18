import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { openWorkspace } from '../src/domains/onboarding/service.ts'
import { boot, until } from './harness.ts'

const MIB = 1_048_576
const world = await boot({
  env: { REQUEST_BODIES_BYTES: String(64 * MIB), REQUEST_BODIES_BYTES_PER_WORKSPACE: String(32 * MIB) },
})
const keyOf = async () => (await openWorkspace(world.ctx, 'Somebody')).liveKey
const [one, two, three] = [await keyOf(), await keyOf(), await keyOf()]
const open: ClientRequest[] = []

/** A request whose body does not end by itself. */
function begin(key: string, headers: Record<string, string | number>): ClientRequest {
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers }
  const sent = httpRequest(`${world.url}/v1/bulk/jobs`, { method: 'POST', headers: all, agent: false })
  sent.on('error', () => {})
  sent.flushHeaders()
  open.push(sent)
  return sent
}

async function statusOf(sent: ClientRequest): Promise<[number | undefined, string | undefined]> {
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  reply.resume()
  return [reply.statusCode, reply.headers['retry-after']]
}

const create = (key: string) => world.client(key)('POST', '/v1/profiles', { name: 'A' })
const codeOf = async (key: string) => (await create(key)).body.code
const isRefused = (key: string, code: string) => until(code, async () => (await codeOf(key)) === code)
const isTaken = (key: string) => until('room', async () => (await create(key)).status === 201)
const closeAll = () => {
  for (const sent of open.splice(0)) sent.destroy()
}

test('a workspace that holds its share is told 429, all others go on, and what it held is given back', async () => {
  begin(one, { 'content-length': 32 * MIB })
  await isRefused(one, 'rate_limited')
  const refused = await create(one)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
  assert.equal((await world.client(one)('GET', '/v1/profiles')).status, 200, 'what has no body takes nothing')
  assert.equal((await create(two)).status, 201)
  closeAll()
  await isTaken(one)
})

test('when all workspaces together hold the whole budget, the next is told 503', async () => {
  begin(one, { 'content-length': 32 * MIB })
  begin(two, { 'content-length': 32 * MIB })
  await isRefused(three, 'unavailable')
  const refused = await create(three)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
  const callback = await world.client()('POST', '/v1/callbacks/stripe', '{}')
  assert.equal(callback.status, 503, 'callers without a key are counted too')
  closeAll()
  await isTaken(three)
})

test('a body without a length is counted as it comes, and refused when it is too much', async () => {
  const chunked = begin(one, { 'transfer-encoding': 'chunked' })
  for (let n = 0; n < 20; n++) chunked.write(Buffer.alloc(MIB, 'x'))
  await until('20 MiB to have come', async () => {
    const next = begin(one, { 'content-length': 13 * MIB })
    next.end(Buffer.alloc(13 * MIB, 'x'))
    return (await statusOf(next))[0] === 429
  })
  const second = begin(one, { 'transfer-encoding': 'chunked' })
  const answer = statusOf(second)
  for (let n = 0; n < 13; n++) second.write(Buffer.alloc(MIB, 'x'))
  assert.deepEqual(await answer, [429, '1'])
  closeAll()
  await isTaken(one)
})

test('what was answered is given back, whatever the answer', async () => {
  const body = Buffer.alloc(20 * MIB, 'x')
  for (let n = 0; n < 4; n++) {
    const sent = begin(one, { 'content-length': body.length })
    sent.end(body)
    assert.equal((await statusOf(sent))[0], 422)
  }
  const tooLarge = begin(one, { 'content-length': 100 * MIB })
  assert.equal((await statusOf(tooLarge))[0], 413, 'a body that is too large for its endpoint is told so')
  closeAll()
  await isTaken(one)
})
