import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountTimers } from '../../../../src/domains/social/accounts/jobs.ts'
import {
  assertCode,
  bootAccounts,
  connectSandbox,
  continueHosted,
  createProfile,
  listAccountEvents,
  scriptFault,
  signIn,
  startConnection,
  submitHosted,
  subscribe,
} from '../../../support/account-scene.ts'
import { boot } from '../../../support/harness.ts'
import { pauseJobs } from '../../../support/paused-jobs.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { live, ctx, db } = world
await subscribe(live)
const profile = await createProfile(live)
const HOUR = 3_600_000
let names = 0
const newName = () => `user${names++}`

test('headless with credentials: sign in and select a page, then the account is connected and an event is emitted', async () => {
  const connection = await startConnection(live, profile)
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
  const events = await listAccountEvents(db, account.id)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['account.connected'],
  )
  assert.deepEqual(events[0]?.data.account, account)
  const again = await live('POST', `/v1/connections/${connection.id}/select`, { external_id: main.external_id })
  assertCode(again, 409, 'wrong_state')
  assert.deepEqual([again.body.status, again.body.connection_status], [409, 'completed'], 'the status is the number')
})

/** Requests an address as a browser would, always on the server under test. */
async function visit(url: string): Promise<{ status: number; location: URL | undefined; text: string }> {
  const { pathname, search } = new URL(url)
  const response = await fetch(`${world.url}${pathname}${search}`, { redirect: 'manual' })
  const location = response.headers.get('location')
  return { status: response.status, location: location ? new URL(location) : undefined, text: await response.text() }
}

test('hosted: the person starts on our page, signs in at the platform, selects here and is sent back', async () => {
  const wanted = { mode: 'hosted', redirect_url: 'https://example.com/done?tab=1' }
  const { id, authorize_url } = await startConnection(live, profile, wanted)
  const shown = await visit(authorize_url)
  assert.equal(shown.status, 200)
  for (const text of ['Connect Sandbox', 'Example brand', 'publish posts on your behalf', 'Continue with Sandbox'])
    assert.ok(shown.text.includes(text), text)
  const agreed = await visit(`${await continueHosted(world.url, authorize_url)}&username=hosted`)
  assert.equal(agreed.location?.pathname, '/v1/oauth/sandbox/callback')
  const back = await visit(agreed.location?.href ?? '')
  assert.equal(back.status, 303, back.text)
  assert.ok(back.location?.pathname.startsWith('/v1/connect/'), 'there is something left to choose')
  const again = await visit(agreed.location?.href ?? '')
  assert.deepEqual([again.status, JSON.parse(again.text).code], [404, 'not_found'], 'a state works once')
  const choice = await visit(authorize_url)
  const { data } = (await live('GET', `/v1/connections/${id}/entities`)).body
  for (const { name } of data) assert.ok(choice.text.includes(name), name)
  const refused = await submitHosted(world.url, authorize_url, { action: 'select', external_id: 'nothing' })
  assert.match(await refused.text(), /this sign-in has no such entity/)
  const chosen = { action: 'select', external_id: data[0].external_id }
  const done = await submitHosted(world.url, authorize_url, chosen)
  const end = new URL(done.headers.get('location') ?? '')
  const [account] = (await live('GET', '/v1/accounts?limit=1')).body.data
  assert.equal(end.origin, 'https://example.com')
  assert.deepEqual(Object.fromEntries(end.searchParams), {
    tab: '1',
    connection_id: id,
    status: 'completed',
    account_id: account.id,
  })
  assert.equal(account.username, 'hosted')
  assert.match((await visit(authorize_url)).text, /is connected/)
})

test('hosted: credentials can be entered on the page, and a refusal leaves the form as it was', async () => {
  const { id, authorize_url } = await startConnection(live, profile, { mode: 'hosted' })
  const enter = (username: string) =>
    submitHosted(world.url, authorize_url, { action: 'credentials', username, token_seconds: '600', refresh: '' })
  const wrong = await enter('Not A Name <b>')
  assert.equal(wrong.status, 200)
  const page = await wrong.text()
  assert.match(page, /role="alert">Username: /)
  assert.ok(page.includes('Not A Name &lt;b&gt;') && !page.includes('<b>"'))
  const right = await enter('typed')
  assert.ok(right.headers.get('location')?.includes('/v1/connect/'))
  assert.equal((await live('GET', `/v1/connections/${id}`)).body.status, 'awaiting_selection')
})

test('hosted: without a redirect_url the page shows the result; a refusal fails the connection', async () => {
  const connection = await startConnection(live, profile, { mode: 'hosted' })
  const canceled = await submitHosted(world.url, connection.authorize_url, { action: 'cancel' })
  assert.ok(canceled.headers.get('location')?.includes('/v1/connect/'))
  assert.match((await visit(connection.authorize_url)).text, /was not connected\. The user canceled/)

  const denied = await startConnection(live, profile, { mode: 'hosted', redirect_url: 'https://example.com/' })
  const refused = await visit(`${await continueHosted(world.url, denied.authorize_url)}&deny=true`)
  const sent = await visit(refused.location?.href ?? '')
  assert.equal(sent.location?.searchParams.get('error'), 'access_denied')
  const { status, error } = (await live('GET', `/v1/connections/${denied.id}`)).body
  assert.deepEqual([status, error.code], ['failed', 'access_denied'])
})

test('hosted: a link works for nothing else, and cannot be changed', async () => {
  const { authorize_url } = await startConnection(live, profile, { mode: 'hosted' })
  const forged = authorize_url.slice(0, -2) + (authorize_url.endsWith('AA') ? 'BB' : 'AA')
  assert.equal((await visit(forged)).status, 404)
  assert.equal((await visit(`${world.url}/v1/connect/nothing`)).status, 404)
  const first = await continueHosted(world.url, authorize_url)
  const second = await continueHosted(world.url, authorize_url)
  const old = await visit(`${first}&username=twice`)
  assert.equal((await visit(old.location?.href ?? '')).status, 404, 'only the sign-in that was started last counts')
  const latest = await visit(`${second}&username=twice`)
  assert.equal((await visit(latest.location?.href ?? '')).status, 303)
})

test('headless with your own page: you send the code and the state', async () => {
  const mine = 'https://app.example.com/connected'
  const connection = await startConnection(live, profile, { redirect_url: mine })
  const { location } = await visit(`${connection.authorize_url}&username=own_page`)
  assert.equal(`${location?.origin}${location?.pathname}`, mine)
  const code = location?.searchParams.get('code')
  const state = location?.searchParams.get('state')
  const path = `/v1/connections/${connection.id}/complete`

  const other = await startConnection(live, profile, { redirect_url: mine })
  const otherState = new URL(other.authorize_url).searchParams.get('state')
  for (const wrong of ['x'.repeat(43), otherState]) {
    const reply = await live('POST', path, { code, state: wrong })
    assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, ['body', 'state']])
  }
  assert.equal((await live('POST', path, { code, state })).body.status, 'awaiting_selection')
  assertCode(await live('POST', path, { code, state }), 409, 'wrong_state')
})

test('a state works only for its own connection and platform, not for those of another workspace', async () => {
  const mine = 'https://app.example.com/connected'
  const { live: other } = await world.neighbour()
  const theirs = await startConnection(other, await createProfile(other), { redirect_url: mine })
  const victim = await startConnection(live, profile, { redirect_url: mine })
  const { location } = await visit(`${theirs.authorize_url}&username=intruder`)
  const [code, state] = [location?.searchParams.get('code'), location?.searchParams.get('state')]
  const refused = await live('POST', `/v1/connections/${victim.id}/complete`, { code, state })
  assert.deepEqual([refused.status, refused.body.detail[0].loc], [422, ['body', 'state']])
  assertCode(await other('POST', `/v1/connections/${victim.id}/complete`, { code, state }), 404, 'not_found')
  const elsewhere = await visit(`${world.url}/v1/oauth/mastodon/callback?state=${state}&code=${code}`)
  assert.equal(elsewhere.status, 404)
  assert.equal((await live('GET', `/v1/connections/${victim.id}`)).body.status, 'awaiting_user')
  assert.equal((await live('GET', '/v1/accounts?limit=100')).text.includes('intruder'), false)
})

test('headless with the code sent to this server: it completes the sign-in and sends the person on to your page', async () => {
  const mine = 'https://app.example.com/connected?tab=1'
  const connection = await startConnection(live, profile, { redirect_url: mine, callback: 'server' })
  const signedIn = await visit(`${connection.authorize_url}&username=by_server`)
  assert.equal(signedIn.location?.pathname, '/v1/oauth/sandbox/callback')
  const { location } = await visit(signedIn.location?.href ?? '')
  const expected = { tab: '1', connection_id: connection.id, status: 'awaiting_selection' }
  assert.equal(`${location?.origin}${location?.pathname}`, 'https://app.example.com/connected')
  assert.deepEqual(Object.fromEntries(location?.searchParams ?? []), expected)
  assert.equal((await live('GET', `/v1/connections/${connection.id}/entities`)).body.data.length, 3)
})

test('a code that the platform refuses, such as one with a wrong verifier, fails the connection', async () => {
  const connection = await startConnection(live, profile)
  const state = new URL(connection.authorize_url).searchParams.get('state')
  const stolen = await startConnection(live, profile)
  const { location } = await visit(`${stolen.authorize_url}&username=victim`)
  const code = location?.searchParams.get('code')
  const reply = await live('POST', `/v1/connections/${connection.id}/complete`, { code, state })
  assert.equal(reply.status, 422, reply.text)
  const [{ loc, ctx: context }] = reply.body.detail
  assert.deepEqual([loc, context.platform, context.rule], [['body', 'code'], 'sandbox', 'sandbox.bad_code'])
  assert.equal(context.platform_response.code, 'bad_code')
  const { status, error } = (await live('GET', `/v1/connections/${connection.id}`)).body
  assert.deepEqual([status, error.rule], ['failed', 'sandbox.bad_code'])
})

test('an error after the person has returned fails the connection, and the browser shows an error page', async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'vanished' })
  const connection = (await live('POST', `/v1/accounts/${id}/reconnect`)).body
  const agreed = await visit(`${await continueHosted(world.url, connection.authorize_url)}&username=vanished`)
  await db`delete from accounts where id = ${id}`
  const back = await visit((await visit(agreed.location?.href ?? '')).location?.href ?? '')
  assert.deepEqual([back.status, /was not connected/.test(back.text)], [200, true], back.text)
  const { status, error } = (await live('GET', `/v1/connections/${connection.id}`)).body
  assert.deepEqual([status, error.code], ['failed', 'not_found'])
})

test('an unfinished connection expires, with its state and its secrets', async () => {
  const { live: mine, ...own } = await bootAccounts()
  const waiting = await startConnection(mine, own.profile)
  const chosen = await startConnection(mine, own.profile)
  await signIn(mine, chosen.id, { username: 'late' })
  // The timer would delete the rows that this test reads.
  const resumeTimers = await pauseJobs(own, ...accountTimers.map(({ id }) => ({ id: `timer:${id}` })))
  own.ctx.clock.advance(HOUR)
  assert.equal((await mine('GET', `/v1/connections/${waiting.id}`)).body.status, 'expired')
  const { location } = await own.visit(`${waiting.authorize_url}&username=late`)
  assert.equal(location, undefined)
  const state = new URL(waiting.authorize_url).searchParams.get('state')
  assertCode(await mine('POST', `/v1/connections/${waiting.id}/complete`, { code: 'x', state }), 409, 'wrong_state')
  assertCode(await mine('GET', `/v1/oauth/sandbox/callback?code=x&state=${state}`), 409, 'wrong_state')
  assertCode(await mine('GET', `/v1/connections/${chosen.id}/entities`), 409, 'wrong_state')
  assertCode(await mine('POST', `/v1/connections/${chosen.id}/select`, { external_id: 'x' }), 409, 'wrong_state')
  await resumeTimers()
  await own.runTimers()
  const [left] = await own.db`select count(*)::int as n from connections where secrets is not null`
  const [states] = await own.db`select count(*)::int as n from connection_states`
  assert.deepEqual([left?.['n'], states?.['n']], [0, 0])
})

test('an invalid request is refused before anything is stored', async () => {
  const bad = async (body: Record<string, unknown>, loc: string[]) => {
    const reply = await live('POST', '/v1/connections', { profile_id: profile, platform: 'sandbox', ...body })
    assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, loc], reply.text)
  }
  await bad({ platform: 'myspace' }, ['body', 'platform'])
  await bad({ redirect_url: 'javascript:alert(1)' }, ['body', 'redirect_url'])
  await bad({ options: { instance: 'x' } }, ['body', 'options', 'instance'])
  const unknown = `prof_${ctx.ids.ulid()}`
  assertCode(await live('POST', '/v1/connections', { profile_id: unknown, platform: 'sandbox' }), 404, 'not_found')
  const { id } = await startConnection(live, profile)
  for (const body of [{}, { code: 'x' }, { code: 'x', state: 'y', credentials: {} }])
    assert.equal((await live('POST', `/v1/connections/${id}/complete`, body)).status, 422)
  for (const credentials of [{}, { username: 'No Way' }, { username: 'ok', extra: 1 }]) {
    const reply = await live('POST', `/v1/connections/${id}/complete`, { credentials })
    assert.deepEqual([reply.status, reply.body.detail[0].loc.slice(0, 2)], [422, ['body', 'credentials']], reply.text)
    assert.ok(!reply.text.includes('No Way'), 'credentials are not repeated')
  }
})

test('a wrong server name gets 422, not a temporary failure', async () => {
  const named = { profile_id: profile, platform: 'mastodon', mode: 'headless', options: { instance: '10.0.0.1' } }
  const { id } = await startConnection(live, profile, { platform: 'bluesky' })
  const credentials = { identifier: 'someone.example.com', app_password: 'a-secret', service: 'https://10.0.0.1' }
  const replies = [
    await live('POST', '/v1/connections', named),
    await live('POST', `/v1/connections/${id}/complete`, { credentials }),
  ]
  for (const [at, field] of (['options', 'credentials'] as const).entries()) {
    const { status, body, text } = replies[at] as (typeof replies)[number]
    assert.deepEqual([status, body.detail?.[0].loc], [422, ['body', field]], text)
    assert.equal(body.detail[0].ctx.remediation, 'Check the server name.')
  }
  const { authorize_url } = await startConnection(live, profile, { platform: 'mastodon', mode: 'hosted' })
  const shown = await visit(authorize_url)
  assert.match(shown.text, /<input id="instance"/)
  const typed = await submitHosted(world.url, authorize_url, { action: 'sign_in', instance: '10.0.0.1' })
  assert.match(await typed.text(), /role="alert">.*value="10\.0\.0\.1"/s, 'the page explains it and can be sent again')
})

test('when the platform is down during a sign-in with credentials, the call can be repeated', async () => {
  const { id } = await startConnection(live, profile)
  await scriptFault(live, 'token.password', 'fail_before')
  const path = `/v1/connections/${id}/complete`
  assertCode(await live('POST', path, { credentials: { username: newName() } }), 502, 'upstream_error')
  await scriptFault(live, 'token.password', 'timeout_before')
  assertCode(await live('POST', path, { credentials: { username: newName() } }), 504, 'upstream_timeout')
  await scriptFault(live, 'token.password', 'reject')
  assert.equal((await live('POST', path, { credentials: { username: newName() } })).status, 422)
  assert.equal((await live('POST', path, { credentials: { username: newName() } })).status, 200)
})

test('connections are listed newest first, by page, status, platform and profile; an overdue one is expired', async () => {
  const own = await boot({ env: { LOG_LEVEL: 'silent' } })
  const [first, second] = [await createProfile(own.live), await createProfile(own.live, 'Other brand')]
  const { id: late } = await startConnection(own.live, first)
  own.ctx.clock.advance(HOUR)
  const { id: waiting } = await startConnection(own.live, second)
  const { id: signedIn } = await startConnection(own.live, first)
  await signIn(own.live, signedIn, { username: 'alice' })

  const list = async (query: string, client = own.live) => {
    const reply = await client('GET', `/v1/connections${query}`)
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }
  const listConnectionIds = async (query: string, client = own.live) =>
    (await list(query, client)).data.map(({ id }: { id: string }) => id)
  assert.deepEqual(await listConnectionIds(''), [signedIn, waiting, late])
  const page = await list('?limit=2')
  assert.deepEqual([page.data.length, page.has_more], [2, true])
  assert.deepEqual(await listConnectionIds(`?limit=2&cursor=${page.next_cursor}`), [late])
  assert.deepEqual(await listConnectionIds('?status=expired'), [late])
  assert.deepEqual(await listConnectionIds('?status=awaiting_user'), [waiting])
  assert.deepEqual(await listConnectionIds('?status=awaiting_selection'), [signedIn])
  assert.deepEqual(await listConnectionIds(`?profile_id=${second}&platform=sandbox`), [waiting])
  assert.deepEqual(await listConnectionIds('?platform=bluesky'), [])
  assert.deepEqual(page.data[0], (await own.live('GET', `/v1/connections/${signedIn}`)).body)
  assert.ok(!JSON.stringify(page).includes('secrets'))

  const limited = own.client(await own.key({ scope: 'profiles', profile_ids: [second] }))
  assert.deepEqual(await listConnectionIds('', limited), [waiting])
  assert.equal((await own.live('GET', '/v1/connections?status=done')).status, 422)
  assert.equal((await own.live('GET', '/v1/connections?cursor=nonsense')).status, 422)
  const { live: neighbour } = await own.neighbour()
  assert.deepEqual(await listConnectionIds('', neighbour), [])
})
