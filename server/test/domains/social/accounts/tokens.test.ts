import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { PlatformError } from '../../../../src/connectors/platform-error.ts'
import { withAccess } from '../../../../src/domains/social/accounts/tokens/access.ts'
import type { Context } from '../../../../src/kit/context.ts'
import { createLog } from '../../../../src/kit/log/log.ts'
import {
  connectSandbox,
  createProfile,
  scriptFault,
  signIn,
  startConnection,
  subscribe,
} from '../../../support/account-scene.ts'
import { boot, type TestContext, testContext } from '../../../support/harness.ts'

const lines: string[] = []
const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { live, db, workspaceId } = world
const HOUR = 3_600_000
const profile = await createProfile(live)
await subscribe(live)

/** Opens a second process on the same database: its own pool and memory, the same master key. */
async function another(): Promise<TestContext> {
  const address = `${process.env['TEST_POSTGRES']}?${world.db.options.config.database}`
  return { ...(await testContext({ address, clock: world.ctx.clock })), secrets: world.ctx.secrets }
}

const accessToken = (ctx: Context, accountId: string) =>
  withAccess(ctx, workspaceId, { accountId }, async ({ tokens }) => tokens.access)

const tokensOnNetwork = async (username: string, kind: string) => {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from sandbox_tokens t join sandbox_users u on u.workspace_id = t.workspace_id and u.id = t.user_id
    where u.workspace_id = ${workspaceId} and u.username = ${username} and t.kind = ${kind}`
  return row?.n
}

test('when ten callers in two processes need a renewal, the platform is called once and all get the same token', async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'raced' })
  const before = await accessToken(world.ctx, id)
  const second = await another()
  world.ctx.clock.advance(HOUR)
  const tokensBefore = await tokensOnNetwork('raced', 'access')
  const workers = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? world.ctx : second))
  const got = new Set(await Promise.all(workers.map((ctx) => accessToken(ctx, id))))
  assert.equal(got.size, 1)
  assert.ok(!got.has(before))
  assert.equal(await tokensOnNetwork('raced', 'access'), (tokensBefore ?? 0) + 1)
  assert.equal(await tokensOnNetwork('raced', 'refresh'), 1)
  assert.equal((await live('GET', `/v1/accounts/${id}`)).body.status, 'connected')
})

test('when ten calls are refused at once, the tokens are renewed once and every call is repeated', async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'refused' })
  await scriptFault(live, 'entities.list', 'expire_token', { username: 'refused' })
  const tokensBefore = (await tokensOnNetwork('refused', 'access')) ?? 0
  const calls = Array.from({ length: 10 }, () =>
    withAccess(world.ctx, workspaceId, { accountId: id }, (session, { auth }) => auth.listEntities(session)),
  )
  for (const entities of await Promise.all(calls)) assert.equal(entities.length, 3)
  assert.equal(await tokensOnNetwork('refused', 'access'), tokensBefore + 1)
})

test('while renewals fail, the old token is used until it expires, and the account stays signed in', async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'patient' })
  const before = await accessToken(world.ctx, id)
  world.ctx.clock.advance(HOUR - 30_000)
  await scriptFault(live, 'token.refresh_token', 'fail_before', { times: 2 })
  assert.equal(await accessToken(world.ctx, id), before)
  world.ctx.clock.advance(31_000)
  await assert.rejects(accessToken(world.ctx, id), (error: PlatformError) => error.kind !== 'auth')
  assert.equal((await live('GET', `/v1/accounts/${id}`)).body.status, 'connected')
  assert.notEqual(await accessToken(world.ctx, id), before)
})

test('a refused refresh token signs the account out once, however many calls encounter it', async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'spent' })
  await db`delete from sandbox_tokens where kind = 'refresh'`
  world.ctx.clock.advance(HOUR)
  const results = await Promise.allSettled([1, 2, 3].map(() => accessToken(world.ctx, id)))
  assert.ok(results.every(({ status }) => status === 'rejected'))
  const account = (await live('GET', `/v1/accounts/${id}`)).body
  assert.deepEqual([account.status, account.disconnect_reason], ['reauth_required', 'authorization_revoked'])
  const [row] = await db`
    select count(*)::int as n from webhook_events where type = 'account.disconnected' and body like ${`%${id}%`}`
  assert.equal(row?.['n'], 1)
  await assert.rejects(accessToken(world.ctx, id), /reconnect it/)
})

test('a worker that died during a renewal blocks others only until its lease ends', async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'orphaned' })
  await db`
    update account_grants set claim = ${randomUUID()}, claim_until = now() + interval '0.3 seconds'
    where workspace_id = ${workspaceId} and account_id = ${id}`
  world.ctx.clock.advance(HOUR)
  const before = await tokensOnNetwork('orphaned', 'access')
  assert.ok(await accessToken(world.ctx, id))
  assert.equal(await tokensOnNetwork('orphaned', 'access'), (before ?? 0) + 1)
})

test('a late refusal of an earlier sign-in neither signs out the new one nor renews its tokens', async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'returning' })
  const old = await accessToken(world.ctx, id)
  let calls = 0
  const seen = await withAccess(world.ctx, workspaceId, { accountId: id }, async ({ tokens }) => {
    if (calls++ > 0) return tokens.access
    await live('DELETE', `/v1/accounts/${id}`)
    await db`
      delete from sandbox_tokens t using sandbox_users u
      where t.workspace_id = ${workspaceId} and u.workspace_id = t.workspace_id and u.id = t.user_id and u.username = 'returning'`
    await connectSandbox(live, { profileId: profile, username: 'returning' })
    throw new PlatformError('auth', 'This token was withdrawn.')
  })
  assert.notEqual(seen, old)
  assert.equal(await accessToken(world.ctx, id), seen, 'the tokens of the new sign-in')
  assert.equal((await live('GET', `/v1/accounts/${id}`)).body.status, 'connected')
})

test('a new sign-in of the same person without a refresh token keeps the existing one', async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'once_asked' })
  await connectSandbox(live, { profileId: profile, username: 'once_asked', credentials: { refresh: 'none' } })
  const account = (await live('GET', `/v1/accounts/${id}`)).body
  assert.equal(account.health.token.renews_itself, true)
  const before = await accessToken(world.ctx, id)
  world.ctx.clock.advance(HOUR)
  assert.notEqual(await accessToken(world.ctx, id), before)
})

test("a call outside the sign-in's permissions signs no account out", async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'limited' })
  const refused = () => Promise.reject(new PlatformError('auth', 'This needs more than you have.'))
  await assert.rejects(
    withAccess(world.ctx, workspaceId, { accountId: id }, refused),
    (error: PlatformError) => error.kind === 'invalid',
  )
  assert.equal((await live('GET', `/v1/accounts/${id}`)).body.status, 'connected')
})

test('a health check restores an account in reauth_required whose sign-in works again', async () => {
  const { id } = await connectSandbox(live, { profileId: profile, username: 'returned' })
  await db`
    update accounts set status = 'reauth_required', disconnected_at = now(), disconnect_reason = 'authorization_revoked'
    where id = ${id}`
  const { status } = (await live('POST', `/v1/accounts/${id}/health`)).body
  const account = (await live('GET', `/v1/accounts/${id}`)).body
  assert.deepEqual([status, account.status, account.disconnect_reason], ['connected', 'connected', null])
})

test('no token, code, verifier or state is readable in a reply, a log or a column', async () => {
  const seen: string[] = []
  const secrets = new Set<string>()
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const spied = { ...world.ctx, log }
  const listen: typeof live = async (...args) => {
    const reply = await live(...args)
    seen.push(reply.text)
    return reply
  }
  const wanted = { profile_id: profile, platform: 'sandbox', mode: 'headless', redirect_url: 'https://example.com/' }
  const begin = () => live('POST', '/v1/connections', wanted, { 'idempotency-key': 'begin-once' })
  const connection = (await begin()).body
  assert.deepEqual((await begin()).body, connection, 'a retry is shown the address again')
  const state = new URL(connection.authorize_url).searchParams.get('state') ?? ''
  secrets.add(state)
  const { pathname, search } = new URL(connection.authorize_url)
  const page = await fetch(`${world.url}${pathname}${search}&username=secretive`, { redirect: 'manual' })
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? ''
  secrets.add(code)
  const path = `/v1/connections/${connection.id}`
  await listen('POST', `${path}/complete`, { code, state }, { 'idempotency-key': 'complete-once' })
  const { data } = (await listen('GET', `${path}/entities`)).body
  const account = (await listen('POST', `${path}/select`, { external_id: data[0].external_id })).body
  await withAccess(spied, workspaceId, { accountId: account.id }, async ({ tokens }) => {
    secrets.add(tokens.access)
    secrets.add(tokens.refresh ?? '')
    spied.log.info({ tokens, authorization: `Bearer ${tokens.access}` }, `tokens ${JSON.stringify(tokens)}`)
  })
  for (const part of ['', '/health', '/entities']) await listen('GET', `/v1/accounts/${account.id}${part}`)
  await listen('POST', `/v1/accounts/${account.id}/health`)
  await listen('GET', path)
  await signIn(live, (await startConnection(live, profile)).id, { username: 'secretive' })

  const columns = await db<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY', 'character varying')`
  for (const { table, column } of columns) {
    const rows = await db<{ value: string }[]>`select ${db(column)}::text as value from ${db(table)}`
    for (const { value } of rows) if (value) seen.push(value)
  }
  secrets.delete('')
  assert.equal(secrets.size, 4)
  assert.ok(lines.length > 0)
  for (const secret of secrets)
    for (const text of [...seen, ...lines])
      assert.ok(!text.includes(secret), `a secret is readable in ${text.slice(0, 200)}`)
})
