import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../src/http/catalogue.ts'
import type { AnyEndpoint } from '../../src/kit/declare/endpoint.ts'
import { goodRequest, send } from '../support/declared-requests.ts'
import { boot, type Client } from '../support/harness.ts'

const world = await boot()
const profile = (await world.live('POST', '/v1/profiles', { name: 'Customer' })).body.id as string

async function createLinkClient(body: object): Promise<Client> {
  const reply = await world.live('POST', '/v1/portal-links', body)
  assert.equal(reply.status, 201, reply.text)
  return world.client(reply.body.url.replace(/^.*#/, ''))
}

const links = {
  connect: await createLinkClient({ pages: ['connect'], profile_id: profile }),
  webhooks: await createLinkClient({ pages: ['webhooks'] }),
  report: await createLinkClient({ pages: ['report'] }),
}
const keyed = endpoints.filter(({ access }) => access === 'read' || access === 'write')
const unreadable = (endpoint: AnyEndpoint) => ({ ...goodRequest(endpoint), body: endpoint.body && '{"broken' })

test('only endpoints that accept a key declare portal link pages, and none of them costs credits', () => {
  for (const { id, access, price, ofLink } of endpoints)
    if (ofLink) assert.deepEqual([access === 'read' || access === 'write', price], [true, 'free'], id)
})

for (const [page, client] of Object.entries(links)) {
  test(`a link for ${page} is refused by every other endpoint, before the body is read`, async () => {
    const broken: string[] = []
    for (const one of keyed) {
      if (one.ofLink === page || one.ofLink === 'any') continue
      const reply = await send(client, one, unreadable(one))
      if (reply.status !== 403 || reply.body?.code !== 'out_of_scope') broken.push(`${one.id}: ${reply.text}`)
    }
    assert.deepEqual(broken, [])
  })

  test(`a link for ${page} is accepted by the endpoints of its page`, async () => {
    const own = keyed.filter(({ ofLink }) => ofLink === page || ofLink === 'any')
    assert.ok(own.length > 3)
    for (const one of own) {
      const { status, body } = await send(client, one, goodRequest(one))
      const isOther = body?.code === 'out_of_scope' && one.id === 'connections.create'
      assert.ok(isOther || ![401, 403].includes(status), `${one.id} ${status}`)
    }
  })
}

test('a link is neither a session nor an operator', async () => {
  for (const client of Object.values(links))
    for (const one of endpoints) {
      if (one.access !== 'user' && one.access !== 'operator') continue
      assert.equal((await send(client, one, unreadable(one))).status, 401, one.id)
    }
})

test('a link that never existed is refused', async () => {
  for (const token of [`ql_${'x'.repeat(43)}`, 'ql_', 'ql_x'])
    assert.equal((await world.client(token)('GET', '/v1/webhooks')).body.code, 'invalid_api_key')
})
