import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackJobs, callbackTimers } from '../../../src/domains/data/vendor-callbacks/jobs.ts'
import { callbackSources } from '../../../src/domains/data/vendor-callbacks/sources.ts'
import type { OutboundRequest } from '../../../src/kit/net/outbound.ts'
import type { SourceError } from '../../../src/kit/sources.ts'
import { startQueue } from '../../../src/queue/start.ts'
import type { AnySource } from '../../../src/sources/source.ts'
import { boot } from '../../support/harness.ts'
import { aiArk, tracks } from '../../support/vendors/ai-ark.ts'
import { ADA, EMAIL, startFake } from '../../support/vendors/fake.ts'

const vendor = await startFake(aiArk)
const world = await boot({
  env: { ...vendor.settings, SOURCES_FIND_EMAIL: 'ai-ark', QUOIN_PUBLIC_URL: 'https://quoin.example.com' },
})
const { ctx, db } = world
const [source] = callbackSources(() => ctx) as [AnySource]
const MINUTE = 60_000

const call = (ticket?: string) => ({
  http: (request: OutboundRequest) => ctx.outbound.send(request),
  settings: vendor.settings,
  now: ctx.clock.now(),
  deadlineMs: 60_000,
  ...(ticket !== undefined && { ticket }),
})

/** Asks a question that the vendor answers later. Returns its ticket, and the URL that the vendor calls. */
async function askAda() {
  const answer = await source.ask(ADA, call())
  assert.ok(answer.outcome === 'pending')
  const track = tracks.get(answer.ticket)
  assert.ok(track?.webhook)
  return { ticket: answer.ticket, track, path: new URL(track.webhook).pathname }
}

const askForOutcome = (ticket: string) =>
  source.ask(ADA, call(ticket)).then(
    ({ outcome }) => outcome,
    (error: SourceError) => error.kind,
  )

/** Runs the queue until nothing is due. */
async function work() {
  const queue = await startQueue(ctx, { jobs: callbackJobs, timers: callbackTimers, drainSeconds: 1 })
  await queue.idle()
  await queue.stop()
}

const deliver = (path: string, body: unknown) => world.client()('POST', path, body)
const done = (address = EMAIL) => ({
  batch_id: 'batch-1',
  id: 'delivery-1',
  statistics: { total: 1, found: 1 },
  data: [{ refId: 'ref-1', state: 'DONE', output: [{ address, status: 'VALID', found: true }] }],
})
const storedFor = async (ticket: string) => [...(await db`select * from vendor_callbacks where ticket = ${ticket}`)]

test('a callback is stored and acknowledged at once, and a worker resolves its ticket', async () => {
  const { ticket, track, path } = await askAda()
  assert.match(String(track.webhook), /^https:\/\/quoin\.example\.com\/v1\/callbacks\/b2b-email\/[\w-]{43}$/)
  track.state = 'DONE'
  const reply = await deliver(path, done())
  assert.deepEqual([reply.status, reply.body], [200, { received: true }])
  const [stored] = await storedFor(ticket)
  assert.deepEqual(JSON.parse(stored?.['body']), done())
  assert.equal(await askForOutcome(ticket), 'pending')
  await work()
  const answer = await source.ask(ADA, call(ticket))
  assert.ok(answer.outcome === 'found')
  assert.deepEqual([answer.data.email, answer.data.status, answer.data.sources], [EMAIL, 'valid', ['ai-ark']])
})

test('a callback is stored byte for byte', async () => {
  const { ticket, path } = await askAda()
  const text = '{ "id": "a\\u0062c",  "data": [], "cost": 1.50, "id": "last" }\n'
  assert.equal((await deliver(path, text)).status, 200)
  assert.equal((await storedFor(ticket))[0]?.['body'], text)
  for (const bad of ['{"data": 1}', '{"data": [}', '']) assert.equal((await deliver(path, bad)).status, 422, bad)
  assert.equal((await storedFor(ticket)).length, 1)
})

test('a throttled vendor is not asked about a ticket either', async () => {
  const [one, other] = [await askAda(), await askAda()]
  one.track.state = other.track.state = 'DONE'
  vendor.condition = 'throttled'
  await deliver(one.path, done())
  await work()
  vendor.condition = 'healthy'
  const before = vendor.asked.length
  await deliver(other.path, done())
  await work()
  assert.deepEqual([await askForOutcome(other.ticket), vendor.asked.length], ['pending', before])
  ctx.clock.advance(MINUTE)
  await work()
  assert.deepEqual([await askForOutcome(one.ticket), await askForOutcome(other.ticket)], ['found', 'found'])
})

test('the result comes from asking the vendor, not from the body of a callback', async () => {
  const { ticket, track, path } = await askAda()
  track.state = 'DONE'
  await deliver(path, done('forged@example.org'))
  await work()
  const answer = await source.ask(ADA, call(ticket))
  assert.ok(answer.outcome === 'found')
  assert.equal(answer.data.email, EMAIL)
})

test('a callback is about the question of its URL, whatever question its body names', async () => {
  const [first, second] = [await askAda(), await askAda()]
  for (const { track } of [first, second]) track.state = 'DONE'
  await deliver(first.path, { ...done(), batch_id: second.ticket, id: second.ticket })
  await work()
  assert.deepEqual([await askForOutcome(first.ticket), await askForOutcome(second.ticket)], ['found', 'pending'])
  assert.equal((await storedFor(second.ticket)).length, 0)
})

test('callbacks that repeat, arrive late or out of order change nothing', async () => {
  const { ticket, track, path } = await askAda()
  track.state = 'DONE'
  for (let n = 0; n < 3; n++) assert.equal((await deliver(path, done())).status, 200)
  assert.equal((await storedFor(ticket)).length, 1)
  await work()
  assert.equal(track.inquiries, 1)
  const late = { batch_id: 'batch-1', id: 'delivery-0', data: [{ refId: 'ref-1', state: 'PROCESSING', output: [] }] }
  Object.assign(track, { state: 'FAILED' })
  assert.equal((await deliver(path, late)).status, 200)
  assert.equal((await deliver(path, done())).status, 200)
  await work()
  assert.deepEqual([await askForOutcome(ticket), track.inquiries], ['found', 1])
})

test('a callback before the vendor is done resolves nothing; the next check does', async () => {
  const { ticket, path } = await askAda()
  await deliver(path, done())
  await work()
  assert.equal(await askForOutcome(ticket), 'pending')
  ctx.clock.advance(MINUTE)
  await work()
  assert.equal(await askForOutcome(ticket), 'found')
})

test('without any callback the vendor is asked every minute', async () => {
  const { ticket, track } = await askAda()
  track.state = 'STUCK'
  for (let minute = 1; minute <= 3; minute++) {
    ctx.clock.advance(MINUTE)
    await work()
    assert.deepEqual([await askForOutcome(ticket), track.inquiries], ['pending', minute])
  }
  track.state = 'DONE'
  ctx.clock.advance(MINUTE)
  await work()
  assert.equal(await askForOutcome(ticket), 'found')
})

test('an unavailable vendor is asked again, and its callback is not lost', async () => {
  const { ticket, track, path } = await askAda()
  track.state = 'DONE'
  vendor.condition = 'failing'
  await deliver(path, done())
  await work()
  assert.equal(await askForOutcome(ticket), 'pending')
  vendor.condition = 'healthy'
  ctx.clock.advance(MINUTE)
  await work()
  assert.equal(await askForOutcome(ticket), 'found')
})

test('after fifteen minutes a ticket expires: a timeout, never a miss, whatever arrives later', async () => {
  const { ticket, track, path } = await askAda()
  track.state = 'STUCK'
  ctx.clock.advance(15 * MINUTE - 1)
  await work()
  assert.equal(await askForOutcome(ticket), 'pending')
  ctx.clock.advance(1)
  await work()
  assert.equal(await askForOutcome(ticket), 'timeout')
  track.state = 'DONE'
  assert.equal((await deliver(path, done())).status, 200)
  ctx.clock.advance(MINUTE)
  await work()
  assert.equal(await askForOutcome(ticket), 'timeout')
})

test('a vendor that finds nothing is a miss, one that gives up is a failure', async () => {
  const missing = await askAda()
  Object.assign(missing.track, { state: 'DONE', found: false })
  const broken = await askAda()
  broken.track.state = 'FAILED'
  for (const { path } of [missing, broken]) await deliver(path, { data: [] })
  await work()
  assert.deepEqual(
    [await askForOutcome(missing.ticket), await askForOutcome(broken.ticket)],
    ['not_found', 'unavailable'],
  )
})

test('an unknown token gets 404 and stores nothing; tokens are stored as hashes only', async () => {
  const { path } = await askAda()
  const before = (await db`select count(*)::int as n from vendor_callbacks`)[0]?.['n']
  const reply = await deliver(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, done())
  assert.deepEqual([reply.status, reply.body.code], [404, 'not_found'])
  assert.equal((await db`select count(*)::int as n from vendor_callbacks`)[0]?.['n'], before)
  const rows = JSON.stringify([...(await db`select * from vendor_tickets`)])
  assert.ok(!rows.includes(path.split('/').at(-1) ?? ''))
})

test('five megabytes are accepted, more is refused; fifty callbacks per ticket are stored', async () => {
  const { ticket, path } = await askAda()
  const big = (bytes: number) => JSON.stringify({ data: [{ refId: 'x'.repeat(bytes - 23) }] })
  assert.equal((await deliver(path, big(5 * 1_048_576))).status, 200)
  assert.equal((await deliver(path, big(5 * 1_048_576 + 1))).status, 413)
  for (let n = 0; n < 60; n++) assert.equal((await deliver(path, { id: String(n) })).status, 200)
  assert.equal((await storedFor(ticket)).length, 50)
})

test('vendor results are deleted after a week', async () => {
  await askAda()
  ctx.clock.advance(7 * 24 * 60 * MINUTE + MINUTE)
  const { ticket } = await askAda()
  await work()
  assert.deepEqual([...(await db`select ticket from vendor_tickets`)], [{ ticket }])
  assert.deepEqual([...(await db`select 1 from vendor_callbacks`)], [])
})

test('a waiting lookup gets the result of the callback, and pays for it once', async () => {
  const seen = tracks.size
  const lookup = world.live('POST', '/v1/data/contacts/find-email', { query: 'Ada Example, example.com' })
  while (![...tracks.values()].slice(seen).some(({ webhook }) => webhook)) await sleep(10)
  const track = [...tracks.values()].at(-1)
  assert.ok(track?.webhook)
  track.state = 'DONE'
  await deliver(new URL(track.webhook).pathname, done())
  await work()
  const reply = await lookup
  assert.deepEqual([reply.status, reply.body.data?.email], [200, EMAIL], reply.text)
  assert.equal(reply.headers.get('x-credits-charged'), '5')
})
