import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { openWorkspace } from '../../src/domains/billing/onboarding/service.ts'
import { openExampleTicket } from '../support/declared-requests.ts'
import { boot, until } from '../support/harness.ts'

const MIB = 1_048_576
const world = await boot({
  env: { REQUEST_BODIES_BYTES: String(64 * MIB), REQUEST_BODIES_BYTES_PER_WORKSPACE: String(32 * MIB) },
})
await openExampleTicket(world)
const createLiveKey = async () => (await openWorkspace(world.ctx, 'Workspace')).liveKey
const [one, two, three] = [await createLiveKey(), await createLiveKey(), await createLiveKey()]
const open: ClientRequest[] = []

/** Begins a request whose body does not end until the caller ends it. */
function begin(key: string, headers: Record<string, string | number>): ClientRequest {
  const common = { authorization: `Bearer ${key}`, 'content-type': 'application/json', expect: '100-continue' }
  const all = { ...common, ...headers }
  const sent = httpRequest(`${world.url}/v1/bulk/jobs`, { method: 'POST', headers: all, agent: false })
  sent.on('error', () => {})
  sent.flushHeaders()
  open.push(sent)
  return sent
}

async function readResponseStatus(sent: ClientRequest): Promise<[number | undefined, string | undefined]> {
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  reply.resume()
  return [reply.statusCode, reply.headers['retry-after']]
}

const create = (key: string) => world.client(key)('POST', '/v1/profiles', { name: 'A' })
const closeAll = () => {
  for (const sent of open.splice(0)) sent.destroy()
}

/**
 * Begins requests and, once the server has them, probes until a probe is refused. A request that was not yet counted during a
 * probe may itself be refused: then all begin again.
 */
async function beginUntil(what: string, requests: () => ClientRequest[], isRefused: () => Promise<boolean>) {
  await until(what, async () => {
    closeAll()
    let overs = 0
    const sent = requests()
    for (const each of sent) each.once('response', () => overs++)
    await Promise.all(sent.map((each) => once(each, 'continue')))
    for (;;) {
      if (await isRefused()) return true
      if (overs > 0) return false
    }
  })
}

const isTaken = (key: string) => until('room', async () => (await create(key)).status === 201)

test('a workspace at its limit gets 429, others are unaffected, and its bytes are freed afterwards', async () => {
  const isRefused = async () => (await create(one)).status === 429
  await beginUntil('a 429', () => [begin(one, { 'content-length': 32 * MIB })], isRefused)
  const refused = await create(one)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
  assert.equal((await world.client(one)('GET', '/v1/profiles')).status, 200, 'what has no body takes nothing')
  assert.equal((await create(two)).status, 201)
  closeAll()
  await isTaken(one)
})

test('when all workspaces together use the whole budget, the next request gets 503', async () => {
  const all = () => [one, two].map((key) => begin(key, { 'content-length': 32 * MIB }))
  await beginUntil('a 503', all, async () => (await create(three)).status === 503)
  const refused = await create(three)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
  const callback = await world.client()('POST', '/v1/callbacks/b2b-email/token-of-one-question', '{}')
  assert.equal(callback.status, 503, 'callers without a key are counted too')
  closeAll()
  await isTaken(three)
})

test('a body without a length is counted as it arrives, and refused at the limit', async () => {
  const chunks = () => {
    const chunked = begin(one, { 'transfer-encoding': 'chunked' })
    for (let n = 0; n < 3; n++) chunked.write(Buffer.alloc(MIB / 2, 'x'))
    return [chunked, begin(one, { 'content-length': 30 * MIB })]
  }
  const profile = JSON.stringify({ name: 'A', metadata: { text: 'x'.repeat(MIB * 0.75) } })
  const isRefused = async () => (await world.client(one)('POST', '/v1/profiles', profile)).status === 429
  await beginUntil('a length to be refused beside it', chunks, isRefused)
  await until('it to be refused beside a length', async () => {
    closeAll()
    begin(one, { 'content-length': 31 * MIB })
    const chunked = begin(one, { 'transfer-encoding': 'chunked' })
    chunked.end(Buffer.alloc(2 * MIB, 'x'))
    const [status, retryAfter] = await readResponseStatus(chunked)
    return status === 429 && retryAfter === '1'
  })
  closeAll()
  await isTaken(one)
})

test('a body is freed after any response', async () => {
  const body = Buffer.alloc(20 * MIB, 'x')
  for (let n = 0; n < 4; n++) {
    const sent = begin(one, { 'content-length': body.length })
    sent.end(body)
    assert.equal((await readResponseStatus(sent))[0], 422)
  }
  const tooLarge = begin(one, { 'content-length': 100 * MIB })
  assert.equal((await readResponseStatus(tooLarge))[0], 413, 'a body that is too large for its endpoint gets 413')
  closeAll()
  await isTaken(one)
})
