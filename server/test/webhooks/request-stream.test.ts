import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../../src/http/app.ts'
import { routes } from '../../src/http/catalogue.ts'
import { followEvents } from '../support/event-stream.ts'
import { boot, createClient, freshDatabase, testContext, until } from '../support/harness.ts'

const address = await freshDatabase()
const world = await boot({ address })
const { url } = world
const key = await world.key()
const follow = (by = key) => followEvents(url, by, { path: '/v1/requests/stream' })

interface FollowedRequest {
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly status: number
  readonly caller_id: string
}

const read = (stream: Awaited<ReturnType<typeof follow>>): FollowedRequest[] =>
  stream.sent.flatMap(({ data }) => (data === undefined ? [] : [JSON.parse(data) as FollowedRequest]))

test('every request of the workspace is shown as it completes, and none of another', async () => {
  const stream = await follow()
  assert.equal(stream.headers.get('content-type'), 'text/event-stream')
  const us = createClient(url, key)
  // Other processes learn within moments that somebody follows.
  await until('the first request', async () => {
    await us('GET', '/v1/credits?secret=hunter2')
    return read(stream).length > 0
  })
  const theirs = await (await world.neighbour()).live('GET', '/v1/credits')
  const missing = await us('GET', '/v1/posts/post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB')
  const shown = await until('the refused request', () =>
    read(stream).find(({ request_id }) => request_id === missing.headers.get('x-quoin-request-id')),
  )
  assert.deepEqual(
    [shown.method, shown.path, shown.operation, shown.status],
    ['GET', '/v1/posts/post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB', 'posts.get', 404],
  )
  assert.ok(!JSON.stringify(stream.sent).includes('hunter2'))
  assert.ok(!read(stream).some(({ request_id }) => request_id === theirs.headers.get('x-quoin-request-id')))
  stream.cut()
})

test('a request to another server of the installation is shown too', async () => {
  const context = await testContext({ address, clock: world.ctx.clock })
  const other = createApp(context, { routes, readiness: { check: async () => undefined } })
  const there = await other.listen({ port: 0, host: '127.0.0.1' })
  const stream = await follow()
  const client = createClient(there, key)
  await until('a request of the other server', async () => {
    await client('GET', '/v1/profiles')
    return read(stream).some(({ path }) => path === '/v1/profiles')
  })
  stream.cut()
  await other.close()
})

test('a stream ends with its key, and a key limited to profiles has none', async () => {
  const us = createClient(url, key)
  const made = (await us('POST', '/v1/api-keys', {})).body
  const stream = await follow(made.key)
  await us('DELETE', `/v1/api-keys/${made.id}`)
  await stream.ended
  assert.match(stream.sent.at(-1)?.comment ?? '', /^ended: /)
  const profile = (await us('POST', '/v1/profiles', { name: 'A' })).body
  const limited = (await us('POST', '/v1/api-keys', { scope: 'profiles', profile_ids: [profile.id] })).body
  assert.equal((await follow(limited.key)).status, 403)
})
