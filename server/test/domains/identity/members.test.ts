import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot, type Client, createBrowser, type Reply } from '../../support/harness.ts'

const world = await boot({ env: { SIGN_UP: 'invited' } })
const { url, workspaceId } = world
const anyone = world.client()
const owner = await world.session({ email: 'owner@example.com' })
const PASSWORD = 'correct horse battery'
const readLinkToken = (link: string) => link.replace(/^.*#/, '')

async function invite(email: string, wanted: object = { role: 'viewer' }): Promise<Reply> {
  const reply = await owner('POST', '/v1/invitations', { email, ...wanted })
  assert.equal(reply.status, 201, reply.text)
  return reply
}

async function joinAs(email: string, wanted?: object): Promise<{ client: Client; userId: string }> {
  const invitation = readLinkToken((await invite(email, wanted)).body.url)
  const reply = await anyone('POST', '/v1/auth/sign-up', { email, name: 'New', password: PASSWORD, invitation })
  assert.equal(reply.status, 200, reply.text)
  return {
    client: createBrowser(url, { cookie: reply.headers.get('set-cookie'), workspaceId }),
    userId: reply.body.user.id,
  }
}

test('an invitation is accepted once, by its address, and a viewer who joins cannot write', async () => {
  const made = await invite('Grace@example.com')
  assert.match(made.body.url, /^http:\/\/localhost:\d+\/invitation#[\w-]{43}$/)
  const invitation = readLinkToken(made.body.url)
  const {
    email,
    has_account,
    invitation: shown,
  } = (await anyone('POST', '/v1/auth/links/read', { token: invitation })).body
  assert.deepEqual(
    [email, has_account, shown],
    ['Grace@example.com', false, { workspace_name: 'Test workspace', role: 'viewer', invited_by: 'owner@example.com' }],
  )
  const person = { name: 'Grace', password: PASSWORD, invitation }
  const other = await anyone('POST', '/v1/auth/sign-up', { ...person, email: 'other@example.com' })
  assert.deepEqual([other.status, other.body.code], [409, 'wrong_state'])
  const both = await Promise.all(
    ['grace@example.com', 'GRACE@example.com'].map((own) =>
      anyone('POST', '/v1/auth/sign-up', { ...person, email: own }),
    ),
  )
  assert.equal(both.filter(({ status }) => status === 200).length, 1, both.map(({ text }) => text).join())
  const cookie = both.find(({ status }) => status === 200)?.headers.get('set-cookie') ?? null
  const viewer = createBrowser(url, { cookie, workspaceId })
  assert.equal((await viewer('GET', '/v1/profiles')).status, 200)
  assert.equal((await viewer('POST', '/v1/profiles', { name: 'No' })).body.code, 'role_required')
  assert.equal(
    (await viewer('POST', '/v1/invitations', { email: 'x@example.com', role: 'viewer' })).body.code,
    'role_required',
  )
  const { data } = (await owner('GET', '/v1/invitations')).body
  assert.deepEqual([data[0].status, data[0].email, 'url' in data[0]], ['accepted', 'Grace@example.com', false])
})

test('an existing user accepts an invitation when signed in, and only their own', async () => {
  const { client } = await joinAs('ada@example.com', { role: 'member' })
  const second = await world.neighbour()
  const secondOwner = await world.session({ workspaceId: second.workspaceId })
  const made = await secondOwner('POST', '/v1/invitations', { email: 'ada@example.com', role: 'owner' })
  const token = readLinkToken(made.body.url)
  assert.equal((await owner('POST', '/v1/invitations:accept', { token })).body.code, 'wrong_state')
  const accepted = await client('POST', '/v1/invitations:accept', { token })
  assert.deepEqual([accepted.status, accepted.body.id, accepted.body.role], [200, second.workspaceId, 'owner'])
  assert.equal(
    (await client('GET', '/v1/profiles', undefined, { 'x-quoin-workspace': second.workspaceId })).status,
    200,
  )
  assert.equal((await client('POST', '/v1/invitations:accept', { token })).status, 404)
})

test('a revoked, replaced or expired invitation does not work', async () => {
  const accept = (link: string) =>
    anyone('POST', '/v1/auth/sign-up', {
      email: 'late@example.com',
      name: 'Late',
      password: PASSWORD,
      invitation: readLinkToken(link),
    })
  const first = (await invite('late@example.com')).body
  const second = (await invite('LATE@example.com')).body
  assert.equal((await accept(first.url)).status, 404)
  const revoked = await owner('DELETE', `/v1/invitations/${second.id}`)
  assert.deepEqual([revoked.status, revoked.body.status], [200, 'revoked'])
  assert.equal((await accept(second.url)).status, 404)
  const third = (await invite('late@example.com')).body
  world.ctx.clock.advance(7 * 86_400_000)
  await world.db`update sessions set expires_at = expires_at + interval '30 days', last_seen_at = last_seen_at + interval '7 days', sudo_at = sudo_at + interval '7 days'`
  await world.ctx.invalidation.announce(world.db, 'sessions')
  assert.equal((await accept(third.url)).status, 404)
  const fourth = (await invite('late@example.com')).body
  assert.equal((await accept(fourth.url)).status, 200)
  const again = await owner('POST', '/v1/invitations', { email: 'late@example.com', role: 'viewer' })
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_state'])
})

test('a member can be limited to profiles, which must exist; an owner cannot', async () => {
  const profile = (await owner('POST', '/v1/profiles', { name: 'Reached' })).body.id
  const other = (await owner('POST', '/v1/profiles', { name: 'Not reached' })).body.id
  const { client, userId } = await joinAs('limited@example.com', { role: 'member', profile_ids: [profile] })
  const seen = (await client('GET', '/v1/profiles')).body.data
  assert.deepEqual(
    seen.map(({ id }: { id: string }) => id),
    [profile],
  )
  assert.equal((await client('GET', `/v1/profiles/${other}`)).body.code, 'out_of_scope')
  assert.equal((await client('POST', '/v1/api-keys', {})).body.code, 'out_of_scope')
  assert.equal((await client('GET', '/v1/members')).body.code, 'out_of_scope')
  const unknown = { email: 'x@example.com', role: 'member', profile_ids: ['prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'] }
  assert.equal((await owner('POST', '/v1/invitations', unknown)).status, 404)
  const both = { email: 'x@example.com', role: 'owner', profile_ids: [profile] }
  assert.equal((await owner('POST', '/v1/invitations', both)).status, 422)

  const wider = await owner('PUT', `/v1/members/${userId}`, { role: 'member' })
  assert.deepEqual([wider.status, wider.body.profile_ids], [200, null])
  assert.equal((await client('GET', `/v1/profiles/${other}`)).status, 200, 'at once')
})

test('role changes and removals take effect at once', async () => {
  const { client, userId } = await joinAs('moved@example.com', { role: 'member' })
  assert.equal((await client('POST', '/v1/profiles', { name: 'Mine' })).status, 201)
  assert.equal((await owner('PUT', `/v1/members/${userId}`, { role: 'viewer' })).body.role, 'viewer')
  assert.equal((await client('POST', '/v1/profiles', { name: 'Mine' })).body.code, 'role_required')
  assert.equal((await client('DELETE', `/v1/members/${userId}`)).body.code, 'role_required')
  const removed = await owner('DELETE', `/v1/members/${userId}`)
  assert.deepEqual([removed.status, removed.body.email], [200, 'moved@example.com'])
  assert.equal((await client('GET', '/v1/profiles')).body.code, 'not_a_member')
  assert.equal((await client('GET', '/v1/session')).status, 200)
  assert.equal((await owner('DELETE', `/v1/members/${userId}`)).status, 404)
})

test('the last owner cannot be removed, be demoted or leave, even when two owners leave at once', async () => {
  const place = await world.neighbour()
  const one = await world.session({ workspaceId: place.workspaceId })
  const { user } = (await one('GET', '/v1/session')).body
  for (const refused of [
    await one('DELETE', `/v1/members/${user.id}`),
    await one('PUT', `/v1/members/${user.id}`, { role: 'member' }),
    await one('POST', '/v1/members/leave'),
  ])
    assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state'], refused.text)
  const two = await world.session({ workspaceId: place.workspaceId })
  const left = await Promise.all([one, two].map((client) => client('POST', '/v1/members/leave')))
  assert.deepEqual(
    left.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
})

test('actions of owners on members are in the audit log of their workspace', async () => {
  const { client, userId } = await joinAs('audited@example.com', { role: 'member' })
  await owner('PUT', `/v1/members/${userId}`, { role: 'viewer' })
  await client('POST', '/v1/members/leave')
  const { data } = (await world.operator('GET', `/v1/operator/audit?workspace_id=${workspaceId}&limit=4`)).body
  assert.deepEqual(
    data.map(({ action, actor }: { action: string; actor: string }) => [action, actor]),
    [
      ['members.leave', 'audited@example.com'],
      ['members.update', 'owner@example.com'],
      ['invitations.accept', 'audited@example.com'],
      ['invitations.create', 'owner@example.com'],
    ],
  )
})

test('a key that a removed member mints at the same moment is refused', async () => {
  const member = await world.session({ role: 'member', email: 'quick@example.com' })
  const { user } = (await member('GET', '/v1/session')).body
  // The cache of this process still has the old session.
  await world.db`delete from memberships where user_id = ${user.id}`
  assert.equal((await member('POST', '/v1/api-keys', {})).body.code, 'not_a_member')
})
