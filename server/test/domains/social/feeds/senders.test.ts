import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platforms } from '../../../../src/connectors/registry.ts'
import { handlePushes } from '../../../../src/domains/social/feeds/contract.ts'
import { replayPushes } from '../../../../src/domains/social/feeds/replay.ts'
import { pushItem } from '../../../../src/domains/social/sandbox-network/contract/jobs.ts'
import { enqueue, pause, resume } from '../../../../src/queue/queue.ts'
import { assertCode, connectSandbox, createProfile, signIn, startConnection } from '../../../support/account-scene.ts'
import { FakeTelegram } from '../../../support/connectors/telegram-fake.ts'
import { bootInbox, list } from '../../../support/inbox-scene.ts'
import { bootPlatform, type Tenant } from '../../../support/platform-scene.ts'
import { PUSH_CASES, type PushCase, type PushTarget } from '../../../support/push-cases.ts'

const pushing = platforms.filter(({ capabilities }) => capabilities.includes('inbound')).map(({ id }) => id)

const CASES: Readonly<Record<string, () => Promise<void>>> = {
  ...Object.fromEntries(
    Object.entries(PUSH_CASES).map(([platform, open]) => [platform, async () => checkApps(platform, await open())]),
  ),
  telegram: checkTelegram,
  sandbox: checkSandbox,
}

for (const platform of pushing)
  test(`${platform}: a push reaches only the accounts that its sender vouches for`, async () => {
    const check = CASES[platform]
    assert.ok(check, `${platform} pushes: write a case with two tenants`)
    await check()
  })

/** Connects the first tenant with the operator's app, the second with its own app. */
async function checkApps(platform: string, { world, app, hasChallenge, sign, connect, kinds }: PushCase) {
  const path = `/v1/platforms/${platform}/app`
  const { live } = await world.neighbour()
  const other = { live, profile: await createProfile(live) }
  const setApp = async (credentials: object) => {
    const reply = await live('PUT', path, { credentials })
    assert.equal(reply.status, 200, reply.text)
    return { pathname: new URL(reply.body.webhook_url).pathname, token: reply.body.webhook_verify_token }
  }
  const shared = { pathname: `/v1/inbound/${platform}`, secret: app.client_secret }
  const own = { ...(await setApp(app)), secret: app.client_secret }
  const send = async ({ pathname, secret }: { pathname: string; secret: string }, body: string) => {
    const reply = await world.client()('POST', pathname, body, { ...sign(secret, body) })
    assert.equal(reply.status, 200, reply.text)
    await world.queue.idle()
  }
  const open = async (tenant: Tenant, address: typeof shared): Promise<PushTarget> => ({
    ...tenant,
    account: await connect(tenant),
    deliver: (body) => send(address, body),
  })
  const first = await open(world, shared)
  const second = await open(other, own)
  await world.queue.idle()
  // Replaced by an app with a secret that the tenant made up. The account keeps the app that it signed in with.
  const chosen = { ...(await setApp({ client_id: 'made-up', client_secret: 'made up' })), secret: 'made up' }

  for (const [kind, prepare] of Object.entries(kinds)) {
    const [aboutFirst, aboutSecond] = [await prepare(first), await prepare(second)]
    await send(own, aboutFirst.body)
    await send(chosen, aboutFirst.body)
    assert.equal(await aboutFirst.hasArrived(), false, `${kind}: another tenant's app speaks for the account`)
    await send(shared, aboutSecond.body)
    await send(chosen, aboutSecond.body)
    assert.equal(await aboutSecond.hasArrived(), false, `${kind}: the operator's app speaks for an app of a workspace`)
    await first.deliver(aboutFirst.body)
    await second.deliver(aboutSecond.body)
    assert.deepEqual([await aboutFirst.hasArrived(), await aboutSecond.hasArrived()], [true, true], kind)
  }

  const anyBody = sign(own.secret, '{}')
  for (const elsewhere of pushing.filter((id) => id !== platform)) {
    const address = own.pathname.replace(`/${platform}/`, `/${elsewhere}/`)
    assertCode(await world.client()('POST', address, '{}', { ...anyBody }), 404, 'not_found')
    assertCode(await world.client()('GET', address), 404, 'not_found')
  }
  if (!hasChallenge) return
  const { webhook_verify_token: sharedToken } = (await world.operator('GET', `/v1/operator${path.slice(3)}`)).body
  const ask = (pathname: string, token: string) => {
    const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '7' })
    return world.client()('GET', `${pathname}?${query.toString()}`)
  }
  assert.equal((await ask(own.pathname, own.token)).text, '7')
  assert.equal((await ask(shared.pathname, sharedToken)).text, '7')
  assertCode(await ask(own.pathname, sharedToken), 400, 'invalid_signature')
  assertCode(await ask(shared.pathname, own.token), 400, 'invalid_signature')
  assertCode(await ask(own.pathname, chosen.token), 400, 'invalid_signature')
}

/** Telegram has no apps: each bot has a secret, which authenticates updates about the bot's own accounts. */
async function checkTelegram() {
  const fake = await new FakeTelegram().start()
  const origins = new Map([['https://api.telegram.org', fake.url]])
  const world = await bootPlatform(origins, { QUOIN_PUBLIC_URL: 'https://quoin.example.com' })
  const { live } = await world.neighbour()
  const connect = async (tenant: Tenant, username: string, bot = fake.addBot()) => {
    const channel = [...fake.chats.values()].find((one) => one.username === username) ?? fake.addChannel(username)
    const { id } = await startConnection(tenant.live, tenant.profile, { platform: 'telegram' })
    await signIn(tenant.live, id, { bot_token: bot.token, chats: [`@${username}`] })
    const path = `/v1/connections/${id}/select`
    const account = (await tenant.live('POST', path, { external_id: String(channel.id) })).body
    await world.queue.idle()
    assert.ok(bot.webhook)
    return { ...tenant, bot, channel, account }
  }
  const first = await connect(world, 'first')
  const second = await connect({ live, profile: await createProfile(live) }, 'second')
  const send = async (bot: typeof first.bot, update: object, named = bot) => {
    const { body, headers } = fake.buildPush({ bot, update })
    const reply = await world.client()('POST', `/v1/inbound/telegram?bot=${named.id}`, body, { ...headers })
    await world.queue.idle()
    return reply
  }

  // The channel is lost. Only a health check, which a push starts, detects it.
  const administrator = first.channel.member
  first.channel.member = { status: 'left' }
  const chat = { id: first.channel.id, type: 'channel' }
  const lost = { update_id: 1, my_chat_member: { chat, new_chat_member: { status: 'left' } } }
  const isNoticed = async () =>
    (await first.live('GET', `/v1/accounts/${first.account.id}`)).text.includes('telegram_chat_unavailable')
  assert.equal((await send(second.bot, lost)).status, 200)
  assert.equal(await isNoticed(), false, "another tenant's bot speaks for the account")
  assert.equal((await send(first.bot, lost)).status, 200)
  assert.equal(await isNoticed(), true)
  first.channel.member = administrator

  const update = { update_id: 2, message: fake.write(second.bot, { text: 'Hello' }) }
  assertCode(await send(second.bot, update, first.bot), 400, 'invalid_signature')
  assert.equal((await send(second.bot, update)).status, 200)
  assert.equal((await list(first.live, '/v1/conversations')).length, 0)
  assert.equal((await list(second.live, '/v1/conversations')).length, 1)

  // A webhook is kept only while another account of the bot needs it: accounts of other bots in the same chat do not count.
  const spare = await connect(world, 'spare', first.bot)
  const visitor = await connect(second, 'first', second.bot)
  assert.equal(visitor.account.active_entity.external_id, first.account.active_entity.external_id)
  await first.live('DELETE', `/v1/accounts/${spare.account.id}`)
  await world.queue.idle()
  assert.ok(first.bot.webhook, 'the first account of the bot has lost its webhook')
  await first.live('DELETE', `/v1/accounts/${first.account.id}`)
  await world.queue.idle()
  assert.equal(first.bot.webhook, undefined, "an account of another tenant's bot has kept the webhook")
}

test('an app that the operator sets again is still the same app, and another one is not', async () => {
  const { world, app, sign, connect, kinds } = await PUSH_CASES['whatsapp']!()
  const shared = '/v1/inbound/whatsapp'
  const path = '/v1/operator/platforms/whatsapp/app'
  const set = async (credentials: object) =>
    new URL((await world.operator('PUT', path, { credentials })).body.webhook_url).pathname
  const send = async (pathname: string, secret: string, body: string) => {
    assert.equal((await world.client()('POST', pathname, body, { ...sign(secret, body) })).status, 200)
    await world.queue.idle()
  }
  const prepare = async () =>
    kinds['message']!({ live: world.live, profile: world.profile, account, deliver: async () => {} })
  const again = await set(app)
  const account = await connect(world)
  const renewed = await set({ ...app, client_secret: 'a new secret' })
  const other = await set({ client_id: 'another-app', client_secret: 'a new secret' })
  for (const [pathname, secret, isSame] of [
    [other, 'a new secret', false],
    [shared, app.client_secret, true],
    [again, app.client_secret, true],
    [renewed, 'a new secret', true],
  ] as const) {
    const { body, hasArrived } = await prepare()
    await send(pathname, secret, body)
    assert.equal(await hasArrived(), isSame, pathname)
  }
})

test('a push stored by an earlier version is processed for the app that signed it, now and when it is replayed', async () => {
  const { world, app, sign, connect, kinds } = await PUSH_CASES['whatsapp']!()
  const { db, ctx } = world
  const { live } = await world.neighbour()
  const chosen = { client_id: 'made-up', client_secret: 'made up' }
  const set = await live('PUT', '/v1/platforms/whatsapp/app', { credentials: chosen })
  const account = await connect(world)
  const about = async () =>
    kinds['message']!({ live: world.live, profile: world.profile, account, deliver: async () => {} })
  const [forged, good] = [await about(), await about()]
  const since = ctx.clock.now()
  await pause(db, handlePushes.id)
  for (const [url, secret, { body }] of [
    [new URL(set.body.webhook_url).pathname, chosen.client_secret, forged],
    ['/v1/inbound/whatsapp', app.client_secret, good],
  ] as const)
    assert.equal((await world.client()('POST', url, body, { ...sign(secret, body) })).status, 200)
  const { count } = await db`update inbound_pushes set sender = null where sender is not null`
  assert.equal(count, 2)
  await resume(ctx, db, handlePushes.id)
  await world.pass(1)
  assert.deepEqual([await forged.hasArrived(), await good.hasArrived()], [false, true])
  assert.equal(await replayPushes(ctx, { platform: 'whatsapp', since }), 2)
  await world.queue.idle()
  assert.equal(await forged.hasArrived(), false)
})

/** Each workspace has its own sandbox network. */
async function checkSandbox() {
  const scene = await bootInbox({ hasPushes: true })
  const { ctx, db, live, page, queue } = scene
  const { workspaceId, live: other } = await scene.neighbour()
  const theirs = await connectSandbox(other, { profileId: await createProfile(other) })
  const write = (entity: string) =>
    other('POST', '/v1/sandbox/messages', { entity_external_id: entity, from: 'visitor', body: 'Hello' })
  assertCode(await write(page), 422, 'validation_error')
  const { body: item } = await write(theirs.active_entity.external_id)
  await queue.idle()
  assert.equal((await list(other, '/v1/conversations')).length, 1)

  const { external_id: entity } = theirs.active_entity
  await db`
    insert into sandbox_entities (workspace_id, id, user_id, kind, name, grants, created_at)
    select workspace_id, ${page}, user_id, kind, name, grants, created_at from sandbox_entities
    where workspace_id = ${workspaceId} and id = ${entity}`
  await db`update sandbox_items set entity_id = ${page} where workspace_id = ${workspaceId} and id = ${item.id}`
  await enqueue(ctx, db, pushItem, { item_id: item.id }, { workspaceId })
  await queue.idle()
  assert.equal((await list(live, '/v1/conversations')).length, 0, 'a network speaks for the account of another tenant')
}
