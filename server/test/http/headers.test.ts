import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { endpoints } from '../../src/http/catalogue.ts'
import { locationTemplate } from '../../src/http/response/location.ts'
import { continueHosted, createProfile } from '../support/account-scene.ts'
import { goodRequest, send } from '../support/declared-requests.ts'
import { boot, type Reply } from '../support/harness.ts'
import { bootInbox } from '../support/inbox-scene.ts'

const world = await bootInbox()
const { live } = world
const anyone = world.client()

/** Every page for browsers. The first test checks that the list is complete. */
async function pages(): Promise<Record<string, Reply>> {
  const profile_id = await createProfile(live)
  const body = { profile_id, platform: 'sandbox', mode: 'hosted' }
  const { authorize_url: address } = (await live('POST', '/v1/connections', body)).body
  const hosted = await anyone('GET', new URL(address).pathname)
  const { pathname, search } = new URL(await continueHosted(world.url, address))
  const signIn = await anyone('GET', `${pathname}${search}`)
  const begun = (await live('POST', '/v1/connections', { ...body, mode: 'headless' })).body
  const denied = new URL(begun.authorize_url)
  const refused = await fetch(`${world.url}${denied.pathname}${denied.search}&deny=true`, { redirect: 'manual' })
  const back = new URL(refused.headers.get('location') ?? '')
  const callback = await anyone('GET', `${back.pathname}${back.search}`)
  const home = await anyone('GET', '/', undefined, { accept: 'text/html' })
  return {
    home,
    docs: await anyone('GET', '/docs'),
    'docs.resource': await anyone('GET', '/docs/posts'),
    'docs.guide': await anyone('GET', '/docs/guides/publishing'),
    'docs.search': await anyone('GET', '/docs/search?q=post'),
    'sandbox.authorize': signIn,
    'oauth.callback': callback,
    'connect.show': hosted,
    'connect.submit': await anyone('POST', new URL(address).pathname, 'action=none'),
    'sandbox.view_post': await anyone('GET', await postPath()),
    'sandbox.view_inbox': await anyone('GET', await inboxPath()),
  }
}

async function postPath(): Promise<string> {
  const targets = [{ account_id: world.account.id }]
  const { id } = (await live('POST', '/v1/posts', { content: 'A page', targets })).body
  await world.queue.idle()
  const [target] = (await live('GET', `/v1/posts/${id}`)).body.targets
  return new URL(target.external_url).pathname
}

async function inboxPath(): Promise<string> {
  const [page] = (await live('GET', '/v1/sandbox/pages')).body.data
  return new URL(page.inbox_url).pathname
}

const shown = await pages()

test('every endpoint that can return an HTML page is tested here', () => {
  const declared = endpoints.filter(({ produces }) => produces?.includes('text/html')).map(({ id }) => id)
  assert.deepEqual(
    declared.toSorted(),
    Object.keys(shown)
      .filter((name) => !name.startsWith('docs') && name !== 'home')
      .toSorted(),
  )
})

test('a page runs and loads only its own style and script, and other sites cannot frame it', () => {
  for (const [name, { status, headers, text }] of Object.entries(shown)) {
    assert.equal(status, 200, name)
    assert.match(headers.get('content-type') ?? '', /^text\/html/, name)
    assert.equal(headers.get('x-frame-options'), 'DENY', name)
    assert.equal(headers.get('referrer-policy'), 'no-referrer', name)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', name)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none';.*base-uri 'none'; frame-ancestors 'none'/, name)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/, name)
    for (const [, tag, content = ''] of text.matchAll(/<(style|script)>(.*?)<\/\1>/gs)) {
      const hash = createHash('sha256').update(content).digest('base64')
      assert.ok(policy.includes(`${tag}-src 'sha256-${hash}'`), `${name}: ${tag}`)
    }
    assert.doesNotMatch(text, /<[^>]+\s(?:style|on\w+)\s*=/, `${name}: what the policy forbids`)
  }
})

test('every response has nosniff, errors too', async () => {
  const paths = [
    '/healthz',
    '/openapi.json',
    '/metrics',
    '/docs',
    '/v1/profiles',
    '/v1/nothing',
    '/v1/profiles/%zz',
    '/',
  ]
  for (const path of paths)
    assert.equal((await live('GET', path)).headers.get('x-content-type-options'), 'nosniff', path)
})

test('no response of the API may be cached', async () => {
  for (const endpoint of endpoints.filter(({ showsSecret }) => showsSecret)) {
    const { headers } = await send(world.test, endpoint, goodRequest(endpoint))
    assert.equal(headers.get('cache-control'), 'no-store', endpoint.id)
  }
  for (const path of ['/v1/profiles', '/v1/profiles?limit=0', '/v1/credits'])
    assert.equal((await live('GET', path)).headers.get('cache-control'), 'no-store', path)
})

/** Operations that create something on the sandbox network, which this API shows once the platform reports it. */
const ELSEWHERE = /^sandbox\.(comment|message|review|message_status|template_status)$/
const makers = endpoints.filter(({ status, id }) => status !== 200 && !ELSEWHERE.test(id))

test('Location of every 201 and 202 names a readable resource', async () => {
  const reads = endpoints.filter(({ method }) => method === 'GET')
  for (const endpoint of makers) {
    const template = locationTemplate(endpoint, endpoints)?.replace(/\?.*/, '')
    const isRead = reads.some(({ path }) => path.replace(/\{\w+\}/g, '{}') === template?.replace(/\{\w+\}/g, '{}'))
    assert.ok(isRead, `${endpoint.id}: ${template}`)
    if (endpoint.access === 'operator' || endpoint.access === 'user') continue
    const { status, headers } = await send(world.test, endpoint, goodRequest(endpoint))
    assert.equal(status, endpoint.status, endpoint.id)
    const location = headers.get('location') ?? ''
    assert.match(location, /^\/v1\//, endpoint.id)
    assert.doesNotMatch(location, /undefined|%7B/, endpoint.id)
    assert.equal((await world.test('GET', location)).status, 200, `${endpoint.id}: ${location}`)
  }
})

test('a created resource can be read at its Location, and a retry returns the same Location', async () => {
  const key = { 'idempotency-key': 'made-once' }
  const made = await live('POST', '/v1/profiles', { name: 'Mine' }, key)
  const location = made.headers.get('location') ?? ''
  assert.equal(location, `/v1/profiles/${made.body.id}`)
  assert.deepEqual((await live('GET', location)).body, made.body)
  assert.equal((await live('POST', '/v1/profiles', { name: 'Mine' }, key)).headers.get('location'), location)
  assert.equal((await live('PUT', location, { name: 'Other' })).headers.get('location'), null)

  const { body: key2, headers } = await live('POST', '/v1/api-keys', {})
  assert.equal((await live('GET', headers.get('location') ?? '')).body.id, key2.id)
  const job = await live('POST', '/v1/bulk/jobs', { action: 'contacts/verify-email', queries: ['a@b.example'] })
  assert.equal((await live('GET', job.headers.get('location') ?? '')).body.id, job.body.id)

  const grant = { workspace_id: world.workspaceId, credits: 5, actor: 'tester', reason: 'a test' }
  const granted = await world.operator('POST', '/v1/operator/grants', grant, { 'idempotency-key': 'grant-once' })
  assert.equal((await world.operator('GET', granted.headers.get('location') ?? '')).status, 200)
})

test('a server that is reached over HTTPS sends Strict-Transport-Security', async () => {
  const hsts = async (url: string, headers: Record<string, string> = {}) =>
    Promise.all(
      ['/healthz', '/docs', '/v1/profiles', '/nothing'].map(async (path) =>
        (await fetch(`${url}${path}`, { headers })).headers.get('strict-transport-security'),
      ),
    )
  const all = (value: string | null) => Array.from({ length: 4 }, () => value)
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' }
  const plain = await boot()
  assert.deepEqual(await hsts(plain.url), all(null))
  assert.deepEqual(await hsts(plain.url, forwarded), all(null), 'no proxy is trusted')
  const behindProxy = await boot({ env: { TRUST_PROXY: '127.0.0.1' } })
  assert.deepEqual(await hsts(behindProxy.url), all(null))
  assert.deepEqual(await hsts(behindProxy.url, forwarded), all('max-age=31536000'))
  const secure = await boot({ env: { QUOIN_PUBLIC_URL: 'https://quoin.example.com' } })
  assert.deepEqual(await hsts(secure.url), all('max-age=31536000'))
  const undecodable = await fetch(`${secure.url}/v1/profiles/%zz`)
  assert.equal(undecodable.headers.get('strict-transport-security'), 'max-age=31536000')
})

test('metrics are not served through a proxy', async () => {
  const { url } = await boot()
  const status = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${url}${path}`, { headers })).status
  assert.equal(await status('/metrics', {}), 200)
  const proxied = [{ 'x-forwarded-for': '192.0.2.1' }, { 'x-forwarded-for': '' }, { forwarded: 'for=192.0.2.1' }]
  for (const headers of proxied as Record<string, string>[])
    for (const path of ['/metrics', '/metrics/', '/%6detrics']) assert.equal(await status(path, headers), 404, path)
})

test('the refusal of metrics tells whether the proxy is trusted, even if it adds its own address', async () => {
  const hasHint = async (TRUST_PROXY: string | undefined, forwarded: string) => {
    const { url } = await boot({ env: TRUST_PROXY === undefined ? {} : { TRUST_PROXY } })
    const response = await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': forwarded } })
    return (await response.text()).includes('not in TRUST_PROXY')
  }
  assert.equal(await hasHint(undefined, '192.0.2.1'), true)
  assert.equal(await hasHint('192.0.2.9', '192.0.2.1'), true)
  assert.equal(await hasHint('127.0.0.1', '192.0.2.1'), false)
  assert.equal(await hasHint('127.0.0.1', '127.0.0.1'), false)
})
