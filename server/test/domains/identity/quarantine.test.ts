import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mintKey } from '../../../src/domains/identity/keys/service.ts'
import { addMember } from '../../../src/domains/identity/members/service.ts'
import { startQueue } from '../../../src/queue/start.ts'
import { jobs } from '../../../src/worker/worker.ts'
import { atEnd, type Browser, boot, type Client, createBrowser, type Reply } from '../../support/harness.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { startIssuer } from '../../support/oidc-issuer.ts'

const mailbox = await openMailbox()
const issuer = await startIssuer()
const env = { ...mailbox.env, ...issuer.env, WORKSPACES_PER_USER: '1', LOG_LEVEL: 'silent' }
const world = await boot({ env })
const { url, ctx } = world
const queue = await startQueue(ctx, { jobs })
atEnd(() => queue.stop())
const anyone = world.client()
const PASSWORD = 'correct horse battery'
let people = 0

const readSetCookie = (reply: Reply) => reply.headers.get('set-cookie')
const readErrorCode = async (reply: Promise<Reply>) => (await reply).body.code

/** Signs up as a stranger with an address that is not theirs, and creates resources under it. */
async function squat() {
  const email = `victim-${++people}@example.com`
  const signUp = await anyone('POST', '/v1/auth/sign-up', { email, name: 'Stranger', password: PASSWORD })
  const cookie = readSetCookie(signUp)
  const plain = createBrowser(url, { cookie })
  const workspaceId: string = (await plain('POST', '/v1/workspaces', { name: `Trap ${people}` })).body.id
  const stranger = createBrowser(url, { cookie, workspaceId })
  const made = await stranger('POST', '/v1/api-keys', { name: 'Deployed' })
  assert.equal(made.status, 201, made.text)
  const key = world.client(made.body.key)
  const child = world.client((await key('POST', '/v1/api-keys', { name: 'Child' })).body.key)
  const link = (await key('POST', '/v1/portal-links', { pages: ['webhooks'], expires_in: 3600 })).body.url
  const webhook = await key('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9999/hook' })
  assert.equal(webhook.status, 201, webhook.text)
  const app = await stranger('PUT', '/v1/platforms/linkedin/app', {
    credentials: { client_id: 'example', client_secret: 'example' },
  })
  assert.equal(app.status, 200, app.text)
  const second = await world.session({ workspaceId, email: `second-${people}@example.com` })
  assert.equal((await second('GET', '/v1/profiles')).status, 200)
  const holder = world.client(String(link).replace(/^.*#/, ''))
  assert.equal((await holder('GET', '/v1/portal-links/current')).status, 200, link)
  return { email, userId: signUp.body.user.id, workspaceId, stranger, key, child, second, holder }
}

async function tokenFor(email: string): Promise<string> {
  await anyone('POST', '/v1/auth/links', { email, kind: 'magic' })
  return (await mailbox.takeLink(email)).replace(/^.*#/, '')
}

/** Opens the mailed link in another browser, as the owner of the mailbox. */
async function prove(email: string): Promise<Browser> {
  const reply = await anyone('POST', '/v1/auth/links/use', { token: await tokenFor(email) })
  assert.equal(reply.status, 200, reply.text)
  return createBrowser(url, { cookie: readSetCookie(reply) })
}

async function proveBySingleSignOn(email: string): Promise<Browser> {
  issuer.set({})
  const started = await fetch(`${url}/v1/auth/oidc/start`, { redirect: 'manual' })
  const cookie = (started.headers.getSetCookie()[0] ?? '').replace(/;.*/s, '')
  const back = issuer.signIn(started.headers.get('location') ?? '', { sub: email, email, email_verified: true })
  const reply = await fetch(back.href, { redirect: 'manual', headers: { cookie } })
  return createBrowser(url, { cookie: reply.headers.getSetCookie().find((each) => /^quoin=./.test(each)) ?? null })
}

const fetchQuarantine = async (client: Client) => (await client('GET', '/v1/quarantine')).body.data
const fetchWorkspaces = async (client: Client) => (await client('GET', '/v1/session')).body.workspaces

for (const [how, proof] of Object.entries({ 'a mailed link': prove, 'single sign-on': proveBySingleSignOn }))
  test(`with ${how} no one gets, or keeps using, what was created under an address before it was verified`, async () => {
    const { email, workspaceId, stranger, key, child, second, holder } = await squat()
    const person = await proof(email)
    assert.deepEqual(await fetchWorkspaces(person), [])
    assert.equal((await person('GET', '/v1/session')).body.quarantined_workspaces, 1)
    assert.equal(await readErrorCode(stranger('GET', '/v1/session')), 'invalid_session')
    assert.equal(
      await readErrorCode(anyone('POST', '/v1/auth/sign-in', { email, password: PASSWORD })),
      'wrong_credentials',
    )
    for (const client of [key, child, second, holder])
      assert.equal(await readErrorCode(client('GET', '/v1/webhooks')), 'workspace_closed')
    const own = { 'x-quoin-workspace': workspaceId }
    assert.equal(await readErrorCode(person('GET', '/v1/api-keys', undefined, own)), 'not_a_member')
    const [item, ...more] = await fetchQuarantine(person)
    assert.equal(more.length, 0)
    assert.deepEqual(
      [item.workspace_id, item.role, item.is_frozen, item.webhooks, item.apps],
      [workspaceId, 'owner', true, 1, ['linkedin']],
    )
    assert.deepEqual(item.api_keys.map(({ name }: { name: string }) => name).toSorted(), ['Child', 'Deployed'])
    assert.deepEqual(
      item.members.map((member: { email: string }) => member.email),
      [`second-${people}@example.com`],
    )
    const act = { actor: 'tester', reason: 'asked' }
    assert.equal(
      await readErrorCode(world.operator('POST', `/v1/operator/workspaces/${workspaceId}/reopen`, act)),
      'wrong_state',
    )
  })

test('a taken-over workspace belongs to the person alone: earlier keys, members, links, webhooks and apps end', async () => {
  const { email, workspaceId, key, child, second, holder, userId } = await squat()
  const person = await prove(email)
  const taken = await person('POST', `/v1/quarantine/${workspaceId}/take-over`, {})
  assert.deepEqual([taken.status, taken.body.id, taken.body.role], [200, workspaceId, 'owner'], taken.text)
  assert.deepEqual(await fetchQuarantine(person), [])
  for (const client of [key, child, holder])
    assert.equal(await readErrorCode(client('GET', '/v1/webhooks')), 'invalid_api_key')
  assert.equal(await readErrorCode(second('GET', '/v1/profiles')), 'not_a_member')
  const own: Client = (method, path, body) => person(method, path, body, { 'x-quoin-workspace': workspaceId })
  assert.deepEqual(
    (await own('GET', '/v1/members')).body.data.map(({ id }: { id: string }) => id),
    [userId],
  )
  assert.equal((await own('GET', '/v1/webhooks')).body.data[0].status, 'disabled')
  assert.equal((await own('GET', '/v1/platforms/linkedin/app')).body.source, null)
  assert.equal(
    await readErrorCode(person('POST', '/v1/workspaces', { name: 'Second' })),
    'wrong_state',
    'it counts as theirs',
  )
})

test('the person can keep the resources that they recognise', async () => {
  const { email, workspaceId, key, second } = await squat()
  const person = await prove(email)
  const keep = ['api_keys', 'members', 'webhooks', 'apps']
  assert.equal((await person('POST', `/v1/quarantine/${workspaceId}/take-over`, { keep })).status, 200)
  const [webhook] = (await key('GET', '/v1/webhooks')).body.data
  assert.equal(webhook.status, 'active')
  assert.equal((await second('GET', '/v1/profiles')).status, 200)
  assert.equal((await key('GET', '/v1/platforms/linkedin/app')).body.source, 'workspace')
})

test('a discarded workspace stays closed, ends, and does not count as created by the person', async () => {
  const { email, workspaceId, key, second } = await squat()
  const person = await prove(email)
  const discarded = await person('POST', `/v1/quarantine/${workspaceId}/discard`)
  assert.deepEqual([discarded.status, discarded.body.status], [200, 'discarded'], discarded.text)
  assert.deepEqual([await fetchQuarantine(person), await fetchWorkspaces(person)], [[], []])
  await queue.idle()
  assert.equal(await readErrorCode(key('GET', '/v1/webhooks')), 'workspace_closed')
  assert.equal(await readErrorCode(second('GET', '/v1/profiles')), 'workspace_closed')
  const [row] = await world.db<{ status: string }[]>`
    select status from webhook_endpoints where workspace_id = ${workspaceId}`
  assert.equal(row?.status, 'disabled')
  assert.equal((await person('POST', '/v1/workspaces', { name: 'Own' })).status, 201)
  assert.equal(await readErrorCode(person('POST', `/v1/quarantine/${workspaceId}/discard`)), 'not_found')
  assert.equal(await readErrorCode(person('POST', `/v1/quarantine/${workspaceId}/take-over`, {})), 'not_found')
})

test("in another workspace only the membership, and the keys created under it, wait for the person's decision", async () => {
  const email = `guest-${++people}@example.com`
  const signUp = await anyone('POST', '/v1/auth/sign-up', { email, name: 'Stranger', password: PASSWORD })
  const userId: string = signUp.body.user.id
  const { workspaceId } = await world.neighbour()
  const owner = await world.session({ workspaceId })
  await addMember(ctx, ctx.db, workspaceId, { userId, role: 'member' })
  const key = world.client((await mintKey(ctx, ctx.db, workspaceId, { mode: 'live', mintedBy: userId })).key)
  const child = world.client((await key('POST', '/v1/api-keys', { name: 'Child' })).body.key)
  const others = world.client((await mintKey(ctx, ctx.db, workspaceId, { mode: 'live' })).key)
  assert.equal((await child('GET', '/v1/profiles')).status, 200)

  const person = await prove(email)
  assert.equal(await readErrorCode(key('GET', '/v1/profiles')), 'invalid_api_key')
  assert.equal(await readErrorCode(child('GET', '/v1/profiles')), 'invalid_api_key')
  assert.equal((await others('GET', '/v1/profiles')).status, 200)
  assert.equal((await owner('GET', '/v1/members')).body.data.length, 1)
  const [item] = await fetchQuarantine(person)
  assert.deepEqual(
    [item.workspace_id, item.role, item.is_frozen, item.members, item.api_keys.length],
    [workspaceId, 'member', false, [], 2],
    'what others have there is not shown',
  )
  const taken = await person('POST', `/v1/quarantine/${workspaceId}/take-over`, { keep: ['api_keys'] })
  assert.deepEqual([taken.status, taken.body.role], [200, 'member'], taken.text)
  assert.equal((await key('GET', '/v1/profiles')).status, 200)
  assert.equal((await owner('GET', '/v1/members')).body.data.length, 2)
})

test('a decision that fails midway changes nothing', async () => {
  const { email, workspaceId, key, second, userId } = await squat()
  const person = await prove(email)
  await world.db.unsafe(`
    create function refuse_for_test() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$;
    create trigger stopped before insert on memberships for each row when (new.user_id = '${userId}') execute function refuse_for_test()`)
  assert.equal((await person('POST', `/v1/quarantine/${workspaceId}/take-over`, {})).status, 500)
  await world.db.unsafe('drop trigger stopped on memberships; drop function refuse_for_test')
  for (const client of [key, second])
    assert.equal(await readErrorCode(client('GET', '/v1/webhooks')), 'workspace_closed')
  const [item] = await fetchQuarantine(person)
  assert.deepEqual([item.api_keys.length, item.members.length, item.webhooks], [2, 1, 1])
  assert.equal((await person('POST', `/v1/quarantine/${workspaceId}/take-over`, { keep: ['members'] })).status, 200)
  assert.equal((await second('GET', '/v1/profiles')).status, 200)
})

test('another user can neither see nor decide anything', async () => {
  const { email, workspaceId } = await squat()
  await prove(email)
  const other = await world.session()
  assert.deepEqual(await fetchQuarantine(other), [])
  for (const act of ['take-over', 'discard'])
    assert.equal(
      await readErrorCode(other('POST', `/v1/quarantine/${workspaceId}/${act}`, act === 'discard' ? undefined : {})),
      'not_found',
    )
})

test('two concurrent proofs quarantine once', async () => {
  const { email, workspaceId } = await squat()
  const tokens = [await tokenFor(email), await tokenFor(email)]
  const replies = await Promise.all(tokens.map((token) => anyone('POST', '/v1/auth/links/use', { token })))
  const last = replies.find(({ status }) => status === 200)
  assert.ok(last)
  const sessions = await Promise.all(
    replies.map((reply) => fetchQuarantine(createBrowser(url, { cookie: readSetCookie(reply) }))),
  )
  const seen = sessions.filter((items) => items !== undefined)
  assert.ok(seen.length > 0)
  for (const items of seen)
    assert.deepEqual(
      items.map((item: { workspace_id: string }) => item.workspace_id),
      [workspaceId],
    )
})

test("an operator's link restores the user's full access, and proves no address", async () => {
  const { userId, stranger, key, workspaceId } = await squat()
  const act = { actor: 'tester', reason: 'asked by phone' }
  const made = await world.operator('POST', `/v1/operator/users/${userId}/reset-link`, act)
  const token = String(made.body.url).replace(/^.*#/, '')
  const reply = await anyone('POST', '/v1/auth/links/use', { token, password: 'another horse battery' })
  assert.deepEqual([reply.status, reply.body.user.email_verified], [200, false], reply.text)
  const person = createBrowser(url, { cookie: readSetCookie(reply) })
  assert.deepEqual(
    (await fetchWorkspaces(person)).map(({ id }: { id: string }) => id),
    [workspaceId],
  )
  assert.equal((await key('GET', '/v1/webhooks')).status, 200)
  assert.equal(await readErrorCode(stranger('GET', '/v1/session')), 'invalid_session')
})
