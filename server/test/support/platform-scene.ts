import assert from 'node:assert/strict'
import { startQueue } from '../../src/queue/start.ts'
import { jobs, timers } from '../../src/worker/worker.ts'
import { continueHosted, createProfile, startConnection, subscribe } from './account-scene.ts'
import { atEnd, boot, type Client } from './harness.ts'
import { startReceiver } from './receiver.ts'

/** A workspace's key, and one of its profiles. */
export interface Tenant {
  readonly live: Client
  readonly profile: string
}

export type PlatformWorld = Awaited<ReturnType<typeof bootPlatform>>

/** Boots a service with the whole worker whose platform is a fake on loopback. Its clock moves only when the test moves it. */
export async function bootPlatform(origins: ReadonlyMap<string, string>, env: Record<string, string>) {
  const pairs = [...origins].map(([from, to]) => `${from}=${to}`).join(',')
  const world = await boot({ env: { LOG_LEVEL: 'silent', PLATFORM_ORIGINS: pairs, ...env } })
  const { ctx, db, live, url } = world
  await subscribe(live)
  const queue = await startQueue(ctx, { jobs, timers, drainSeconds: 5 })
  atEnd(() => queue.stop())
  const profile = await createProfile(live)
  return {
    ...world,
    queue,
    profile,
    /** Signs in like a person in a browser: `approve` stands for the platform's page. Returns the connection. */
    async signIn(platform: string, approve: (authorizeUrl: string) => URL, tenant: Tenant = { live, profile }) {
      const { id, authorize_url } = await startConnection(tenant.live, tenant.profile, { platform, mode: 'hosted' })
      const back = approve(await continueHosted(url, authorize_url))
      const returned = await fetch(`${url}${back.pathname}${back.search}`, { redirect: 'manual' })
      assert.ok(returned.status < 400, String(returned.status))
      return (await tenant.live('GET', `/v1/connections/${id}`)).body
    },
    /** Moves the clock in steps. After each the worker does everything that is due. */
    async pass(seconds: number, steps = 1) {
      for (let step = 0; step < steps; step++) {
        ctx.clock.advance((seconds * 1000) / steps)
        await queue.idle()
      }
    },
    /** Ingests a file through the API and waits until it is fetched. */
    async ingest(bytes: Buffer, type: string): Promise<string> {
      const receiver = await startReceiver((response) =>
        response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes),
      )
      const { body } = await live('POST', '/v1/media', { url: `${receiver.url}/file` })
      await queue.idle()
      assert.equal((await live('GET', `/v1/media/${body.id}`)).body.status, 'ready')
      return body.id
    },
    async publish(body: Record<string, unknown>) {
      const reply = await live('POST', '/v1/posts', body)
      assert.equal(reply.status, 201, reply.text)
      await queue.idle()
      return async () => (await live('GET', `/v1/posts/${reply.body.id}`)).body
    },
    listEvents: async (type: string) => {
      const rows = await db<{ body: string }[]>`select body from webhook_events where type = ${type} order by id`
      return rows.map((row) => JSON.parse(row.body).data)
    },
  }
}
