import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FailureKind, PlatformError } from '../../../src/connectors/platform-error.ts'
import type { CommittedAttempt, Publishing } from '../../../src/connectors/publish.ts'
import { connector as sandbox } from '../../../src/connectors/sandbox/connector.ts'
import { FAULT_NAMES } from '../../../src/connectors/sandbox/faults.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { withAccess } from '../../../src/domains/social/accounts/tokens/access.ts'
import { sandboxNetworkTimers } from '../../../src/domains/social/sandbox-network/jobs.ts'
import { connectSandbox, createProfile, scriptFault } from '../../support/account-scene.ts'
import { boot, testContext } from '../../support/harness.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { live, ctx, workspaceId } = world
const profileId = await createProfile(live)
const publish = sandbox.publish as Publishing
const { id: accountId, active_entity: page } = await connectSandbox(live, { profileId, username: 'painter' })
let posts = 0

function createAttempt(options: Record<string, unknown> = {}): CommittedAttempt {
  const moment = ctx.clock.now()
  const text = `post ${posts++}`
  return {
    draft: { text, media: [], options },
    handle: `handle ${text}`,
    createdAt: moment,
    intentAt: moment,
    prepared: { media: [] },
  }
}

const as = <T>(use: (session: Session) => Promise<T>) => withAccess(ctx, workspaceId, { accountId }, use)

async function copies({ draft }: CommittedAttempt): Promise<number> {
  const { data } = (await live('GET', `/v1/sandbox/posts?limit=100&entity_external_id=${page.external_id}`)).body
  return data.filter(({ content }: { content: string }) => content === draft.text).length
}

async function catchFailureKind(work: Promise<unknown>): Promise<FailureKind | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (error instanceof PlatformError ? error.kind : assert.fail(String(error))),
  )
}

/** For each fault: the error that a publisher sees, the number of copies then, and after a repeat with the same handle. */
const STORY: Record<string, [FailureKind | undefined, number, number]> = {
  fail_before: ['ambiguous', 0, 1],
  timeout_before: ['ambiguous', 0, 1],
  timeout_after: ['ambiguous', 1, 1],
  error_after: ['ambiguous', 1, 1],
  answer_twice: [undefined, 1, 1],
  forget_handle: [undefined, 1, 2],
  lose: [undefined, 0, 1],
  reject: ['invalid', 0, 1],
  rate_limit: ['rate_limited', 0, 1],
  expire_token: [undefined, 1, 1],
  slow: [undefined, 1, 1],
}

for (const [fault, [kind, atOnce, repeated]] of Object.entries(STORY))
  test(`a post with the fault ${fault} encounters it once`, async () => {
    const attempt = createAttempt({ fault })
    assert.equal(await catchFailureKind(as((session) => publish.mutate(session, attempt))), kind)
    assert.equal(await copies(attempt), atOnce)
    const found = await as((session) => publish.find?.(session, attempt) ?? assert.fail())
    assert.equal(found.state, fault === 'slow' ? 'processing' : atOnce > 0 ? 'published' : 'absent')
    await as((session) => publish.mutate(session, attempt))
    assert.equal(await copies(attempt), repeated)
  })

test('every fault is tested', () => {
  assert.deepEqual(Object.keys(STORY).toSorted(), FAULT_NAMES.filter((name) => name !== 'revoke').toSorted())
})

test('a slow post is processing until it has been read twice', async () => {
  const attempt = createAttempt({ fault: 'slow' })
  const { isProcessing } = await as((session) => publish.mutate(session, attempt))
  const states = []
  for (let ask = 0; ask < 3; ask++)
    states.push((await as((session) => publish.find?.(session, attempt) ?? assert.fail())).state)
  assert.deepEqual([isProcessing, ...states], [true, 'processing', 'processing', 'published'])
})

test('a handle is forgotten after an hour, as on real networks', async () => {
  const attempt = createAttempt()
  await as((session) => publish.mutate(session, attempt))
  ctx.clock.advance(3_600_000)
  await as((session) => publish.mutate(session, attempt))
  assert.equal(await copies(attempt), 2)
})

test('scripted faults happen as often as requested, to the requested user, in any process, and can be deleted', async () => {
  await scriptFault(live, 'posts.create', 'reject', { times: 3, username: 'painter' })
  await scriptFault(live, 'posts.create', 'reject', { username: 'somebody_else' })
  const address = `${process.env['TEST_POSTGRES']}?${world.db.options.config.database}`
  const second = { ...(await testContext({ address, clock: ctx.clock })), secrets: ctx.secrets }
  const kinds = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      catchFailureKind(
        withAccess(n % 2 ? ctx : second, workspaceId, { accountId }, (session) =>
          publish.mutate(session, createAttempt()),
        ),
      ),
    ),
  )
  assert.equal(kinds.filter((kind) => kind === 'invalid').length, 3)
  const { data } = (await live('GET', '/v1/sandbox/faults')).body
  assert.deepEqual(
    data.map(({ username, times_left }: Record<string, unknown>) => [username, times_left]),
    [['somebody_else', 1]],
  )
  assert.equal((await live('DELETE', `/v1/sandbox/faults/${data[0].id}`)).status, 200)
  assert.deepEqual((await live('GET', '/v1/sandbox/faults')).body.data, [])
})

test('expired tokens, expired sign-ins and old fault uses are deleted', async () => {
  const own = await boot()
  const profile = await createProfile(own.live)
  await connectSandbox(own.live, { profileId: profile, credentials: { token_seconds: 60 } })
  await own.db`insert into sandbox_fault_uses (workspace_id, key, used_at) values ('ws', 'x', ${own.ctx.clock.now()})`
  const left = async () => {
    for (const { run } of sandboxNetworkTimers) await run(own.ctx, own.ctx.clock.now())
    const [row] = await own.db`
      select (select count(*)::int from sandbox_tokens) as tokens, (select count(*)::int from sandbox_fault_uses) as uses,
        (select count(*)::int from sandbox_authorizations) as sign_ins`
    return row
  }
  assert.deepEqual(await left(), { tokens: 2, uses: 1, sign_ins: 1 })
  own.ctx.clock.advance(2 * 86_400_000)
  assert.deepEqual(await left(), { tokens: 1, uses: 1, sign_ins: 0 }, 'the refresh token is good for long')
  own.ctx.clock.advance(40 * 86_400_000)
  assert.deepEqual(await left(), { tokens: 1, uses: 0, sign_ins: 0 })
})

test('answer_twice repeats every item of a list', async () => {
  await live('POST', '/v1/sandbox/reviews', { entity_external_id: page.external_id, from: 'visitor', rating: 4 })
  const list = () => as((session) => sandbox.reviews?.list(session, { cursor: null }) ?? assert.fail())
  const { items } = await list()
  await scriptFault(live, 'reviews.list', 'answer_twice')
  assert.equal((await list()).items.length, items.length * 2)
})

test("free text is refused a day after the other person's last message", async () => {
  await live('POST', '/v1/sandbox/messages', { entity_external_id: page.external_id, from: 'asker', body: 'Hello?' })
  const { items } = await as((session) => sandbox.messages?.list?.(session, { cursor: null }) ?? assert.fail())
  const [last] = items.slice(-1)
  assert.ok(last?.kind === 'message')
  const { conversationExternalId, participant } = last
  const send = (handle: string) =>
    as((session) => {
      const message = { conversationExternalId, participant, body: 'Hello!', handle }
      return sandbox.messages?.send(session, message) ?? assert.fail()
    })
  const sent = await send('in time')
  assert.deepEqual(await send('in time'), sent, 'a repeat is the same message')
  const reply = await live('POST', '/v1/sandbox/message-statuses', {
    message_external_id: sent.externalId,
    status: 'read',
  })
  assert.equal(reply.status, 201)
  ctx.clock.advance(24 * 3_600_000)
  await assert.rejects(send('too late'), (error: PlatformError) => error.rule === 'sandbox.window_closed')
})

test('a template whose status was set appears in the feed with that status', async () => {
  const { templates } = sandbox
  assert.ok(templates)
  const wanted = { name: 'greeting', language: 'en', category: 'UTILITY', components: [] }
  const made = await as((session) => templates.create(session, wanted))
  const { cursor } = await as((session) => templates.list(session, { cursor: null }))
  const body = { template_external_id: made.externalId, status: 'rejected', reason: 'Too friendly' }
  assert.equal((await live('POST', '/v1/sandbox/template-statuses', body)).status, 201)
  const { items } = await as((session) => templates.list(session, { cursor }))
  assert.deepEqual(
    items.map(({ status, rejectionReason }) => [status, rejectionReason]),
    [['rejected', 'Too friendly']],
  )
})

test('the network of one workspace contains nothing of another workspace', async () => {
  const attempt = createAttempt()
  const { externalId } = await as((session) => publish.mutate(session, attempt))
  const { live: stranger } = await world.neighbour()
  assert.deepEqual((await stranger('GET', '/v1/sandbox/posts')).body.data, [])
  for (const [path, body] of [
    ['comments', { post_external_id: externalId, from: 'x', body: 'x' }],
    ['messages', { entity_external_id: page.external_id, from: 'x', body: 'x' }],
    ['reviews', { entity_external_id: page.external_id, from: 'x', rating: 1 }],
  ] as const)
    assert.equal((await stranger('POST', `/v1/sandbox/${path}`, body)).status, 422)
})

test('a page has metrics of the 90 days before it was created, but not of earlier days or of today', async () => {
  const now = ctx.clock.now()
  const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  const range = { since: day(-365), until: day(0) }
  const points = await as((session) => sandbox.metrics?.account.daily(session, range) ?? assert.fail())
  const [first] = points
  assert.ok(first && first.date > day(-365) && first.date <= day(-90), first?.date)
  assert.ok(points.every(({ date }) => date < day(0)))
  assert.deepEqual(await as((session) => sandbox.metrics?.account.daily(session, range) ?? assert.fail()), points)
})
