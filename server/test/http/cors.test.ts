import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../src/http/catalogue.ts'
import { readConfig } from '../../src/kit/config/config.ts'
import { buildUrl, goodRequest } from '../support/declared-requests.ts'
import { boot, type Reply } from '../support/harness.ts'

const PAGE = 'https://app.example.com'
const world = await boot({ env: { CORS_ORIGINS: `${PAGE}, http://localhost:5173` } })
const { body: profile } = await world.live('POST', '/v1/profiles', { name: 'Example brand' })
const page = world.client(await world.key({ scope: 'profiles', profile_ids: [profile.id] }))

const corsHeaders = ({ headers }: Reply) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

function preflight(path: string, origin: string, method = 'GET') {
  const headers = { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' }
  return world.client()('OPTIONS', path, undefined, headers)
}

test('a page of an allowed origin can call with a key of scope profiles, and read the headers that clients need', async () => {
  const reply = await preflight('/v1/profiles', PAGE)
  assert.equal(reply.status, 204)
  assert.deepEqual(corsHeaders(reply), {
    'access-control-allow-origin': PAGE,
    'access-control-allow-methods': 'POST, GET',
    'access-control-allow-headers':
      'Authorization, Content-Type, Idempotency-Key, If-Match, Range, X-Max-Credits, X-Request-Id',
    'access-control-max-age': '600',
  })
  assert.equal(reply.headers.get('vary'), 'Origin')
  const answer = await page('GET', '/v1/profiles', undefined, { origin: PAGE })
  assert.deepEqual([answer.status, answer.body.data[0].id], [200, profile.id])
  const { 'access-control-expose-headers': exposed = '', ...others } = corsHeaders(answer)
  assert.deepEqual(others, { 'access-control-allow-origin': PAGE })
  for (const name of ['X-Quoin-Request-Id', 'X-Credits-Charged', 'X-Price-Book', 'Idempotency-Replayed', 'Retry-After'])
    assert.ok(exposed.split(', ').includes(name), name)
  const refused = await world.client('sk_wrong')('GET', '/v1/profiles', undefined, { origin: PAGE })
  assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, PAGE])
})

test("a full key is refused from other origins, and works without an origin or on the server's own pages", async () => {
  const answer = await world.live('GET', '/v1/profiles', undefined, { origin: PAGE })
  assert.deepEqual([answer.status, answer.body.code], [403, 'out_of_scope'])
  assert.match(answer.body.detail, /scope `profiles`/)
  assert.equal(answer.headers.get('access-control-allow-origin'), PAGE)
  assert.equal((await world.live('GET', '/v1/profiles')).status, 200)
  assert.equal((await world.live('GET', '/v1/profiles', undefined, { origin: world.url })).status, 200)
})

test('pages of other origins get no CORS headers', async () => {
  for (const origin of ['https://other.example.com', `${PAGE}.evil.example`, 'http://app.example.com', 'null', '*']) {
    const reply = await preflight('/v1/profiles', origin)
    assert.deepEqual([reply.status, corsHeaders(reply)], [405, {}], origin)
    assert.deepEqual(corsHeaders(await page('GET', '/v1/profiles', undefined, { origin })), {}, origin)
  }
})

test('only endpoints for keys are open to pages: no session, operator, public or system endpoint is', async () => {
  const wrong: string[] = []
  for (const endpoint of endpoints) {
    const path = buildUrl(endpoint, goodRequest(endpoint))
    const { headers } = await preflight(path, PAGE, endpoint.method)
    const methods = headers.get('access-control-allow-methods')?.split(', ') ?? []
    const isKeyed = endpoint.access === 'read' || endpoint.access === 'write'
    if (methods.includes(endpoint.method) !== isKeyed) wrong.push(`${endpoint.id}: ${methods.join()}`)
  }
  assert.deepEqual(wrong, [])
  for (const path of ['/', '/docs', '/openapi.json', '/healthz', '/metrics', '/mcp', '/v1/none'])
    assert.deepEqual(corsHeaders(await preflight(path, PAGE)), {}, path)
})

test('a session is useless to a page of another site, allowed or not', async () => {
  const owner = await world.session()
  const read = await owner('GET', '/v1/profiles', undefined, { origin: PAGE, 'sec-fetch-site': 'cross-site' })
  assert.deepEqual(corsHeaders(read), {})
  const written = await owner(
    'POST',
    '/v1/profiles',
    { name: 'Forged' },
    { origin: PAGE, 'sec-fetch-site': 'cross-site' },
  )
  assert.deepEqual([written.status, written.body.code, corsHeaders(written)], [403, 'cross_site_request', {}])
})

test('without the setting no origin is allowed, and a setting that is not a list of origins is refused', async () => {
  const plain = await boot()
  const headers = { origin: PAGE, 'access-control-request-method': 'GET' }
  const reply = await plain.client()('OPTIONS', '/v1/profiles', undefined, headers)
  assert.deepEqual([reply.status, corsHeaders(reply)], [405, {}])
  assert.equal((await plain.live('GET', '/v1/profiles', undefined, { origin: PAGE })).status, 200)
  for (const value of ['*', 'app.example.com', 'https://app.example.com/', 'https://app.example.com/page', 'null'])
    assert.throws(() => readConfig({ CORS_ORIGINS: value }), /CORS_ORIGINS must be origins/, value)
})
