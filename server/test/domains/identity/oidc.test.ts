import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot, createBrowser, type World } from '../../support/harness.ts'
import { type Faults, type Person, startIssuer } from '../../support/oidc-issuer.ts'

const issuer = await startIssuer()
const world = await boot({ env: { ...issuer.env, LOG_LEVEL: 'silent' } })
const invited = await boot({ env: { ...issuer.env, SIGN_UP: 'invited', LOG_LEVEL: 'silent' } })
const PASSWORD = 'correct horse battery'

const navigate = (url: string, cookie?: string) =>
  fetch(url, { redirect: 'manual', ...(cookie !== undefined && { headers: { cookie } }) })
const readCookiePair = (cookie: string) => cookie.replace(/;.*/s, '')

async function start({ url }: World, query = '') {
  const reply = await navigate(`${url}/v1/auth/oidc/start${query}`)
  assert.equal(reply.status, 303, await reply.text())
  const [cookie = ''] = reply.headers.getSetCookie()
  return { location: reply.headers.get('location') ?? '', cookie }
}

/** Signs in through all redirects like a browser. */
async function signIn(
  at: World,
  person: Person,
  { query = '', faults = {} }: { query?: string; faults?: Faults } = {},
) {
  issuer.set(faults)
  const { location, cookie } = await start(at, query)
  const reply = await navigate(issuer.signIn(location, person).href, readCookiePair(cookie))
  assert.equal(reply.status, 303, await reply.text())
  const cookies = reply.headers.getSetCookie()
  const session = cookies.find((each) => /^quoin=./.test(each)) ?? null
  return {
    location: reply.headers.get('location'),
    cookies,
    session,
    client: createBrowser(at.url, { cookie: session }),
  }
}

async function assertRefused(at: World, person: Person, error: string, faults: Faults = {}): Promise<void> {
  const { location, session } = await signIn(at, person, { faults })
  assert.deepEqual([location, session], [`/sign-in?error=${error}`, null])
}

const verified = (name: string): Person => ({
  sub: `subject of ${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  name,
})

test('a person who first signs in from several tabs at once becomes one user', async () => {
  issuer.set({})
  const starts = await Promise.all(Array.from({ length: 6 }, () => start(world)))
  const replies = await Promise.all(
    starts.map(({ location, cookie }) =>
      navigate(issuer.signIn(location, verified('tabs')).href, readCookiePair(cookie)),
    ),
  )
  const sessions = replies.map(({ headers }) => headers.getSetCookie().find((each) => /^quoin=./.test(each)) ?? null)
  const users = await Promise.all(
    sessions.map(async (cookie) => (await createBrowser(world.url, { cookie })('GET', '/v1/session')).body.user?.id),
  )
  assert.ok(users[0], JSON.stringify(replies.map(({ status }) => status)))
  assert.equal(new Set(users).size, 1)
})

test('the methods list the provider, and a server without one has no such endpoints', async () => {
  const plain = await boot()
  assert.deepEqual((await world.client()('GET', '/v1/auth/methods')).body.oidc, { name: 'Example ID' })
  assert.equal((await plain.client()('GET', '/v1/auth/methods')).body.oidc, null)
  for (const end of ['start', 'callback'])
    assert.equal((await plain.client()('GET', `/v1/auth/oidc/${end}`)).body.code, 'not_found')
})

test('a person with a verified address signs in and stays the same user, even if the address changes later', async () => {
  const first = await signIn(world, verified('ada'), { query: '?return_to=/posts%3Fstatus=draft' })
  assert.equal(first.location, '/posts?status=draft')
  assert.match(first.cookies.join(), /quoin-flow=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax/)
  const { user } = (await first.client('GET', '/v1/session')).body
  assert.deepEqual([user.email, user.name, user.has_password], ['ada@example.com', 'ada', false])
  const [listed] = (await first.client('GET', '/v1/sessions')).body.data
  assert.equal(listed.method, 'oidc')

  const renamed = await signIn(world, { ...verified('ada'), email: 'other@example.com', email_verified: false })
  assert.equal((await renamed.client('GET', '/v1/session')).body.user.id, user.id)
  const actions = await world.db<{ action: string }[]>`
    select action from audit_log where actor = 'ada@example.com' order by id`
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['users.sign_up', 'users.sign_in', 'users.sign_in'],
  )
})

test('the claims may come from the user info endpoint alone', async () => {
  const { client } = await signIn(world, verified('bare'), { faults: { hasBareToken: true } })
  assert.equal((await client('GET', '/v1/session')).body.user.email, 'bare@example.com')
})

test('a verified address is linked to its existing user, and what a stranger set up before the proof is removed', async () => {
  const anyone = world.client()
  const person = { email: 'Squatted@example.com', password: PASSWORD }
  const signUp = await anyone('POST', '/v1/auth/sign-up', { ...person, name: 'Stranger' })
  const stranger = createBrowser(world.url, { cookie: signUp.headers.get('set-cookie') })
  const { client } = await signIn(world, verified('squatted'))
  const { user } = (await client('GET', '/v1/session')).body
  assert.deepEqual([user.id, user.has_password], [signUp.body.user.id, false])
  assert.equal((await stranger('GET', '/v1/session')).status, 401)
  assert.equal((await anyone('POST', '/v1/auth/sign-in', person)).body.code, 'wrong_credentials')
})

test("a verified user who is linked keeps the password, and the authenticator app's code is still required", async () => {
  await world.session({ email: 'proved@example.com', password: PASSWORD })
  await world.db`
    update users set email_verified_at = now(), totp_secret = 'sealed', totp_confirmed_at = now() where email = 'proved@example.com'`
  const { location, client } = await signIn(world, verified('proved'))
  assert.equal(location, '/sign-in?step=totp')
  assert.equal((await client('GET', '/v1/session')).body.code, 'totp_required')
  const reply = await world.client()('POST', '/v1/auth/sign-in', { email: 'proved@example.com', password: PASSWORD })
  assert.equal(reply.body.status, 'totp_required')
})

test('a missing or unverified address neither links nor creates a user', async () => {
  await world.session({ email: 'victim@example.com', password: PASSWORD })
  const victim = { ...verified('victim'), sub: 'attacker' }
  await assertRefused(world, { ...victim, email_verified: false }, 'sso_email_unverified')
  await assertRefused(world, { sub: 'attacker', email: 'victim@example.com' }, 'sso_email_unverified')
  await assertRefused(world, { ...victim, email_verified: 'true' as unknown as boolean }, 'sso_email_unverified')
  await assertRefused(world, { sub: 'attacker' }, 'sso_email_unverified')
  await assertRefused(world, { ...victim, email: 'not an address' }, 'sso_email_unverified')
  assert.equal((await world.db`select from user_identities where subject = 'attacker'`).length, 0)
})

test('where sign-up is by invitation, an invited address can sign in and joins; others cannot, and no user is created', async () => {
  const owner = await invited.session()
  await owner('POST', '/v1/invitations', { email: 'Guest@example.com', role: 'viewer' })
  await assertRefused(invited, verified('stranger'), 'sign_up_closed')
  assert.equal((await invited.db`select from users where email = 'stranger@example.com'`).length, 0)
  const { client } = await signIn(invited, verified('guest'))
  const [workspace] = (await client('GET', '/v1/session')).body.workspaces
  assert.deepEqual([workspace.id, workspace.role], [invited.workspaceId, 'viewer'])
  const [invitation] = (await owner('GET', '/v1/invitations')).body.data
  assert.equal(invitation.status, 'accepted')
  await invited.session({ email: 'member@example.com' })
  assert.ok((await signIn(invited, verified('member'))).session, 'one who is a user already needs no invitation')
})

const now = () => Math.floor(Date.now() / 1000)
const WRONG: Record<string, () => Faults> = {
  'another nonce': () => ({ claims: { nonce: 'another' } }),
  'no nonce': () => ({ claims: { nonce: undefined } }),
  'another audience': () => ({ claims: { aud: 'another client' } }),
  'another issuer': () => ({ claims: { iss: 'https://other.example' } }),
  'an expiry in the past': () => ({ claims: { iat: now() - 900, exp: now() - 600 } }),
  'a signature of another key': () => ({ isForged: true }),
}
for (const [name, fault] of Object.entries(WRONG))
  test(`an ID token with ${name} is refused`, () => assertRefused(world, verified('wrong'), 'sso_refused', fault()))

test('a browser that did not start the sign-in, or started another one, is refused', async () => {
  issuer.set({})
  const mine = await start(world)
  const other = await start(world)
  const back = issuer.signIn(mine.location, verified('csrf')).href
  for (const cookie of [undefined, 'quoin-flow=x', 'quoin-flow=a.b.c.d', readCookiePair(other.cookie)]) {
    const reply = await navigate(back, cookie)
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, '/sign-in?error=sso_refused'])
  }
  assert.equal((await world.db`select from users where email = 'csrf@example.com'`).length, 0)
})

test('a code works once, and a sign-in that takes longer than ten minutes is refused', async () => {
  issuer.set({})
  const { location, cookie } = await start(world)
  const back = issuer.signIn(location, verified('once')).href
  const refused = '/sign-in?error=sso_refused'
  assert.equal((await navigate(back, readCookiePair(cookie))).headers.get('location'), '/')
  assert.equal((await navigate(back, readCookiePair(cookie))).headers.get('location'), refused)
  const slow = await start(world)
  world.ctx.clock.advance(601_000)
  const late = await navigate(issuer.signIn(slow.location, verified('late')).href, readCookiePair(slow.cookie))
  assert.equal(late.headers.get('location'), refused)
})

test('a person who cancels at the provider returns to the sign-in page', async () => {
  const { location, cookie } = await start(world)
  const { searchParams } = new URL(location)
  const query = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state') ?? '', iss: issuer.url })
  const reply = await navigate(`${world.url}/v1/auth/oidc/callback?${query.toString()}`, readCookiePair(cookie))
  assert.equal(reply.headers.get('location'), '/sign-in?error=sso_refused')
})

test('an unavailable provider is reported, at the start and on return, and tried again afterwards', async () => {
  const fresh = await boot({ env: { ...issuer.env, LOG_LEVEL: 'silent' } })
  issuer.setDown(true)
  const down = await navigate(`${fresh.url}/v1/auth/oidc/start`)
  assert.equal(down.headers.get('location'), '/sign-in?error=sso_unavailable')
  issuer.setDown(false)
  const { location, cookie } = await start(fresh)
  const back = issuer.signIn(location, verified('down')).href
  issuer.setDown(true)
  const reply = await navigate(back, readCookiePair(cookie))
  issuer.setDown(false)
  assert.equal(reply.headers.get('location'), '/sign-in?error=sso_unavailable')
  await assertRefused(fresh, verified('down'), 'sso_refused', { tokenStatus: 500 })
  assert.ok((await signIn(fresh, verified('down'))).session)
})

test('a return page must be on this server', async () => {
  for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a\\b', '/a\r\nb', '/ä', '']) {
    const reply = await navigate(`${world.url}/v1/auth/oidc/start?return_to=${encodeURIComponent(bad)}`)
    assert.equal(reply.status, 422, bad)
  }
})

test('the provider is discovered once, and requests to it pass the outbound guard', async () => {
  const before = issuer.requests.length
  await start(world)
  assert.equal(issuer.requests.length, before)
  const guarded = await boot({ env: { ...issuer.env, OUTBOUND_ALLOW_LOOPBACK: 'no', LOG_LEVEL: 'silent' } })
  const reply = await navigate(`${guarded.url}/v1/auth/oidc/start`)
  assert.equal(reply.headers.get('location'), '/sign-in?error=sso_unavailable')
  assert.equal(issuer.requests.length, before)
})
