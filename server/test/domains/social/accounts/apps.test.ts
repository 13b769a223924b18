import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode, createProfile, startConnection } from '../../../support/account-scene.ts'
import { boot, OPERATOR_TOKEN } from '../../../support/harness.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { live, db, url } = world
const operator = world.client(OPERATOR_TOKEN)
const profile = await createProfile(live)
const path = '/v1/platforms/pinterest/app'
const connect = () => live('POST', '/v1/connections', { profile_id: profile, platform: 'pinterest', mode: 'headless' })
const fetchClientId = async () => new URL((await connect()).body.authorize_url).searchParams.get('client_id')
const isConfigured = async () =>
  (await live('GET', '/v1/platforms?limit=100')).body.data.find(({ id }: { id: string }) => id === 'pinterest')
    .is_configured

test('a platform without an app says so, and connecting is refused with a link to its guide', async () => {
  assert.equal(await isConfigured(), false)
  const shown = (await live('GET', path)).body
  assert.deepEqual([shown.source, shown.credentials, shown.created_at], [null, {}, null])
  assert.equal(shown.redirect_url, `${world.ctx.publicUrl.get()}/v1/oauth/pinterest/callback`)
  assert.deepEqual(shown.variables, ['PINTEREST_CLIENT_ID', 'PINTEREST_CLIENT_SECRET'])
  const refused = await connect()
  assertCode(refused, 422, 'platform_not_configured')
  const guide = new URL(refused.body.guide)
  assert.match(await (await fetch(`${url}${guide.pathname}`)).text(), /<h1>Pinterest/)
  assert.equal((await fetch(`${url}/docs/guides/nothing.md`)).status, 404)
})

test("a sign-in uses the workspace's app, otherwise the operator's; secrets are sealed and never shown", async () => {
  const secret = 'a client secret of the operator'
  const set = await operator('PUT', '/v1/operator/platforms/pinterest/app', {
    credentials: { client_id: 'operator-app', client_secret: secret },
  })
  assert.equal(set.status, 200, set.text)
  assert.deepEqual([set.body.source, set.body.credentials], ['operator', { client_id: 'operator-app' }])
  assert.equal(await isConfigured(), true)
  assert.equal(await fetchClientId(), 'operator-app')
  const own = await live('PUT', path, { credentials: { client_id: 'own-app', client_secret: 'another secret' } })
  assert.equal(own.body.source, 'workspace')
  assert.equal(await fetchClientId(), 'own-app')
  const rows = await db<{ credentials: string }[]>`select credentials from platform_apps`
  for (const { credentials } of rows) assert.ok(!/operator-app|own-app|secret/.test(credentials))
  for (const text of [set.text, own.text, (await live('GET', path)).text])
    assert.ok(!text.includes(secret) && !text.includes('another secret'), text)
  assert.equal((await live('DELETE', path)).body.source, 'operator')
  assert.equal((await live('DELETE', path)).body.source, 'operator', 'a repeat changes nothing')
  assert.equal(await fetchClientId(), 'operator-app')
  assert.equal((await operator('DELETE', '/v1/operator/platforms/pinterest/app')).body.source, null)
})

test('a sign-in keeps its app even if the app is replaced meanwhile', async () => {
  await live('PUT', path, { credentials: { client_id: 'first', client_secret: 's' } })
  const { id } = (await connect()).body
  await Promise.all(
    ['second', 'third'].map((client_id) => live('PUT', path, { credentials: { client_id, client_secret: 's' } })),
  )
  const [row] = await db<{ app_id: string }[]>`select app_id from connections where id = ${id}`
  const current = await db<{ id: string }[]>`select id from platform_apps where ended_at is null`
  assert.equal(current.length, 1)
  assert.notEqual(current[0]?.id, row?.app_id)
  await live('DELETE', path)
})

test('missing and unknown credentials are named, and a platform without apps refuses one', async () => {
  const wrong = await live('PUT', path, { credentials: { client_id: '', app: 'x' } })
  assert.equal(wrong.status, 422)
  const places = wrong.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')).toSorted()
  assert.deepEqual(places, ['body.credentials.app', 'body.credentials.client_id', 'body.credentials.client_secret'])
  assertCode(await live('PUT', '/v1/platforms/bluesky/app', { credentials: {} }), 422, 'unsupported_by_platform')
  assertCode(await live('GET', '/v1/platforms/nowhere/app'), 404, 'not_found')
  assertCode(await operator('PUT', '/v1/operator/platforms/nowhere/app', { credentials: {} }), 404, 'not_found')
})

test('the app from the environment is used where there is no other, and each has its own webhook URL', async () => {
  const env = { PINTEREST_CLIENT_ID: 'environment-app', PINTEREST_CLIENT_SECRET: 's', LOG_LEVEL: 'silent' }
  const other = await boot({ env })
  const { source, credentials } = (await other.live('GET', path)).body
  assert.deepEqual([source, credentials], ['environment', { client_id: 'environment-app' }])
  const mine = await createProfile(other.live)
  const { authorize_url } = await startConnection(other.live, mine, { platform: 'pinterest' })
  assert.equal(new URL(authorize_url).searchParams.get('client_id'), 'environment-app')
})
