import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountJobs, accountTimers } from '../src/domains/accounts/jobs.ts'
import { startQueue } from '../src/queue/start.ts'
import { beginConnection, connectSandbox, createProfile, script, signIn, subscribe } from './account-scene.ts'
import { atEnd, boot, type Reply } from './harness.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { live, ctx, db } = world
await subscribe(live)
const profile = await createProfile(live)
const HOUR = 3_600_000
const DAY = 24 * HOUR
let names = 0
const newName = () => `user${names++}`

function assertCode(reply: Reply, status: number, code: string): void {
  assert.deepEqual([reply.status, reply.body?.code], [status, code], reply.text)
}

async function eventsOf(accountId: string): Promise<{ type: string; data: { account: { status: string } } }[]> {
  const rows = await db<{ body: string }[]>`
    select body from webhook_events where body like ${`%${accountId}%`} order by id`
  return rows.map((row) => JSON.parse(row.body))
}

const typesOf = async (accountId: string) => (await eventsOf(accountId)).map(({ type }) => type)

test('headless with credentials: sign in, choose one of the pages, and the account is connected and told', async () => {
  const connection = await beginConnection(live, profile)
  assert.equal(connection.status, 'awaiting_user')
  assert.equal(Date.parse(connection.expires_at) - Date.parse(connection.created_at), HOUR)
  const completed = await signIn(live, connection.id, { username: 'alice' })
  assert.deepEqual([completed.status, completed.account_id], ['awaiting_selection', null])
  assert.equal((await live('GET', '/v1/accounts')).body.data.length, 0, 'nothing is stored before a choice')

  const { data: entities } = (await live('GET', `/v1/connections/${connection.id}/entities`)).body
  assert.deepEqual(
    entities.map(({ name, selectable }: { name: string; selectable: boolean }) => [name, selectable]),
    [
      ['alice', true],
      ['alice shop', true],
      ['alice archive', false],
    ],
  )
  const first = (await live('GET', `/v1/connections/${connection.id}/entities?limit=2`)).body
  const rest = (await live('GET', `/v1/connections/${connection.id}/entities?limit=2&cursor=${first.next_cursor}`)).body
  assert.deepEqual([...first.data, ...rest.data], entities)
  const [main, , archive] = entities
  const refused = await live('POST', `/v1/connections/${connection.id}/select`, { external_id: archive.external_id })
  assert.deepEqual([refused.status, refused.body.detail[0].loc], [422, ['body', 'external_id']])

  const selected = await live('POST', `/v1/connections/${connection.id}/select`, { external_id: main.external_id })
  assert.equal(selected.status, 200, selected.text)
  const account = selected.body
  assert.deepEqual([account.status, account.username, account.profile_id], ['connected', 'alice', profile])
  assert.equal(account.active_entity.external_id, main.external_id)
  assert.deepEqual(account.granted_scopes, ['read', 'publish', 'inbox'])
  assert.deepEqual((await live('GET', `/v1/accounts/${account.id}`)).body, account)
  const after = (await live('GET', `/v1/connections/${connection.id}`)).body
  assert.deepEqual([after.status, after.account_id], ['completed', account.id])
  const events = await eventsOf(account.id)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['account.connected'],
  )
  assert.deepEqual(events[0]?.data.account, account)
  assertCode(
    await live('POST', `/v1/connections/${connection.id}/select`, { external_id: main.external_id }),
    409,
    'wrong_state',
  )
})

/** Follows a browser: what the address answers, without leaving the server under test. */
async function visit(url: string): Promise<{ status: number; location: URL | undefined; text: string }> {
  const { pathname, search } = new URL(url)
  const response = await fetch(`${world.url}${pathname}${search}`, { redirect: 'manual' })
  const location = response.headers.get('location')
  return { status: response.status, location: location ? new URL(location) : undefined, text: await response.text() }
}

test('hosted: the person signs in on a page, comes back here and is sent on', async () => {
  const wanted = { mode: 'hosted', redirect_url: 'https://example.com/done?tab=1' }
  const connection = await beginConnection(live, profile, wanted)
  const shown = await visit(connection.authorize_url)
  assert.deepEqual([shown.status, /<form>/.test(shown.text)], [200, true])
  const agreed = await visit(`${connection.authorize_url}&username=hosted`)
  assert.equal(agreed.status, 303)
  assert.equal(agreed.location?.pathname, '/v1/oauth/sandbox/callback')
  const back = await visit(agreed.location?.href ?? '')
  assert.equal(back.status, 303, back.text)
  assert.equal(back.location?.origin, 'https://example.com')
  assert.deepEqual(Object.fromEntries(back.location?.searchParams ?? []), {
    tab: '1',
    connection_id: connection.id,
    status: 'awaiting_selection',
  })
  const again = await visit(agreed.location?.href ?? '')
  assert.deepEqual([again.status, JSON.parse(again.text).code], [404, 'not_found'], 'a state works once')
  const { data } = (await live('GET', `/v1/connections/${connection.id}/entities`)).body
  const account = await live('POST', `/v1/connections/${connection.id}/select`, { external_id: data[0].external_id })
  assert.equal(account.body.username, 'hosted')
})

test('hosted: without a place to go on to, a page says how it ended; a refusal fails the connection', async () => {
  const connection = await beginConnection(live, profile, { mode: 'hosted' })
  const agreed = await visit(`${connection.authorize_url}&username=hosted`)
  const back = await visit(agreed.location?.href ?? '')
  assert.deepEqual([back.status, /choose what to connect/.test(back.text)], [200, true])

  const denied = await beginConnection(live, profile, { mode: 'hosted', redirect_url: 'https://example.com/' })
  const refused = await visit(`${denied.authorize_url}&deny=true`)
  const sent = await visit(refused.location?.href ?? '')
  assert.equal(sent.location?.searchParams.get('error'), 'access_denied')
  const { status, error } = (await live('GET', `/v1/connections/${denied.id}`)).body
  assert.deepEqual([status, error.code], ['failed', 'access_denied'])
})

test('headless with a page of your own: the code and the state are brought by you', async () => {
  const mine = 'https://app.example.com/connected'
  const connection = await beginConnection(live, profile, { redirect_url: mine })
  const { location } = await visit(`${connection.authorize_url}&username=own_page`)
  assert.equal(`${location?.origin}${location?.pathname}`, mine)
  const code = location?.searchParams.get('code')
  const state = location?.searchParams.get('state')
  const path = `/v1/connections/${connection.id}/complete`

  const other = await beginConnection(live, profile, { redirect_url: mine })
  const otherState = new URL(other.authorize_url).searchParams.get('state')
  for (const wrong of ['x'.repeat(43), otherState]) {
    const reply = await live('POST', path, { code, state: wrong })
    assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, ['body', 'state']])
  }
  assert.equal((await live('POST', path, { code, state })).body.status, 'awaiting_selection')
  assertCode(await live('POST', path, { code, state }), 409, 'wrong_state')
})

test('a code that the platform refuses ends the connection, and a wrong verifier is one', async () => {
  const connection = await beginConnection(live, profile)
  const state = new URL(connection.authorize_url).searchParams.get('state')
  const stolen = await beginConnection(live, profile)
  const { location } = await visit(`${stolen.authorize_url}&username=victim`)
  const code = location?.searchParams.get('code')
  const reply = await live('POST', `/v1/connections/${connection.id}/complete`, { code, state })
  assert.equal(reply.status, 422, reply.text)
  const { status, error } = (await live('GET', `/v1/connections/${connection.id}`)).body
  assert.deepEqual([status, error.rule], ['failed', 'sandbox.bad_code'])
})

test('a connection that nobody finished expires, with its state and its secrets', async () => {
  const { live: mine, ...own } = await ownWorld()
  const waiting = await beginConnection(mine, own.profile)
  const chosen = await beginConnection(mine, own.profile)
  await signIn(mine, chosen.id, { username: 'late' })
  own.ctx.clock.advance(HOUR)
  assert.equal((await mine('GET', `/v1/connections/${waiting.id}`)).body.status, 'expired')
  const { location } = await own.visit(`${waiting.authorize_url}&username=late`)
  assert.equal(location, undefined)
  const state = new URL(waiting.authorize_url).searchParams.get('state')
  assertCode(await mine('POST', `/v1/connections/${waiting.id}/complete`, { code: 'x', state }), 409, 'wrong_state')
  assertCode(await mine('GET', `/v1/oauth/sandbox/callback?code=x&state=${state}`), 409, 'wrong_state')
  assertCode(await mine('GET', `/v1/connections/${chosen.id}/entities`), 409, 'wrong_state')
  assertCode(await mine('POST', `/v1/connections/${chosen.id}/select`, { external_id: 'x' }), 409, 'wrong_state')
  await own.runTimers()
  const [left] = await own.db`select count(*)::int as n from connections where secrets is not null`
  const [states] = await own.db`select count(*)::int as n from connection_states`
  assert.deepEqual([left?.['n'], states?.['n']], [0, 0])
})

/** A service of its own, so that its clock can be walked. */
async function ownWorld(env: Record<string, string> = {}) {
  const own = await boot({ env })
  await subscribe(own.live)
  const queue = await startQueue(own.ctx, { jobs: accountJobs, timers: accountTimers })
  atEnd(() => queue.stop())
  return {
    ...own,
    profile: await createProfile(own.live),
    visit: async (url: string) => {
      const { pathname, search } = new URL(url)
      const response = await fetch(`${own.url}${pathname}${search}`, { redirect: 'manual' })
      return { location: response.headers.get('location') ?? undefined }
    },
    /** A tick of every timer of the domain, and all that it starts. */
    runTimers: async () => {
      own.ctx.clock.advance(300_000)
      await queue.idle()
    },
  }
}

test('what is wrong with a request is said before anything is stored', async () => {
  const bad = async (body: Record<string, unknown>, loc: string[]) => {
    const reply = await live('POST', '/v1/connections', { profile_id: profile, platform: 'sandbox', ...body })
    assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, loc], reply.text)
  }
  await bad({ platform: 'myspace' }, ['body', 'platform'])
  await bad({ redirect_url: 'javascript:alert(1)' }, ['body', 'redirect_url'])
  await bad({ options: { instance: 'x' } }, ['body', 'options'])
  const unknown = `prof_${ctx.ids.ulid()}`
  assertCode(await live('POST', '/v1/connections', { profile_id: unknown, platform: 'sandbox' }), 404, 'not_found')
  const { id } = await beginConnection(live, profile)
  for (const body of [{}, { code: 'x' }, { code: 'x', state: 'y', credentials: {} }])
    assert.equal((await live('POST', `/v1/connections/${id}/complete`, body)).status, 422)
  for (const credentials of [{}, { username: 'No Way' }, { username: 'ok', extra: 1 }]) {
    const reply = await live('POST', `/v1/connections/${id}/complete`, { credentials })
    assert.deepEqual([reply.status, reply.body.detail[0].loc.slice(0, 2)], [422, ['body', 'credentials']], reply.text)
    assert.ok(!reply.text.includes('No Way'), 'credentials are not repeated')
  }
})

test('a platform that is down while a person signs in with credentials can be tried again', async () => {
  const { id } = await beginConnection(live, profile)
  await script(live, 'token.password', 'fail_before')
  const path = `/v1/connections/${id}/complete`
  assertCode(await live('POST', path, { credentials: { username: newName() } }), 502, 'upstream_error')
  await script(live, 'token.password', 'timeout_before')
  assertCode(await live('POST', path, { credentials: { username: newName() } }), 504, 'upstream_timeout')
  await script(live, 'token.password', 'reject')
  assert.equal((await live('POST', path, { credentials: { username: newName() } })).status, 422)
  assert.equal((await live('POST', path, { credentials: { username: newName() } })).status, 200)
})

test('an entity is an account of a profile once: connecting it again brings the same account back', async () => {
  const username = newName()
  const first = await connectSandbox(live, { profileId: profile, username })
  await live('DELETE', `/v1/accounts/${first.id}`)
  const second = await connectSandbox(live, { profileId: profile, username })
  assert.deepEqual([second.id, second.status, second.disconnected_at], [first.id, 'connected', null])
  const shop = await connectSandbox(live, { profileId: profile, username, page: 1 })
  assert.notEqual(shop.id, first.id)
  const elsewhere = await createProfile(live)
  assert.notEqual((await connectSandbox(live, { profileId: elsewhere, username })).id, first.id)
})

test('two who choose the same entity at once get the same account', async () => {
  const username = newName()
  const open = async () => {
    const { id } = await beginConnection(live, profile)
    await signIn(live, id, { username })
    return id
  }
  const ids = await Promise.all([open(), open(), open()])
  const { data } = (await live('GET', `/v1/connections/${ids[0]}/entities`)).body
  const replies = await Promise.all(
    ids.map((id) => live('POST', `/v1/connections/${id}/select`, { external_id: data[0].external_id })),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
})

test('the active entity is switched, and only to one that can be', async () => {
  const username = newName()
  const account = await connectSandbox(live, { profileId: profile, username })
  const { data } = (await live('GET', `/v1/accounts/${account.id}/entities`)).body
  assert.deepEqual(
    data.map(({ name, is_active }: { name: string; is_active: boolean }) => [name, is_active]),
    [
      [username, true],
      [`${username} shop`, false],
      [`${username} archive`, false],
    ],
  )
  const put = (entity_id: string) => live('PUT', `/v1/accounts/${account.id}/active-entity`, { entity_id })
  const switched = await put(data[1].id)
  assert.deepEqual([switched.status, switched.body.active_entity.name], [200, `${username} shop`])
  for (const id of [data[2].id, `ent_${ctx.ids.ulid()}`]) assert.equal((await put(id)).status, 422)
  const other = await connectSandbox(live, { profileId: profile, username })
  assertCode(
    await live('PUT', `/v1/accounts/${other.id}/active-entity`, { entity_id: await entityNamed(other.id, 'shop') }),
    409,
    'wrong_state',
  )
})

async function entityNamed(accountId: string, ending: string): Promise<string> {
  const { data } = (await live('GET', `/v1/accounts/${accountId}/entities`)).body
  return data.find(({ name }: { name: string }) => name.endsWith(ending)).id
}

test('a refresh of the entities keeps their ids, and an entity that is gone asks for another choice', async () => {
  const account = await connectSandbox(live, { profileId: profile, username: newName() })
  const before = (await live('GET', `/v1/accounts/${account.id}/entities`)).body.data
  ctx.clock.advance(1000)
  const refreshed = await live('POST', `/v1/accounts/${account.id}/entities/refresh`)
  assert.deepEqual(
    refreshed.body.data.map(({ id }: { id: string }) => id),
    before.map(({ id }: { id: string }) => id),
  )
  assert.notEqual(refreshed.body.data[0].last_refreshed_at, before[0].last_refreshed_at)
  await db`update sandbox_entities set grants = '{read}' where id = ${account.active_entity.external_id}`
  await live('POST', `/v1/accounts/${account.id}/entities/refresh`)
  const { status, active_entity } = (await live('GET', `/v1/accounts/${account.id}`)).body
  assert.deepEqual([status, active_entity], ['pending_selection', null])
  const chosen = await live('PUT', `/v1/accounts/${account.id}/active-entity`, {
    entity_id: await entityNamed(account.id, 'shop'),
  })
  assert.equal(chosen.body.status, 'connected')
})

test('a disconnect forgets the tokens, keeps the history and is told once', async () => {
  const account = await connectSandbox(live, { profileId: profile, username: newName() })
  const gone = await live('DELETE', `/v1/accounts/${account.id}`)
  assert.deepEqual([gone.body.status, gone.body.disconnect_reason], ['disconnected', 'requested'])
  assert.equal(gone.body.health.token, null)
  assert.deepEqual((await live('DELETE', `/v1/accounts/${account.id}`)).body, gone.body)
  assert.deepEqual(await typesOf(account.id), ['account.connected', 'account.disconnected'])
  const [left] = await db`select count(*)::int as n from account_grants where account_id = ${account.id}`
  assert.equal(left?.['n'], 0)
  assert.equal((await live('GET', `/v1/accounts?status=disconnected`)).body.data[0].id, account.id)
  for (const [method, path] of [
    ['POST', 'health'],
    ['POST', 'entities/refresh'],
  ] as const)
    assertCode(await live(method, `/v1/accounts/${account.id}/${path}`), 409, 'wrong_state')
})

test('a reconnect keeps the id and the entity, and takes the same person only', async () => {
  const username = newName()
  const account = await connectSandbox(live, { profileId: profile, username, page: 1 })
  await live('DELETE', `/v1/accounts/${account.id}`)
  const reconnect = async () =>
    (await live('POST', `/v1/accounts/${account.id}/reconnect`, { mode: 'headless' })).body.id as string
  const path = (id: string) => `/v1/connections/${id}/complete`
  const stranger = await reconnect()
  assertCode(await live('POST', path(stranger), { credentials: { username: newName() } }), 409, 'wrong_state')
  assert.equal((await live('GET', `/v1/connections/${stranger}`)).body.error.code, 'identity_mismatch')
  const completed = await live('POST', path(await reconnect()), { credentials: { username } })
  assert.deepEqual([completed.body.status, completed.body.account_id], ['completed', account.id])
  const back = (await live('GET', `/v1/accounts/${account.id}`)).body
  assert.deepEqual([back.status, back.disconnect_reason], ['connected', null])
  assert.equal(back.active_entity.id, account.active_entity.id)
  assert.equal(back.created_at, account.created_at)
  assert.deepEqual(await typesOf(account.id), ['account.connected', 'account.disconnected', 'account.connected'])
})

test('health: a platform that is down disconnects nobody, a sign-in that was withdrawn does', async () => {
  const username = newName()
  const account = await connectSandbox(live, { profileId: profile, username })
  const check = async () => (await live('POST', `/v1/accounts/${account.id}/health`)).body
  const healthy = await check()
  assert.deepEqual([healthy.status, healthy.health.status, healthy.health.last_error], ['connected', 'healthy', null])
  for (const fault of ['fail_before', 'timeout_before', 'rate_limit', 'reject']) {
    await script(live, 'me.read', fault, { username })
    const { status, health } = await check()
    assert.deepEqual([status, health.status], ['connected', 'warning'], fault)
    assert.ok(health.last_error.message, fault)
  }
  await script(live, 'me.read', 'expire_token', { username })
  assert.deepEqual([(await check()).status, await typesOf(account.id)], ['connected', ['account.connected']])

  await script(live, 'me.read', 'revoke', { username })
  const lost = await check()
  assert.deepEqual([lost.status, lost.health.status], ['reauth_required', 'error'])
  const shown = (await live('GET', `/v1/accounts/${account.id}`)).body
  assert.equal(shown.disconnect_reason, 'authorization_revoked')
  assert.deepEqual(await typesOf(account.id), ['account.connected', 'account.disconnected'])
  const list = (await live('GET', '/v1/accounts/health?status=reauth_required')).body.data
  assert.deepEqual(list, [lost])
  assert.deepEqual((await live('GET', `/v1/accounts/${account.id}/health`)).body, lost)
})

test('health is looked at by itself: what ends is told in time, three times and no more', async () => {
  const own = await ownWorld()
  const credentials = { refresh: 'none', token_seconds: (15 * DAY) / 1000 }
  const { id } = await connectSandbox(own.live, { profileId: own.profile, username: 'ending', credentials })
  const seen: string[] = []
  const look = async () => {
    await own.runTimers()
    const { status } = (await own.live('GET', `/v1/accounts/${id}`)).body
    const rows = await own.db<{ type: string }[]>`select type from webhook_events order by id`
    seen.push(`${status} ${rows.filter(({ type }) => type === 'account.expiring').length}`)
  }
  await look()
  for (let day = 0; day < 16; day++) {
    own.ctx.clock.advance(DAY)
    await look()
  }
  assert.equal(seen[0], 'connected 0')
  assert.deepEqual([...new Set(seen)], ['connected 0', 'expiring 1', 'expiring 2', 'expiring 3', 'reauth_required 3'])
  const [last] = await own.db<{ type: string }[]>`select type from webhook_events order by id desc limit 1`
  assert.equal(last?.type, 'account.disconnected')
  assert.equal((await own.live('GET', `/v1/accounts/${id}`)).body.disconnect_reason, 'sign_in_ended')
})

test('a key of one profile sees and touches only the accounts of that profile', async () => {
  const [mine, other] = [await createProfile(live), await createProfile(live)]
  const scoped = world.client(await world.key({ scope: 'profiles', profile_ids: [mine] }))
  const own = await connectSandbox(scoped, { profileId: mine, username: newName() }).catch((error: Error) => error)
  assert.ok(!(own instanceof Error), String(own))
  const foreign = await connectSandbox(live, { profileId: other, username: newName() })
  const pending = await beginConnection(live, other)
  for (const path of ['/v1/accounts', '/v1/accounts/health'])
    assert.deepEqual(
      (await scoped('GET', path)).body.data.map(
        (row: { id?: string; account_id?: string }) => row.id ?? row.account_id,
      ),
      [own.id],
    )
  assert.deepEqual((await scoped('GET', `/v1/accounts?profile_id=${other}`)).body.data, [])
  const refused = [
    ['GET', `/v1/accounts/${foreign.id}`],
    ['DELETE', `/v1/accounts/${foreign.id}`],
    ['POST', `/v1/accounts/${foreign.id}/reconnect`, {}],
    ['GET', `/v1/accounts/${foreign.id}/health`],
    ['POST', `/v1/accounts/${foreign.id}/health`],
    ['GET', `/v1/accounts/${foreign.id}/entities`],
    ['POST', `/v1/accounts/${foreign.id}/entities/refresh`],
    ['PUT', `/v1/accounts/${foreign.id}/active-entity`, { entity_id: foreign.active_entity.id }],
    ['POST', '/v1/connections', { profile_id: other, platform: 'sandbox' }],
    ['GET', `/v1/connections/${pending.id}`],
    ['GET', `/v1/connections/${pending.id}/entities`],
    ['POST', `/v1/connections/${pending.id}/complete`, { credentials: { username: 'x' } }],
    ['POST', `/v1/connections/${pending.id}/select`, { external_id: 'x' }],
  ] as const
  const { live: stranger } = await world.neighbour()
  for (const [method, path, body] of refused) {
    assertCode(await scoped(method, path, body), 403, 'out_of_scope')
    assertCode(await stranger(method, path, body), 404, 'not_found')
  }
  assert.deepEqual((await live('GET', `/v1/accounts/${foreign.id}`)).body, foreign)
  assert.deepEqual((await scoped('POST', `/v1/accounts/${own.id}/health`)).body.status, 'connected')
})

test('a profile with connected accounts stays; with disconnected ones it goes and takes them along', async () => {
  const doomed = await createProfile(live)
  const account = await connectSandbox(live, { profileId: doomed, username: newName() })
  assertCode(await live('DELETE', `/v1/profiles/${doomed}`), 409, 'wrong_state')
  await live('DELETE', `/v1/accounts/${account.id}`)
  assert.equal((await live('DELETE', `/v1/profiles/${doomed}`)).status, 200)
  assertCode(await live('GET', `/v1/accounts/${account.id}`), 404, 'not_found')
})

test('platforms show what they can do, and in production the sandbox is not one', async () => {
  const { data } = (await live('GET', '/v1/platforms')).body
  const sandbox = data.find(({ id }: { id: string }) => id === 'sandbox')
  assert.deepEqual(sandbox.auth.methods, ['oauth', 'credentials'])
  assert.ok(sandbox.capabilities.includes('comments.hide'))
  assert.equal(sandbox.options_schema.additionalProperties, false)
  const off = await ownWorld({ SANDBOX: 'no' })
  const platforms = (await off.live('GET', '/v1/platforms')).body.data
  assert.ok(!platforms.some(({ id }: { id: string }) => id === 'sandbox'))
  const reply = await off.live('POST', '/v1/connections', { profile_id: off.profile, platform: 'sandbox' })
  assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, ['body', 'platform']])
  assertCode(await off.live('GET', '/v1/sandbox/faults'), 404, 'not_found')
})
