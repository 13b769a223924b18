import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSetUpLink } from '../../../src/domains/identity/sign-in/set-up.ts'
import { importPeople } from '../../../src/sources/directory/import/import.ts'
import { syntheticItems } from '../../../src/sources/directory/import/synthetic.ts'
import { boot, type Client, createBrowser, type Reply } from '../../support/harness.ts'

const world = await boot()
const { ctx, url } = world
const anyone = world.client()
const PASSWORD = 'correct horse battery'
let people = 0

async function signUp(name = 'Ada'): Promise<{ email: string; client: Client; reply: Reply }> {
  const email = `person-${++people}@example.com`
  const reply = await anyone('POST', '/v1/auth/sign-up', { email, name, password: PASSWORD })
  assert.equal(reply.status, 200, reply.text)
  return { email, client: createBrowser(url, { cookie: reply.headers.get('set-cookie') }), reply }
}

const inWorkspace =
  (client: Client, workspaceId: string): Client =>
  (method, path, body, headers = {}) =>
    client(method, path, body, { 'x-quoin-workspace': workspaceId, ...headers })

async function listAuditActions(actor: string): Promise<string[]> {
  const rows = await world.db<{ action: string }[]>`select action from audit_log where actor = ${actor} order by id`
  return rows.map(({ action }) => action)
}

test('the set-up link works once and creates the first user: owner of the first workspace, and operator', async () => {
  assert.equal((await anyone('GET', '/v1/auth/methods')).body.has_users, false)
  const link = (await createSetUpLink(ctx, ctx.db)) ?? ''
  assert.match(link, /^http:\/\/localhost:\d+\/setup#[\w-]{43}$/)
  const token = link.replace(/^.*#/, '')
  const read = await anyone('POST', '/v1/auth/links/read', { token })
  assert.deepEqual([read.status, read.body.kind, read.body.email], [200, 'set_up', null])

  const incomplete = await anyone('POST', '/v1/auth/links/use', { token })
  assert.deepEqual(
    incomplete.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')),
    ['body.email', 'body.name', 'body.password'],
  )
  const body = { token, email: 'Owner@example.com', name: 'Owner', password: PASSWORD }
  const both = await Promise.all([1, 2].map(() => anyone('POST', '/v1/auth/links/use', body)))
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404],
  )
  const made = both.find(({ status }) => status === 200) as Reply
  assert.equal(made.body.user.is_operator, true)

  const owner = createBrowser(url, { cookie: made.headers.get('set-cookie') })
  const { workspaces } = (await owner('GET', '/v1/session')).body
  assert.deepEqual(
    workspaces.map(({ id, role }: { id: string; role: string }) => [id, role]),
    [[world.workspaceId, 'owner']],
  )
  assert.equal(await createSetUpLink(ctx, ctx.db), undefined)
  assert.equal((await anyone('GET', '/v1/auth/methods')).body.has_users, true)
  assert.deepEqual(await listAuditActions('Owner@example.com'), ['users.set_up', 'users.sign_in'])
})

test('a second set-up link creates no second first user', async () => {
  const other = await boot()
  const [one, two] = [await createSetUpLink(other.ctx, other.db), await createSetUpLink(other.ctx, other.db)]
  const use = (link = '', email = '') =>
    other.client()('POST', '/v1/auth/links/use', {
      token: link.replace(/^.*#/, ''),
      email,
      name: 'X',
      password: PASSWORD,
    })
  assert.equal((await use(one, 'a@example.com')).status, 200)
  assert.equal((await use(two, 'b@example.com')).body.code, 'wrong_state')
})

test('strangers who sign up first do not use up the set-up link, whatever address they use', async () => {
  const other = await boot()
  const link = await createSetUpLink(other.ctx, other.db)
  const signUpAs = (email: string) =>
    other.client()('POST', '/v1/auth/sign-up', { email, name: 'Stranger', password: PASSWORD })
  for (const email of ['stranger@example.com', 'owner@example.com']) assert.equal((await signUpAs(email)).status, 200)
  const use = (email: string) => {
    const token = link?.replace(/^.*#/, '')
    return other.client()('POST', '/v1/auth/links/use', { token, email, name: 'Owner', password: PASSWORD })
  }
  assert.equal((await use('owner@example.com')).status, 409)
  const made = await use('operator@example.com')
  assert.deepEqual([made.status, made.body.user?.is_operator], [200, true], made.text)
  const owner = createBrowser(other.url, { cookie: made.headers.get('set-cookie') })
  const { workspaces } = (await owner('GET', '/v1/session')).body
  assert.deepEqual(
    workspaces.map(({ id, role }: { id: string; role: string }) => [id, role]),
    [[other.workspaceId, 'owner']],
  )
  assert.equal((await use('second@example.com')).status, 404)
})

test('a session cookie is HttpOnly, for this site only, and Secure where the server is reached over HTTPS', async () => {
  const { reply } = await signUp()
  const [cookie = ''] = reply.headers.getSetCookie()
  assert.match(cookie, /^quoin=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  const secure = await boot({ env: { QUOIN_PUBLIC_URL: 'https://quoin.example.com' } })
  const person = { email: 'a@example.com', name: 'A', password: PASSWORD }
  const [set = '', device = ''] = (await secure.client()('POST', '/v1/auth/sign-up', person)).headers.getSetCookie()
  assert.match(device, /^__Host-quoin-device=.*; Secure$/)
  assert.match(set, /^__Host-quoin=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/)
  const own = createBrowser(secure.url, { cookie: set })
  assert.equal((await own('GET', '/v1/session')).status, 200)
  const plain = createBrowser(secure.url, { cookie: set.replace('__Host-', '') })
  assert.equal((await plain('GET', '/v1/session')).body.code, 'invalid_session')
  const [row] = await world.db<{ found: boolean }[]>`
    select exists (select from sessions where encode(hash, 'escape') like ${`%${cookie.slice(6, 49)}%`}) as found`
  assert.equal(row?.found, false, 'only the hash of the cookie is stored')
})

test('signing in needs the right password, whatever the case of the address', async () => {
  const { email } = await signUp()
  const right = await anyone('POST', '/v1/auth/sign-in', { email: email.toUpperCase(), password: PASSWORD })
  assert.deepEqual([right.status, right.body.status, right.body.user.email], [200, 'signed_in', email])
  const wrong = await anyone('POST', '/v1/auth/sign-in', { email, password: 'wrong horse battery' })
  const unknown = await anyone('POST', '/v1/auth/sign-in', { email: 'nobody@example.com', password: PASSWORD })
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'wrong_credentials'])
  assert.equal(unknown.body.detail, wrong.body.detail, 'an unknown address is not told apart')
  assert.equal(wrong.headers.get('set-cookie'), null)
  assert.deepEqual(await listAuditActions(email), ['users.sign_up', 'users.sign_in', 'users.sign_in'])
})

test('after failed attempts each further one has to wait longer, even with the right password', async () => {
  const { email } = await signUp()
  const attempt = (password: string) => anyone('POST', '/v1/auth/sign-in', { email, password })
  const codes = []
  for (let n = 0; n < 7; n++) codes.push((await attempt('wrong horse battery')).body.code)
  assert.deepEqual(codes, [...Array(6).fill('wrong_credentials'), 'rate_limited'])
  const early = await attempt(PASSWORD)
  assert.deepEqual([early.status, early.headers.get('retry-after')], [429, '1'])
  ctx.clock.advance(1000)
  assert.equal((await attempt('wrong horse battery')).body.code, 'wrong_credentials')
  assert.equal((await attempt(PASSWORD)).headers.get('retry-after'), '2')
  ctx.clock.advance(2000)
  assert.equal((await attempt(PASSWORD)).status, 200)
  assert.equal((await attempt('wrong horse battery')).body.code, 'wrong_credentials', 'the count starts again')
})

test('an address can sign up once, and not at all where sign-up is by invitation', async () => {
  const { email } = await signUp()
  const again = await anyone('POST', '/v1/auth/sign-up', { email: email.toUpperCase(), name: 'B', password: PASSWORD })
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_state'])
  const invited = await boot({ env: { SIGN_UP: 'invited' } })
  const person = { email: 'a@example.com', name: 'A', password: PASSWORD }
  assert.equal((await invited.client()('POST', '/v1/auth/sign-up', person)).body.code, 'sign_up_closed')
  assert.equal((await invited.client()('GET', '/v1/auth/methods')).body.sign_up, 'invited')
  const member = await invited.session({ role: 'member' })
  assert.equal((await member('POST', '/v1/workspaces', { name: 'Own' })).body.code, 'sign_up_closed')
  const operator = await invited.session({ isOperator: true })
  assert.equal((await operator('POST', '/v1/workspaces', { name: 'Own' })).status, 201)
})

test('a user creates workspaces with free credits, once for each, and sees no others', async () => {
  const { client } = await signUp()
  assert.deepEqual((await client('GET', '/v1/workspaces')).body.data, [])
  const key = { 'idempotency-key': 'open-once' }
  const made = await client('POST', '/v1/workspaces', { name: 'Mine' }, key)
  assert.equal(made.status, 201, made.text)
  assert.equal((await client('POST', '/v1/workspaces', { name: 'Mine' }, key)).body.id, made.body.id)
  const own = inWorkspace(client, made.body.id)
  assert.equal((await own('GET', '/v1/credits')).body.available, 50)
  assert.equal((await client('GET', made.headers.get('location') ?? '')).body.role, 'owner')
  assert.deepEqual((await own('GET', '/v1/profiles')).body.data, [])
  await world.live('POST', '/v1/profiles', { name: 'Of the first workspace' })
  assert.deepEqual((await own('GET', '/v1/profiles')).body.data, [])
  const foreign = await inWorkspace(client, world.workspaceId)('GET', '/v1/profiles')
  const unknown = await inWorkspace(client, 'ws_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB')('GET', '/v1/profiles')
  assert.deepEqual([foreign.status, foreign.body.code], [403, 'not_a_member'])
  assert.equal(foreign.body.detail, unknown.body.detail, 'a workspace that exists is not told apart')
  assert.equal((await client('GET', `/v1/workspaces/${world.workspaceId}`)).status, 404)

  const renamed = await own('PATCH', `/v1/workspaces/${made.body.id}`, { name: 'Renamed' })
  assert.deepEqual([renamed.status, renamed.body.name], [200, 'Renamed'])
  assert.equal((await own('PATCH', `/v1/workspaces/${world.workspaceId}`, { name: 'Taken' })).status, 404)
})

test('a user cannot create more workspaces than the operator allows', async () => {
  const few = await boot({ env: { WORKSPACES_PER_USER: '1' } })
  const client = await few.session()
  assert.equal((await client('POST', '/v1/workspaces', { name: 'One' })).status, 201)
  assert.equal((await client('POST', '/v1/workspaces', { name: 'Two' })).body.code, 'wrong_state')
})

test('a session can do what a key can: write, charge and mint keys, as the user', async () => {
  const client = await world.session({ role: 'member' })
  const profile = await client('POST', '/v1/profiles', { name: 'By a person' })
  assert.equal(profile.status, 201, profile.text)
  const minted = await client('POST', '/v1/api-keys', { name: 'Minted by a person' })
  assert.equal(minted.status, 201, minted.text)
  assert.equal((await world.client(minted.body.key)('GET', `/v1/profiles/${profile.body.id}`)).status, 200)
  const items = (from: number) => syntheticItems(200, 0, from)
  await importPeople(ctx.directory, ctx.clock, { id: 'synthetic', source: 'synthetic', items })
  const found = await client('POST', '/v1/data/search/people', { query: 'engineer' })
  assert.notEqual(found.headers.get('x-credits-charged'), '0', found.text)
  const { user } = (await client('GET', '/v1/session')).body
  const { data } = (await client('GET', '/v1/credits/usage?group_by=key')).body
  assert.deepEqual(
    data.map(({ group }: { group: string }) => group),
    [user.id],
  )
})

test('sessions are listed, and a revoked one ends at once', async () => {
  const { email, client } = await signUp()
  const second = await anyone('POST', '/v1/auth/sign-in', { email, password: PASSWORD }, { 'user-agent': 'Other/1.0' })
  const other = createBrowser(url, { cookie: second.headers.get('set-cookie') })
  const { data } = (await client('GET', '/v1/sessions')).body
  assert.deepEqual(
    data.map((each: Record<string, unknown>) => [each['is_current'], each['user_agent'], each['method']]),
    [
      [false, 'Other/1.0', 'password'],
      [true, 'node', 'password'],
    ],
  )
  assert.equal((await other('GET', '/v1/session')).status, 200)
  const stranger = await signUp()
  assert.equal((await stranger.client('DELETE', `/v1/sessions/${data[0].id}`)).status, 404)
  assert.equal((await client('DELETE', `/v1/sessions/${data[0].id}`)).status, 200)
  assert.equal((await other('GET', '/v1/session')).body.code, 'invalid_session')
  assert.equal((await listAuditActions(email)).at(-1), 'sessions.revoke')

  const out = await client('POST', '/v1/auth/sign-out')
  assert.match(out.headers.get('set-cookie') ?? '', /^quoin=; Path=\/; Max-Age=0/)
  assert.equal((await client('GET', '/v1/session')).body.code, 'invalid_session')
})

test("signing out everywhere else ends only the user's own other sessions", async () => {
  const { email, client } = await signUp()
  const stranger = await signUp()
  const others = []
  for (let n = 0; n < 2; n++) {
    const reply = await anyone('POST', '/v1/auth/sign-in', { email, password: PASSWORD })
    others.push(createBrowser(url, { cookie: reply.headers.get('set-cookie') }))
  }
  assert.deepEqual((await client('POST', '/v1/sessions:revoke-others')).body, { ended: 2 })
  for (const other of others) assert.equal((await other('GET', '/v1/session')).body.code, 'invalid_session')
  assert.equal((await client('GET', '/v1/session')).status, 200)
  assert.equal((await stranger.client('GET', '/v1/session')).status, 200)
})

test('a session ends after 7 days without use, and after 30 days in any case', async () => {
  const { client } = await signUp()
  const day = 86_400_000
  const [row] = await world.db<{ id: string }[]>`select id from sessions order by id desc limit 1`
  const seen = (at: Date) => world.db`update sessions set last_seen_at = ${at} where id = ${row?.id ?? ''}`
  const forget = () => ctx.invalidation.announce(world.db, 'sessions')
  const now = ctx.clock.now().getTime()
  await seen(new Date(now - 7 * day + 60_000))
  await forget()
  assert.equal((await client('GET', '/v1/session')).status, 200)
  await seen(new Date(now - 7 * day))
  await forget()
  assert.equal((await client('GET', '/v1/session')).status, 401)
  await seen(new Date(now + 29 * day))
  await forget()
  ctx.clock.advance(30 * day - 60_000)
  assert.equal((await client('GET', '/v1/session')).status, 200)
  ctx.clock.advance(60_000)
  assert.equal((await client('GET', '/v1/session')).status, 401)
})

test('sudo lasts for 15 minutes after signing in, and is renewed with the password', async () => {
  const { client } = await signUp()
  const sudoUntil = async () => (await client('GET', '/v1/session')).body.session.sudo_until
  assert.ok(await sudoUntil())
  ctx.clock.advance(900_000)
  assert.equal(await sudoUntil(), null)
  const wrong = await client('POST', '/v1/session/sudo', { password: 'wrong horse battery' })
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'wrong_credentials'])
  const renewed = await client('POST', '/v1/session/sudo', { password: PASSWORD })
  assert.ok(renewed.body.session.sudo_until, renewed.text)
  assert.ok(await sudoUntil())
})

test('a user can change their name and time zone, and a new password ends their other sessions', async () => {
  const { email, client } = await signUp()
  const changed = await client('PATCH', '/v1/me', { name: 'Ada Example', time_zone: 'Europe/Paris', locale: 'en-GB' })
  assert.deepEqual(
    [changed.body.name, changed.body.time_zone, changed.body.locale],
    ['Ada Example', 'Europe/Paris', 'en-GB'],
  )
  assert.deepEqual((await client('PATCH', '/v1/me', { locale: null })).body, { ...changed.body, locale: null })
  const wrong = await client('PATCH', '/v1/me', { time_zone: 'Mars/Olympus', locale: 'not a language' })
  assert.deepEqual(
    wrong.body.detail.map(({ loc }: { loc: string[] }) => loc[1]),
    ['locale', 'time_zone'],
  )
  const cookie = (await anyone('POST', '/v1/auth/sign-in', { email, password: PASSWORD })).headers.get('set-cookie')
  const other = createBrowser(url, { cookie })
  assert.equal((await other('GET', '/v1/session')).status, 200)
  const password = 'another horse battery'
  assert.equal((await client('POST', '/v1/me/password', { password })).status, 200)
  assert.equal((await other('GET', '/v1/session')).body.code, 'invalid_session')
  assert.equal((await client('GET', '/v1/session')).status, 200)
  assert.equal((await anyone('POST', '/v1/auth/sign-in', { email, password: PASSWORD })).body.code, 'wrong_credentials')
  assert.equal((await anyone('POST', '/v1/auth/sign-in', { email, password })).status, 200)
  ctx.clock.advance(900_000)
  assert.equal((await client('POST', '/v1/me/password', { password })).body.code, 'sudo_required')
})
