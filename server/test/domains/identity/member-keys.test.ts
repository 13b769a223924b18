import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../../src/kit/context.ts'
import { createProfile, submitHosted } from '../../support/account-scene.ts'
import { followEvents } from '../../support/event-stream.ts'
import { type Browser, boot, type Client, type Reply } from '../../support/harness.ts'
import { createMcpClient } from '../../support/mcp-client.ts'

const world = await boot()
const { url, workspaceId } = world
const owner = await world.session({ email: 'owner@example.com' })
const profile = await createProfile(world.live, 'First brand')
const other = await createProfile(world.live, 'Second brand')

interface Person {
  readonly id: string
  readonly client: Browser
  readonly key: string
  readonly byKey: Client
  readonly keyId: string
}

/** Adds a member to the workspace, with their own key. */
async function person(role: Role = 'member'): Promise<Person> {
  const client = await world.session({ role })
  const { id } = (await client('GET', '/v1/session')).body.user
  const made = await client('POST', '/v1/api-keys', { name: `Key of a ${role}` })
  assert.equal(made.status, 201, made.text)
  return { id, client, key: made.body.key, byKey: world.client(made.body.key), keyId: made.body.id }
}

function assertRefused({ status, body, text }: Reply, expected: number, code: string): void {
  assert.deepEqual([status, body?.code], [expected, code], text)
}

/** Branding of the workspace's pages, which only owners can change. */
const look = (name: string) => ({ name, color: null, logo_url: null })

/** Owner-only operations that keys can call, each with a valid body. */
const OWNER_ONLY: readonly (readonly [string, string, unknown?])[] = [
  ['PUT', '/v1/branding', look('Taken over')],
  ['POST', '/v1/credits/checkout', { kind: 'pack', pack_id: 'starter' }],
  ['PUT', '/v1/credits/auto-topup', { threshold: 5, pack_id: 'starter' }],
  ['DELETE', '/v1/credits/auto-topup'],
  ['DELETE', '/v1/credits/subscription'],
  ['PUT', '/v1/platforms/whatsapp/app', { credentials: { app_id: 'a', app_secret: 'b', verify_token: 'c' } }],
  ['DELETE', '/v1/platforms/whatsapp/app'],
]

test("a member's key, and every key minted with it, is refused operations that the member may not call", async () => {
  const { byKey } = await person('member')
  const child = await byKey('POST', '/v1/api-keys', { name: 'Minted by a key' })
  assert.equal(child.status, 201, child.text)
  for (const [method, path, body] of OWNER_ONLY) {
    assertRefused(await byKey(method, path, body), 403, 'role_required')
    assertRefused(await world.client(child.body.key)(method, path, body), 403, 'role_required')
  }
  assert.equal((await byKey('POST', '/v1/profiles', { name: 'A member may' })).status, 201)
})

test('the keys of the workspace and of its owners can call owner-only operations', async () => {
  const { byKey } = await person('owner')
  for (const client of [world.live, byKey]) {
    const reply = await client('PUT', '/v1/branding', look('Example brand'))
    assert.equal(reply.status, 200, reply.text)
  }
})

test("an owner-only operation is also refused to a member's key as an MCP tool, and not listed", async () => {
  const { key } = await person('member')
  const mcp = createMcpClient(url, key)
  const call = { action: 'call', operation: 'branding.put', arguments: look('Taken over') }
  const refused = await mcp.call('api', call)
  assert.match(JSON.stringify(refused), /role_required/)
  const search = (which: string) => createMcpClient(url, which).call('api', { action: 'search', query: 'branding.put' })
  assert.doesNotMatch(JSON.stringify(await search(key)), /"branding\.put/)
  const owned = await person('owner')
  assert.match(JSON.stringify(await search(owned.key)), /branding\.put/)
})

test("a narrower role narrows the member's keys at once, and a wider one does not widen them", async () => {
  const { id, byKey, keyId } = await person('owner')
  const change = async (body: object) => assert.equal((await owner('PUT', `/v1/members/${id}`, body)).status, 200)
  assert.equal((await byKey('PUT', '/v1/branding', look('Example brand'))).status, 200)
  await change({ role: 'member' })
  assertRefused(await byKey('PUT', '/v1/branding', look('Example brand')), 403, 'role_required')
  assert.equal((await byKey('POST', '/v1/profiles', { name: 'Still writes' })).status, 201)
  await change({ role: 'viewer' })
  assertRefused(await byKey('POST', '/v1/profiles', { name: 'No' }), 403, 'read_only_key')
  assert.equal((await byKey('GET', '/v1/profiles')).status, 200)
  await change({ role: 'member', profile_ids: [profile] })
  assertRefused(await byKey('GET', `/v1/profiles/${other}`), 403, 'out_of_scope')
  assertRefused(await byKey('GET', '/v1/api-keys'), 403, 'out_of_scope')
  assert.equal((await byKey('GET', `/v1/profiles/${profile}`)).status, 200)

  const member = await person('member')
  await owner('PUT', `/v1/members/${member.id}`, { role: 'owner' })
  assertRefused(await member.byKey('PUT', '/v1/branding', look('No')), 403, 'role_required')
  assert.equal((await owner('GET', `/v1/api-keys/${keyId}`)).body.role, 'owner')
})

test('a key of profiles that its member can no longer reach is refused', async () => {
  const { id, byKey } = await person('member')
  const made = await byKey('POST', '/v1/api-keys', { scope: 'profiles', profile_ids: [other] })
  assert.equal(made.status, 201, made.text)
  const limited = world.client(made.body.key)
  assert.equal((await limited('GET', `/v1/profiles/${other}`)).status, 200)
  await owner('PUT', `/v1/members/${id}`, { role: 'member', profile_ids: [profile] })
  const refused = await limited('GET', '/v1/profiles')
  assertRefused(refused, 401, 'invalid_api_key')
  assert.match(refused.body.detail, /profiles/)
})

test('keys show their creator and owner, and minting, changing and revoking are in the audit log', async () => {
  const { id, client, keyId, byKey } = await person('member')
  const own = (await client('GET', `/v1/api-keys/${keyId}`)).body
  assert.deepEqual([own.created_by, own.member_id, own.role], [id, id, 'member'])
  const child = (await byKey('POST', '/v1/api-keys', {})).body
  assert.deepEqual([child.created_by, child.member_id, child.role], [id, id, 'member'])
  const { data } = (await world.live('GET', '/v1/api-keys?limit=100')).body
  const first = data.find(({ name }: { name: string }) => name === 'First live key')
  assert.deepEqual([first.created_by, first.member_id, first.role], [null, null, 'owner'])
  await client('PATCH', `/v1/api-keys/${child.id}`, { name: 'Renamed' })
  await client('DELETE', `/v1/api-keys/${child.id}`)
  const audit = (await world.operator('GET', `/v1/operator/audit?workspace_id=${workspaceId}&limit=4`)).body.data
  const { email } = (await client('GET', '/v1/session')).body.user
  assert.deepEqual(
    audit.map((entry: { action: string; actor: string; detail: { key_id: string } }) => [
      entry.action,
      entry.actor,
      entry.detail.key_id,
    ]),
    [
      ['keys.revoke', email, child.id],
      ['keys.update', email, child.id],
      ['keys.create', keyId, child.id],
      ['keys.create', email, keyId],
    ],
  )
})

test('a member cannot strengthen a key of an owner', async () => {
  const { client } = await person('member')
  const strong = await owner('POST', '/v1/api-keys', { permission: 'read' })
  const change = { permission: 'read_write' }
  assertRefused(await client('PATCH', `/v1/api-keys/${strong.body.id}`, change), 403, 'out_of_scope')
  assert.equal((await owner('PATCH', `/v1/api-keys/${strong.body.id}`, change)).status, 200)
})

async function createPortalLink(client: Client): Promise<{ id: string; client: Client }> {
  const made = await client('POST', '/v1/portal-links', { pages: ['connect'], profile_id: profile })
  assert.equal(made.status, 201, made.text)
  return { id: made.body.id, client: world.client(made.body.url.replace(/^.*#/, '')) }
}

test('what a removal would end is listed before it, and ends with it: keys, links, streams, invitations', async () => {
  const { id, client, key, byKey, keyId } = await person('owner')
  const child = (await byKey('POST', '/v1/api-keys', {})).body
  const [byUser, byTheKey] = [await createPortalLink(client), await createPortalLink(byKey)]
  const invited = await client('POST', '/v1/invitations', { email: 'accomplice@example.com', role: 'owner' })
  const stream = await followEvents(url, key)
  assert.equal((await byUser.client('GET', '/v1/portal-links/current')).status, 200)
  assert.equal((await byTheKey.client('GET', '/v1/portal-links/current')).status, 200)

  const made = await owner('GET', `/v1/members/${id}/credentials`)
  const toIds = (list: { id: string }[]) => list.map((one) => one.id)
  assert.equal(made.status, 200, made.text)
  assert.deepEqual(toIds(made.body.api_keys), [child.id, keyId])
  assert.deepEqual(toIds(made.body.portal_links), [byTheKey.id, byUser.id])
  assert.deepEqual(toIds(made.body.invitations), [invited.body.id])

  assert.equal((await owner('DELETE', `/v1/members/${id}`)).status, 200)
  for (const ended of [byKey, world.client(child.key)]) {
    const refused = await ended('GET', '/v1/profiles')
    assertRefused(refused, 401, 'invalid_api_key')
    assert.match(refused.body.detail, /no longer a member/)
  }
  for (const link of [byUser, byTheKey])
    assertRefused(await link.client('GET', '/v1/portal-links/current'), 401, 'invalid_api_key')
  await stream.ended
  const mcp = await fetch(`${url}/mcp`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
  assert.equal(mcp.status, 401)
  const token = invited.body.url.replace(/^.*#/, '')
  const person2 = { email: 'accomplice@example.com', name: 'New', password: 'correct horse battery', invitation: token }
  assert.equal((await world.client()('POST', '/v1/auth/sign-up', person2)).status, 404)
  assert.ok((await owner('GET', `/v1/api-keys/${keyId}`)).body.revoked_at)
  const audit = (await world.operator('GET', `/v1/operator/audit?workspace_id=${workspaceId}&limit=2`)).body.data
  assert.deepEqual(
    audit.map(({ action, detail }: { action: string; detail: object }) => [action, detail]),
    [
      ['keys.revoke', { member_id: id, key_ids: [child.id, keyId] }],
      ['members.remove', { user_id: id, email: audit[1].detail.email, previous_role: 'owner' }],
    ],
  )
})

test('a member who returns does not get the ended keys back', async () => {
  const { id, byKey } = await person('member')
  await owner('DELETE', `/v1/members/${id}`)
  await world.db`
    insert into memberships (workspace_id, user_id, role, created_at) values (${workspaceId}, ${id}, 'owner', now())`
  await world.ctx.invalidation.announce(world.db, 'keys')
  assertRefused(await byKey('GET', '/v1/profiles'), 401, 'invalid_api_key')
})

test('keys can be transferred to the workspace instead: they keep working, no stronger than before', async () => {
  const { id, byKey, keyId } = await person('owner')
  await owner('PUT', `/v1/members/${id}`, { role: 'member' })
  assert.equal((await owner('DELETE', `/v1/members/${id}?keys=hand_over`)).status, 200)
  assert.equal((await byKey('POST', '/v1/profiles', { name: 'Works on' })).status, 201)
  assertRefused(await byKey('PUT', '/v1/branding', look('No')), 403, 'role_required')
  const key = (await owner('GET', `/v1/api-keys/${keyId}`)).body
  assert.deepEqual([key.created_by, key.member_id, key.role, key.revoked_at], [id, null, 'member', null])

  const limited = await person('member')
  await owner('PUT', `/v1/members/${limited.id}`, { role: 'viewer', profile_ids: [profile] })
  await owner('DELETE', `/v1/members/${limited.id}?keys=hand_over`)
  const handed = (await owner('GET', `/v1/api-keys/${limited.keyId}`)).body
  assert.deepEqual([handed.scope, handed.profile_ids, handed.permission], ['profiles', [profile], 'read'])
  assertRefused(await limited.byKey('GET', `/v1/profiles/${other}`), 403, 'out_of_scope')
})

test("a member's keys end when the member leaves", async () => {
  const { client, byKey } = await person('member')
  assert.equal((await client('POST', '/v1/members/leave')).status, 200)
  assertRefused(await byKey('GET', '/v1/profiles'), 401, 'invalid_api_key')
})

test("a portal link narrows with its creator's access, and ends with the key that created it", async () => {
  const { id, byKey, keyId } = await person('member')
  const link = await createPortalLink(byKey)
  const connect = () =>
    link.client('POST', '/v1/connections', { profile_id: profile, platform: 'sandbox', mode: 'hosted' })
  assert.equal((await connect()).status, 201)
  await owner('PUT', `/v1/members/${id}`, { role: 'viewer' })
  assertRefused(await connect(), 403, 'read_only_key')
  await owner('PUT', `/v1/members/${id}`, { role: 'member', profile_ids: [other] })
  assertRefused(await connect(), 401, 'invalid_api_key')
  await owner('PUT', `/v1/members/${id}`, { role: 'member' })
  assert.equal((await connect()).status, 201)
  await owner('DELETE', `/v1/api-keys/${keyId}`)
  assertRefused(await connect(), 401, 'invalid_api_key')
})

test('a hosted connection page ends with the member who created it', async () => {
  const { id, byKey } = await person('member')
  const body = { profile_id: profile, platform: 'sandbox', mode: 'hosted' }
  const started = (await byKey('POST', '/v1/connections', body)).body
  const page = () => fetch(`${url}${new URL(started.authorize_url).pathname}`)
  assert.equal((await page()).status, 200)
  await owner('DELETE', `/v1/members/${id}`)
  assert.equal((await page()).status, 404)
  assert.equal((await submitHosted(url, started.authorize_url, { action: 'sign_in' })).status, 404)
})

test('a recently removed owner cannot invite, remove or mint, even in a process that does not know of the removal', async () => {
  const { id, client } = await person('owner')
  const victim = await person('owner')
  assert.equal((await client('GET', '/v1/profiles')).status, 200, 'the session is cached')
  await world.db`delete from memberships where user_id = ${id}`
  for (const reply of [
    await client('POST', '/v1/invitations', { email: 'late@example.com', role: 'owner' }),
    await client('DELETE', `/v1/members/${victim.id}`),
    await client('PUT', `/v1/members/${victim.id}`, { role: 'viewer' }),
    await client('POST', '/v1/api-keys', {}),
  ])
    assertRefused(reply, 403, 'not_a_member')
})

test('a removal during calls of the member ends every key, even one minted at that moment, and breaks none of the calls', async () => {
  for (let round = 0; round < 6; round++) {
    const { id, client, byKey, keyId } = await person('member')
    const replies = await Promise.all([
      client('POST', '/v1/api-keys', {}),
      byKey('PATCH', `/v1/api-keys/${keyId}`, { name: 'Changed with itself' }),
      owner('DELETE', `/v1/members/${id}`),
      byKey('POST', '/v1/api-keys', {}),
      client('PATCH', `/v1/api-keys/${keyId}`, { name: 'Changed by its maker' }),
      owner('DELETE', `/v1/api-keys/${keyId}`),
      byKey('POST', '/v1/portal-links', { pages: ['connect'], profile_id: profile }),
      owner('PUT', `/v1/members/${id}`, { role: 'viewer' }),
    ])
    for (const { status, text } of replies) assert.ok(status < 500, text)
    for (const { body } of replies)
      if (body?.key) assertRefused(await world.client(body.key)('GET', '/v1/profiles'), 401, 'invalid_api_key')
    assertRefused(await byKey('GET', '/v1/profiles'), 401, 'invalid_api_key')
    assertRefused(await client('GET', '/v1/profiles'), 403, 'not_a_member')
  }
})
