import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startQueue } from '../../src/queue/start.ts'
import { jobs, timers } from '../../src/worker/worker.ts'
import { continueHosted, createProfile, startConnection, subscribe } from './account-scene.ts'
import { CLIENT, type FakeGoogle } from './connectors/google-fake.ts'
import { atEnd, boot } from './harness.ts'
import { startReceiver } from './receiver.ts'

/** Boots a service with the whole worker whose calls to Google reach the fake. Its clock moves only when the test moves it. */
export async function bootWithGoogle(fake: FakeGoogle, platform: string) {
  const data = mkdtempSync(join(tmpdir(), 'quoin-google-'))
  atEnd(() => rmSync(data, { recursive: true, force: true }))
  const world = await boot({
    env: {
      QUOIN_DATA: data,
      LOG_LEVEL: 'silent',
      GOOGLE_CLIENT_ID: CLIENT.client_id,
      GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
      PLATFORM_ORIGINS: [...fake.origins].map((pair) => pair.join('=')).join(),
    },
  })
  const { ctx, db, live } = world
  await subscribe(live)
  const queue = await startQueue(ctx, { jobs, timers })
  atEnd(() => queue.stop())
  return {
    ...world,
    queue,
    /** Connects the first entity of a person through the sign-in page. */
    async connect(email: string) {
      const begun = await startConnection(live, await createProfile(live), { platform, mode: 'hosted' })
      const back = fake.approve(await continueHosted(world.url, begun.authorize_url), email)
      const returned = await fetch(`${world.url}${back.pathname}${back.search}`, { redirect: 'manual' })
      assert.ok(returned.status < 400, await returned.text())
      const { body } = await live('GET', `/v1/connections/${begun.id}/entities`)
      const chosen = body.data.find((entity: { selectable: boolean }) => entity.selectable)
      const reply = await live('POST', `/v1/connections/${begun.id}/select`, { external_id: chosen.external_id })
      assert.equal(reply.status, 200, reply.text)
      return reply.body
    },
    /** Ingests a file through the API. */
    async ingest(type: string, file: Buffer): Promise<string> {
      const receiver = await startReceiver((response) =>
        response.writeHead(200, { 'content-type': type, 'content-length': file.length }).end(file),
      )
      const { body } = await live('POST', '/v1/media', { url: `${receiver.url}/file` })
      await queue.idle()
      assert.equal((await live('GET', `/v1/media/${body.id}`)).body.status, 'ready')
      return body.id
    },
    async post(body: object) {
      const reply = await live('POST', '/v1/posts', body)
      assert.equal(reply.status, 201, reply.text)
      await queue.idle()
      return async () => (await live('GET', `/v1/posts/${reply.body.id}`)).body
    },
    /** Moves the clock, then lets the worker do everything that is due. */
    pass: async (seconds: number) => {
      ctx.clock.advance(seconds * 1000)
      await queue.idle()
    },
    listEvents: async (type: string) => {
      const rows = await db<{ body: string }[]>`select body from webhook_events where type = ${type} order by id`
      return rows.map((row) => JSON.parse(row.body).data)
    },
  }
}
