import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replayPushes } from '../../../../src/domains/social/feeds/replay.ts'
import { assertCode, connectSandbox } from '../../../support/account-scene.ts'
import { actOnSandbox, bootInbox, DAY, HOUR, list } from '../../../support/inbox-scene.ts'

const scene = await bootInbox()
const { live, db, ctx, account, page, profile, pass, push, workspaceId } = scene
const { externalId: post } = await scene.publish('A harbour')
const nobody = scene.client()
const moment = () => ctx.clock.now().toISOString()

const comment = (id: string, more: object = {}) => ({
  kind: 'comment',
  entity_id: page,
  id,
  post_id: post,
  parent_id: null,
  author: { id: 'p', name: 'p' },
  body: id,
  is_hidden: false,
  is_own: false,
  created_at: moment(),
  ...more,
})
const comments = async () => (await list(live, '/v1/comments?limit=100')).map(({ body }: { body: string }) => body)

test('a push is verified, stored as received, acknowledged at once and processed by a job', async () => {
  const before = (await db`select from inbound_pushes`).length
  assertCode(await push([comment('forged')], 'another secret'), 400, 'invalid_signature')
  assertCode(await nobody('POST', '/v1/inbound/sandbox', '{"items":[]}'), 400, 'invalid_signature')
  assert.equal((await db`select from inbound_pushes`).length, before, 'what is not verified is not kept')

  const reply = await push([comment('pushed')])
  assert.deepEqual([reply.status, reply.body], [200, { received: true }])
  const [row] = await db<{ body: Buffer; headers: object }[]>`select * from inbound_pushes order by id desc limit 1`
  assert.equal(JSON.parse(row?.body.toString() ?? '').items[0].id, 'pushed')
  assert.ok(!('authorization' in (row?.headers ?? {})))
  await pass(0)
  assert.deepEqual(await comments(), ['pushed'])
})

test('a push that the platform repeats is stored once', async () => {
  const before = (await db`select from inbound_pushes`).length
  const again = [comment('sent again')]
  await Promise.all([push(again), push(again), push(again)])
  assert.equal((await push(again)).status, 200)
  assert.equal((await db`select from inbound_pushes`).length, before + 1)
})

test('stored pushes are processed again on request: accounts that were connected later get what they missed', async () => {
  const since = ctx.clock.now()
  const [row] = await db<{ id: string }[]>`select id from accounts where active_external_id = ${page}`
  await db`update accounts set active_external_id = 'elsewhere' where id = ${row?.id ?? ''}`
  await push([comment('missed')])
  await pass(0)
  await db`update accounts set active_external_id = ${page} where id = ${row?.id ?? ''}`
  assert.ok(!(await comments()).includes('missed'))
  assert.ok((await replayPushes(ctx, { platform: 'sandbox', since })) > 0)
  assert.equal(await replayPushes(ctx, { platform: 'bluesky', since }), 0)
  await pass(0)
  assert.equal((await comments()).filter((body: string) => body === 'missed').length, 1)
})

test('platforms that do not push get 404, and so do challenges of platforms that send none', async () => {
  assertCode(await nobody('POST', '/v1/inbound/nowhere', '{}'), 404, 'not_found')
  assertCode(await nobody('GET', '/v1/inbound/nowhere'), 404, 'not_found')
  assertCode(await nobody('GET', '/v1/inbound/sandbox?hub.challenge=1'), 404, 'not_found')
})

test('a push that is processed twice, as after a crash, has no further effect', async () => {
  await push([comment('twice')])
  await pass(0)
  const shown = await list(live, '/v1/comments?limit=100')
  const [row] = await db<{ id: string }[]>`select id from inbound_pushes order by id desc limit 1`
  await db`update inbound_pushes set handled_at = null where id = ${row?.id ?? ''}`
  await db`
    insert into jobs (workspace_id, job, state, priority, run_at, payload, attempts, claims, created_at)
    values ('system', 'inbound.handle', 'waiting', 4, ${ctx.clock.now()}, ${db.json({ push_id: row?.id ?? '' })}, 0, 0, now())`
  await pass()
  assert.deepEqual(await list(live, '/v1/comments?limit=100'), shown)
})

test('a push reaches every account that acts as the page, and no other', async () => {
  const second = await scene.live('POST', '/v1/profiles', { name: 'Second' })
  const twin = await connectSandbox(live, { profileId: second.body.id, username: 'painter' })
  assert.equal(twin.active_entity.external_id, page)
  await connectSandbox(live, { profileId: profile, username: 'painter', page: 1 })
  await push([comment('for both'), comment('for nobody', { entity_id: 'sb-page-unknown' })])
  await pass(0)
  const all = await list(live, '/v1/comments?limit=100')
  const owners = all.filter(({ body }: { body: string }) => body === 'for both')
  assert.deepEqual(new Set(owners.map((one: { account_id: string }) => one.account_id)), new Set([account.id, twin.id]))
  assert.equal(owners.length, 2)
  assert.ok(!(await comments()).includes('for nobody'))
  assert.equal((await live('DELETE', `/v1/accounts/${twin.id}`)).status, 200)
})

test('a push about a revoked sign-in starts a health check and does not itself sign the account out', async () => {
  await push([{ kind: 'deauthorized', entity_id: page }])
  await pass(0)
  assert.equal((await live('GET', `/v1/accounts/${account.id}`)).body.status, 'connected')
})

test('processed pushes are deleted after a week, unprocessed ones after a month', async () => {
  await push([comment('forgotten')])
  await pass(0)
  await db`update inbound_pushes set handled_at = null where id = (select max(id) from inbound_pushes)`
  await pass(8 * DAY)
  assert.equal((await db`select from inbound_pushes`).length, 1)
  await pass(30 * DAY)
  assert.equal((await db`select from inbound_pushes`).length, 0)
})

const feed = async (name: string, accountId = account.id) => {
  const [row] = await db<{ due_at: Date | null; failures: number; cursor: string | null; last_error: object | null }[]>`
    select * from account_feeds where workspace_id = ${workspaceId} and account_id = ${accountId} and feed = ${name}`
  assert.ok(row)
  return row
}
const untilDue = async (name: string) =>
  Math.round((((await feed(name)).due_at?.getTime() ?? 0) - ctx.clock.now().getTime()) / 1000)

test('a failing feed waits longer each time, and then continues from its cursor', async () => {
  await pass()
  const { cursor } = await feed('comments')
  const { id } = await actOnSandbox(live, 'comments', { post_external_id: post, from: 'late', body: 'late' })
  const fault = await actOnSandbox(live, 'faults', { operation: 'comments.list', fault: 'fail_before', times: null })
  const waits: number[] = []
  for (let n = 0; n < 3; n++) {
    await pass(Math.max(10, await untilDue('comments')) * 1000 + 10_000)
    waits.push(await untilDue('comments'))
  }
  const [first = 0, second = 0, third = 0] = waits
  assert.ok(first >= 20 && second > first && third > second, waits.join())
  assert.equal((await feed('comments')).cursor, cursor)
  assert.ok((await feed('comments')).last_error)
  await live('DELETE', `/v1/sandbox/faults/${fault.id}`)
  await pass(third * 1000 + 10_000)
  assert.ok((await list(live, '/v1/comments')).some((one: { external_id: string }) => one.external_id === id))
  const mended = await feed('comments')
  assert.deepEqual([mended.failures, mended.last_error], [0, null])
})

test('the feeds of a signed-out account are not read until it is signed in again', async () => {
  assert.equal((await live('DELETE', `/v1/accounts/${account.id}`)).status, 200)
  await pass(HOUR)
  assert.equal((await feed('messages')).due_at, null)
  await actOnSandbox(live, 'messages', { entity_external_id: page, from: 'patient', body: 'Hello?' })
  await pass(HOUR)
  const back = await connectSandbox(live, { profileId: profile, username: 'painter' })
  assert.equal(back.id, account.id)
  await pass(20_000)
  const [conversation] = await list(live, `/v1/conversations?account_id=${account.id}`)
  assert.equal(conversation.participant.username, 'patient')
})

test('an account that acts as another page reads that page from the start', async () => {
  const entities = await list(live, `/v1/accounts/${account.id}/entities`)
  const other = await connectSandbox(live, { profileId: profile, username: 'mover' })
  const pages = await list(live, `/v1/accounts/${other.id}/entities`)
  assert.ok(entities.length > 1)
  const to = pages.find((one: { is_active: boolean; selectable: boolean }) => !one.is_active && one.selectable)
  const write = (entity: string, body: string) =>
    actOnSandbox(live, 'messages', { entity_external_id: entity, from: 'visitor', body })
  await write(to.external_id, 'for the other page')
  await write(other.active_entity.external_id, 'for the first page')
  await pass()
  const listBodies = async () => {
    const all = await list(live, `/v1/conversations?account_id=${other.id}`)
    const lists = all.map(({ id }: { id: string }) => list(live, `/v1/conversations/${id}/messages`))
    return (await Promise.all(lists)).flat().map(({ body }: { body: string }) => body)
  }
  assert.deepEqual(await listBodies(), ['for the first page'])
  assert.equal((await live('PUT', `/v1/accounts/${other.id}/active-entity`, { entity_id: to.id })).status, 200)
  await pass()
  assert.deepEqual((await listBodies()).toSorted(), ['for the first page', 'for the other page'])
})

test('an account with many items does not delay the others', async () => {
  const busy = await connectSandbox(live, { profileId: profile, username: 'busy' })
  const quiet = await connectSandbox(live, { profileId: profile, username: 'quiet' })
  await db`
    insert into sandbox_items (workspace_id, id, entity_id, kind, data, created_at)
    select ${workspaceId}, 'busy-' || n, ${busy.active_entity.external_id}, 'comment', jsonb_build_object(
      'post_id', ${post}::text, 'parent_id', null, 'author', jsonb_build_object('id', 'p'), 'body', 'much', 'is_hidden', false,
      'is_own', false), ${ctx.clock.now()} from generate_series(1, 800) n`
  await actOnSandbox(live, 'reviews', { entity_external_id: quiet.active_entity.external_id, from: 'a', rating: 5 })
  await pass(10_000)
  const count = async () =>
    (await db<{ n: number }[]>`select count(*) as n from comments where account_id = ${busy.id}`)[0]?.n
  assert.equal(await count(), 500, 'so much in one turn')
  assert.equal((await list(live, `/v1/reviews?account_id=${quiet.id}`)).length, 1)
  await pass(10_000)
  assert.equal(await count(), 800)
})
