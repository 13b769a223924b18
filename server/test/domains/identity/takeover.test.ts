import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startQueue } from '../../../src/queue/start.ts'
import { jobs } from '../../../src/worker/worker.ts'
import { atEnd, type Browser, boot, type Client, createBrowser, type Reply } from '../../support/harness.ts'
import { openMailbox } from '../../support/mailbox.ts'

const mailbox = await openMailbox()
const world = await boot({ env: { ...mailbox.env, SIGN_UP: 'invited' } })
const { ctx, url, workspaceId } = world
const queue = await startQueue(ctx, { jobs })
atEnd(() => queue.stop())
const PASSWORD = 'correct horse battery'
const owner = await world.session({ email: 'owner@example.com', password: PASSWORD })
const fetchUserId = async (client: Client): Promise<string> => (await client('GET', '/v1/session')).body.user.id
const readStatusAndCode = ({ status, body }: Reply) => [status, body?.code]

async function joinByMail(email: string, role: string, inviter: Client = owner): Promise<Browser> {
  assert.equal((await inviter('POST', '/v1/invitations', { email, role })).status, 201)
  const invitation = (await mailbox.takeLink(email)).replace(/^.*#/, '')
  const person = { email, name: 'New', password: PASSWORD, invitation }
  const joined = await world.client()('POST', '/v1/auth/sign-up', person)
  assert.equal(joined.status, 200, joined.text)
  return createBrowser(url, { cookie: joined.headers.get('set-cookie'), workspaceId })
}

/** Operations with which a session could take over the workspace, each with a valid body. */
const ACTS: readonly (readonly [string, string, unknown?])[] = [
  ['POST', '/v1/invitations', { email: 'accomplice@example.com', role: 'owner' }],
  ['PUT', `/v1/members/${await fetchUserId(owner)}`, { role: 'viewer' }],
  ['DELETE', `/v1/members/${await fetchUserId(owner)}`],
  ['POST', '/v1/api-keys', {}],
  ['PATCH', '/v1/api-keys/key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB', { permission: 'read_write' }],
  ['PUT', '/v1/platforms/whatsapp/app', { credentials: { app_id: 'a', app_secret: 'b', verify_token: 'c' } }],
  ['DELETE', '/v1/platforms/whatsapp/app'],
  ['PUT', '/v1/branding', { name: 'Taken over', color: null, logo_url: null }],
  ['PATCH', `/v1/workspaces/${workspaceId}`, { name: 'Taken over' }],
  ['POST', `/v1/workspaces/${workspaceId}/close`, { confirm: 'Test workspace' }],
  ['POST', '/v1/credits/checkout', { kind: 'pack', pack_id: 'starter' }],
  ['PUT', '/v1/credits/auto-topup', { threshold: 5, pack_id: 'starter' }],
  ['DELETE', '/v1/credits/auto-topup'],
  ['DELETE', '/v1/credits/subscription'],
]

test('a sign-up by invitation does not grant sudo for operations that could take over the workspace; a password does', async () => {
  const invited = await joinByMail('second@example.com', 'owner')
  for (const [method, path, body] of ACTS)
    assert.deepEqual(readStatusAndCode(await invited(method, path, body)), [403, 'sudo_required'], `${method} ${path}`)
  assert.equal((await invited('GET', '/v1/profiles')).status, 200)
  assert.equal((await invited('POST', '/v1/profiles', { name: 'Everyday work' })).status, 201)
  // The user's own settings need no second proof.
  assert.equal((await invited('POST', '/v1/me/totp')).status, 200)
  ctx.clock.advance(1000)
  assert.equal((await invited('POST', '/v1/session/sudo', { password: PASSWORD })).status, 200)
  assert.equal((await invited('POST', '/v1/api-keys', {})).status, 201)
})

test('a session of an hour ago has no sudo: every operation that could take over the workspace asks again', async () => {
  const stolen = await world.session()
  ctx.clock.advance(3_600_000)
  for (const [method, path, body] of ACTS)
    assert.deepEqual(readStatusAndCode(await stolen(method, path, body)), [403, 'sudo_required'], `${method} ${path}`)
  assert.equal((await owner('POST', '/v1/session/sudo', { password: PASSWORD })).status, 200)
})

test('accepting an invitation with a session does not carry sudo over to the workspace', async () => {
  const place = await world.neighbour()
  const host = await world.session({ workspaceId: place.workspaceId, email: 'host@example.com' })
  const guest = await world.session({ email: 'guest@example.com', password: PASSWORD })
  assert.equal((await guest('POST', '/v1/api-keys', {})).status, 201)
  await host('POST', '/v1/invitations', { email: 'guest@example.com', role: 'owner' })
  const token = (await mailbox.takeLink('guest@example.com')).replace(/^.*#/, '')
  assert.equal((await guest('POST', '/v1/invitations:accept', { token })).status, 200)
  const there = { 'x-quoin-workspace': place.workspaceId }
  assert.deepEqual(readStatusAndCode(await guest('POST', '/v1/api-keys', {}, there)), [403, 'sudo_required'])
  assert.equal((await guest('POST', '/v1/api-keys', {})).status, 201, 'the proof still counts where they were before')
  ctx.clock.advance(1000)
  assert.equal((await guest('POST', '/v1/session/sudo', { password: PASSWORD })).status, 200)
  assert.equal((await guest('POST', '/v1/api-keys', {}, there)).status, 201)
})

test('a caller without permission is not asked for sudo', async () => {
  const viewer = await world.session({ role: 'viewer', isFounder: false })
  assert.deepEqual(readStatusAndCode(await viewer('POST', '/v1/api-keys', {})), [403, 'role_required'])
})

test('all owners are notified when one is removed or demoted, and the operator can restore them', async () => {
  const place = await world.neighbour()
  const there = { workspaceId: place.workspaceId }
  const taker = await world.session({ ...there, email: 'taker@example.com' })
  const victim = await world.session({ ...there, email: 'victim@example.com' })
  await world.session({ ...there, email: 'third@example.com' })
  await world.session({ ...there, email: 'bystander@example.com', role: 'member' })
  const id = await fetchUserId(victim)
  const path = `/v1/operator/workspaces/${place.workspaceId}/restore-owner`
  const restore = (reason: string) => world.operator('POST', path, { user_id: id, actor: 'operator', reason })
  assert.equal((await restore('Was never removed')).status, 404)

  assert.equal((await taker('PUT', `/v1/members/${id}`, { role: 'viewer' })).status, 200)
  for (const to of ['taker@example.com', 'victim@example.com', 'third@example.com'])
    assert.match(await mailbox.takeText(to), /taker@example\.com changed the role of victim@example\.com/)
  assert.equal((await restore('Asked by phone')).body.role, 'owner')
  for (const to of ['taker@example.com', 'victim@example.com', 'third@example.com'])
    assert.match(await mailbox.takeText(to), /restored victim@example\.com as an owner/)

  assert.equal((await taker('DELETE', `/v1/members/${id}`)).status, 200)
  for (const to of ['taker@example.com', 'victim@example.com', 'third@example.com'])
    assert.match(await mailbox.takeText(to), /taker@example\.com removed victim@example\.com/)
  assert.deepEqual(readStatusAndCode(await victim('GET', '/v1/profiles')), [403, 'not_a_member'])
  assert.equal((await restore('Asked by phone')).status, 200)
  assert.equal((await victim('GET', '/v1/profiles')).status, 200)
  assert.deepEqual(readStatusAndCode(await restore('Twice')), [409, 'wrong_state'])
  const { data } = (await world.operator('GET', `/v1/operator/audit?workspace_id=${place.workspaceId}&limit=1`)).body
  assert.deepEqual(
    [data[0].action, data[0].actor, data[0].reason],
    ['members.restore_owner', 'operator', 'Asked by phone'],
  )
  assert.deepEqual(readStatusAndCode(await victim('POST', '/v1/api-keys', {})), [403, 'sudo_required'])
})
