import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandsOn } from '../support/commands.ts'
import { boot, createBrowser } from '../support/harness.ts'

const world = await boot({ env: { SIGN_UP: 'invited' } })
const { ctx, url, workspaceId } = world
const quoin = commandsOn(ctx)
const by = ['--actor', 'tester@example.com', '--reason', 'a test']
const PASSWORD = 'correct horse battery'
const tokenIn = (text: string) => /#([\w-]{43})/.exec(text)?.[1] ?? ''
const anyone = world.client()

test('users are invited, given access again and made operators on the command line, audited', async () => {
  assert.match(await quoin('users', 'set-up-link'), /\/setup#[\w-]{43}$/)
  const invited = await quoin('users', 'invite', workspaceId, 'ada@example.com', '--role', 'member', ...by)
  const person = { email: 'ada@example.com', name: 'Ada', password: PASSWORD, invitation: tokenIn(invited) }
  const joined = await anyone('POST', '/v1/auth/sign-up', person)
  assert.equal(joined.status, 200, joined.text)
  const client = createBrowser(url, { cookie: joined.headers.get('set-cookie') })
  assert.match(await quoin('users', 'set-up-link'), /\/setup#[\w-]{43}$/, 'there is no operator yet')
  await assert.rejects(
    quoin('users', 'invite', workspaceId, 'ada@example.com', ...by),
    /already belongs to a member of the workspace/,
  )
  await assert.rejects(quoin('users', 'invite', workspaceId, 'b@example.com', '--role', 'boss', ...by), /body\.role/)
  await assert.rejects(quoin('users', 'invite', 'ws_none', 'b@example.com', ...by), /No workspace with this id/)

  const reset = await quoin('users', 'reset-link', 'ADA@example.com', ...by)
  const password = 'another horse battery'
  assert.equal((await anyone('POST', '/v1/auth/links/use', { token: tokenIn(reset), password })).status, 200)
  assert.equal((await client('GET', '/v1/session')).status, 401)
  await assert.rejects(
    quoin('users', 'reset-link', 'nobody@example.com', ...by),
    /There is no user with the email address/,
  )

  const again = await anyone('POST', '/v1/auth/sign-in', { email: 'ada@example.com', password })
  const ada = createBrowser(url, { cookie: again.headers.get('set-cookie') })
  assert.equal((await ada('GET', '/v1/operator/users')).body.code, 'role_required')
  assert.match(await quoin('users', 'operator', 'ada@example.com', 'yes', ...by), /is now an operator/)
  await assert.rejects(quoin('users', 'set-up-link'), /already has an operator/)
  const { data } = (await ada('GET', '/v1/operator/users')).body
  assert.deepEqual([data[0].email, data[0].is_operator, data[0].workspaces], ['ada@example.com', true, 1])
  assert.match(await quoin('users', 'list'), /ada@example\.com {2}operator {2}1 workspaces {2}seen 20/)

  const audit = (await ada('GET', '/v1/operator/audit?limit=100')).body.data as { action: string; actor: string }[]
  const acts = audit.filter(({ actor }) => actor === 'tester@example.com').map(({ action }) => action)
  assert.deepEqual(acts, ['users.operator', 'users.reset_link', 'invitations.create'])
})

test('workspaces are created for someone, listed and renamed', async () => {
  const opened = await quoin('workspaces', 'create', 'Theirs', 'owner@example.com', ...by)
  const [, id = ''] = /Created (ws_\w+) with 50 credits/.exec(opened) ?? []
  const person = { email: 'owner@example.com', name: 'Owner', password: PASSWORD, invitation: tokenIn(opened) }
  const joined = await anyone('POST', '/v1/auth/sign-up', person)
  const owner = createBrowser(url, { cookie: joined.headers.get('set-cookie'), workspaceId: id })
  assert.equal((await owner('GET', '/v1/credits')).body.available, 50)
  await assert.rejects(quoin('workspaces', 'rename', id, 'Renamed \u001b[31m', ...by), /one line of visible text/)
  await assert.rejects(quoin('workspaces', 'create', 'Theirs', 'Ada <ada@example.com>', ...by), /plain email address/)
  await world.db`update workspaces set name = ${'Renamed \u001b[31m'} where id = ${id}`
  const listed = await quoin('workspaces', 'list')
  assert.match(listed, new RegExp(`${id} {2}"Renamed .*" {2}1 members {2}50 credits`))
  assert.ok(!listed.includes('\u001b'))
  await assert.rejects(quoin('workspaces', 'rename', 'ws_none', 'X', ...by), /No workspace with this id/)
  const page = (await world.operator('GET', '/v1/operator/workspaces?limit=1')).body
  assert.deepEqual([page.data[0].id, page.data[0].members, page.data[0].available, page.has_more], [id, 1, 50, true])
})

test('operators list orders by status, and create links through the API', async () => {
  const owner = await world.session()
  const order = await owner('POST', '/v1/credits/checkout', { pack_id: 'starter' })
  const orders = async (query: string) => (await world.operator('GET', `/v1/operator/orders${query}`)).body.data
  assert.equal((await orders('?status=pending'))[0].id, order.body.id)
  assert.deepEqual(await orders('?status=paid'), [])
  const member = await world.session({ role: 'member' })
  assert.equal((await member('POST', '/v1/credits/checkout', { pack_id: 'starter' })).body.code, 'role_required')
  const { user } = (await member('GET', '/v1/session')).body
  const body = { actor: 'tester@example.com', reason: 'a test' }
  const link = await world.operator('POST', `/v1/operator/users/${user.id}/reset-link`, body)
  assert.match(link.body.url, /\/link#[\w-]{43}$/)
  const made = await world.operator('POST', '/v1/operator/workspaces', {
    ...body,
    name: 'By the API',
    owner_email: 'api@example.com',
  })
  assert.deepEqual([made.status, made.body.available], [201, 50], made.text)
  assert.match(made.body.invitation_url, /\/invitation#[\w-]{43}$/)
})

test('a removed owner is restored on the command line, audited', async () => {
  const place = await world.neighbour()
  const taker = await world.session({ workspaceId: place.workspaceId })
  const victim = await world.session({ workspaceId: place.workspaceId, email: 'removed@example.com' })
  const { user } = (await victim('GET', '/v1/session')).body
  await assert.rejects(quoin('users', 'restore-owner', place.workspaceId, 'removed@example.com', ...by), /former owner/)
  assert.equal((await taker('DELETE', `/v1/members/${user.id}`)).status, 200)
  const output = await quoin('users', 'restore-owner', place.workspaceId, 'removed@example.com', ...by)
  assert.match(output, /is an owner of ws_\w+ again/)
  assert.equal((await victim('GET', '/v1/profiles')).status, 200)
})
