import assert from 'node:assert/strict'
import { mediaJobs } from '../../src/domains/social/media/jobs.ts'
import { postJobs } from '../../src/domains/social/posts/jobs.ts'
import { startQueue } from '../../src/queue/start.ts'
import { connectSandbox, createProfile } from './account-scene.ts'
import { atEnd, boot, type Client, type ContextOptions, type World } from './harness.ts'
import { startReceiver } from './receiver.ts'

export interface Account {
  readonly id: string
  readonly profileId: string
  /** The page that it acts as on the sandbox. */
  readonly page: string
}

/** Boots a service with a worker that publishes and fetches media. Its clock moves only when the test moves it. */
export async function bootPosts(options: ContextOptions = {}) {
  const world = await boot(options)
  const queue = await startQueue(world.ctx, { jobs: [...postJobs, ...mediaJobs], drainSeconds: 5 })
  atEnd(() => queue.stop())
  return { ...world, queue, ...scene(world, world.live, queue) }
}

function scene({ ctx }: World, client: Client, queue: { idle(): Promise<void> }) {
  let names = 0
  async function account(profileId: string, username = `user-${names++}`, more = {}): Promise<Account> {
    const { id, active_entity } = await connectSandbox(client, { profileId, username, ...more })
    return { id, profileId, page: active_entity.external_id }
  }
  return {
    account,
    newAccount: async () => account(await createProfile(client)),
    profile: () => createProfile(client),
    /** Creates a post. A refusal fails the test with the response. */
    async post(body: Record<string, unknown>, headers = {}) {
      const reply = await client('POST', '/v1/posts', body, headers)
      assert.equal(reply.status, 201, reply.text)
      return reply.body
    },
    read: async (id: string) => (await client('GET', `/v1/posts/${id}`)).body,
    attempts: async (id: string) =>
      (await client('GET', `/v1/posts/${id}/attempts?limit=100`)).body.data
        .map(({ phase, outcome }: { phase: string; outcome: string }) => `${phase} ${outcome}`)
        .toReversed(),
    /** Lists the posts of an account on the sandbox, oldest first. */
    async shownOn({ page }: Account): Promise<string[]> {
      const { body } = await client('GET', `/v1/sandbox/posts?limit=100&entity_external_id=${page}`)
      return body.data.map(({ content }: { content: string }) => content).toReversed()
    },
    /** Moves the clock in steps. After each the worker does everything that is due. */
    async pass(seconds: number, steps = 1) {
      for (let step = 0; step < steps; step++) {
        await queue.idle()
        ctx.clock.advance((seconds * 1000) / steps)
      }
      await queue.idle()
    },
  }
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Ingests an image of one pixel through the API and waits until it is fetched. */
export async function ingestImage(client: Client, queue: { idle(): Promise<void> }): Promise<string> {
  const receiver = await startReceiver((response) =>
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': PIXEL.length }).end(PIXEL),
  )
  const { body } = await client('POST', '/v1/media', { url: `${receiver.url}/pixel.png` })
  await queue.idle()
  assert.equal((await client('GET', `/v1/media/${body.id}`)).body.status, 'ready')
  return body.id
}
