import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { endpoints } from '../../src/http/catalogue.ts'
import { assertDeclared, send } from '../support/declared-requests.ts'
import { atEnd, boot, type World } from '../support/harness.ts'
import { png } from '../support/media-samples.ts'

/** A network that accepts no new apps. */
const network = createServer((_request, response) =>
  response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
)
await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
atEnd(() => network.close())
const origin = `http://127.0.0.1:${(network.address() as AddressInfo).port}`
const world: World = await boot({ env: { LOG_LEVEL: 'silent', PLATFORM_ORIGINS: `https://social.example=${origin}` } })
const { live, url } = world

type Responses = Record<string, { $ref?: string; description?: string }>
const document = (await live('GET', '/openapi.json')).body as {
  paths: Record<string, Record<string, { operationId: string; responses: Responses }>>
}
const responses = new Map(
  Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => [operation.operationId, operation.responses] as const),
  ),
)
const find = (id: string) => endpoints.find((endpoint) => endpoint.id === id) ?? assert.fail(id)

test('a platform that refuses the start of a connection gives a documented 409', async () => {
  const profile = (await live('POST', '/v1/profiles', { name: 'Example' })).body.id
  const body = { profile_id: profile, platform: 'mastodon', mode: 'headless', options: { instance: 'social.example' } }
  const reply = await send(live, find('connections.create'), { params: {}, query: {}, body })
  assert.deepEqual([reply.status, reply.body.code], [409, 'wrong_state'], reply.text)
})

test('a range of a file gives a documented 206', async () => {
  const headers = { authorization: `Bearer ${await world.key()}`, 'content-type': 'image/png' }
  const made = await fetch(`${url}/v1/media`, { method: 'POST', body: png(4, 4), headers })
  const { public_url: address } = (await made.json()) as { public_url: string }
  const { pathname, search } = new URL(address)
  const reply = await live('GET', `${pathname}${search}`, undefined, { range: 'bytes=0-3' })
  assert.equal(reply.status, 206)
  assertDeclared(find('media.content'), reply)
  assert.ok(responses.get('media.content')?.['206'])
})

test('a path that cannot be decoded gives a 400 that every operation documents', async () => {
  for (const endpoint of endpoints) {
    const path = `${endpoint.path.replace(/\{\w+\}/g, 'x')}%zz`
    const { status } = await live(endpoint.method, path)
    assert.equal(status, 400, path)
    assert.ok(responses.get(endpoint.id)?.['400'], endpoint.id)
  }
})

test('every operation that reads a body documents the errors that any body can cause', async () => {
  for (const endpoint of endpoints.filter(({ method }) => method !== 'GET'))
    for (const status of ['400', '413', '415'])
      assert.ok(responses.get(endpoint.id)?.[status], `${endpoint.id} ${status}`)
})
