import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountJobs } from '../../src/domains/social/accounts/jobs.ts'
import { startQueue } from '../../src/queue/start.ts'
import { continueHosted, createProfile, signIn, startConnection } from '../support/account-scene.ts'
import { startBluesky } from '../support/connectors/bluesky.ts'
import { buildBlueskyEnv, openSignIns, PUBLIC_URL } from '../support/connectors/bluesky-scene.ts'
import { atEnd, boot } from '../support/harness.ts'
import { bootPosts, ingestImage } from '../support/post-scene.ts'

const { fake } = await startBluesky()
const env = buildBlueskyEnv(fake)
const world = await bootPosts({ env })
const { ctx, live } = world
fake.clock = () => ctx.clock.now().getTime()
const queue = await startQueue(ctx, { jobs: accountJobs })
atEnd(() => queue.stop())
const { readClient, visit, start, connectAtPage, reconnect, readAccount } = await openSignIns(world, fake)

test('the client document is public JSON, and exists only for platforms that read one', async () => {
  const reply = await readClient()
  assert.equal(reply.status, 200)
  assert.match(reply.headers.get('content-type') ?? '', /^application\/json/)
  const document = (await reply.json()) as Record<string, unknown>
  assert.equal(document['client_id'], `${PUBLIC_URL}/v1/oauth/bluesky/client-metadata.json`)
  assert.deepEqual(document['redirect_uris'], [`${PUBLIC_URL}/v1/oauth/bluesky/callback`])
  assert.ok(!JSON.stringify(document).includes('"d"'))
  for (const other of ['mastodon', 'nothing'])
    assert.equal((await fetch(`${world.url}/v1/oauth/${other}/client-metadata.json`)).status, 404)
})

test('a person signs in at Bluesky, posts use bound tokens that are renewed, and a disconnect ends the sign-in', async () => {
  const { did, handle } = fake.signUp('front.test')
  const { authorize_url } = await start()
  const shown = await (await fetch(`${world.url}${new URL(authorize_url).pathname}`)).text()
  for (const part of ['Continue with Bluesky', 'name="handle"', 'name="app_password"', 'transition:generic'])
    assert.ok(shown.includes(part), part)
  const id = await connectAtPage(handle, did, authorize_url)
  const account = await readAccount(id)
  assert.deepEqual([account.external_identity_id, account.status, account.username], [did, 'connected', handle])
  assert.deepEqual(account.granted_scopes, ['atproto', 'transition:generic'])
  assert.deepEqual([account.health.status, account.health.scopes.missing], ['healthy', []])

  const media_ids = [await ingestImage(live, world.queue)]
  const { id: post } = await world.post({ content: 'Bound', media_ids, targets: [{ account_id: id }] })
  await world.pass(0)
  const { status, targets } = await world.read(post)
  assert.equal(status, 'published', JSON.stringify(targets))
  assert.ok(targets[0].external_url.startsWith('https://bsky.app/profile/did:plc:'))
  assert.equal(fake.posts(did).length, 1)

  const first = fake.auth.findSession(did)?.refresh
  ctx.clock.advance(3_600_000)
  assert.equal((await live('POST', `/v1/accounts/${id}/health`)).status, 200)
  assert.notEqual(fake.auth.findSession(did)?.refresh, first, 'the tokens were renewed')
  assert.equal((await readAccount(id)).status, 'connected')
  const bearers = fake.requests.filter(({ headers }) => headers.authorization?.startsWith('Bearer'))
  assert.deepEqual(bearers, [], 'no token was sent without its proof')

  assert.equal((await live('DELETE', `/v1/accounts/${id}`)).status, 200)
  await queue.idle()
  assert.equal(fake.auth.findSession(did), undefined)
})

test('a denied sign-in, or a response of another server, connects no account', async () => {
  const { did, handle } = fake.signUp('refuser.test')
  const refused = await visit(
    fake.auth.deny(await continueHosted(world.url, (await start()).authorize_url, { handle })),
  )
  assert.equal(new URL(refused.location).searchParams.get('error'), 'access_denied')
  const { id, authorize_url } = await start()
  const page = await continueHosted(world.url, authorize_url, { handle })
  await visit(fake.auth.approve(page, did, { iss: 'https://evil.example.com' }))
  const { status, error } = (await live('GET', `/v1/connections/${id}`)).body
  assert.deepEqual([status, error.code, error.rule], ['failed', 'sign_in_failed', 'bluesky.oauth.issuer_mismatch'])
  const wrong = await start()
  const { pathname } = new URL(wrong.authorize_url)
  const body = new URLSearchParams({ action: 'sign_in', handle: 'nobody.test' })
  const explained = await fetch(`${world.url}${pathname}`, { method: 'POST', body, redirect: 'manual' })
  assert.match(await explained.text(), /Unable to resolve handle/)
})

test('a headless connection with a handle returns to its own page after the sign-in, and one without a handle takes credentials', async () => {
  const { did, handle, password } = fake.signUp('headless.test')
  const { id, authorize_url } = await start({ mode: 'headless', options: { handle } })
  const { location } = await visit(fake.auth.approve(authorize_url, did))
  assert.match(location, new RegExp(`^https://customer.example.com/done\\?connection_id=${id}&status=completed`))
  const plain = await start({ mode: 'headless' })
  assert.equal(plain.authorize_url, null)
  assert.equal((await signIn(live, plain.id, { identifier: handle, app_password: password })).status, 'completed')
  const odd = {
    profile_id: await createProfile(live),
    platform: 'bluesky',
    mode: 'headless',
    options: { handle: 'a b' },
  }
  assert.equal((await live('POST', '/v1/connections', odd)).status, 422)
})

test('an account with an app password keeps working, and keeps its id when it signs in at Bluesky later', async () => {
  const { did, handle, password } = fake.signUp('both.test')
  const { id: connection } = await start({ mode: 'headless' })
  const { account_id: id } = await signIn(live, connection, { identifier: handle, app_password: password })
  const before = await readAccount(id)
  assert.deepEqual([before.granted_scopes, before.health.status], [['com.atproto.appPass'], 'healthy'])
  assert.equal((await live('POST', `/v1/accounts/${id}/health`)).body.health.status, 'healthy')
  assert.equal(await reconnect(id, handle, did), id)
  assert.ok(fake.auth.findSession(did))
  assert.equal((await live('POST', `/v1/accounts/${id}/health`)).body.health.status, 'healthy')
})

test('without a public address only app passwords are offered, and the sign-in page says why', async () => {
  const { handle } = fake.signUp('inside.test')
  const inside = await boot({ env: { ...env, QUOIN_PUBLIC_URL: 'https://quoin.example.com:8443' } })
  const profile = await createProfile(inside.live)
  const hosted = await startConnection(inside.live, profile, { platform: 'bluesky', mode: 'hosted' })
  const shown = await (await fetch(`${inside.url}${new URL(hosted.authorize_url).pathname}`)).text()
  assert.ok(!shown.includes('name="handle"') && shown.includes('name="app_password"'))
  const body = { profile_id: profile, platform: 'bluesky', mode: 'headless', options: { handle } }
  const refused = await inside.live('POST', '/v1/connections', body)
  assert.deepEqual([refused.status, refused.body.code], [422, 'platform_not_configured'], refused.text)
  assert.match(refused.body.detail, /QUOIN_PUBLIC_URL/)
})
