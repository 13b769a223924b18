import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Authenticator } from '../../support/authenticator.ts'
import { boot, type Client, createBrowser, type Reply, until, type World } from '../../support/harness.ts'
import { totpCode } from '../../support/totp-code.ts'

const PASSWORD = 'correct horse battery'
const WRONG = 'wrong horse battery'
const NEW = 'another horse battery'

/** Callers choose their address, as behind a trusted proxy. */
const world = await boot({ env: { TRUST_PROXY: 'loopback' } })
const { ctx, url } = world
let people = 0

const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie && { cookie }) })
const OFFICE = '192.0.2.10'
const ELSEWHERE = '198.51.100.20'

/** Returns the cookies that a browser sends after this reply. */
const readCookies = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((cookie) => cookie.replace(/;.*/s, ''))
    .join('; ')
const readDeviceCookie = (reply: Reply) =>
  readCookies(reply)
    .split('; ')
    .find((cookie) => cookie.startsWith('quoin-device=')) ?? ''

async function signUp(at: World = world): Promise<{ email: string; device: string; client: Client; reply: Reply }> {
  const email = `owner-${++people}@example.com`
  const reply = await at.client()(
    'POST',
    '/v1/auth/sign-up',
    { email, name: 'Owner', password: PASSWORD },
    from(OFFICE),
  )
  assert.equal(reply.status, 200, reply.text)
  const client = createBrowser(at.url, { cookie: reply.headers.get('set-cookie') })
  return { email, device: readDeviceCookie(reply), client, reply }
}

function signIn(email: string, password: string, headers: Record<string, string>, at: World = world): Promise<Reply> {
  return at.client()('POST', '/v1/auth/sign-in', { email, password }, headers)
}

/** Fails sign-ins as a stranger until the address is throttled. */
async function closeAddress(email: string): Promise<void> {
  const statuses = []
  for (let n = 0; n < 10; n++) statuses.push((await signIn(email, WRONG, from(ELSEWHERE))).status)
  assert.equal(statuses.at(-1), 429)
}

test("a stranger's wrong passwords block neither the owner's known device nor sudo in a live session", async () => {
  const owner = await signUp()
  await closeAddress(owner.email)
  assert.equal((await signIn(owner.email, PASSWORD, from(OFFICE))).status, 429, 'a new device waits')
  const known = await signIn(owner.email, PASSWORD, from(OFFICE, owner.device))
  assert.equal(known.status, 200, known.text)
  const sudo = await owner.client('POST', '/v1/session/sudo', { password: PASSWORD })
  assert.equal(sudo.status, 200, sudo.text)
})

test('wrong attempts on a known device count against that device, and those in a session against that session', async () => {
  const owner = await signUp()
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await signIn(owner.email, WRONG, from(OFFICE, owner.device))).status)
  assert.deepEqual(statuses, [...Array(6).fill(403), 429])
  assert.equal((await signIn(owner.email, PASSWORD, from(OFFICE, owner.device))).status, 429)
  const other = await signIn(owner.email, PASSWORD, from(OFFICE))
  assert.equal(other.status, 200, 'another device is not held back')
  assert.equal((await owner.client('POST', '/v1/session/sudo', { password: PASSWORD })).status, 200)

  const inSession = []
  for (let n = 0; n < 7; n++)
    inSession.push((await owner.client('POST', '/v1/session/sudo', { password: WRONG })).status)
  assert.deepEqual(inSession, [...Array(6).fill(403), 429])
  const session = createBrowser(url, { cookie: other.headers.get('set-cookie') })
  assert.equal((await session('POST', '/v1/session/sudo', { password: PASSWORD })).status, 200)
})

test('a device is recognised by a signed cookie, which does not work for another user or if it is changed', async () => {
  const [owner, stranger] = [await signUp(), await signUp()]
  const cookie = owner.reply.headers.getSetCookie().find((each) => each.startsWith('quoin-device='))
  assert.match(cookie ?? '', /^quoin-device=[\w.-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
  await closeAddress(owner.email)
  const forged = owner.device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const device of [stranger.device, forged, 'quoin-device=x'])
    assert.equal((await signIn(owner.email, PASSWORD, from(OFFICE, device))).status, 429, device)
  ctx.clock.advance(366 * 86_400_000)
  await closeAddress(owner.email)
  assert.equal((await signIn(owner.email, PASSWORD, from(OFFICE, owner.device))).status, 429, 'it lasts a year')
})

test('a new password forgets the known devices, except the one where it was set', async () => {
  const owner = await signUp()
  const other = await signIn(owner.email, PASSWORD, from(OFFICE))
  const changed = await owner.client('POST', '/v1/me/password', { password: NEW })
  assert.equal(changed.status, 200, changed.text)
  await closeAddress(owner.email)
  assert.equal((await signIn(owner.email, NEW, from(OFFICE, readDeviceCookie(other)))).status, 429)
  assert.equal((await signIn(owner.email, NEW, from(OFFICE, readDeviceCookie(changed)))).status, 200)
})

test('a stranger who knows the password cannot block the second factor for the known device', async () => {
  const owner = await signUp()
  const { secret } = (await owner.client('POST', '/v1/me/totp')).body
  const code = () => totpCode(secret, ctx.clock.now().getTime())
  assert.equal((await owner.client('POST', '/v1/me/totp/confirm', { code: code() })).status, 200)
  ctx.clock.advance(30_000)
  const pending = async (headers: Record<string, string>) => readCookies(await signIn(owner.email, PASSWORD, headers))
  const guess = (cookie: string, guessed: string, address: string) =>
    world.client()('POST', '/v1/auth/totp', { code: guessed }, from(address, cookie))
  const stranger = await pending(from(ELSEWHERE))
  for (let n = 0; n < 10; n++) await guess(stranger, `00000${n}`, ELSEWHERE)
  assert.equal((await guess(stranger, code(), ELSEWHERE)).status, 429)
  const own = await pending(from(OFFICE, owner.device))
  const done = await guess(`${own}; ${owner.device}`, code(), OFFICE)
  assert.equal(done.status, 200, done.text)
})

test('a stranger who requests links for the owner does not keep the known device from requesting them', async () => {
  const owner = await signUp()
  const ask = (headers: Record<string, string>) =>
    world.client()('POST', '/v1/auth/links', { email: owner.email, kind: 'reset' }, headers)
  for (let n = 0; n < 6; n++) await ask(from(ELSEWHERE))
  assert.deepEqual([(await ask(from(OFFICE))).status, (await ask(from(OFFICE, owner.device))).status], [429, 200])
})

test('wrong passwords from the very same address block neither passkeys, nor mailed links, nor other people', async () => {
  const shared = await boot({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'quoin@example.com' } })
  const [owner, other] = [await signUp(shared), await signUp(shared)]
  const authenticator = new Authenticator()
  const made = await owner.client('POST', '/v1/me/passkeys/options')
  const response = authenticator.create(made.body, shared.url)
  assert.equal((await owner.client('POST', '/v1/me/passkeys', { name: 'Phone', response })).status, 201)

  const statuses = new Set<number>()
  for (let n = 0; n < 70; n++) statuses.add((await signIn(`nobody-${n % 30}@example.com`, WRONG, {}, shared)).status)
  assert.ok(statuses.has(429), 'the address has to wait')

  const options = await shared.client()('POST', '/v1/auth/passkey-options')
  const answer = { response: authenticator.get(options.body, shared.url) }
  const passkey = await shared.client()('POST', '/v1/auth/passkey-sign-in', answer)
  assert.equal(passkey.status, 200, passkey.text)
  const right = await signIn(other.email, PASSWORD, {}, shared)
  assert.equal(right.status, 200, 'a person who has not failed is judged')
  const requested = await shared.client()('POST', '/v1/auth/links', { email: other.email, kind: 'magic' })
  assert.equal(requested.status, 200, requested.text)
  const link = await shared.client()('POST', '/v1/auth/links/use', { token: 'x'.repeat(43) })
  assert.equal(link.body.code, 'not_found', 'a link is judged')
})

test('a flood without a key from the shared address does not block known devices', async () => {
  const small = await boot({ env: { RATE_LIMIT_ADDRESS_PER_SECOND: '1', RATE_LIMIT_ADDRESS_BURST: '10' } })
  const owner = await signUp(small)
  const flood = await Promise.all(Array.from({ length: 40 }, () => small.client()('GET', '/v1/auth/methods')))
  assert.ok(flood.some(({ status }) => status === 429))
  const known = { cookie: owner.device }
  assert.equal((await small.client()('GET', '/v1/auth/methods', undefined, known)).status, 200)
  assert.equal((await signIn(owner.email, PASSWORD, known, small)).status, 200)
})

test('wrong keys and sessions from the shared address do not block those that worked before', async () => {
  const small = await boot({ env: { RATE_LIMIT_ADDRESS_PER_SECOND: '1', RATE_LIMIT_ADDRESS_BURST: '10' } })
  const key = await small.key()
  const session = await small.session()
  const work = async () => [
    (await small.client(key)('GET', '/v1/profiles')).status,
    (await session('GET', '/v1/session')).status,
  ]
  assert.deepEqual(await work(), [200, 200])
  const unknown = createBrowser(small.url, { cookie: `quoin=${'x'.repeat(43)}` })
  const flood = await Promise.all(Array.from({ length: 40 }, () => unknown('GET', '/v1/session')))
  assert.ok(flood.some(({ status }) => status === 429))
  // Any change of a key or session makes every process reload them.
  await small.ctx.invalidation.announce(small.db, 'keys')
  await small.ctx.invalidation.announce(small.db, 'sessions')
  assert.deepEqual(await work(), [200, 200])
})

test('hundreds of concurrent sign-ins from a few addresses delay an honest one by a few hashes, and get Retry-After', async () => {
  const owner = await signUp()
  let pending = 0
  const flood = Array.from({ length: 150 }, async (_, n) => {
    pending++
    const reply = await signIn(`flood-${n}@example.com`, WRONG, from(`203.0.113.${n % 5}`))
    pending--
    return reply
  })
  // The queue of each address is full.
  await until('most of the flood to be refused or queued', () => pending <= 5 * 22)
  const honest = await signIn(owner.email, PASSWORD, from(OFFICE))
  assert.equal(honest.status, 200, honest.text)
  assert.ok(pending > 10, `${pending} of the flood are still waiting`)
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 403)
  assert.ok(refused.length > 0)
  for (const { status, headers } of refused) assert.deepEqual([status, headers.get('retry-after')], [429, '2'])
})

test('an invited person can sign up even if their network has created too many accounts', async () => {
  const inviting = await world.session()
  const email = 'invited@example.com'
  const { url: link } = (await inviting('POST', '/v1/invitations', { email, role: 'member' })).body
  const person = (n: number) => ({ email: `crowd-${n}@example.com`, name: 'Crowd', password: PASSWORD })
  const join = (body: object) => world.client()('POST', '/v1/auth/sign-up', body, from('203.0.113.77'))
  const statuses = []
  for (let n = 0; n < 52; n++) statuses.push((await join(person(n))).status)
  assert.equal(statuses.at(-1), 429)
  const token = String(link).replace(/^.*#/, '')
  assert.equal((await join({ ...person(0), email, invitation: 'x'.repeat(43) })).status, 429)
  const invited = await join({ ...person(0), email, invitation: token })
  assert.equal(invited.status, 200, invited.text)
})
