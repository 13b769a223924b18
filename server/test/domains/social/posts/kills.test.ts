import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { publishJob } from '../../../../src/domains/social/posts/contract/jobs.ts'
import { systemClock } from '../../../../src/kit/clock.ts'
import { newMasterKey } from '../../../../src/kit/secrets.ts'
import { connectSandbox, createProfile } from '../../../support/account-scene.ts'
import { startVictim } from '../../../support/faults/victim.ts'
import { HANG_MS } from '../../../support/hang-timeout.ts'
import { boot, createClient, freshDatabase } from '../../../support/harness.ts'
import { loseJobs } from '../../../support/paused-jobs.ts'
import { type PostWorker, startPostWorker } from '../../../support/post-workers.ts'

const SECONDS = process.env['LONG'] ? 60 : 5
const KILLS = 2
const address = await freshDatabase()
const QUOIN_MASTER_KEY = newMasterKey()
const world = await boot({ address, clock: systemClock, env: { LOG_LEVEL: 'silent', QUOIN_MASTER_KEY } })
const { live, db, workspaceId } = world

const start = (failpoint?: string) =>
  startPostWorker(address, { QUOIN_MASTER_KEY, ...(failpoint !== undefined && { QUOIN_FAILPOINT: failpoint }) })

const profileId = await createProfile(live)
const accounts: string[] = []
for (let n = 0; n < 8; n++) accounts.push((await connectSandbox(live, { profileId, username: `user-${n}` })).id)

async function send(n: number, content: string, options: Record<string, unknown> = {}): Promise<string> {
  const target = { account_id: accounts[n % accounts.length], options }
  const reply = await live('POST', '/v1/posts', { targets: [target], content })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

/**
 * Acts as if time had passed: leases (with `endsLeases`), delays, and the time in which a request may still reach the platform.
 */
async function passTime(endsLeases: boolean): Promise<void> {
  if (endsLeases)
    await db`
      update jobs set lease_until = now() - interval '1 second'
      where id in (select id from jobs where state = 'running' for update skip locked)`
  await db`
    update post_targets set wake_at = least(wake_at, ${new Date()}),
      intent_at = case when intent_at is not null then least(intent_at, ${new Date(Date.now() - 120_000)}) end
    where workspace_id = ${workspaceId} and id in (
      select id from post_targets
      where workspace_id = ${workspaceId} and wake_at is not null and status in ('pending', 'unconfirmed', 'processing')
      for update skip locked)`
  await db`
    update post_first_comments set wake_at = least(wake_at, ${new Date()}) where workspace_id = ${workspaceId} and target_id in (
      select target_id from post_first_comments
      where workspace_id = ${workspaceId} and wake_at is not null for update skip locked)`
  await db`
    update jobs set run_at = now() where id in (
      select id from jobs where job like 'posts.%' and state = 'waiting' and run_at > now() for update skip locked)`
}

async function isFinished(): Promise<boolean> {
  const rows = await db`select from post_targets where wake_at is not null limit 1`
  return rows.length === 0
}

/** Counts the copies of each post on the network. */
async function copies(): Promise<Record<string, number>> {
  const rows = await db<{ body: string; copies: number }[]>`
    select body, count(*) as copies from sandbox_posts
    where workspace_id = ${workspaceId} and status <> 'deleted' group by body`
  return Object.fromEntries(rows.map((row) => [row.body, row.copies]))
}

const POINTS = [
  'post_claimed',
  'post_prepared',
  'post_intent_committed',
  'post_sent',
  'post_recording',
  'post_looked_up',
]

test('killed at any step of publishing, a post appears once and its attempts are listed', async () => {
  const ids = new Map<string, string>()
  for (const [n, point] of POINTS.entries()) {
    ids.set(point, await send(n, point, point === 'post_looked_up' ? { fault: 'timeout_after' } : {}))
    const victim = start(point)
    const pulse = { isGone: false }
    const died = victim.died.finally(() => {
      pulse.isGone = true
    })
    // Time passes only for targets that no worker has claimed: other leases stay, so that the victim gets its own post.
    for (; !pulse.isGone; await sleep(20)) await passTime(false)
    assert.equal(await died, 'SIGKILL', point)
    // On a busy machine six workers take longer than a lease, so a dead one's lease lasts until the test ends it.
    await db`update jobs set lease_until = now() + interval '10 minutes' where state = 'running'`
  }
  const claimed = await db`select from post_targets where status = 'publishing'`
  assert.equal(claimed.length, POINTS.length - 1)
  const before = await copies()
  assert.deepEqual(before, { post_sent: 1, post_recording: 1, post_looked_up: 1 })
  const survivor = start()
  await passTime(true)
  for (const deadline = Date.now() + HANG_MS; !(await isFinished()); await sleep(20)) {
    assert.ok(Date.now() < deadline, 'some never finished')
    await passTime(false)
  }
  await survivor.kill()
  assert.deepEqual(await copies(), Object.fromEntries(POINTS.map((point) => [point, 1])))
  const listed: Record<string, string[]> = {}
  for (const [point, id] of ids) {
    assert.equal((await live('GET', `/v1/posts/${id}`)).body.status, 'published', point)
    listed[point] = (await live('GET', `/v1/posts/${id}/attempts`)).body.data
      .map(({ phase, outcome }: { phase: string; outcome: string }) => `${phase} ${outcome}`)
      .toReversed()
  }
  const sent = ['prepare succeeded', 'publish unknown', 'reconcile succeeded']
  assert.deepEqual(listed, {
    post_claimed: ['prepare succeeded', 'publish succeeded'],
    post_prepared: ['prepare succeeded', 'publish succeeded'],
    post_intent_committed: [
      'prepare succeeded',
      'publish unknown',
      'reconcile absent',
      'prepare succeeded',
      'publish succeeded',
    ],
    post_sent: sent,
    post_recording: sent,
    post_looked_up: sent,
  })
})

test('killed at any step of its first comment, a post and its comment appear once', async () => {
  const before = (await db`select from sandbox_items`).length
  const points = ['comment_intent_committed', 'comment_sent', 'post_recording']
  for (const [n, point] of points.entries()) {
    const target = { account_id: accounts[n], first_comment: `under ${point}` }
    const created = await live('POST', '/v1/posts', { targets: [target], content: `commented ${point}` })
    assert.equal(created.status, 201, created.text)
    assert.equal(await start(point).died, 'SIGKILL', point)
    await passTime(true)
  }
  const survivor = start()
  const isOpen = async () =>
    !(await isFinished()) || (await db`select from post_first_comments where status = 'pending'`).length > 0
  for (const deadline = Date.now() + HANG_MS; await isOpen(); await sleep(20)) {
    assert.ok(Date.now() < deadline, 'some never finished')
    await passTime(true)
  }
  await survivor.kill()
  const items = await db<{ body: string }[]>`select data ->> 'body' as body from sandbox_items order by body`
  assert.equal(items.length - before, points.length)
  assert.deepEqual(new Set(items.map(({ body }) => body)), new Set(points.map((point) => `under ${point}`)))
  const seen = await copies()
  for (const point of points) assert.equal(seen[`commented ${point}`], 1, point)
})

test('a server killed while storing posts leaves each with its response or neither: retries with their keys create one each', async () => {
  const keys = Array.from({ length: 20 }, (_, n) => `creation-${n}`)
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const key = await world.key()
  const sendTo = (url: string, once: string, n: number) =>
    createClient(url, key)(
      'POST',
      '/v1/posts',
      { targets: [{ account_id: accounts[n % accounts.length] }], content: once, scheduled_at },
      { 'idempotency-key': once },
    )
  const stored = () => db<{ content: string }[]>`select content from posts where content like 'creation-%'`
  const victim = await startVictim(address, { QUOIN_FAILPOINT: 'post_creating', QUOIN_MASTER_KEY })
  const lost = await Promise.allSettled(keys.map((once, n) => sendTo(victim.url, once, n)))
  assert.equal(await victim.died, 'SIGKILL')
  assert.deepEqual([lost.filter(({ status }) => status === 'fulfilled').length, (await stored()).length], [0, 0])
  const twice = await startVictim(address, { QUOIN_FAILPOINT: 'post_creating:2', QUOIN_MASTER_KEY })
  // The first batch is stored, and the process dies during the second one.
  const first = await sendTo(twice.url, keys[0] as string, 0)
  await Promise.allSettled(keys.map((once, n) => sendTo(twice.url, once, n)))
  assert.equal(await twice.died, 'SIGKILL')
  assert.deepEqual(
    (await stored()).map(({ content }) => content),
    [keys[0]],
  )
  const answers = await Promise.all(
    keys.map((once, n) =>
      world.client(key)(
        'POST',
        '/v1/posts',
        { targets: [{ account_id: accounts[n % accounts.length] }], content: once, scheduled_at },
        { 'idempotency-key': once },
      ),
    ),
  )
  for (const answer of answers) assert.equal(answer.status, 201, answer.text)
  assert.equal(answers[0]?.text, first.text)
  assert.deepEqual((await stored()).map(({ content }) => content).toSorted(), keys.toSorted())
  await loseJobs(db, publishJob)
  await db`delete from posts where content like 'creation-%'`
})

const FAULTS = [
  undefined,
  'timeout_after',
  'timeout_before',
  'error_after',
  'forget_handle',
  'slow',
  'rate_limit',
  undefined,
]

test(`workers killed at random for ${SECONDS} s, on a network that fails in every way, publish everything once`, async (t) => {
  const wanted: string[] = []
  const workers = new Set<PostWorker>()
  const addWorker = async () => {
    const worker = start()
    await worker.ready
    workers.add(worker)
  }
  await Promise.all([addWorker(), addWorker()])
  let kills = 0
  const end = Date.now() + SECONDS * 1000
  // On a busy machine a worker takes seconds to start: then the test continues until some were killed.
  const isOver = () => Date.now() >= end && (kills >= KILLS || Date.now() >= end + 60_000)
  const until = async (pauseMs: () => number, work: () => Promise<unknown>) => {
    while (!isOver()) {
      await work()
      await sleep(pauseMs())
    }
  }
  await Promise.all([
    until(
      () => 10,
      async () => {
        const n = wanted.push(`post ${wanted.length}`) - 1
        const fault = FAULTS[n % FAULTS.length]
        await send(n, wanted[n] as string, fault ? { fault } : {})
      },
    ),
    until(
      () => 300 + Math.random() * 500,
      async () => {
        const [victim] = workers
        if (!victim || workers.size < 2) return
        workers.delete(victim)
        await victim.kill()
        kills++
        void addWorker()
      },
    ),
    until(
      () => 200,
      () => passTime(true),
    ),
  ])
  for (const deadline = Date.now() + HANG_MS; !(await isFinished()); await sleep(50)) {
    assert.ok(Date.now() < deadline, 'some never finished')
    await passTime(true)
  }
  for (const worker of workers) await worker.kill()
  const seen = await copies()
  const statuses = await db`select status, count(*)::int as posts from post_targets group by status`
  t.diagnostic(`${wanted.length} posts, ${kills} kills, ${JSON.stringify(statuses)}`)
  assert.ok(kills >= KILLS, `${kills} kills`)
  for (const content of wanted) assert.equal(seen[content] ?? 0, 1, content)
  assert.deepEqual(
    statuses.map((row) => row['status']),
    ['published'],
  )
})
