import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Publishing } from '../../../../src/connectors/publish.ts'
import { findConnector } from '../../../../src/connectors/registry.ts'
import { publishJob } from '../../../../src/domains/social/posts/contract/jobs.ts'
import { postTimers } from '../../../../src/domains/social/posts/jobs.ts'
import { connectSandbox, createProfile, subscribe } from '../../../support/account-scene.ts'
import { until } from '../../../support/harness.ts'
import { loseJobs } from '../../../support/paused-jobs.ts'
import { type Account, bootPosts } from '../../../support/post-scene.ts'

const world = await bootPosts({ env: { LOG_LEVEL: 'silent' } })
const { live, queue, ctx, db } = world
const now = () => ctx.clock.now().toISOString()
const soon = (seconds: number) => new Date(ctx.clock.now().getTime() + seconds * 1000).toISOString()

const at = (reply: { body: { detail: { loc: unknown[]; type: string }[] } }) =>
  reply.body.detail.map(({ loc, type }) => `${type} ${loc.join('.')}`)

/** Runs work while the network is blocked: a request that creates a post waits midway. */
async function whileBlocked<T>(work: () => Promise<T>): Promise<T> {
  const done = Promise.withResolvers<void>()
  const blocked = Promise.withResolvers<void>()
  const blocking = db.begin(async (tx) => {
    await tx`lock table sandbox_posts in exclusive mode`
    blocked.resolve()
    await done.promise
  })
  await blocked.promise
  try {
    return await work()
  } finally {
    done.resolve()
    await blocking
  }
}

test('a post that is being published can be neither canceled, changed, deleted nor retried', async () => {
  const account = await world.newAccount()
  const post = await whileBlocked(async () => {
    const busy = await world.post({ targets: [{ account_id: account.id }], content: 'Busy' })
    const { id } = busy
    await until('publishing', async () => (await world.read(id)).targets[0].status === 'publishing')
    assert.equal((await world.read(id)).status, 'publishing')
    for (const [method, path, body] of [
      ['POST', '/cancel'],
      ['PATCH', '', { content: 'x' }],
      ['DELETE', ''],
      ['POST', '/retry', { force: true }],
      ['POST', '/unpublish', {}],
    ] as const) {
      const reply = await live(method, `/v1/posts/${id}${path}`, body)
      assert.deepEqual([reply.status, reply.body.code], [409, 'wrong_state'], `${method} ${path}`)
    }
    return busy
  })
  await queue.idle()
  assert.equal((await world.read(post.id)).status, 'published')
  assert.deepEqual(await world.shownOn(account), ['Busy'])
})

test('a cancel at the moment of the start either wins, and nothing appears, or is refused, and the post appears once', async (t) => {
  const accounts = await Promise.all(Array.from({ length: 6 }, () => world.newAccount()))
  let won = 0
  for (let round = 0; round < 6; round++) {
    await Promise.all(
      accounts.map(async (account, n) => {
        const content = `r${round}`
        const { id } = await world.post({ targets: [{ account_id: account.id }], content, scheduled_at: now() })
        await sleep((n * round) % 7)
        const { status, body } = await live('POST', `/v1/posts/${id}/cancel`)
        await queue.idle()
        const end = (await world.read(id)).status
        const copies = (await world.shownOn(account)).filter((one) => one === content).length
        if (status === 200) {
          won++
          assert.deepEqual([body.status, end, copies], ['canceled', 'canceled', 0])
        } else assert.deepEqual([status, end, copies], [409, 'published', 1])
      }),
    )
  }
  t.diagnostic(`${won} of 36 cancels won`)
})

test('an edit at the moment of the start is either published or refused', async () => {
  const accounts = await Promise.all(Array.from({ length: 6 }, () => world.newAccount()))
  let [won, lost] = [0, 0]
  for (let round = 0; round < 6; round++)
    await Promise.all(
      accounts.map(async (account, n) => {
        const { id } = await world.post({
          targets: [{ account_id: account.id }],
          content: `old ${round}`,
          scheduled_at: now(),
        })
        await sleep((n * round) % 9)
        const { status } = await live('PATCH', `/v1/posts/${id}`, { content: `new ${round}`, scheduled_at: now() })
        await queue.idle()
        const shown = (await world.shownOn(account)).filter((one) => one.endsWith(` ${round}`))
        assert.deepEqual(shown, [status === 200 ? `new ${round}` : `old ${round}`], `${status}`)
        if (status === 200) won++
        else lost++
      }),
    )
  assert.ok(won + lost === 36)
})

test('a post moved to another day while it starts appears on that day and delays no other post', async () => {
  const account = await world.newAccount()
  const rounds = 12
  for (let n = 0; n < rounds; n++) {
    const { id } = await world.post({ targets: [{ account_id: account.id }], content: `${n}`, scheduled_at: now() })
    if (n % 3 === 1) await sleep(n % 5)
    await live('PATCH', `/v1/posts/${id}`, { scheduled_at: soon(86_400) })
  }
  await world.post({ targets: [{ account_id: account.id }], content: 'today' })
  await queue.idle()
  const today = await world.shownOn(account)
  assert.ok(today.includes('today'), 'a post of tomorrow blocks the posts of today')
  await world.pass(86_400)
  const all = await world.shownOn(account)
  assert.equal(all.length, rounds + 1)
  assert.equal(new Set(all).size, rounds + 1)
})

test('two concurrent retries publish once', async () => {
  const account = await world.newAccount()
  const { id } = await world.post({
    targets: [{ account_id: account.id, options: { fault: 'reject' } }],
    content: 'Again',
  })
  await queue.idle()
  const replies = await Promise.all([1, 2, 3].map(() => live('POST', `/v1/posts/${id}/retry`, {})))
  assert.ok(replies.some(({ status }) => status === 200))
  await queue.idle()
  assert.deepEqual(await world.shownOn(account), ['Again'])
  assert.equal((await world.read(id)).status, 'published')
})

test('whatever the clock does, a scheduled post appears once', async () => {
  const accounts: Account[] = []
  for (let n = 0; n < 4; n++) accounts.push(await world.newAccount())
  const begin = ctx.clock.now()
  const jump = async (seconds: number) => {
    ctx.clock.set(new Date(begin.getTime() + seconds * 1000))
    await queue.idle()
  }
  for (const [n, account] of accounts.entries())
    await world.post({
      targets: [{ account_id: account.id, options: n % 2 ? { fault: 'timeout_after' } : { fault: 'timeout_before' } }],
      content: `${n}`,
      scheduled_at: soon(600 * (n + 1)),
    })
  for (const seconds of [700, -3600, 1300, 600, 86_400, -86_400, 0, 2500, 1200, 86_400]) await jump(seconds)
  for (let more = 1; more < 40; more++) await jump(86_400 + 60 * more)
  for (const [n, account] of accounts.entries()) assert.deepEqual(await world.shownOn(account), [`${n}`])
})

test('a post may be scheduled until the end of the year 9999, in any time zone, and no later', async () => {
  const account = await world.newAccount()
  const body = { targets: [{ account_id: account.id }], content: 'Far' }
  const last = await world.post({ ...body, scheduled_at: '9999-12-31T23:59:59Z' })
  assert.deepEqual([last.status, last.scheduled_at], ['scheduled', '9999-12-31T23:59:59.000Z'])
  for (const path of ['/v1/posts', '/v1/posts/validate']) {
    const beyond = await live('POST', path, { ...body, scheduled_at: '9999-12-31T23:59:59-12:00' })
    assert.deepEqual([beyond.status, at(beyond)], [422, ['datetime_parsing body.scheduled_at']])
  }
  const listed = await live('GET', '/v1/posts?since=9999-12-31T23:59:59-12:00')
  assert.deepEqual([listed.status, at(listed)], [422, ['datetime_parsing query.since']])
})

test('a target whose job was lost gets another', async () => {
  const account = await world.newAccount()
  const { id } = await world.post({ targets: [{ account_id: account.id }], content: 'Lost', scheduled_at: soon(60) })
  await loseJobs(db, publishJob)
  await world.pass(900)
  assert.deepEqual(await world.shownOn(account), [])
  ctx.clock.advance(61_000)
  for (const { run } of postTimers) await run(ctx, ctx.clock.now())
  await queue.idle()
  assert.deepEqual(await world.shownOn(account), ['Lost'])
  assert.equal((await world.read(id)).status, 'published')
})

test('a workspace with a few posts does not wait for one with hundreds', async () => {
  const busy = await Promise.all(Array.from({ length: 4 }, () => world.newAccount()))
  const { live: other, workspaceId } = await world.neighbour()
  const lone = await connectSandbox(other, { profileId: await createProfile(other) })
  const scheduled_at = soon(60)
  for (let n = 0; n < 120; n++)
    await world.post({ targets: [{ account_id: busy[n % 4]?.id }], content: `${n}`, scheduled_at })
  await other('POST', '/v1/posts', { targets: [{ account_id: lone.id }], content: 'few', scheduled_at: soon(61) })
  const jobs = await db<{ workspace_id: string; priority: number; jobs: number }[]>`
    select workspace_id, priority, count(*) as jobs from jobs where job = 'posts.publish' group by 1, 2 order by 3`
  const of = (id: string) => jobs.filter((row) => row.workspace_id === id).map((row) => [row.priority, row.jobs])
  assert.deepEqual(of(workspaceId), [[5, 1]])
  assert.deepEqual(of(world.workspaceId), [
    [6, 21],
    [5, 99],
  ])
  await world.pass(61)
  for (const account of busy) assert.equal((await world.shownOn(account)).length, 30)
  const orders = await Promise.all(busy.map((account) => world.shownOn(account)))
  for (const shown of orders)
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => Number(a) - Number(b)),
    )
})

test('a post with twenty targets is sent to all of them, and its last event shows the final status', async () => {
  const profileId = await world.profile()
  await subscribe(live)
  const accounts = await Promise.all(Array.from({ length: 20 }, () => world.account(profileId)))
  const targets = accounts.map(({ id }) => ({ account_id: id }))
  const { id } = await world.post({ targets, content: 'Everywhere' })
  await queue.idle()
  assert.equal((await world.read(id)).status, 'published')
  for (const account of accounts) assert.deepEqual(await world.shownOn(account), ['Everywhere'])
  const events = await db<{ body: string }[]>`select body from webhook_events where type = 'post.published' order by id`
  assert.equal(events.length, 20)
  assert.equal(JSON.parse(events.at(-1)?.body ?? '{}').data.post.status, 'published')
})

test('a server that does not respond gets at most its slots from one workspace, and posts without a slot are published later', async () => {
  const profileId = await world.profile()
  const accounts = await Promise.all(Array.from({ length: 22 }, () => world.account(profileId)))
  const publish = (await findConnector('sandbox'))?.publish as Publishing
  const { prepare } = publish
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let [requests, isAway] = [0, true]
  const patched = publish as { prepare: typeof prepare }
  patched.prepare = async (session, attempt, before) => {
    if (attempt.draft.text === 'Slow') {
      await session.http({ url: 'https://slow.invalid/' })
      requests++
      if (isAway) await answered
    }
    return prepare(session, attempt, before)
  }
  try {
    const { id } = await world.post({
      targets: accounts.slice(0, 14).map((one) => ({ account_id: one.id })),
      content: 'Slow',
    })
    const rest = await world.post({
      targets: accounts.slice(14).map((one) => ({ account_id: one.id })),
      content: 'Slow',
    })
    const other = await world.newAccount()
    // Three quarters of the 25 slots of a server.
    await until('19 questions', () => requests === 19)
    await world.post({ targets: [{ account_id: other.id }], content: 'Quick' })
    await until('the post of the other', async () => (await world.shownOn(other)).length === 1)
    const waiting = async () => {
      const { targets } = await world.read(rest.id)
      return targets.filter((target: { status: string; attempts: number }) => target.status === 'pending')
    }
    await until('the three that find no slot', async () => (await waiting()).length === 3)
    const counts = (await waiting()).map((target: { attempts: number }) => target.attempts)
    assert.deepEqual([requests, ...counts], [19, 0, 0, 0])
    isAway = false
    answer()
    await world.pass(15, 3)
    assert.deepEqual([(await world.read(id)).status, (await world.read(rest.id)).status], ['published', 'published'])
    const targets = (await world.read(rest.id)).targets.map(({ attempts }: { attempts: number }) => attempts)
    assert.deepEqual(new Set(targets), new Set([1]))
    assert.equal((await world.attempts(rest.id)).length, 2 * 8, 'waiting for a slot is no attempt')
  } finally {
    patched.prepare = prepare
  }
})
