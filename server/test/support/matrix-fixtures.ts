import assert from 'node:assert/strict'
import { endpoints } from '../../src/http/catalogue.ts'
import type { AnyEndpoint } from '../../src/kit/declare/endpoint.ts'
import { type EndpointRequest, goodRequest, send } from './declared-requests.ts'
import type { Client } from './harness.ts'
import { actOnSandbox, bootInbox, list } from './inbox-scene.ts'

const EXAMPLE_ID = /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/

const FROM = 'visitor'

/** The resources of one workspace by the prefix of their ids. */
export type Fixtures = Map<string, string>

/** Boots a workspace with one resource of every kind that can be created, and data that arrived from a platform. */
export async function bootMatrix() {
  const world = await bootInbox()
  const { live, account, page, profile } = world
  const { externalId } = await world.publish('Commented')
  await actOnSandbox(live, 'comments', { post_external_id: externalId, body: 'A comment', from: FROM })
  await actOnSandbox(live, 'messages', { entity_external_id: page, body: 'A message', from: FROM })
  await actOnSandbox(live, 'reviews', { entity_external_id: page, rating: 5, body: 'A review', from: FROM })
  await world.pass()
  await world.pass()
  await world.queue.stop()
  const fixtures: Fixtures = new Map([
    ['prof', profile],
    ['acc', account.id],
    ['ent', account.active_entity.id],
  ])
  for (const [prefix, path] of [
    ['cmt', '/v1/comments'],
    ['conv', '/v1/conversations'],
    ['rev', '/v1/reviews'],
    ['dlv', '/v1/webhooks/deliveries'],
  ] as const) {
    const [first] = await list(live, path)
    assert.ok(first, `no ${path} to test with`)
    fixtures.set(prefix, first.id)
  }
  const [message] = await list(live, `/v1/conversations/${fixtures.get('conv')}/messages`)
  fixtures.set('msg', message.id)
  await makeOthers(live, fixtures)
  return { ...world, fixtures }
}

/** Creates what the declared examples of the catalogue can create. */
async function makeOthers(client: Client, fixtures: Fixtures): Promise<void> {
  const creators = endpoints.filter(({ method, params, access }) => method === 'POST' && !params && access === 'write')
  for (const creator of creators) {
    const prefix = EXAMPLE_ID.exec(creator.example.reply?.id ?? '')?.[1]
    if (prefix === undefined || fixtures.has(prefix)) continue
    const reply = await send(client, creator, withFixtures(goodRequest(creator), fixtures))
    if (reply.status === creator.status && reply.body?.id) fixtures.set(prefix, reply.body.id)
  }
}

/** Returns the request with the fixtures in place of the example's ids. */
export function withFixtures(sent: EndpointRequest, fixtures: Fixtures): EndpointRequest {
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') return fixtures.get(EXAMPLE_ID.exec(value)?.[1] ?? '') ?? value
    if (Array.isArray(value)) return value.map(replace)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner)]))
  }
  return replace(sent) as EndpointRequest
}

export function hasFixture(sent: EndpointRequest, fixtures: Fixtures): boolean {
  const text = JSON.stringify(sent)
  return [...fixtures.values()].some((id) => text.includes(id))
}

/** Reads the fixtures as their owner, for comparison before and after calls that must not change them. */
export async function readFixtures(client: Client, fixtures: Fixtures): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const getter of endpoints.filter(isGetter)) {
    const prefix = EXAMPLE_ID.exec(getter.example.params?.['id'] ?? '')?.[1] ?? ''
    if (!fixtures.has(prefix)) continue
    const { body } = await send(client, getter, withFixtures(goodRequest(getter), fixtures))
    // The time of the last use is written in the background.
    seen[getter.id] = { ...body, last_used_at: null }
  }
  return seen
}

function isGetter({ method, path, access }: AnyEndpoint): boolean {
  return method === 'GET' && access === 'read' && /^\/v1\/[\w-]+\/\{id\}$/.test(path)
}
