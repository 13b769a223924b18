import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Authenticator } from '../../support/authenticator.ts'
import { type Browser, boot, createBrowser, type Reply } from '../../support/harness.ts'
import { totpCode } from '../../support/totp-code.ts'

const world = await boot()
const { ctx, url } = world
const anyone = world.client()
const PASSWORD = 'correct horse battery'
let people = 0

async function newPerson(): Promise<{ email: string; client: Browser }> {
  const email = `factor-${++people}@example.com`
  return { email, client: await world.session({ email, password: PASSWORD }) }
}

const signIn = (email: string) => anyone('POST', '/v1/auth/sign-in', { email, password: PASSWORD })
const browser = (reply: Reply) => createBrowser(url, { cookie: reply.headers.get('set-cookie') })
const generateCode = (secret: string) => totpCode(secret, ctx.clock.now().getTime())

async function withTotp() {
  const person = await newPerson()
  const { secret, uri } = (await person.client('POST', '/v1/me/totp')).body
  assert.match(uri, /^otpauth:\/\/totp\/Quoin:/)
  const confirmed = await person.client('POST', '/v1/me/totp/confirm', { code: generateCode(secret) })
  assert.equal(confirmed.status, 200, confirmed.text)
  ctx.clock.advance(30_000)
  return { ...person, secret: secret as string, codes: confirmed.body.recovery_codes as string[] }
}

test('with an authenticator app the password alone does not sign in', async () => {
  const { email, secret, codes } = await withTotp()
  assert.equal(new Set(codes).size, 10)
  const first = await signIn(email)
  assert.deepEqual([first.status, first.body], [200, { status: 'totp_required', user: null }])
  const pending = browser(first)
  assert.equal((await pending('GET', '/v1/session')).body.code, 'totp_required')
  const wrong = await pending('POST', '/v1/auth/totp', { code: '000000' })
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'wrong_credentials'])
  const code = generateCode(secret)
  const done = await pending('POST', '/v1/auth/totp', { code })
  assert.deepEqual([done.status, done.body.status, done.body.user.email], [200, 'signed_in', email])
  assert.equal((await browser(done)('GET', '/v1/session')).body.user.has_totp, true)
  assert.equal((await pending('GET', '/v1/session')).body.code, 'invalid_session', 'the first cookie is worth nothing')
})

test('a code works once, even in two concurrent sign-ins', async () => {
  const { email, secret } = await withTotp()
  const both = [browser(await signIn(email)), browser(await signIn(email))]
  const code = generateCode(secret)
  const replies = await Promise.all(both.map((client) => client('POST', '/v1/auth/totp', { code })))
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 403],
  )
})

test('a recovery code signs in once, however it is typed', async () => {
  const { email, codes } = await withTotp()
  const [code = ''] = codes
  const sloppy = code.toLowerCase().replace('-', ' ')
  assert.equal((await browser(await signIn(email))('POST', '/v1/auth/totp', { recovery_code: sloppy })).status, 200)
  const again = await browser(await signIn(email))('POST', '/v1/auth/totp', { recovery_code: code })
  assert.equal(again.body.code, 'wrong_credentials')
  const stored = await world.db<{ found: boolean }[]>`
    select exists (select from recovery_codes where encode(hash, 'escape') like ${`%${code}%`}) as found`
  assert.equal(stored[0]?.found, false)
})

test('guessing codes is slowed down more and more', async () => {
  const { email } = await withTotp()
  const pending = browser(await signIn(email))
  const codes = []
  for (let n = 0; n < 7; n++) codes.push((await pending('POST', '/v1/auth/totp', { code: `00000${n}` })).body.code)
  assert.equal(codes.at(-1), 'rate_limited')
})

test('recovery codes can be renewed, and without the app the password is enough again', async () => {
  const { email, client, codes } = await withTotp()
  const renewed = (await client('POST', '/v1/me/recovery-codes')).body.recovery_codes
  assert.equal(
    renewed.some((code: string) => codes.includes(code)),
    false,
  )
  const old = await browser(await signIn(email))('POST', '/v1/auth/totp', { recovery_code: codes[0] })
  assert.equal(old.body.code, 'wrong_credentials')
  assert.equal((await client('POST', '/v1/me/totp')).body.code, 'wrong_state')
  assert.equal((await client('DELETE', '/v1/me/totp')).body.has_totp, false)
  assert.equal((await signIn(email)).body.status, 'signed_in')
  assert.equal((await client('POST', '/v1/me/recovery-codes')).body.code, 'wrong_state')
  const { data } = (await world.operator('GET', '/v1/operator/audit?limit=4')).body
  assert.ok(data.some(({ action, actor }: Record<string, string>) => action === 'users.totp_off' && actor === email))
})

async function register(client: Browser, device: Authenticator, name = 'My phone'): Promise<Reply> {
  const options = (await client('POST', '/v1/me/passkeys/options')).body
  return client('POST', '/v1/me/passkeys', { name, response: device.create(options, url) })
}

test('a passkey is registered and signs in, without a second factor', async () => {
  const { email, client } = await withTotp()
  const device = new Authenticator()
  const options = (await client('POST', '/v1/me/passkeys/options')).body
  assert.deepEqual(
    options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg),
    [-7, -8, -257],
  )
  const made = await register(client, device)
  assert.equal(made.status, 201, made.text)
  assert.equal((await register(client, device)).body.code, 'wrong_state', 'one passkey once')
  const ask = (await anyone('POST', '/v1/auth/passkey-options')).body
  const answer = device.get(ask, url)
  const [one, two] = await Promise.all([
    anyone('POST', '/v1/auth/passkey-sign-in', { response: answer }),
    anyone('POST', '/v1/auth/passkey-sign-in', { response: answer }),
  ])
  const statuses = [one.status, two.status].toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [200, 403], 'an answer works once')
  const signed = one.status === 200 ? one : two
  assert.deepEqual([signed.body.status, signed.body.user.email], ['signed_in', email])
  const [listed] = (await client('GET', '/v1/me/passkeys')).body.data
  assert.deepEqual([listed.name, typeof listed.last_used_at], ['My phone', 'string'])
  const path = `/v1/me/passkeys/${listed.id}`
  const stranger = (await newPerson()).client
  assert.equal((await stranger('PATCH', path, { name: 'Not mine' })).status, 404)
  assert.equal((await client('PATCH', path, { name: 'My tablet' })).body.name, 'My tablet')
  assert.equal((await client('DELETE', path)).status, 200)
  const gone = device.get((await anyone('POST', '/v1/auth/passkey-options')).body, url)
  assert.equal((await anyone('POST', '/v1/auth/passkey-sign-in', { response: gone })).body.code, 'wrong_credentials')
})

test('a passkey response is refused from another site, to an old or foreign challenge, by another key or without verification', async () => {
  const { client } = await newPerson()
  const device = new Authenticator()
  assert.equal((await register(client, device)).status, 201)
  const ask = async () => (await anyone('POST', '/v1/auth/passkey-options')).body
  const refused = async (response: unknown) =>
    assert.equal((await anyone('POST', '/v1/auth/passkey-sign-in', { response })).body.code, 'wrong_credentials')
  await refused(device.get(await ask(), 'https://evil.example'))
  await refused(device.get({ ...(await ask()), rpId: 'evil.example' }, url))
  await refused(device.get({ ...(await ask()), challenge: Buffer.from('made up').toString('base64url') }, url))
  const registration = (await client('POST', '/v1/me/passkeys/options')).body
  await refused(device.get({ ...(await ask()), challenge: registration.challenge }, url))
  await refused({ ...new Authenticator().get(await ask(), url), id: device.get(await ask(), url).id })
  device.flags = 1
  await refused(device.get(await ask(), url))
  device.flags = 5
  const old = await ask()
  ctx.clock.advance(600_000)
  await refused(device.get(old, url))
  await refused({})
  await refused({ id: 5, response: null })
  assert.equal(
    (await anyone('POST', '/v1/auth/passkey-sign-in', { response: device.get(await ask(), url) })).status,
    200,
  )
})

test('a challenge of one user cannot register a passkey for another', async () => {
  const [ada, grace] = [await newPerson(), await newPerson()]
  const options = (await ada.client('POST', '/v1/me/passkeys/options')).body
  const response = new Authenticator().create(options, url)
  const foreign = await grace.client('POST', '/v1/me/passkeys', { name: 'Foreign', response })
  assert.equal(foreign.body.code, 'wrong_credentials')
  assert.equal((await ada.client('POST', '/v1/me/passkeys', { name: 'Own', response })).status, 201)
})

test('a passkey renews sudo, even without a password: for this session, and once', async () => {
  const { client, email } = await newPerson()
  const device = new Authenticator()
  const ask = (by: Browser) => by('POST', '/v1/session/sudo/options')
  assert.equal((await ask(client)).body.code, 'wrong_state', 'without a passkey')
  await register(client, device)
  await world.db`update users set password_hash = null where email = ${email}`
  assert.equal((await client('POST', '/v1/session/sudo', { password: 'any password' })).body.code, 'wrong_state')
  assert.equal((await client('POST', '/v1/session/sudo', {})).status, 422)

  ctx.clock.advance(901_000)
  assert.equal((await client('POST', '/v1/me/passkeys/options')).body.code, 'sudo_required')
  const options = (await ask(client)).body
  assert.equal(options.allowCredentials.length, 1)
  const response = device.get(options, url)
  assert.equal((await client('POST', '/v1/session/sudo', { response, password: 'x' })).status, 422)
  const done = await client('POST', '/v1/session/sudo', { response })
  assert.equal(done.status, 200, done.text)
  assert.ok(done.body.session.sudo_until)
  assert.equal((await client('POST', '/v1/me/passkeys/options')).status, 200)
  assert.equal((await client('POST', '/v1/session/sudo', { response })).body.code, 'wrong_credentials', 'it works once')

  const signInAnswer = device.get((await anyone('POST', '/v1/auth/passkey-options')).body, url)
  const wrong = { response: signInAnswer }
  assert.equal(
    (await client('POST', '/v1/session/sudo', wrong)).body.code,
    'wrong_credentials',
    'not one for signing in',
  )
})

test('a passkey of another user, or a challenge of another session, does not renew sudo', async () => {
  const [ada, grace] = [await newPerson(), await newPerson()]
  const [own, foreign] = [new Authenticator(), new Authenticator()]
  await register(ada.client, own)
  await register(grace.client, foreign)
  const sudo = (by: Browser, response: unknown) => by('POST', '/v1/session/sudo', { response })
  const options = (await ada.client('POST', '/v1/session/sudo/options')).body
  assert.equal((await sudo(ada.client, foreign.get(options, url))).body.code, 'wrong_credentials')
  assert.equal((await sudo(grace.client, own.get(options, url))).body.code, 'wrong_credentials')
  const answer = own.get((await anyone('POST', '/v1/auth/passkey-options')).body, url)
  const signedIn = await anyone('POST', '/v1/auth/passkey-sign-in', { response: answer })
  const second = createBrowser(url, { cookie: signedIn.headers.get('set-cookie') })
  assert.equal((await sudo(second, own.get(options, url))).body.code, 'wrong_credentials')
  assert.equal((await sudo(ada.client, own.get(options, url))).status, 200)
})
