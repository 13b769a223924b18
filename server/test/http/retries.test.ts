import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockIdempotencyKey } from '../../src/domains/identity/idempotency/sql.ts'
import { endpoints } from '../../src/http/catalogue.ts'
import { connectSandbox, createProfile } from '../support/account-scene.ts'
import { buildUrl, goodRequest } from '../support/declared-requests.ts'
import { boot, type Reply } from '../support/harness.ts'
import { createMcpClient } from '../support/mcp-client.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent', TEST_QUOTA_PER_DAY: '100000' } })
const { live, ctx, workspaceId } = world
const MINUTE = 60_000
const profileId = await createProfile(live)
const { id: accountId } = await connectSandbox(live, { profileId })

const inMinutes = (minutes: number) => new Date(ctx.clock.now().getTime() + minutes * MINUTE).toISOString()
const scheduledPost = () => ({ content: 'Soon', targets: [{ account_id: accountId }], scheduled_at: inMinutes(1) })

function assertReplayed(first: Reply, again: Reply): void {
  assert.deepEqual([again.status, again.text], [first.status, first.text])
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
}

// `all-retries.test.ts` tests every write, with live keys and for a whole day.
const TIMED: Readonly<Record<string, () => Record<string, unknown>>> = {
  '/v1/posts': scheduledPost,
  '/v1/posts/validate': scheduledPost,
  '/v1/api-keys': () => ({ name: 'For a minute', expires_at: inMinutes(1) }),
}

for (const [path, buildBody] of Object.entries(TIMED))
  test(`POST ${path}: a time that has passed meanwhile refuses a new call, but not a retry`, async () => {
    for (const client of [live, world.test]) {
      const body = buildBody()
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const first = await client('POST', path, body, headers)
      assert.ok(first.status < 300, first.text)
      ctx.clock.advance(10 * MINUTE)
      assertReplayed(first, await client('POST', path, body, headers))
      for (const others of [{}, { 'idempotency-key': crypto.randomUUID() }])
        assert.equal((await client('POST', path, body, others)).body.code, 'validation_error')
      const reused = await client('POST', path, { ...body, ...buildBody() }, headers)
      assert.equal(reused.body.code, 'idempotency_key_reused')
    }
  })

test('a retry that would now be refused waits for the first call while it still runs', async () => {
  const key = crypto.randomUUID()
  const body = { name: 'Late', expires_at: inMinutes(-1) }
  const send = () => live('POST', '/v1/api-keys', body, { 'idempotency-key': key })
  await ctx.db.begin(async (tx) => {
    assert.ok(await lockIdempotencyKey(tx, workspaceId, { mode: 'live', key }))
    const { status, headers, body: problem } = await send()
    assert.deepEqual([status, problem.code, headers.get('retry-after')], [409, 'idempotency_in_progress', '1'])
  })
  assert.equal((await send()).body.code, 'validation_error')
})

test('a retry is refused if the first call died with its process and left no response', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { name: 'For a minute', expires_at: inMinutes(1) }
  assert.equal((await live('POST', '/v1/api-keys', body, headers)).status, 201)
  await ctx.db`
    update idempotency_keys set status = null, headers = null, body = null, hold_id = 'a claim'
    where workspace_id = ${workspaceId} and key = ${headers['idempotency-key']}`
  assert.equal((await live('POST', '/v1/api-keys', body, headers)).body.code, 'idempotency_in_progress')
  ctx.clock.advance(10 * MINUTE)
  assert.equal((await live('POST', '/v1/api-keys', body, headers)).body.code, 'validation_error')
})

test('a model that repeats a scheduled post minutes later gets its first post', async () => {
  const client = createMcpClient(world.url, await world.key())
  const call = { action: 'call', operation: 'posts.create', arguments: scheduledPost() }
  const first = await client.ok('api', call)
  ctx.clock.advance(9 * MINUTE)
  const again = await client.call('api', call)
  assert.deepEqual([again.meta['quoin/replayed'], again.body], [true, first])
})

test('with a test key, too, a retried write gets the same response, even after the daily quota is used up', async () => {
  const keyed = endpoints.filter(({ method, access }) => method !== 'GET' && (access === 'read' || access === 'write'))
  const retries: { id: string; first: Reply; retry: () => Promise<Reply> }[] = []
  for (const endpoint of keyed) {
    const good = goodRequest(endpoint)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = () => world.test(endpoint.method, buildUrl(endpoint, good), good.body, headers)
    const first = await send()
    assert.equal(first.status, endpoint.status, `${endpoint.id} ${first.text}`)
    retries.push({ id: endpoint.id, first, retry: send })
  }
  await ctx.db`update test_usage set calls = 100000 where workspace_id = ${workspaceId}`
  assert.equal((await world.test('GET', '/v1/profiles')).body.code, 'test_quota_exceeded')
  const malformed = await world.test('POST', '/v1/profiles', {}, { 'idempotency-key': crypto.randomUUID() })
  assert.deepEqual([malformed.status, malformed.headers.get('x-test-quota-remaining')], [422, '0'])
  const broken: string[] = []
  for (const { id, first, retry } of retries) {
    const again = await retry()
    if (again.status !== first.status || again.text !== first.text) broken.push(`${id}: ${again.text.slice(0, 200)}`)
  }
  assert.deepEqual(broken, [])
})
