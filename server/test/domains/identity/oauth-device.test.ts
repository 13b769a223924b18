import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetExpiredTokens } from '../../../src/domains/identity/oauth/jobs.ts'
import { boot } from '../../support/harness.ts'
import { createOauthClient, GIVEN, type Tokens } from '../../support/oauth-client.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { ctx, url } = world
const { post, refresh } = createOauthClient(url)
const CLI = 'quoin-cli'

interface Device {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly interval: number
}

const begin = async () => (await post('/oauth/device_authorization', { client_id: CLI })).body as unknown as Device

async function poll({ device_code }: Device): Promise<Tokens & { error?: string }> {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  return (await post('/oauth/token', { grant_type, device_code, client_id: CLI })).body
}

test('a user signs a device in with its code, and the device gets a token for the API', async () => {
  const user = await world.session()
  const device = await begin()
  assert.match(device.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  assert.equal(device.verification_uri, `${url}/device`)
  assert.equal((await poll(device)).error, 'authorization_pending')
  const asked = { user_code: device.user_code.toLowerCase().replace('-', ' ') }
  const { body: shown } = await user('POST', '/v1/oauth-requests:read', asked)
  assert.deepEqual([shown.name, shown.host, shown.audience, shown.network], ['Quoin CLI', null, 'api', '127.0.0.1'])
  const allowed = await user('POST', '/v1/oauth-requests:allow', { ...asked, ...GIVEN })
  assert.deepEqual([allowed.status, allowed.body.redirect_url], [200, null], allowed.text)
  const tokens = await poll(device)
  assert.equal((await world.client(tokens.access_token)('GET', '/v1/credits')).status, 200)
  const renewed = (await refresh(tokens.refresh_token, CLI)).body
  assert.equal((await world.client(renewed.access_token)('GET', '/v1/credits')).status, 200)
  // The code was exchanged: a second exchange means that it was stolen.
  assert.equal((await poll(device)).error, 'invalid_grant')
  assert.equal((await world.client(renewed.access_token)('GET', '/v1/credits')).status, 401)
})

test('a device that polls too often is slowed down, and a denied or expired one is told so', async () => {
  const user = await world.session()
  const device = await begin()
  assert.equal((await poll(device)).error, 'authorization_pending')
  assert.equal((await poll(device)).error, 'slow_down')
  ctx.clock.advance(6000)
  assert.equal((await poll(device)).error, 'slow_down')
  ctx.clock.advance(16_000)
  assert.equal((await poll(device)).error, 'authorization_pending')
  assert.equal((await user('POST', '/v1/oauth-requests:deny', { user_code: device.user_code })).status, 200)
  assert.equal((await poll(device)).error, 'access_denied')
  assert.equal((await user('POST', '/v1/oauth-requests:read', { user_code: device.user_code })).status, 404)
  const late = await begin()
  ctx.clock.advance(601_000)
  assert.equal((await poll(late)).error, 'expired_token')
  assert.equal((await user('POST', '/v1/oauth-requests:read', { user_code: late.user_code })).status, 404)
})

test('codes cannot be guessed: after five wrong ones a user has to wait, with a right one too', async () => {
  const user = await world.session()
  const device = await begin()
  const enter = (user_code: string) => user('POST', '/v1/oauth-requests:read', { user_code })
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) statuses.push((await enter('BBBB-BBBB')).status)
  assert.deepEqual([statuses.slice(0, 5), statuses.at(-1)], [[404, 404, 404, 404, 404], 429])
  assert.equal((await enter(device.user_code)).status, 429)
  // Another user is not affected, and the wait ends.
  const other = await world.session()
  assert.equal((await other('POST', '/v1/oauth-requests:read', { user_code: device.user_code })).status, 200)
  ctx.clock.advance(20_000)
  assert.equal((await enter(device.user_code)).status, 200)
})

test('only the command line can begin, and a network has at most 50 sign-ins waiting', async () => {
  assert.equal((await post('/oauth/device_authorization', { client_id: 'another' })).status, 401)
  ctx.clock.advance(601_000)
  for (let n = 0; n < 50; n++) await begin()
  assert.equal((await post('/oauth/device_authorization', { client_id: CLI })).status, 429)
  ctx.clock.advance(601_000)
  assert.equal((await post('/oauth/device_authorization', { client_id: CLI })).status, 200)
})

test('the key of a device that never polls again is revoked', async () => {
  const user = await world.session()
  const { user_code } = await begin()
  await user('POST', '/v1/oauth-requests:allow', { user_code, ...GIVEN })
  const mine = (await user('GET', '/v1/session')).body.user.id
  const list = async () =>
    (await user('GET', '/v1/api-keys?status=active')).body.data.filter(
      (key: { created_by: string }) => key.created_by === mine,
    ).length
  assert.equal(await list(), 1)
  ctx.clock.advance(2 * 3_600_000)
  await forgetExpiredTokens(ctx)
  assert.equal(await list(), 0)
})
