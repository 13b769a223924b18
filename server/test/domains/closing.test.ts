import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workAsync, workBulk } from '../../src/domains/data/data-jobs/contract.ts'
import { forgetClosedMembers } from '../../src/domains/identity/members/service.ts'
import { startQueue } from '../../src/queue/start.ts'
import { jobs } from '../../src/worker/worker.ts'
import { connectSandbox, createProfile, startConnection } from '../support/account-scene.ts'
import { commandsOn } from '../support/commands.ts'
import { atEnd, boot, type Client, type World } from '../support/harness.ts'
import { pauseJobs } from '../support/paused-jobs.ts'
import { startReceiver } from '../support/receiver.ts'

const by = { actor: 'operator@example.com', reason: 'Asked by mail' }
const QUERIES = Array.from({ length: 10 }, (_, at) => `person-${at}@example.com`)

/** Creates a workspace with one of everything that closing ends. No worker runs yet. */
async function busyWorld() {
  const world = await boot({ env: { PAYMENT_PROVIDER: 'sandbox', LOG_LEVEL: 'silent' } })
  const { live, ctx } = world
  const owner = await world.session({ email: 'owner@example.com' })
  const profileId = await createProfile(live)
  const account = await connectSandbox(live, { profileId })
  const later = new Date(ctx.clock.now().getTime() + 3_600_000).toISOString()
  const targets = [{ account_id: account.id }]
  const post = await create(live, '/v1/posts', { content: 'Later', scheduled_at: later, targets })
  const draft = await create(live, '/v1/posts/drafts', { content: 'Draft', targets })
  const webhook = await create(live, '/v1/webhooks', { url: (await startReceiver()).url })
  const connection = await startConnection(live, profileId, { mode: 'hosted' })
  const job = await live('POST', '/v1/bulk/jobs', { action: 'contacts/verify-email', queries: QUERIES })
  assert.equal(job.status, 202, job.text)
  return { ...world, owner, account, post, draft, webhook, connection, job: job.body }
}

async function create(client: Client, path: string, body: object) {
  const reply = await client('POST', path, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

/** Starts the worker. Data jobs do not start until the worker was idle once, so that closing meets them unfinished. */
async function startWorker({ ctx }: World) {
  const resumeJobs = await pauseJobs({ ctx }, workAsync, workBulk)
  const queue = await startQueue(ctx, { jobs, drainSeconds: 5 })
  atEnd(() => queue.stop())
  await queue.idle()
  await resumeJobs()
  return queue
}

const close = (client: Client, id: string, confirm = 'Test workspace') =>
  client('POST', `/v1/workspaces/${id}/close`, { confirm })
const reopen = ({ operator, workspaceId }: World) =>
  operator('POST', `/v1/operator/workspaces/${workspaceId}/reopen`, by)

test('closing first says what it ends, ends it, and keeps the credits; reopening restores access for keys and members', async () => {
  const world = await busyWorld()
  const { live, owner, workspaceId } = world
  const preview = await owner('GET', `/v1/workspaces/${workspaceId}/closing`)
  assert.equal(preview.status, 200, preview.text)
  const { reopen_until, credits, ...rest } = preview.body
  assert.deepEqual(rest, {
    name: 'Test workspace',
    members: 1,
    api_keys: 2,
    accounts: 1,
    scheduled_posts: 1,
    running_jobs: 1,
    webhooks: 1,
    has_subscription: false,
    has_auto_topup: false,
  })
  assert.equal(credits.available + credits.held, 50)
  assert.ok(credits.held > 0)
  assert.equal(Date.parse(reopen_until) - world.ctx.clock.now().getTime(), 30 * 86_400_000)

  const wrong = await close(owner, workspaceId, 'test workspace')
  assert.deepEqual([wrong.status, wrong.body.detail[0].loc], [422, ['body', 'confirm']])
  assert.equal((await live('GET', '/v1/profiles')).status, 200)
  const closed = await close(owner, workspaceId)
  assert.equal(closed.status, 200, closed.text)
  assert.ok(closed.body.closed_at)
  for (const client of [live, world.test, owner])
    assert.deepEqual(await readStatusAndCode(client('GET', '/v1/profiles')), [403, 'workspace_closed'])
  assert.deepEqual(await readStatusAndCode(close(owner, workspaceId)), [403, 'workspace_closed'])
  const { workspaces } = (await owner('GET', '/v1/session')).body
  assert.equal(workspaces[0].closed_at, closed.body.closed_at)

  await (await startWorker(world)).idle()
  const opened = await reopen(world)
  assert.deepEqual([opened.status, opened.body.closed_at, opened.body.members], [200, null, 1], opened.text)
  assert.deepEqual((await live('GET', '/v1/credits')).body.available, 50, 'what the job held is released')
  const read = async (path: string) => (await live('GET', path)).body
  assert.equal((await read(`/v1/posts/${world.post.id}`)).status, 'canceled')
  assert.equal((await read(`/v1/posts/${world.draft.id}`)).status, 'draft')
  assert.equal((await read(`/v1/bulk/jobs/${world.job.id}`)).status, 'canceled')
  assert.equal((await read(`/v1/connections/${world.connection.id}`)).status, 'expired')
  const account = await read(`/v1/accounts/${world.account.id}`)
  assert.deepEqual([account.status, account.disconnect_reason], ['disconnected', 'workspace_closed'])
  const webhook = await read(`/v1/webhooks/${world.webhook.id}`)
  assert.deepEqual([webhook.status, webhook.disabled_reason], ['disabled', 'The workspace was closed.'])
  assert.equal((await owner('GET', '/v1/profiles')).status, 200)
  const { data } = (await world.operator('GET', `/v1/operator/audit?workspace_id=${workspaceId}`)).body
  assert.deepEqual(
    data.map(({ action, actor }: { action: string; actor: string }) => [action, actor]),
    [
      ['workspaces.reopen', by.actor],
      ['workspaces.close', 'owner@example.com'],
    ],
  )
})

async function readStatusAndCode(call: ReturnType<Client>): Promise<[number, string]> {
  const { status, body } = await call
  return [status, body.code]
}

test('only an owner can close a workspace, and only that of the call', async () => {
  const world = await boot()
  const other = await world.neighbour()
  const owner = await world.session()
  const member = await world.session({ role: 'member' })
  assert.deepEqual(await readStatusAndCode(member('GET', `/v1/workspaces/${world.workspaceId}/closing`)), [
    403,
    'role_required',
  ])
  assert.deepEqual(await readStatusAndCode(close(member, world.workspaceId)), [403, 'role_required'])
  assert.deepEqual(await readStatusAndCode(close(owner, other.workspaceId, 'Other workspace')), [404, 'not_found'])
  assert.equal((await owner('GET', `/v1/workspaces/${other.workspaceId}/closing`)).status, 404)
  await close(owner, world.workspaceId)
  assert.equal((await other.live('GET', '/v1/profiles')).status, 200, 'the neighbour stays open')
})

test('closing stops payments: the automatic top-up and the subscription', async () => {
  const world = await busyWorld()
  const { live, owner, workspaceId } = world
  const subscribed = await live('POST', '/v1/credits/checkout', { plan_id: 'starter', interval: 'month' })
  assert.equal(subscribed.body.status, 'paid', subscribed.text)
  const topup = await live('PUT', '/v1/credits/auto-topup', { threshold: 10, pack_id: 'starter' })
  assert.equal(topup.status, 200, topup.text)
  const { has_subscription, has_auto_topup } = (await owner('GET', `/v1/workspaces/${workspaceId}/closing`)).body
  assert.deepEqual([has_subscription, has_auto_topup], [true, true])
  await close(owner, workspaceId)
  await (await startWorker(world)).idle()
  await reopen(world)
  assert.equal((await live('GET', '/v1/credits/auto-topup')).status, 404)
  assert.equal((await live('GET', '/v1/credits/subscription')).body.cancel_at_period_end, true)
})

test('a closing that fails midway continues where it stopped', async () => {
  const world = await busyWorld()
  const { ctx, db, owner, workspaceId } = world
  await db.unsafe("create function fail() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$")
  await db.unsafe('create trigger fail before update on accounts for each row execute function fail()')
  await close(owner, workspaceId)
  const queue = await startWorker(world)
  await queue.idle()
  const countOpenWork = async () => {
    const [row] = await db<{ accounts: number; posts: number }[]>`
      select (select count(*)::int from accounts where status <> 'disconnected') as accounts,
        (select count(*)::int from post_targets where status = 'pending' and wake_at is not null) as posts`
    return row
  }
  assert.deepEqual(await countOpenWork(), { accounts: 1, posts: 0 })
  await db.unsafe('drop trigger fail on accounts')
  ctx.clock.advance(10_000)
  await queue.idle()
  assert.deepEqual(await countOpenWork(), { accounts: 0, posts: 0 })
})

test('a second run ends what a request admitted before the closing adds', async () => {
  const world = await busyWorld()
  const { ctx, db, owner, workspaceId, account } = world
  await close(owner, workspaceId)
  const queue = await startWorker(world)
  await queue.idle()
  await db`update accounts set status = 'connected', disconnected_at = null, disconnect_reason = null where id = ${account.id}`
  ctx.clock.advance(121_000)
  await queue.idle()
  const [row] = await db<{ status: string }[]>`select status from accounts where id = ${account.id}`
  assert.equal(row?.status, 'disconnected')
  const waiting = await db`select from jobs where job = 'workspaces.finish_closing' and state = 'waiting'`
  assert.equal(waiting.length, 0, 'and no third one is planned')
})

test('a workspace that is reopened before the work began keeps everything', async () => {
  const world = await busyWorld()
  await close(world.owner, world.workspaceId)
  await reopen(world)
  const queue = await startQueue(world.ctx, { jobs: jobs.filter(({ job }) => job.id.startsWith('workspaces.')) })
  atEnd(() => queue.stop())
  await queue.idle()
  const preview = (await world.owner('GET', `/v1/workspaces/${world.workspaceId}/closing`)).body
  const { accounts, scheduled_posts, running_jobs, webhooks } = preview
  assert.deepEqual([accounts, scheduled_posts, running_jobs, webhooks], [1, 1, 1, 1])
})

test('operators close and reopen by command, within 30 days; then the members are deleted', async () => {
  const world = await boot()
  const { ctx, workspaceId, operator } = world
  await world.session()
  const quoin = commandsOn(ctx)
  const audited = ['--actor', by.actor, '--reason', by.reason]
  assert.match(await quoin('workspaces', 'close', workspaceId, ...audited), /^Closed ws_/)
  assert.match(await quoin('workspaces', 'list'), /closed 20/)
  await assert.rejects(quoin('workspaces', 'close', workspaceId, ...audited), /already closed/)
  await assert.rejects(quoin('workspaces', 'close', 'ws_none', ...audited), /No workspace with this id/)
  ctx.clock.advance(29 * 86_400_000)
  await forgetClosedMembers(ctx)
  assert.match(await quoin('workspaces', 'reopen', workspaceId, ...audited), /^Reopened ws_.* with 1 members and 50/)
  await assert.rejects(quoin('workspaces', 'reopen', workspaceId, ...audited), /not closed/)
  const closed = await operator('POST', `/v1/operator/workspaces/${workspaceId}/close`, by)
  assert.equal(closed.status, 200, closed.text)
  ctx.clock.advance(30 * 86_400_000)
  await forgetClosedMembers(ctx)
  assert.deepEqual(await readStatusAndCode(reopen(world)), [409, 'wrong_state'])
  const [{ members, available }] = (await operator('GET', '/v1/operator/workspaces')).body.data
  assert.deepEqual([members, available], [0, 50])
})
