import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { grantCredits } from '../../../src/domains/billing/credits/grants.ts'
import { openRequestLog } from '../../../src/domains/billing/request-log/log.ts'
import { forgetOldRequests } from '../../../src/domains/billing/request-log/service.ts'
import { newSecret } from '../../../src/domains/identity/keys/secret.ts'
import { routes } from '../../../src/http/catalogue.ts'
import { boot, type Client, type Reply, until } from '../../support/harness.ts'
import { meteredRoutes } from '../../support/metered-routes.ts'

const env = { LOG_LEVEL: 'silent', REQUEST_LOG_PER_SECOND: '1000000' }
const world = await boot({ routes: [...routes, ...meteredRoutes], env })
const { ctx, db, live, workspaceId } = world
await grantCredits(ctx, ctx.db, workspaceId, { kind: 'manual', source: 'tests', amount: 10_000, expiresAt: null })

interface Listed {
  readonly request_id: string
  readonly outcome: string
  readonly method: string | null
  readonly path: string | null
  readonly status: number | null
  readonly credits: number
  readonly caller: { kind: string; name: string | null; key_prefix: string | null }
}

const idOf = ({ headers }: Reply) => headers.get('x-quoin-request-id') ?? ''
const list = async (query = '', client: Client = live): Promise<Listed[]> => {
  const reply = await client('GET', `/v1/requests?limit=100&${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data
}
const ids = async (query: string, client?: Client) => (await list(query, client)).map(({ request_id }) => request_id)
/** Waits until the log has the request. */
const logged = async (reply: Reply, client: Client = live) =>
  until('a request in the log', async () => {
    const { status, body } = await client('GET', `/v1/requests/${idOf(reply)}`)
    return status === 200 && body.method !== null && body
  })

test('every request with a key is listed, with what was called, by whom, and how it ended', async () => {
  const made = (await live('POST', '/v1/api-keys', { name: 'Deploys' })).body
  const mine = world.client(made.key)
  const reply = await mine('POST', '/v1/profiles', { name: 'Ours' }, { 'x-request-id': 'deploy-7' })
  const { created_at, ms, request_bytes, response_bytes, ...shown } = await logged(reply)
  assert.deepEqual(shown, {
    request_id: idOf(reply),
    hold_id: null,
    api_key_id: made.id,
    price_book: '',
    credits: 0,
    lines_total: 0,
    has_more: false,
    lines: [],
    sources: [],
    method: 'POST',
    path: '/v1/profiles',
    operation: 'profiles.create',
    status: 201,
    error_code: null,
    mode: 'live',
    caller: { kind: 'key', id: made.id, name: 'Deploys', key_prefix: made.key_prefix },
    client_request_id: 'deploy-7',
    error_body: null,
  })
  assert.equal(created_at, ctx.clock.now().toISOString())
  assert.ok(ms > 0)
  assert.deepEqual([request_bytes, response_bytes], [JSON.stringify({ name: 'Ours' }).length, reply.text.length])
  const [entry] = await list(`request_id=${idOf(reply)}`)
  const { lines: _, sources: _s, has_more: _h, error_body: _e, ...facts } = await logged(reply)
  assert.deepEqual(entry, { ...facts, outcome: 'unmetered', actions: [] })
  assert.deepEqual(await ids('request_id=deploy-7'), [idOf(reply)])
})

test('metered calls show their cost and what the log has, in one list with the others', async () => {
  ctx.clock.advance(1000)
  const from = ctx.clock.now().toISOString()
  const before = await live('GET', '/v1/profiles')
  const found = await live('POST', '/v1/demo/find', { find: 2, most: 3 })
  const after = await live('GET', '/v1/credits')
  await logged(after)
  const rows = await list(`from=${from}&to=${new Date(ctx.clock.now().getTime() + 1000).toISOString()}`)
  const ours = rows.filter(({ path }) => !path?.startsWith('/v1/requests'))
  assert.deepEqual(
    ours.map(({ request_id, outcome, credits, status, path }) => [request_id, outcome, credits, status, path]),
    [
      [idOf(after), 'unmetered', 0, 200, '/v1/credits'],
      [idOf(found), 'found', 10, 200, '/v1/demo/find'],
      [idOf(before), 'unmetered', 0, 200, '/v1/profiles'],
    ],
  )
  assert.deepEqual(await ids(`metered=true&from=${from}`), [idOf(found)])
  assert.ok(!(await ids(`metered=false&from=${from}`)).includes(idOf(found)))
  assert.deepEqual(await ids(`outcome=found&path=/v1/demo&from=${from}`), [idOf(found)])
})

test('the response to a failed request is kept, without secrets and without the input', async () => {
  const { key } = newSecret('live')
  const refused = await live('POST', '/v1/webhooks', {
    url: `https://example.com/${key}`,
    events: ['x'],
    secret: 'hunter2',
  })
  assert.equal(refused.status, 422)
  const entry = await logged(refused)
  const kept = JSON.parse(entry.error_body)
  const sent = refused.body.detail as { input?: unknown; loc: unknown }[]
  assert.deepEqual(
    kept.detail.map(({ loc }: { loc: unknown }) => loc),
    sent.map(({ loc }) => loc),
  )
  assert.ok(kept.detail.every((one: object) => !('input' in one)))
  assert.deepEqual(
    [entry.error_code, kept.code, kept.request_id],
    ['validation_error', refused.body.code, idOf(refused)],
  )
  const missing = await logged(await live('GET', `/v1/posts/${key}`))
  assert.deepEqual([missing.status, missing.path], [404, '/v1/posts/qk_live_[redacted]'])
  const asked = await logged(await live('GET', `/v1/posts?token=hunter2`))
  assert.deepEqual([asked.status, asked.path], [422, '/v1/posts'])
  const stored = await db<{ row: string }[]>`select request_log::text as row from request_log`
  for (const { row } of stored) {
    assert.ok(!row.includes('hunter2'), row)
    assert.ok(!row.includes(key), row)
  }
})

test('a refusal of a role or a scope is listed too', async () => {
  const profile = (await live('POST', '/v1/profiles', { name: 'A' })).body
  const limited = (await live('POST', '/v1/api-keys', { scope: 'profiles', profile_ids: [profile.id] })).body
  const outside = await world.client(limited.key)('GET', '/v1/credits')
  const weak = await world.client(await world.key({ role: 'member' }))('POST', '/v1/workspaces/members/invitations', {})
  for (const reply of [outside, weak]) if (reply.status === 403) assert.equal((await logged(reply)).status, 403)
  assert.equal(outside.status, 403)
  const member = await world.session({ role: 'viewer' })
  const forbidden = await member('POST', '/v1/profiles', { name: 'B' })
  const entry = await logged(forbidden)
  assert.deepEqual([entry.status, entry.error_code, entry.caller.kind], [403, 'role_required', 'user'])
})

test('a person is listed with changes and errors, and not with what the portal reads', async () => {
  const person = await world.session()
  const read = await person('GET', '/v1/profiles')
  const missing = await person('GET', '/v1/profiles/prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB')
  const made = await person('POST', '/v1/profiles', { name: 'By a person' })
  const { caller } = await logged(made)
  assert.deepEqual([caller.kind, caller.name], ['user', 'Test user'])
  await logged(missing)
  assert.equal((await live('GET', `/v1/requests/${idOf(read)}`)).status, 404)
})

test('requests are filtered by method, path, operation, status, code, mode and caller', async () => {
  const { key, id } = (await live('POST', '/v1/api-keys', { name: 'Filters' })).body
  const mine = world.client(key)
  const made = await mine('POST', '/v1/profiles', { name: 'C' })
  const missing = await mine('GET', '/v1/profiles/prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB')
  const invalid = await mine('POST', '/v1/profiles', { name: 3 })
  const tried = await world.test('GET', '/v1/profiles')
  for (const reply of [made, missing, invalid, tried]) await logged(reply)
  const own = (query: string) => ids(`api_key_id=${id}&${query}`)
  assert.deepEqual(await own(''), [idOf(invalid), idOf(missing), idOf(made)])
  assert.deepEqual(await own('method=POST'), [idOf(invalid), idOf(made)])
  assert.deepEqual(await own('path=/v1/profiles/'), [idOf(missing)])
  assert.deepEqual(await own('operation=profiles.create'), [idOf(invalid), idOf(made)])
  assert.deepEqual(await own('status=4xx'), [idOf(invalid), idOf(missing)])
  assert.deepEqual(await own('status=404'), [idOf(missing)])
  assert.deepEqual(await own('error_code=not_found'), [idOf(missing)])
  assert.deepEqual(await own('mode=test'), [])
  assert.ok((await ids('mode=test')).includes(idOf(tried)))
  assert.deepEqual(await own(`request_id=${idOf(missing)}&status=4xx`), [idOf(missing)])
  for (const query of ['status=600', 'method=FETCH', 'mode=both', 'request_id=%00'])
    assert.equal((await live('GET', `/v1/requests?${query}`)).status, 422, query)
})

test('pages of the log show each request once, with a filter or without', async () => {
  const { live: theirs } = await world.neighbour()
  const made: string[] = []
  for (let n = 0; n < 5; n++) {
    const reply = await theirs('POST', '/v1/profiles', { name: `${n}` })
    made.unshift(idOf(reply))
    await logged(reply, theirs)
  }
  for (const query of ['operation=profiles.create', 'path=/v1/profiles', 'api_key_id=']) {
    const seen: string[] = []
    const filter = query === 'api_key_id=' ? '' : query
    for (let cursor = ''; ; ) {
      const { body } = await theirs('GET', `/v1/requests?limit=2&${filter}${cursor}`)
      seen.push(...body.data.map(({ request_id }: Listed) => request_id))
      if (!body.has_more) break
      cursor = `&cursor=${body.next_cursor}`
    }
    assert.equal(new Set(seen).size, seen.length)
    assert.deepEqual(
      seen.filter((id) => made.includes(id)),
      made,
      query,
    )
  }
})

test('another workspace, a key limited to profiles, and requests without a workspace see and leave nothing', async () => {
  const reply = await live('POST', '/v1/profiles', { name: 'D' })
  await logged(reply)
  const { live: theirs } = await world.neighbour()
  assert.deepEqual(await ids(`request_id=${idOf(reply)}`, theirs), [])
  assert.equal((await theirs('GET', `/v1/requests/${idOf(reply)}`)).status, 404)
  const profile = (await live('POST', '/v1/profiles', { name: 'E' })).body
  const limited = (await live('POST', '/v1/api-keys', { scope: 'profiles', profile_ids: [profile.id] })).body
  assert.equal((await world.client(limited.key)('GET', '/v1/requests')).status, 403)
  const nobody = await world.client()('GET', '/v1/credits')
  const operator = await world.operator('GET', '/v1/operator/workspaces')
  await logged(await live('POST', '/v1/profiles', { name: 'F' }))
  const stored = await db`select 1 from request_log where request_id in (${idOf(nobody)}, ${idOf(operator)})`
  assert.equal(stored.length, 0)
})

test('no request waits for the log, and a batch whose connection was lost is stored once', async () => {
  const lock = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = db.begin(async (tx) => {
    await tx`lock table request_log in exclusive mode`
    locked.resolve()
    await lock.promise
  })
  await locked.promise
  const reply = await live('POST', '/v1/profiles', { name: 'While the log is locked' })
  assert.equal(reply.status, 201)
  const cut = await until('the waiting batch', async () => {
    const waiting = await db<{ pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and query like 'copy%request_log%' and wait_event_type = 'Lock'`
    return waiting[0]
  })
  await db`select pg_terminate_backend(${cut.pid})`
  lock.resolve()
  await holding
  await logged(reply)
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from request_log where request_id = ${idOf(reply)}`
  assert.equal(row.count, 1)
})

test('while the database is away, the oldest requests beyond the bound are dropped and counted', async () => {
  const registry = new Registry()
  const log = openRequestLog(ctx, registry)
  const lock = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const { workspaceId: busy, live: theirs } = await world.neighbour()
  const holding = db.begin(async (tx) => {
    await tx`lock table request_log in exclusive mode`
    locked.resolve()
    await lock.promise
  })
  await locked.promise
  const failure = JSON.stringify({ code: 'unavailable', detail: 'x'.repeat(5000) })
  const all = Array.from({ length: 10_000 }, () => ctx.ids.next('request'))
  for (const id of all)
    log.add(busy, 503, () => ({
      workspace_id: busy,
      request_id: id,
      method: 'GET',
      path: '/v1/posts',
      operation: 'posts.list',
      status: 503,
      ms: 1,
      mode: 'live',
      caller_id: 'key_x',
      request_bytes: null,
      response_bytes: null,
      client_request_id: null,
      failure,
    }))
  const dropped = async () => Number(/dropped_total\{reason="full"\} (\d+)/.exec(await registry.metrics())?.[1] ?? 0)
  const count = await until('dropped requests', dropped)
  lock.resolve()
  await holding
  await log.close()
  const [row] = await db<[{ count: number; last: string }]>`
    select count(*)::int as count, max(request_id) as last from request_log where workspace_id = ${busy}`
  assert.deepEqual([row.count + count, row.last], [all.length, all.at(-1)])
  assert.ok(row.count < 4500, `${row.count} were kept`)
  assert.equal((await ids('status=503', theirs)).length, 100)
})

test('a workspace has a bound per day, for successes and for failures', async () => {
  const bounded = await boot({ env: { ...env, REQUEST_LOG_PER_DAY: '3' } })
  for (let n = 0; n < 5; n++) await bounded.live('GET', '/v1/profiles')
  const failures: Reply[] = []
  for (let n = 0; n < 5; n++) failures.push(await bounded.live('GET', '/v1/posts/none'))
  const count = async () =>
    (await bounded.db<{ status: number }[]>`select status from request_log order by request_id`).map(
      ({ status }) => status,
    )
  await until('the log', async () => (await count()).length > 3)
  assert.deepEqual(await count(), [200, 200, 200, 404, 404, 404])
  const metrics = await (await fetch(`${bounded.url}/metrics`)).text()
  assert.match(metrics, /quoin_request_log_dropped_total\{reason="limit"\} 4/)
  bounded.ctx.clock.advance(86_400_000)
  const next = await bounded.live('GET', '/v1/credits')
  await until('a request of the next day', async () => {
    const found = await bounded.db`select 1 from request_log where request_id = ${idOf(next)}`
    return found.length === 1
  })
})

test('a flood of requests is stored in part, and all of it is served', async () => {
  const flooded = await boot({ env: { ...env, REQUEST_LOG_PER_SECOND: '2' } })
  const replies = await Promise.all(Array.from({ length: 60 }, () => flooded.live('GET', '/v1/profiles')))
  assert.ok(replies.every(({ status }) => status === 200))
  const dropped = async () => {
    const metrics = await (await fetch(`${flooded.url}/metrics`)).text()
    return Number(/quoin_request_log_dropped_total\{reason="limit"\} (\d+)/.exec(metrics)?.[1] ?? 0)
  }
  await until('the log', async () => {
    const [row] = await flooded.db<[{ count: number }]>`select count(*)::int as count from request_log`
    return row.count > 0 && row.count + (await dropped()) === replies.length
  })
})

test('requests are deleted after REQUEST_LOG_DAYS, and 0 stores none', async () => {
  const reply = await live('POST', '/v1/profiles', { name: 'G' })
  await logged(reply)
  ctx.clock.advance(30 * 86_400_000)
  await forgetOldRequests(ctx)
  assert.equal((await live('GET', `/v1/requests/${idOf(reply)}`)).status, 200)
  ctx.clock.advance(86_400_000)
  await forgetOldRequests(ctx)
  assert.equal((await live('GET', `/v1/requests/${idOf(reply)}`)).status, 404)
  const off = await boot({ env: { ...env, REQUEST_LOG_DAYS: '0' } })
  await off.live('POST', '/v1/profiles', { name: 'H' })
  const app = await off.live('GET', '/v1/requests')
  assert.deepEqual(app.body.data, [])
})
