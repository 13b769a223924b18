import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetOldPortalLinks } from '../../../src/domains/identity/portal-links/service.ts'
import { connectSandbox, createProfile } from '../../support/account-scene.ts'
import { boot, type Client } from '../../support/harness.ts'
import { startReceiver } from '../../support/receiver.ts'

const world = await boot()
const { ctx, live } = world
const receiver = await startReceiver()
const mine = await createProfile(live, 'Customer one')
const other = await createProfile(live, 'Customer two')
const ids = async (path: string, client: Client = live) =>
  (await client('GET', path)).body.data.map(({ id }: { id: string }) => id)

async function make(body: object, client: Client = live) {
  const reply = await client('POST', '/v1/portal-links', body)
  assert.equal(reply.status, 201, reply.text)
  const token = reply.body.url.replace(/^.*#/, '')
  return { ...reply.body, token, client: world.client(token) }
}

test('a link has its token after the #, stores only its hash, and says what it is for', async () => {
  const link = await make({ pages: ['connect'], profile_id: mine })
  assert.match(link.url, /^http:\/\/localhost:\d+\/embed#ql_[\w-]{43}$/)
  assert.equal(Date.parse(link.expires_at) - Date.parse(link.created_at), 3_600_000)
  const [row] = await world.db<{ found: boolean }[]>`
    select exists (select 1 from portal_links where portal_links::text like ${`%${link.token.slice(3)}%`}) as found`
  assert.equal(row?.found, false)
  const current = (await link.client('GET', '/v1/portal-links/current')).body
  assert.deepEqual(
    [current.pages, current.profile_id, current.workspace_name, current.branding.name],
    [['connect'], mine, 'Test workspace', null],
  )
  assert.equal((await live('GET', '/v1/portal-links/current')).body.code, 'wrong_state')
  const [listed] = (await live('GET', '/v1/portal-links')).body.data
  assert.deepEqual([listed.id, 'url' in listed], [link.id, false])
  assert.deepEqual((await live('GET', `/v1/portal-links/${link.id}`)).body, listed)
})

test('the page connect opens the hosted page for its profile, and for no other', async () => {
  await connectSandbox(live, { profileId: other, username: 'other' })
  const account = await connectSandbox(live, { profileId: mine, username: 'mine' })
  const { client } = await make({ pages: ['connect'], profile_id: mine })
  assert.deepEqual(await ids('/v1/accounts', client), [account.id])
  assert.equal((await client('GET', '/v1/platforms')).status, 200)
  const connect = (profile_id: string, mode = 'hosted') =>
    client('POST', '/v1/connections', { profile_id, platform: 'sandbox', mode })
  const started = await connect(mine)
  assert.equal(started.status, 201, started.text)
  assert.match(started.body.authorize_url, /\/v1\/connect\//)
  assert.equal((await client('GET', `/v1/connections/${started.body.id}`)).body.status, 'awaiting_user')
  assert.equal((await connect(other)).body.code, 'out_of_scope')
  assert.equal((await connect(mine, 'headless')).body.code, 'out_of_scope')
})

test('the page webhooks shows its endpoints and their deliveries, rotates and tests; it cannot reach others', async () => {
  const own = (await live('POST', '/v1/webhooks', { url: receiver.url })).body.id
  const foreign = (await live('POST', '/v1/webhooks', { url: receiver.url })).body.id
  const sent = async (id: string) => (await live('POST', `/v1/webhooks/${id}/test`)).body.id
  const [delivery, hidden] = [await sent(own), await sent(foreign)]
  const { client } = await make({ pages: ['webhooks'], profile_id: mine, webhook_ids: [own] })
  assert.deepEqual(await ids('/v1/webhooks', client), [own])
  assert.deepEqual(await ids('/v1/webhooks/deliveries', client), [delivery])
  assert.deepEqual(await ids(`/v1/webhooks/deliveries?endpoint_id=${foreign}`, client), [])
  for (const [method, end] of [
    ['GET', ''],
    ['GET', '/health'],
    ['POST', '/rotate'],
    ['POST', '/test'],
  ] as const) {
    assert.ok((await client(method, `/v1/webhooks/${own}${end}`)).status < 300, end)
    assert.equal((await client(method, `/v1/webhooks/${foreign}${end}`)).status, 404, end)
  }
  const healths = (await client('GET', '/v1/webhooks/health')).body.data as { endpoint_id: string }[]
  assert.deepEqual(
    healths.map(({ endpoint_id }) => endpoint_id),
    [own],
  )
  assert.equal((await client('GET', `/v1/webhooks/deliveries/${delivery}`)).status, 200)
  assert.equal((await client('GET', `/v1/webhooks/deliveries/${hidden}`)).status, 404)
  await world.db`
    update webhook_deliveries set status = 'dead', next_attempt_at = null where id in (${delivery}, ${hidden})`
  assert.equal((await client('POST', `/v1/webhooks/deliveries/${delivery}/redrive`)).body.status, 'pending')
  assert.equal((await client('POST', `/v1/webhooks/deliveries/${hidden}/redrive`)).status, 404)

  const all = await make({ pages: ['webhooks'] })
  assert.deepEqual(await ids('/v1/webhooks', all.client), [foreign, own])
  const neighbour = await world.neighbour()
  const theirs = await make({ pages: ['webhooks'] }, neighbour.live)
  assert.deepEqual(await ids('/v1/webhooks', theirs.client), [])
})

test('a request must include what its page needs', async () => {
  const refused = async (body: object) =>
    (await live('POST', '/v1/portal-links', body)).body.detail[0].loc.slice(0, 2).join('.')
  assert.equal(await refused({ pages: ['connect'] }), 'body.profile_id')
  assert.equal(await refused({ pages: ['webhooks'], profile_id: mine }), 'body.webhook_ids')
  assert.equal(await refused({ pages: ['connect'], profile_id: mine, webhook_ids: ['wh_1'] }), 'body.webhook_ids')
  assert.equal(await refused({ pages: [] }), 'body.pages')
  assert.equal(await refused({ pages: ['connect'], profile_id: mine, expires_in: 86_401 }), 'body.expires_in')
  const unknown = { pages: ['connect'], profile_id: 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB' }
  assert.equal((await live('POST', '/v1/portal-links', unknown)).status, 404)
})

test('a key limited to profiles creates links for those, and cannot revoke others', async () => {
  const limited = world.client(await world.key({ scope: 'profiles', profile_ids: [mine] }))
  const own = await make({ pages: ['connect'], profile_id: mine }, limited)
  const foreign = await make({ pages: ['connect'], profile_id: other })
  const create = (body: object) => limited('POST', '/v1/portal-links', body)
  assert.equal((await create({ pages: ['connect'], profile_id: other })).body.code, 'out_of_scope')
  assert.equal((await create({ pages: ['webhooks'] })).body.code, 'out_of_scope')
  const both = { pages: ['webhooks'], profile_id: mine, webhook_ids: ['wh_1'] }
  assert.equal((await create(both)).body.code, 'out_of_scope')
  assert.ok(!(await ids('/v1/portal-links', limited)).includes(foreign.id))
  assert.equal((await limited('DELETE', `/v1/portal-links/${foreign.id}`)).body.code, 'out_of_scope')
  assert.equal((await limited('DELETE', `/v1/portal-links/${own.id}`)).status, 200)
})

test('a link that is revoked or expired, or whose profile or workspace is gone, opens nothing', async () => {
  const taken = await make({ pages: ['connect'], profile_id: mine })
  const short = await make({ pages: ['connect'], profile_id: mine, expires_in: 60 })
  const profile = await createProfile(live, 'Short-lived')
  const orphan = await make({ pages: ['connect'], profile_id: profile })
  const read = async ({ client }: { client: Client }) => (await client('GET', '/v1/portal-links/current')).status
  for (const link of [taken, short, orphan]) assert.equal(await read(link), 200)
  const revoked = await live('DELETE', `/v1/portal-links/${taken.id}`)
  assert.ok(revoked.body.revoked_at)
  assert.equal(await read(taken), 401)
  assert.equal((await live('DELETE', `/v1/profiles/${profile}`)).status, 200)
  assert.equal(await world.db`select from portal_links where id = ${orphan.id}`.then(({ length }) => length), 0)
  ctx.clock.advance(60_000)
  assert.match((await short.client('GET', '/v1/portal-links/current')).body.detail, /link has expired/)

  const closing = await world.neighbour()
  const theirs = await make({ pages: ['webhooks'] }, closing.live)
  assert.equal(await read(theirs), 200)
  const by = { actor: 'operator@example.com', reason: 'A test' }
  await world.operator('POST', `/v1/operator/workspaces/${closing.workspaceId}/close`, by)
  assert.equal((await theirs.client('GET', '/v1/webhooks')).body.code, 'workspace_closed')

  ctx.clock.advance(8 * 86_400_000)
  await forgetOldPortalLinks(ctx)
  assert.equal((await world.db`select from portal_links`).length, 0)
})

test('the page report shows the analytics of its profile for up to 90 days, and nothing else', async () => {
  const shown = await connectSandbox(live, { profileId: mine, username: 'reported' })
  await connectSandbox(live, { profileId: other, username: 'hidden' })
  const days = 86_400
  const { client, id } = await make({ pages: ['report'], profile_id: mine, expires_in: 90 * days })
  const read = async (path: string) => (await client('GET', `/v1/analytics/${path}`)).body
  const labels = (await read('breakdown?by=account')).data.map(({ label }: { label: string }) => label)
  assert.ok(labels.includes('reported') && !labels.includes('hidden'), labels.join())
  assert.deepEqual((await read('summary')).totals, [])
  assert.deepEqual((await read('top-posts?metric=likes')).data, [])
  assert.equal((await read(`summary?profile_id=${other}`)).code, 'out_of_scope')
  for (const path of ['accounts', 'posts', 'platforms', `accounts/${shown.id}/analytics`])
    assert.equal((await client('GET', `/v1/${path}`)).status, 403, path)
  const whole = await make({ pages: ['report'] })
  const all = (await whole.client('GET', '/v1/analytics/breakdown?by=account')).body.data
  assert.ok(all.some(({ label }: { label: string }) => label === 'hidden'))
  const { client: connecting } = await make({ pages: ['connect'], profile_id: mine })
  assert.equal((await connecting('GET', '/v1/analytics/summary')).status, 403)

  for (const pages of [['connect'], ['connect', 'report']]) {
    const reply = await live('POST', '/v1/portal-links', { pages, profile_id: mine, expires_in: days + 1 })
    assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, ['body', 'expires_in']])
  }
  await live('DELETE', `/v1/portal-links/${id}`)
  assert.equal((await client('GET', '/v1/analytics/summary')).status, 401)
})
