import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/kit/clock.ts'
import { newMasterKey } from '../../src/kit/secrets.ts'
import { JOBS_CHANNEL } from '../../src/queue/channel.ts'
import { createProfile } from './account-scene.ts'
import { loopback } from './connectors/loopback.ts'
import { HANG_MS } from './hang-timeout.ts'
import { boot, freshDatabase } from './harness.ts'
import { KillPlan, type KillPoint, type Phase } from './kill-points.ts'
import { startPostWorker } from './post-workers.ts'
import { scratch } from './processes.ts'
import {
  buildPublisherEnv,
  connectPublisher,
  openPublishers,
  type Publisher,
  SAMPLES,
  type Shape,
} from './publishers.ts'

/** A post on its way to several platforms. */
export interface SentPost {
  readonly id: string
  readonly shapes: ReadonlyMap<Publisher, Shape>
}

/** Opens a service with an account on every platform, whose publishing runs in processes that are killed. */
export async function openKillScene() {
  const publishers = await openPublishers()
  for (const { fixture } of publishers) fixture.setPolls?.(1)
  const address = await freshDatabase()
  const env = {
    ...buildPublisherEnv(publishers),
    LOG_LEVEL: 'silent',
    // TikTok accepts photos only from an address that the app's owner has verified.
    QUOIN_PUBLIC_URL: 'https://example.com',
    QUOIN_DATA: scratch(),
    QUOIN_MASTER_KEY: newMasterKey(),
  }
  const world = await boot({ address, clock: systemClock, env })
  const { ctx, db, live, url, workspaceId } = world
  const profileId = await createProfile(live)
  const accounts = new Map<Publisher, string>()
  for (const one of publishers) accounts.set(one, await connectPublisher(ctx, workspaceId, profileId, one))
  const media = await uploadSamples(url, await world.key())

  let plan = new KillPlan()
  const byServer = new Map(publishers.flatMap((one) => one.servers.map((server) => [server, one] as const)))
  loopback.watcher = async (origin, request, moment) => {
    const publisher = byServer.get(origin)
    const phase = publisher && (await findPhase(accounts.get(publisher) ?? ''))
    return phase === undefined || plan.pass(publisher?.id ?? '', phase, request, moment)
  }

  /** Returns undefined for a request outside of publishing. */
  async function findPhase(accountId: string): Promise<Phase | undefined> {
    const [row] = await db<{ status: string; has_intent: boolean }[]>`
      select status, intent_at is not null as has_intent from post_targets
      where account_id = ${accountId} and wake_at is not null order by id desc limit 1`
    if (!row) return undefined
    return row.status !== 'publishing' ? 'find' : row.has_intent ? 'publish' : 'prepare'
  }

  /** Makes everything that waits due now. */
  async function wake(): Promise<void> {
    await db`
      update post_targets set wake_at = now() where workspace_id = ${workspaceId} and id in (
        select id from post_targets
        where workspace_id = ${workspaceId} and wake_at > now() and status <> 'publishing' for update skip locked)`
    const { count } = await db`
      update jobs set run_at = now() where id in (
        select id from jobs where job like 'posts.%' and state = 'waiting' and run_at > now() for update skip locked)`
    if (count > 0) await db.notify(JOBS_CHANNEL)
  }

  const listOpen = () => db`
    select platform, status, attempts, asks, error from post_targets where wake_at is not null`

  async function wakeUntil(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
    for (const deadline = Date.now() + HANG_MS; !(await isTrue()); await sleep(25)) {
      if (Date.now() > deadline) assert.fail(`${what} did not happen: ${JSON.stringify(await listOpen())}`)
      await wake()
    }
  }

  return {
    publishers,
    start: (failpoint?: string) =>
      startPostWorker(address, { ...env, ...(failpoint && { QUOIN_FAILPOINT: failpoint }) }),

    async send(shapes: ReadonlyMap<Publisher, Shape>): Promise<SentPost> {
      const targets = [...shapes].map(([publisher, shape]) => ({
        account_id: accounts.get(publisher),
        content: shape.texts[0],
        options: shape.options,
        media_ids: shape.media.map((kind, at) => media[kind][at]),
      }))
      const reply = await live('POST', '/v1/posts', { targets })
      assert.equal(reply.status, 201, reply.text)
      return { id: reply.body.id, shapes }
    },

    /** Kills the worker when every platform has reached its point. Returns the last request of each. */
    async killAt(worker: { kill(): Promise<void> }, points: ReadonlyMap<string, KillPoint>) {
      let isDead = false
      plan = new KillPlan(points, async () => {
        await worker.kill()
        isDead = true
      })
      const { stopped } = plan
      await wakeUntil(`the kill at ${JSON.stringify([...points])}`, () => isDead)
      return stopped
    },

    /** Waits for a worker that kills itself. */
    async awaitDeath(worker: { died: Promise<string | null> }) {
      let signal: string | null | undefined
      void worker.died.then((given) => (signal = given))
      await wakeUntil('the kill', () => signal !== undefined)
      assert.equal(signal, 'SIGKILL')
    },

    /** Lets the lease of a dead worker end, so that none of its requests can still be on the way. */
    async passTime() {
      await db`update jobs set lease_until = now() - interval '1 second' where state = 'running'`
      await db`
        update post_targets set intent_at = now() - interval '40 minutes'
        where status in ('publishing', 'unconfirmed') and intent_at is not null`
    },

    /** Waits until the targets of a post have ended. Returns the number of requests that each platform got meanwhile. */
    async finish({ id }: SentPost): Promise<KillPlan> {
      plan = new KillPlan()
      const counted = plan
      await wakeUntil('the end of a post', async () => {
        const open = await db`select from post_targets where post_id = ${id} and wake_at is not null limit 1`
        return open.length === 0
      })
      return counted
    },

    /**
     * Returns the status of each target, after checking that its platform shows the post once, or at most once while it is
     * uncertain.
     */
    async check({ id, shapes }: SentPost): Promise<Map<string, string>> {
      const { body } = await live('GET', `/v1/posts/${id}`)
      const statuses = new Map<string, string>()
      for (const [publisher, { texts, name }] of shapes) {
        const target = body.targets.find((one: { account_id: string }) => one.account_id === accounts.get(publisher))
        const copies = await Promise.all(texts.map((text) => publisher.fixture.countPosts(publisher.session, text)))
        const seen = `${publisher.id}, ${name}: ${target.status} with ${copies.join()} posts, ${JSON.stringify(target.error)}`
        if (target.status === 'unconfirmed')
          assert.ok(
            copies.every((count) => count <= 1),
            seen,
          )
        else assert.deepEqual([target.status, ...copies], ['published', ...texts.map(() => 1)], seen)
        statuses.set(publisher.id, target.status)
      }
      return statuses
    },
  }
}

/** Uploads two of each sample. */
async function uploadSamples(url: string, key: string) {
  const upload = async (kind: keyof typeof SAMPLES): Promise<string> => {
    const { mime, bytes } = SAMPLES[kind]
    const headers = { authorization: `Bearer ${key}`, 'content-type': mime }
    const reply = await fetch(`${url}/v1/media`, { method: 'POST', headers, body: new Uint8Array(bytes) })
    assert.equal(reply.status, 201)
    return ((await reply.json()) as { id: string }).id
  }
  return {
    video: [await upload('video')],
    image: [await upload('image'), await upload('image')],
    document: [await upload('document')],
  }
}
