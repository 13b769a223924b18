import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { pushItem } from '../../src/domains/social/sandbox-network/contract/jobs.ts'
import { pause } from '../../src/queue/queue.ts'
import { startQueue } from '../../src/queue/start.ts'
import { jobs, timers } from '../../src/worker/worker.ts'
import { connectSandbox, createProfile, subscribe } from './account-scene.ts'
import { atEnd, boot, type Client } from './harness.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
const SECRET = 'webhook-secret-for-tests'

/**
 * Boots a service with the whole worker and one account on the sandbox. Its clock moves only when the test moves it. The
 * sandbox is polled, like platforms without webhooks, unless the test wants its pushes.
 */
export async function bootInbox({ hasPushes = false } = {}) {
  const world = await boot({ env: { LOG_LEVEL: 'silent', SANDBOX_WEBHOOK_SECRET: SECRET } })
  const { ctx, db, live } = world
  await subscribe(live)
  if (!hasPushes) await pause(db, pushItem.id)
  const queue = await startQueue(ctx, { jobs, timers })
  atEnd(() => queue.stop())
  const profile = await createProfile(live)
  const account = await connectSandbox(live, { profileId: profile, username: 'painter' })
  const other = await createProfile(live, 'Other brand')
  return {
    ...world,
    queue,
    profile,
    account,
    page: account.active_entity.external_id as string,
    /** A client whose key has access only to another profile. */
    stranger: world.client(await world.key({ scope: 'profiles', profile_ids: [other] })),
    /** A client whose key has access only to the account's profile. */
    insider: world.client(await world.key({ scope: 'profiles', profile_ids: [profile] })),
    /** Moves the clock, then lets the worker do everything that is due. */
    pass: async (ms = 120_000) => {
      ctx.clock.advance(ms)
      await queue.idle()
    },
    listEvents: async (type: string) => {
      const rows = await db<{ body: string }[]>`select body from webhook_events where type = ${type} order by id`
      return rows.map((row) => JSON.parse(row.body).data)
    },
    /** Publishes a post of the account. */
    publish: async (text: string): Promise<{ id: string; externalId: string }> => {
      const reply = await live('POST', '/v1/posts', { content: text, targets: [{ account_id: account.id }] })
      assert.equal(reply.status, 201, reply.text)
      await queue.idle()
      const { body: post } = await live('GET', `/v1/posts/${reply.body.id}`)
      assert.equal(post.status, 'published', JSON.stringify(post))
      return { id: post.id, externalId: post.targets[0].external_id }
    },
    push: (items: readonly object[], secret = SECRET) => {
      const body = JSON.stringify({ items })
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
      return world.client()('POST', '/v1/inbound/sandbox', body, { 'x-sandbox-signature': signature })
    },
  }
}

/** Triggers something on the sandbox network: `comments`, `messages`, `reviews`, ... */
export async function actOnSandbox(client: Client, what: string, body: object) {
  const reply = await client('POST', `/v1/sandbox/${what}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

export async function list(client: Client, path: string) {
  const reply = await client('GET', path)
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(Object.keys(reply.body).toSorted(), ['data', 'has_more', 'next_cursor'])
  return reply.body.data
}
