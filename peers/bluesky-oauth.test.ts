import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildGrantCall, buildSession, readAccess } from '../server/src/domains/social/accounts/tokens/read-access.ts'
import { renewTokens } from '../server/src/domains/social/accounts/tokens/renew.ts'
import { systemClock } from '../server/src/kit/clock.ts'
import { startQueue } from '../server/src/queue/start.ts'
import { jobs } from '../server/src/worker/worker.ts'
import { createProfile, startConnection } from '../server/test/support/account-scene.ts'
import { catchPlatformError } from '../server/test/support/connectors/loopback.ts'
import { atEnd, boot } from '../server/test/support/harness.ts'
import { ingestImage } from '../server/test/support/post-scene.ts'
import { startServer } from './bluesky-peer.ts'
import * as browsers from './browser.ts'
import { fromNpm } from './peer.ts'

const skip = fromNpm('@atproto/pds', 'package.json').skip || browsers.skip
/**
 * Real servers refuse client names such as example.com; this name is reserved for home networks and does not resolve (RFC
 * 8375).
 */
const PUBLIC_URL = 'https://quoin.home.arpa'
const PASSWORD = 'a-long-password'

// oxlint-disable-next-line typescript/no-explicit-any -- records of every shape
type Any = any

/** Address of our server. The data server fetches our client document from the public URL, which leads to this gateway. */
let server = ''
const gateway = createServer((request, response) => {
  fetch(`${server}${request.url}`).then(
    async (reply) =>
      response
        .writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
        .end(await reply.text()),
    (error: unknown) => response.writeHead(502).end(String(error)),
  )
}).listen(0, '127.0.0.1')
await once(gateway, 'listening')
atEnd(() => void gateway.close())
const { port } = gateway.address() as { port: number }

const peer = skip
  ? { pds: '', app: { url: '', plcUrl: '' } }
  : await startServer(`${PUBLIC_URL}=http://127.0.0.1:${port}`)
const env = { BLUESKY_URL: peer.app.url, BLUESKY_PLC_URL: peer.app.plcUrl, LOG_LEVEL: 'silent' }

async function bootQuoin(more: Record<string, string> = {}) {
  const world = await boot({ env: { ...env, ...more }, clock: systemClock })
  const queue = await startQueue(world.ctx, { jobs })
  atEnd(() => queue.stop())
  return { ...world, queue }
}
const [local, open] = [await bootQuoin(), await bootQuoin({ QUOIN_PUBLIC_URL: PUBLIC_URL })]
server = open.url

async function signUp(name: string): Promise<{ handle: string; did: string }> {
  const handle = `${name}.test`
  const response = await fetch(`${peer.pds}/xrpc/com.atproto.server.createAccount`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ handle, email: `${name}@example.com`, password: PASSWORD }),
  })
  const { did } = (await response.json()) as { did: string }
  return { handle, did }
}

type Quoin = typeof local

/** Opens the page of a connection, enters the handle there, and signs in on the data server's own page. */
async function signInAt(quoin: Quoin, handle: string): Promise<{ id: string; page: Page }> {
  const more = { platform: 'bluesky', mode: 'hosted', redirect_url: `${quoin.url}/llms.txt` }
  const { id, authorize_url } = await startConnection(quoin.live, await createProfile(quoin.live), more)
  // Each person gets a new browser, because contexts of the packaged one share cookies.
  const page = await (await browsers.startBrowser()).newPage()
  await page.goto(`${quoin.url}${new URL(authorize_url).pathname}`)
  await page.locator('#handle').fill(handle)
  await page.getByRole('button', { name: 'Continue with Bluesky' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Username or Email' }).inputValue(), handle)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  return { id, page }
}

/** Grants access. Our public URL does not resolve here, so the test follows the redirect to our server itself. */
async function authorizeAndReturn(quoin: Quoin, page: Page): Promise<URL> {
  const request = page.waitForRequest((one) => one.url().startsWith(`${PUBLIC_URL}/v1/oauth/bluesky/callback`))
  await page.getByRole('button', { name: 'Authorize' }).click()
  const { pathname, search } = new URL((await request).url())
  const reply = await fetch(`${quoin.url}${pathname}${search}`, { redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? '')
}

async function publish(quoin: Quoin, accountId: string, content: string): Promise<{ uri: string; value: Any }> {
  const media_ids = [await ingestImage(quoin.live, quoin.queue)]
  const made = await quoin.live('POST', '/v1/posts', { content, media_ids, targets: [{ account_id: accountId }] })
  assert.equal(made.status, 201, made.text)
  await quoin.queue.idle()
  const { status, targets } = (await quoin.live('GET', `/v1/posts/${made.body.id}`)).body
  assert.equal(status, 'published', JSON.stringify(targets))
  const [, , repo = '', collection = '', rkey = ''] = targets[0].external_id.split('/')
  const where = new URLSearchParams({ repo, collection, rkey })
  return (await fetch(`${peer.pds}/xrpc/com.atproto.repo.getRecord?${where.toString()}`)).json() as Any
}

test('a person signs in on the real page, a post with a picture is published, and disconnecting ends the sign-in', {
  skip,
}, async () => {
  const { handle, did } = await signUp('alice')
  const { page } = await signInAt(local, handle)
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL(/llms\.txt/)
  const returned = new URL(page.url()).searchParams
  assert.equal(returned.get('status'), 'completed', page.url())
  const id = returned.get('account_id') ?? ''
  const account = (await local.live('GET', `/v1/accounts/${id}`)).body
  assert.deepEqual([account.external_identity_id, account.username], [did, handle])
  assert.deepEqual(account.granted_scopes, ['atproto', 'transition:generic'])
  const { value } = await publish(local, id, 'From a client on loopback')
  assert.deepEqual([value.text, value.embed.images.length], ['From a client on loopback', 1])

  const access = await readAccess(local.ctx, local.workspaceId, { accountId: id })
  await access.connector.checkHealth(buildSession(local.ctx, access))
  assert.equal((await local.live('DELETE', `/v1/accounts/${id}`)).status, 200)
  await local.queue.idle()
  assert.equal((await catchPlatformError(access.connector.checkHealth(buildSession(local.ctx, access)))).kind, 'auth')
})

test('the real server reads our client document, renews tokens for our key, and ends a sign-in whose refresh token is reused', {
  skip,
}, async () => {
  const { handle } = await signUp('bob')
  const { page } = await signInAt(open, handle)
  const returned = (await authorizeAndReturn(open, page)).searchParams
  assert.equal(returned.get('status'), 'completed', returned.toString())
  const id = returned.get('account_id') ?? ''
  await publish(open, id, 'From a client with a key')

  const first = await readAccess(open.ctx, open.workspaceId, { accountId: id })
  await renewTokens(open.ctx, first, buildGrantCall(open.ctx, first))
  const second = await readAccess(open.ctx, open.workspaceId, { accountId: id })
  assert.notEqual(second.tokens.refresh, first.tokens.refresh)
  assert.equal((await open.live('POST', `/v1/accounts/${id}/health`)).body.health.status, 'healthy')
  await publish(open, id, 'After the renewal')

  const replayed = await catchPlatformError(second.connector.auth.refresh!.renew(buildGrantCall(open.ctx, first)))
  assert.deepEqual([replayed.kind, replayed.rule], ['auth', 'bluesky.oauth.invalid_grant'])
  await open.live('POST', `/v1/accounts/${id}/health`)
  assert.equal((await open.live('GET', `/v1/accounts/${id}`)).body.status, 'reauth_required')
})

test('denying access on the real page connects no account', { skip }, async () => {
  const { handle } = await signUp('carol')
  const { id, page } = await signInAt(local, handle)
  await page.getByRole('button', { name: 'Deny access' }).click()
  await page.waitForURL(/llms\.txt/)
  assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied')
  assert.equal((await local.live('GET', `/v1/connections/${id}`)).body.status, 'failed')
})
