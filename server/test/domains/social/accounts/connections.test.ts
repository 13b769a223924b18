import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertCode,
  beginConnection,
  connectSandbox,
  createProfile,
  eventsOf,
  ownWorld,
  script,
  signIn,
  subscribe,
} from '../../../support/account-scene.ts'
import { boot } from '../../../support/harness.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { live, ctx, db } = world
await subscribe(live)
const profile = await createProfile(live)
const HOUR = 3_600_000
let names = 0
const newName = () => `user${names++}`

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
  const events = await eventsOf(db, account.id)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['account.connected'],
  )
  assert.deepEqual(events[0]?.data.account, account)
  const again = await live('POST', `/v1/connections/${connection.id}/select`, { external_id: main.external_id })
  assertCode(again, 409, 'wrong_state')
  assert.deepEqual([again.body.status, again.body.connection_status], [409, 'completed'], 'the status is the number')
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
  const [{ loc, ctx: told }] = reply.body.detail
  assert.deepEqual([loc, told.platform, told.rule], [['body', 'code'], 'sandbox', 'sandbox.bad_code'])
  assert.equal(told.platform_response.code, 'bad_code')
  const { status, error } = (await live('GET', `/v1/connections/${connection.id}`)).body
  assert.deepEqual([status, error.rule], ['failed', 'sandbox.bad_code'])
})

test('whatever breaks after the person is back ends the connection, and the browser is told so on a page', async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'vanished' })
  const connection = (await live('POST', `/v1/accounts/${id}/reconnect`)).body
  const agreed = await visit(`${connection.authorize_url}&username=vanished`)
  await db`delete from accounts where id = ${id}`
  const back = await visit(agreed.location?.href ?? '')
  assert.deepEqual([back.status, /was not connected/.test(back.text)], [200, true], back.text)
  const { status, error } = (await live('GET', `/v1/connections/${connection.id}`)).body
  assert.deepEqual([status, error.code], ['failed', 'not_found'])
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

test('a server that is named wrongly is a mistake of the request, and not a failure that passes', async () => {
  const named = { profile_id: profile, platform: 'mastodon', options: { instance: '10.0.0.1' } }
  const { id } = await beginConnection(live, profile, { platform: 'bluesky' })
  const credentials = { identifier: 'someone.example.com', app_password: 'a-secret', service: 'https://10.0.0.1' }
  const replies = [
    await live('POST', '/v1/connections', named),
    await live('POST', `/v1/connections/${id}/complete`, { credentials }),
  ]
  for (const [at, field] of (['options', 'credentials'] as const).entries()) {
    const { status, body, text } = replies[at] as (typeof replies)[number]
    assert.deepEqual([status, body.detail?.[0].loc], [422, ['body', field]], text)
    assert.equal(body.detail[0].ctx.remediation, 'Check the name of the server.')
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
