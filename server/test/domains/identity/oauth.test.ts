import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetExpiredTokens } from '../../../src/domains/identity/oauth/jobs.ts'
import { createProfile } from '../../support/account-scene.ts'
import { type Browser, boot } from '../../support/harness.ts'
import { createMcpClient } from '../../support/mcp-client.ts'
import { createOauthClient, GIVEN, REDIRECT } from '../../support/oauth-client.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { ctx, url, db } = world
const app = createOauthClient(url)

const ping = async (token: string) => {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  await response.body?.cancel()
  return response.status
}

const appKeys = async (user: Browser) =>
  (await user('GET', '/v1/api-keys?limit=100')).body.data.filter((key: { app: object | null }) => key.app !== null)

test('a client finds the sign-in from the 401 of /mcp: resource, server, endpoints', async () => {
  const refused = await fetch(`${url}/mcp`, { method: 'POST' })
  assert.equal(refused.status, 401)
  const challenge = refused.headers.get('www-authenticate') ?? ''
  const at = /^Bearer resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
  assert.equal(at, `${url}/.well-known/oauth-protected-resource/mcp`)
  assert.doesNotMatch(await refused.text(), /header/i)
  const resource = (await (await fetch(at)).json()) as Record<string, never>
  assert.deepEqual([resource['resource'], resource['authorization_servers']], [`${url}/mcp`, [url]])
  const server = (await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as Record<
    string,
    unknown
  >
  assert.equal(server['issuer'], url)
  assert.deepEqual(server['code_challenge_methods_supported'], ['S256'])
  assert.equal(server['authorization_response_iss_parameter_supported'], true)
  const whole = (await (await fetch(`${url}/.well-known/oauth-protected-resource`)).json()) as Record<string, unknown>
  assert.equal(whole['resource'], url)
  const invalid = await fetch(`${url}/mcp`, { method: 'POST', headers: { authorization: 'Bearer nonsense' } })
  assert.match(invalid.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
  await invalid.body?.cancel()
})

test('a user connects an app, which then calls tools and nothing else, until the user revokes it', async () => {
  const owner = await world.session()
  const { clientId, verifier, code, back } = await app.getCode(owner)
  assert.deepEqual(
    [back.origin + back.pathname, back.searchParams.get('state'), back.searchParams.get('iss')],
    [REDIRECT, 'state of the app', url],
  )
  const { status, body: tokens } = await app.exchange(code, clientId, verifier, { resource: `${url}/mcp` })
  assert.equal(status, 200)
  assert.deepEqual([tokens.expires_in, tokens.scope], [3600, 'read write'])
  const mcp = createMcpClient(url, tokens.access_token)
  assert.equal((await mcp.ok('credits_get')).available, 50)
  assert.equal((await world.client(tokens.access_token)('GET', '/v1/credits')).status, 401)
  const [key] = await appKeys(owner)
  assert.deepEqual(
    [key.name, key.app, key.monthly_budget, key.key_prefix],
    ['Example app', { name: 'Example app', host: '127.0.0.1:33418', audience: 'mcp' }, 100, ''],
  )
  assert.equal((await owner('DELETE', `/v1/api-keys/${key.id}`)).status, 200)
  assert.equal(await ping(tokens.access_token), 401)
  assert.equal((await app.refresh(tokens.refresh_token, clientId)).status, 400)
})

test('a token for the whole API reaches the API and /mcp, and cannot mint a key that outlives it', async () => {
  const owner = await world.session()
  const { tokens } = await app.connect(owner, GIVEN, { resource: url })
  const client = world.client(tokens.access_token)
  assert.equal((await client('GET', '/v1/credits')).status, 200)
  assert.equal(await ping(tokens.access_token), 200)
  assert.equal((await client('POST', '/v1/api-keys', { monthly_budget: 0 })).body.code, 'out_of_scope')
  const [key] = await appKeys(owner)
  const raised = await client('PATCH', `/v1/api-keys/${key.id}`, { monthly_budget: 500 })
  assert.equal(raised.body.code, 'out_of_scope')
})

test('only the app that asked gets tokens for a code, and only once', async () => {
  const owner = await world.session()
  const other = String((await app.register()).body['client_id'])
  const { clientId, verifier, code } = await app.getCode(owner)
  const refusals = [
    await app.exchange(code, clientId, 'x'.repeat(43)),
    await app.exchange(code, clientId, ''),
    await app.exchange(code, other, verifier),
    await app.exchange(code, clientId, verifier, { redirect_uri: 'http://127.0.0.1:33419/callback' }),
    await app.exchange(`${code.slice(0, -1)}_`, clientId, verifier),
  ]
  assert.deepEqual(
    refusals.map(({ status, body }) => [status, body.error]),
    refusals.map(() => [400, 'invalid_grant']),
  )
  const wrongResource = await app.exchange(code, clientId, verifier, { resource: url })
  assert.equal(wrongResource.body.error, 'invalid_target')
  const unknown = await app.exchange(code, 'unknown', verifier)
  assert.deepEqual([unknown.status, unknown.body.error], [401, 'invalid_client'])
  const { body: tokens } = await app.exchange(code, clientId, verifier)
  assert.equal(await ping(tokens.access_token), 200)
  // A second use means that the code was stolen: what the first use gave ends.
  assert.equal((await app.exchange(code, clientId, verifier)).status, 400)
  assert.equal(await ping(tokens.access_token), 401)
})

test('an app may omit redirect_uri: from the exchange, and from the request if it registered only one', async () => {
  const owner = await world.session()
  for (const parameters of [{}, { redirect_uri: '' }]) {
    const { clientId, verifier, code, back } = await app.getCode(owner, GIVEN, parameters)
    assert.equal(back.origin + back.pathname, REDIRECT)
    assert.equal((await app.exchange(code, clientId, verifier, { redirect_uri: '' })).status, 200)
  }
})

test('of two exchanges of one code at the same time, at most one gives tokens, and none of them work afterwards', async () => {
  const owner = await world.session()
  const { clientId, verifier, code } = await app.getCode(owner)
  const both = await Promise.all([1, 2].map(() => app.exchange(code, clientId, verifier)))
  const given = both.filter(({ status }) => status === 200)
  assert.equal(given.length, 1)
  assert.equal(await ping(given[0]?.body.access_token ?? ''), 401)
})

test('a code works for a minute, an access token for an hour, a refresh token for 30 days after its last use', async () => {
  const owner = await world.session()
  const late = await app.getCode(owner)
  ctx.clock.advance(61_000)
  assert.equal((await app.exchange(late.code, late.clientId, late.verifier)).status, 400)
  const { clientId, tokens } = await app.connect(owner)
  ctx.clock.advance(3_599_000)
  assert.equal(await ping(tokens.access_token), 200)
  ctx.clock.advance(2000)
  assert.equal(await ping(tokens.access_token), 401)
  ctx.clock.advance(29 * 86_400_000)
  const { body: next } = await app.refresh(tokens.refresh_token, clientId)
  assert.equal(await ping(next.access_token), 200)
  ctx.clock.advance(31 * 86_400_000)
  assert.equal((await app.refresh(next.refresh_token, clientId)).status, 400)
})

test('a refresh token is replaced at each use; repeated within a minute it gives the same successor', async () => {
  const user = await world.session()
  const { clientId, tokens } = await app.connect(user)
  const [one, two] = await Promise.all([1, 2].map(() => app.refresh(tokens.refresh_token, clientId)))
  assert.deepEqual([one?.status, two?.status], [200, 200])
  assert.equal(one?.body.refresh_token, two?.body.refresh_token)
  assert.notEqual(one?.body.refresh_token, tokens.refresh_token)
  assert.notEqual(one?.body.access_token, two?.body.access_token)
  const other = String((await app.register()).body['client_id'])
  assert.equal((await app.refresh(one?.body.refresh_token ?? '', other)).status, 400)
  assert.equal((await app.refresh(one?.body.refresh_token ?? '', clientId, { resource: url })).status, 400)
  assert.equal(await ping(one?.body.access_token ?? ''), 200)
})

test('an old refresh token ends the access: after a minute, or once its successor was used', async () => {
  const owner = await world.session()
  const late = await app.connect(owner)
  const { body: next } = await app.refresh(late.tokens.refresh_token, late.clientId)
  ctx.clock.advance(61_000)
  assert.equal((await app.refresh(late.tokens.refresh_token, late.clientId)).status, 400)
  assert.equal(await ping(next.access_token), 401)
  assert.equal((await app.refresh(next.refresh_token, late.clientId)).status, 400)

  const stolen = await app.connect(owner)
  const { body: second } = await app.refresh(stolen.tokens.refresh_token, stolen.clientId)
  const { body: third } = await app.refresh(second.refresh_token, stolen.clientId)
  assert.equal((await app.refresh(stolen.tokens.refresh_token, stolen.clientId)).status, 400)
  assert.equal(await ping(third.access_token), 401)
})

test('a sign-out of the app ends its access; an unknown token or the token of another app ends nothing', async () => {
  const owner = await world.session()
  const { clientId, tokens } = await app.connect(owner)
  const other = String((await app.register()).body['client_id'])
  const revoke = (token: string, client: string) => app.post('/oauth/revoke', { token, client_id: client })
  assert.equal((await revoke('qr_unknown', clientId)).status, 200)
  assert.equal((await revoke(tokens.refresh_token, other)).status, 200)
  assert.equal(await ping(tokens.access_token), 200)
  assert.equal((await revoke(tokens.refresh_token, clientId)).status, 200)
  assert.equal(await ping(tokens.access_token), 401)
})

test('nobody is sent to an address that the app has not registered', async () => {
  const { body } = await app.register({ redirect_uris: ['https://app.example.com/callback', REDIRECT] })
  const challenge = 'x'.repeat(43)
  const lead = async (parameters: Record<string, string>) =>
    (await app.authorize({ client_id: String(body['client_id']), code_challenge: challenge, ...parameters })).location
  const portal = url.replace('127.0.0.1', 'localhost')
  for (const uri of [
    'https://evil.example/callback',
    'https://app.example.com/callback/',
    'https://app.example.com/callback?x=1',
    'https://app.example.com:444/callback',
    'https://app.example.com@evil.example/callback',
    'http://app.example.com/callback',
    'http://127.0.0.1:33418/other',
    'http://localhost:33418/callback',
  ])
    assert.equal((await lead({ redirect_uri: uri })).href, `${portal}/authorize?error=invalid_redirect_uri`, uri)
  assert.equal((await lead({ client_id: 'unknown' })).href, `${portal}/authorize?error=invalid_client`)
  // Two addresses are registered, so one must be named.
  assert.equal((await lead({ redirect_uri: '' })).href, `${portal}/authorize?error=invalid_redirect_uri`)
  // The port of a loopback address may vary, as the app chooses a free one.
  const local = await lead({ redirect_uri: 'http://127.0.0.1:50000/callback' })
  assert.deepEqual([local.origin, local.pathname, local.hash.length > 100], [portal, '/authorize', true])
  // Other errors go back to the app, with its state.
  for (const wrong of [{ code_challenge_method: 'plain' }, { code_challenge: '' }, { response_type: 'token' }]) {
    const { origin, pathname, searchParams } = await lead(wrong)
    assert.deepEqual([`${origin}${pathname}`, searchParams.get('error')], [REDIRECT, 'invalid_request'])
    assert.deepEqual([searchParams.get('state'), searchParams.get('iss')], ['state of the app', url])
  }
  assert.equal((await lead({ resource: 'https://evil.example' })).searchParams.get('error'), 'invalid_target')
})

test('an app cannot register an address that runs a script, leaves the machine in plain text, or hides a part', async () => {
  for (const uri of [
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'http://app.example.com/callback',
    'https://user@app.example.com/',
    'https://app.example.com/#fragment',
    'https://app.example.com\\@evil.example/',
    'file:///etc/passwd',
    'HTTPS://app.example.com/callback',
    'https:/callback',
    7,
  ]) {
    const { status, body } = await app.register({ redirect_uris: [uri] })
    assert.deepEqual([status, body['error']], [400, 'invalid_redirect_uri'], String(uri))
  }
  for (const uris of [
    [],
    'https://app.example.com',
    Array.from({ length: 21 }, (_, n) => `https://app.example.com/${n}`),
  ])
    assert.equal((await app.register({ redirect_uris: uris })).status, 400)
  const named = await app.register({
    client_name: 'A\u202eB\n\u200bC',
    redirect_uris: ['cursor://anysphere.example/cb'],
  })
  assert.deepEqual(
    [named.status, named.body['client_name'], named.body['token_endpoint_auth_method']],
    [201, 'A B C', 'none'],
  )
})

test('the consent page may not be framed, and its answers need the session of the user on our own page', async () => {
  const owner = await world.session()
  const page = await fetch(`${url}/authorize`, { headers: { accept: 'text/html' } })
  assert.equal(page.headers.get('x-frame-options'), 'DENY')
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  await page.body?.cancel()
  const request = await app.beginRequest()
  const answer = { request, ...GIVEN }
  const foreign = await owner('POST', '/v1/oauth-requests:allow', answer, { origin: 'https://evil.example' })
  assert.equal(foreign.body.code, 'cross_site_request')
  assert.equal((await world.live('POST', '/v1/oauth-requests:allow', answer)).status, 401)
  assert.equal((await world.client()('POST', '/v1/oauth-requests:allow', answer)).status, 401)
  const shown = await owner('POST', '/v1/oauth-requests:read', { request })
  assert.deepEqual([shown.body.name, shown.body.host, shown.body.is_local], ['Example app', '127.0.0.1:33418', true])
  const denied = new URL((await owner('POST', '/v1/oauth-requests:deny', { request })).body.redirect_url)
  assert.deepEqual(
    [denied.searchParams.get('error'), denied.searchParams.get('state')],
    ['access_denied', 'state of the app'],
  )
  assert.equal((await owner('POST', '/v1/oauth-requests:read', { request: `${request}x` })).status, 404)
  ctx.clock.advance(601_000)
  assert.equal((await owner('POST', '/v1/oauth-requests:allow', answer)).status, 404)
})

test('without a recent proof of identity, no app is connected', async () => {
  const user = await world.session()
  ctx.clock.advance(16 * 60_000)
  const answer = { request: await app.beginRequest(), ...GIVEN }
  assert.equal((await user('POST', '/v1/oauth-requests:allow', answer)).body.code, 'sudo_required')
})

test('a user gives no more than they have: viewers read, members of profiles give their profiles', async () => {
  const [own, other] = [await createProfile(world.live, 'Own'), await createProfile(world.live, 'Other')]
  const ask = async (user: Browser, given: object) => {
    const request = await app.beginRequest()
    return user('POST', '/v1/oauth-requests:allow', { request, ...GIVEN, ...given })
  }
  const viewer = await world.session({ role: 'viewer' })
  assert.equal((await ask(viewer, {})).body.code, 'role_required')
  assert.equal((await ask(viewer, { permission: 'read' })).status, 200)
  const limited = await world.session({ role: 'member', profileIds: [own] })
  assert.equal((await ask(limited, {})).body.code, 'out_of_scope')
  assert.equal((await ask(limited, { profile_ids: [other] })).body.code, 'out_of_scope')
  const { tokens } = await app.connect(limited, { ...GIVEN, profile_ids: [own] })
  const mcp = createMcpClient(url, tokens.access_token)
  const list = await mcp.ok('api', { action: 'call', operation: 'profiles.list', arguments: {} })
  assert.deepEqual(
    list.data.map(({ id }: { id: string }) => id),
    [own],
  )
  const stranger = await ask(await world.session({ workspaceId: (await world.neighbour()).workspaceId }), {
    profile_ids: [own],
  })
  assert.equal(stranger.status, 404)
})

test("an app has its user's current rights, and ends with the membership, even where other keys are handed over", async () => {
  const owner = await world.session()
  const user = await world.session({ role: 'member' })
  const { id } = (await user('GET', '/v1/session')).body.user
  const { tokens, clientId } = await app.connect(user)
  const mcp = createMcpClient(url, tokens.access_token)
  assert.equal((await owner('PUT', `/v1/members/${id}`, { role: 'viewer' })).status, 200)
  await mcp.fails('read_only_key', 'posts_create', { targets: [{ account_id: 'acc_none' }], content: 'x' })
  const held = (await owner('GET', `/v1/members/${id}/credentials`)).body
  assert.equal(held.api_keys[0].app.name, 'Example app')
  assert.equal((await owner('DELETE', `/v1/members/${id}?keys=hand_over`)).status, 200)
  assert.equal(await ping(tokens.access_token), 401)
  assert.equal((await app.refresh(tokens.refresh_token, clientId)).status, 400)
})

test('a user ends the apps that they connected, as a viewer too, and no others', async () => {
  const viewer = await world.session({ role: 'viewer' })
  const { tokens } = await app.connect(viewer, { ...GIVEN, permission: 'read' })
  const [mine] = (await viewer('GET', '/v1/connected-apps')).body.data
  assert.equal(mine.app.name, 'Example app')
  const other = await world.session({ role: 'member' })
  assert.deepEqual((await other('GET', '/v1/connected-apps')).body.data, [])
  assert.equal((await other('DELETE', `/v1/connected-apps/${mine.id}`)).status, 404)
  const [key] = (await world.live('GET', '/v1/api-keys?limit=100')).body.data.filter(
    (each: { app: object | null }) => each.app === null,
  )
  assert.equal((await viewer('DELETE', `/v1/connected-apps/${key.id}`)).status, 404)
  assert.equal((await viewer('DELETE', `/v1/connected-apps/${mine.id}`)).status, 200)
  assert.equal(await ping(tokens.access_token), 401)
})

test('an app spends no more than the user allowed', async () => {
  const owner = await world.session()
  const { tokens } = await app.connect(owner, { ...GIVEN, monthly_budget: 2 })
  const mcp = createMcpClient(url, tokens.access_token)
  const refused = await mcp.fails('key_budget_exceeded', 'data_search_people', { query: 'x', limit: 3, max_credits: 3 })
  assert.match(refused.what_to_do, /spending limit/)
})

test('an app that never fetched its tokens, or was not used for a month, disappears from the usable keys', async () => {
  const user = await world.session()
  const abandoned = await app.getCode(user)
  const { clientId, tokens } = await app.connect(user)
  ctx.clock.advance(2 * 3_600_000)
  await forgetExpiredTokens(ctx)
  const active = async () =>
    (await user('GET', '/v1/api-keys?status=active&limit=100')).body.data.filter(
      (key: { app: object | null; created_by: string }) => key.app !== null,
    )
  const mine = (await user('GET', '/v1/session')).body.user.id
  const owned = async () => (await active()).filter((key: { created_by: string }) => key.created_by === mine).length
  assert.equal(await owned(), 1)
  assert.equal((await app.exchange(abandoned.code, abandoned.clientId, abandoned.verifier)).status, 400)
  const { body: next } = await app.refresh(tokens.refresh_token, clientId)
  assert.equal(await ping(next.access_token), 200)
  ctx.clock.advance(31 * 86_400_000)
  await forgetExpiredTokens(ctx)
  const [{ count }] = await db<[{ count: number }]>`
    select count(*)::int as count from api_keys where created_by = ${mine} and app is not null and revoked_at is null`
  assert.equal(count, 0)
})

test('the database holds hashes only', async () => {
  const owner = await world.session()
  const { clientId, verifier, code } = await app.getCode(owner)
  const { body: tokens } = await app.exchange(code, clientId, verifier)
  const secrets = [code, tokens.access_token, tokens.refresh_token].flatMap((secret) => [secret, secret.slice(3)])
  const rows = await db<{ row: string }[]>`
    select t::text as row from oauth_tokens t union all select k::text from api_keys k union all select a::text from audit_log a`
  for (const { row } of rows) for (const secret of secrets) assert.ok(!row.includes(secret), row)
})
