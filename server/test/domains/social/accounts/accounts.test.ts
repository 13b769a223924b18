import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountsAt, listSignedInAccounts } from '../../../../src/domains/social/accounts/sql/accounts.ts'
import {
  assertCode,
  bootAccounts,
  connectSandbox,
  createProfile,
  listAccountEvents,
  scriptFault,
  signIn,
  startConnection,
  subscribe,
} from '../../../support/account-scene.ts'
import { boot } from '../../../support/harness.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { live, ctx, db } = world
await subscribe(live)
const profile = await createProfile(live)
const DAY = 86_400_000
let names = 0
const newName = () => `user${names++}`
const listEventTypes = async (accountId: string) => (await listAccountEvents(db, accountId)).map(({ type }) => type)

test('a profile has one account per entity: connecting the entity again returns the same account', async () => {
  const username = newName()
  const first = await connectSandbox(live, { profileId: profile, username })
  await live('DELETE', `/v1/accounts/${first.id}`)
  const second = await connectSandbox(live, { profileId: profile, username })
  assert.deepEqual([second.id, second.status, second.disconnected_at], [first.id, 'connected', null])
  const shop = await connectSandbox(live, { profileId: profile, username, page: 1 })
  assert.notEqual(shop.id, first.id)
  const elsewhere = await createProfile(live)
  assert.notEqual((await connectSandbox(live, { profileId: elsewhere, username })).id, first.id)
})

test('connections that choose the same entity at once get the same account', async () => {
  const username = newName()
  const open = async () => {
    const { id } = await startConnection(live, profile)
    await signIn(live, id, { username })
    return id
  }
  const ids = await Promise.all([open(), open(), open()])
  const { data } = (await live('GET', `/v1/connections/${ids[0]}/entities`)).body
  const replies = await Promise.all(
    ids.map((id) => live('POST', `/v1/connections/${id}/select`, { external_id: data[0].external_id })),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
})

test('the active entity can be switched, but only to a selectable one', async () => {
  const username = newName()
  const account = await connectSandbox(live, { profileId: profile, username })
  const { data } = (await live('GET', `/v1/accounts/${account.id}/entities`)).body
  assert.deepEqual(
    data.map(({ name, is_active }: { name: string; is_active: boolean }) => [name, is_active]),
    [
      [username, true],
      [`${username} shop`, false],
      [`${username} archive`, false],
    ],
  )
  const put = (entity_id: string) => live('PUT', `/v1/accounts/${account.id}/active-entity`, { entity_id })
  const switched = await put(data[1].id)
  assert.deepEqual([switched.status, switched.body.active_entity.name], [200, `${username} shop`])
  assert.equal((await put(data[2].id)).status, 422)
  const unknown = `ent_${ctx.ids.ulid()}`
  const missing = await put(unknown)
  assert.deepEqual([missing.status, missing.body.code, missing.body.entity_id], [404, 'not_found', unknown])
  const other = await connectSandbox(live, { profileId: profile, username })
  assertCode(
    await live('PUT', `/v1/accounts/${other.id}/active-entity`, { entity_id: await entityNamed(other.id, 'shop') }),
    409,
    'wrong_state',
  )
  await live('DELETE', `/v1/accounts/${account.id}`)
  const freed = await live('PUT', `/v1/accounts/${other.id}/active-entity`, {
    entity_id: await entityNamed(other.id, 'shop'),
  })
  assert.equal(freed.body.active_entity?.name, `${username} shop`, 'a disconnected account holds no entity back')
  assert.equal((await live('GET', `/v1/accounts/${account.id}`)).body.active_entity, null)
})

async function entityNamed(accountId: string, ending: string): Promise<string> {
  const { data } = (await live('GET', `/v1/accounts/${accountId}/entities`)).body
  return data.find(({ name }: { name: string }) => name.endsWith(ending)).id
}

test('a refresh keeps the ids of entities; when the active entity is gone, another one must be selected', async () => {
  const account = await connectSandbox(live, { profileId: profile, username: newName() })
  const before = (await live('GET', `/v1/accounts/${account.id}/entities`)).body.data
  ctx.clock.advance(1000)
  const refreshed = await live('POST', `/v1/accounts/${account.id}/entities/refresh`)
  assert.deepEqual(
    refreshed.body.data.map(({ id }: { id: string }) => id),
    before.map(({ id }: { id: string }) => id),
  )
  assert.notEqual(refreshed.body.data[0].last_refreshed_at, before[0].last_refreshed_at)
  await db`update sandbox_entities set grants = '{read}' where id = ${account.active_entity.external_id}`
  await live('POST', `/v1/accounts/${account.id}/entities/refresh`)
  const { status, active_entity } = (await live('GET', `/v1/accounts/${account.id}`)).body
  assert.deepEqual([status, active_entity], ['pending_selection', null])
  const chosen = await live('PUT', `/v1/accounts/${account.id}/active-entity`, {
    entity_id: await entityNamed(account.id, 'shop'),
  })
  assert.equal(chosen.body.status, 'connected')
})

test('a disconnect deletes the tokens, keeps the history and emits one event', async () => {
  const account = await connectSandbox(live, { profileId: profile, username: newName() })
  const gone = await live('DELETE', `/v1/accounts/${account.id}`)
  assert.deepEqual([gone.body.status, gone.body.disconnect_reason], ['disconnected', 'requested'])
  assert.equal(gone.body.health.token, null)
  assert.deepEqual([gone.body.health.status, gone.body.health.issues[0].code], ['error', 'disconnected'])
  assert.deepEqual((await live('DELETE', `/v1/accounts/${account.id}`)).body, gone.body)
  assert.deepEqual(await listEventTypes(account.id), ['account.connected', 'account.disconnected'])
  const [left] = await db`select count(*)::int as n from account_grants where account_id = ${account.id}`
  assert.equal(left?.['n'], 0)
  assert.equal((await live('GET', `/v1/accounts?status=disconnected`)).body.data[0].id, account.id)
  for (const [method, path] of [
    ['POST', 'health'],
    ['POST', 'entities/refresh'],
  ] as const)
    assertCode(await live(method, `/v1/accounts/${account.id}/${path}`), 409, 'wrong_state')
})

test('a disconnect revokes this sign-in, and no other, at the platform as soon as it can be reached', async () => {
  const own = await bootAccounts()
  const { id } = await connectSandbox(own.live, { profileId: own.profile, username: 'leaving' })
  const elsewhere = await createProfile(own.live)
  const stays = await connectSandbox(own.live, { profileId: elsewhere, username: 'leaving' })
  const tokens = async () => (await own.db<{ n: number }[]>`select count(*)::int as n from sandbox_tokens`)[0]?.n
  assert.equal(await tokens(), 4)
  await scriptFault(own.live, 'revocations.create', 'fail_before')
  assert.equal((await own.live('DELETE', `/v1/accounts/${id}`)).status, 200)
  await own.runTimers()
  await own.runTimers()
  assert.equal(await tokens(), 2)
  assert.equal((await own.live('POST', `/v1/accounts/${stays.id}/health`)).body.status, 'connected')
  const [left] = await own.db`select count(*)::int as n from jobs where job = 'accounts.revoke'`
  assert.equal(left?.['n'], 0)
})

test('a reconnect keeps the id and the entity, and accepts only the same person', async () => {
  const username = newName()
  const account = await connectSandbox(live, { profileId: profile, username, page: 1 })
  await live('DELETE', `/v1/accounts/${account.id}`)
  const reconnect = async () =>
    (await live('POST', `/v1/accounts/${account.id}/reconnect`, { mode: 'headless' })).body.id as string
  const path = (id: string) => `/v1/connections/${id}/complete`
  const stranger = await reconnect()
  assertCode(await live('POST', path(stranger), { credentials: { username: newName() } }), 409, 'wrong_state')
  assert.equal((await live('GET', `/v1/connections/${stranger}`)).body.error.code, 'identity_mismatch')
  const completed = await live('POST', path(await reconnect()), { credentials: { username } })
  assert.deepEqual([completed.body.status, completed.body.account_id], ['completed', account.id])
  const back = (await live('GET', `/v1/accounts/${account.id}`)).body
  assert.deepEqual([back.status, back.disconnect_reason], ['connected', null])
  assert.equal(back.active_entity.id, account.active_entity.id)
  assert.equal(back.created_at, account.created_at)
  assert.deepEqual(await listEventTypes(account.id), ['account.connected', 'account.disconnected', 'account.connected'])
})

test('an account stays connected while the platform is down, and is signed out when the sign-in was revoked', async () => {
  const username = newName()
  const account = await connectSandbox(live, { profileId: profile, username })
  const check = async () => (await live('POST', `/v1/accounts/${account.id}/health`)).body
  const healthy = await check()
  assert.deepEqual([healthy.status, healthy.health.status, healthy.health.last_error], ['connected', 'healthy', null])
  for (const fault of ['fail_before', 'timeout_before', 'rate_limit', 'reject']) {
    await scriptFault(live, 'me.read', fault, { username })
    const { status, health } = await check()
    assert.deepEqual([status, health.status], ['connected', 'warning'], fault)
    assert.ok(health.last_error.message, fault)
  }
  await scriptFault(live, 'me.read', 'expire_token', { username })
  assert.deepEqual([(await check()).status, await listEventTypes(account.id)], ['connected', ['account.connected']])

  await scriptFault(live, 'me.read', 'revoke', { username })
  const lost = await check()
  assert.deepEqual([lost.status, lost.health.status], ['reauth_required', 'error'])
  const shown = (await live('GET', `/v1/accounts/${account.id}`)).body
  assert.equal(shown.disconnect_reason, 'authorization_revoked')
  assert.deepEqual(await listEventTypes(account.id), ['account.connected', 'account.disconnected'])
  const list = (await live('GET', '/v1/accounts/health?status=reauth_required')).body.data
  assert.deepEqual(list, [lost])
  assert.deepEqual((await live('GET', `/v1/accounts/${account.id}/health`)).body, lost)
  ctx.clock.advance(1000)
  const again = (await check()).health
  const now = ctx.clock.now().toISOString()
  assert.deepEqual(
    [again.status, again.checked_at, again.last_error.at],
    ['error', now, now],
    'a look that was refused',
  )
})

const WEIGHTS = { expiring: 'warning', reauth_required: 'error' }

test('a timer checks health: a sign-in that is about to expire emits three notices in time, and no more', async () => {
  const own = await bootAccounts()
  const credentials = { refresh: 'none', token_seconds: (15 * DAY) / 1000 }
  const { id } = await connectSandbox(own.live, { profileId: own.profile, username: 'ending', credentials })
  const seen: string[] = []
  const look = async () => {
    await own.runTimers()
    const { status, health } = (await own.live('GET', `/v1/accounts/${id}`)).body
    assert.deepEqual(
      health.issues.map(({ code, severity, remediation }: Record<string, string>) => [code, severity, remediation]),
      status === 'connected' ? [] : [[status, WEIGHTS[status as 'expiring'], 'Reconnect the account.']],
      'whatever is wrong is named, with what to do about it',
    )
    const rows = await own.db<{ type: string }[]>`select type from webhook_events order by id`
    seen.push(`${status} ${rows.filter(({ type }) => type === 'account.expiring').length}`)
  }
  await look()
  for (let day = 0; day < 16; day++) {
    own.ctx.clock.advance(DAY)
    await look()
  }
  assert.equal(seen[0], 'connected 0')
  assert.deepEqual([...new Set(seen)], ['connected 0', 'expiring 1', 'expiring 2', 'expiring 3', 'reauth_required 3'])
  const [last] = await own.db<{ type: string }[]>`select type from webhook_events order by id desc limit 1`
  assert.equal(last?.type, 'account.disconnected')
  assert.equal((await own.live('GET', `/v1/accounts/${id}`)).body.disconnect_reason, 'sign_in_ended')
})

test('a key of one profile reads and changes only the accounts of that profile', async () => {
  const [mine, other] = [await createProfile(live), await createProfile(live)]
  const scoped = world.client(await world.key({ scope: 'profiles', profile_ids: [mine] }))
  const own = await connectSandbox(scoped, { profileId: mine, username: newName() }).catch((error: Error) => error)
  assert.ok(!(own instanceof Error), String(own))
  const foreign = await connectSandbox(live, { profileId: other, username: newName() })
  const pending = await startConnection(live, other)
  for (const path of ['/v1/accounts', '/v1/accounts/health'])
    assert.deepEqual(
      (await scoped('GET', path)).body.data.map(
        (row: { id?: string; account_id?: string }) => row.id ?? row.account_id,
      ),
      [own.id],
    )
  assert.deepEqual((await scoped('GET', `/v1/accounts?profile_id=${other}`)).body.data, [])
  const refused = [
    ['GET', `/v1/accounts/${foreign.id}`],
    ['DELETE', `/v1/accounts/${foreign.id}`],
    ['POST', `/v1/accounts/${foreign.id}/reconnect`, {}],
    ['GET', `/v1/accounts/${foreign.id}/health`],
    ['POST', `/v1/accounts/${foreign.id}/health`],
    ['GET', `/v1/accounts/${foreign.id}/entities`],
    ['POST', `/v1/accounts/${foreign.id}/entities/refresh`],
    ['PUT', `/v1/accounts/${foreign.id}/active-entity`, { entity_id: foreign.active_entity.id }],
    ['POST', '/v1/connections', { profile_id: other, platform: 'sandbox' }],
    ['GET', `/v1/connections/${pending.id}`],
    ['GET', `/v1/connections/${pending.id}/entities`],
    ['POST', `/v1/connections/${pending.id}/complete`, { credentials: { username: 'x' } }],
    ['POST', `/v1/connections/${pending.id}/select`, { external_id: 'x' }],
  ] as const
  const { live: stranger } = await world.neighbour()
  for (const [method, path, body] of refused) {
    assertCode(await scoped(method, path, body), 403, 'out_of_scope')
    assertCode(await stranger(method, path, body), 404, 'not_found')
  }
  assert.deepEqual((await live('GET', `/v1/accounts/${foreign.id}`)).body, foreign)
  assert.deepEqual((await scoped('POST', `/v1/accounts/${own.id}/health`)).body.status, 'connected')
})

test('a profile with connected accounts cannot be deleted; disconnected accounts are deleted with it', async () => {
  const doomed = await createProfile(live)
  const account = await connectSandbox(live, { profileId: doomed, username: newName() })
  assertCode(await live('DELETE', `/v1/profiles/${doomed}`), 409, 'wrong_state')
  await live('DELETE', `/v1/accounts/${account.id}`)
  assert.equal((await live('DELETE', `/v1/profiles/${doomed}`)).status, 200)
  assertCode(await live('GET', `/v1/accounts/${account.id}`), 404, 'not_found')
})

test('platforms list their capabilities; the sandbox is missing where it is off', async () => {
  const { data } = (await live('GET', '/v1/platforms')).body
  const sandbox = data.find(({ id }: { id: string }) => id === 'sandbox')
  assert.deepEqual(sandbox.auth.methods, ['oauth', 'credentials'])
  assert.ok(sandbox.capabilities.includes('comments.hide'))
  assert.equal(sandbox.options_schema.additionalProperties, false)
  const { text, image, video, ...limits } = sandbox.limits
  assert.deepEqual(limits, { allows_text_only: true, media_max: 4, allows_mixed_media: false })
  assert.deepEqual(text, { max: 500, unit: 'graphemes' })
  assert.deepEqual(Object.keys(image), ['count_max', 'bytes_max', 'mimes'])
  assert.equal(video.duration_seconds_max, 600)
  const walked: string[] = []
  for (let cursor = ''; ; ) {
    const page = (await live('GET', `/v1/platforms?limit=1${cursor}`)).body
    walked.push(...page.data.map(({ id }: { id: string }) => id))
    if (!page.has_more) break
    cursor = `&cursor=${page.next_cursor}`
  }
  assert.deepEqual(
    walked,
    data.map(({ id }: { id: string }) => id),
  )
  assert.equal((await live('GET', '/v1/platforms?cursor=nonsense')).status, 422)
  const off = await bootAccounts({ SANDBOX: 'no' })
  const platforms = (await off.live('GET', '/v1/platforms')).body.data
  assert.ok(!platforms.some(({ id }: { id: string }) => id === 'sandbox'))
  const reply = await off.live('POST', '/v1/connections', { profile_id: off.profile, platform: 'sandbox' })
  assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, ['body', 'platform']])
  assertCode(await off.live('GET', '/v1/sandbox/faults'), 404, 'not_found')
})

test('signed-in accounts are found by their entity and listed page by page; others are not', async () => {
  const account = await connectSandbox(live, { profileId: profile, username: newName() })
  const { external_id: externalId } = account.active_entity
  const elsewhere = await connectSandbox(live, { profileId: await createProfile(live), username: account.username })
  const scope = { platform: 'sandbox', appIds: [null], workspaceId: null }
  const ids = async () =>
    (await listAccountsAt(db, scope, { entityExternalId: externalId })).map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids(), [account.id, elsewhere.id])
  const walked: string[] = []
  for (let after: { workspace_id: string; id: string } | null = null; ; ) {
    const page = await listSignedInAccounts(db, { after, limit: 2 })
    walked.push(...page.map(({ id }) => id))
    after = page.at(-1) ?? null
    if (!after) break
  }
  const [row] = await db`select count(*)::int as n from accounts where status in ('connected', 'expiring')`
  assert.equal(new Set(walked).size, row?.['n'])
  await live('DELETE', `/v1/accounts/${account.id}`)
  assert.deepEqual(await ids(), [elsewhere.id])
})
