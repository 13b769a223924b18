import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../src/http/catalogue.ts'
import { isOpen } from '../../src/kit/declare/endpoint.ts'
import { goodRequest, openExampleTicket, send } from '../support/declared.ts'
import { boot } from '../support/harness.ts'

const world = await boot()
await openExampleTicket(world)
const user = await world.session()

test('a query parameter that an endpoint does not declare is refused', async () => {
  for (const endpoint of endpoints.filter(({ query }) => !isOpen(query))) {
    const { query, ...sent } = goodRequest(endpoint)
    const { operator, live } = world
    const client = { operator, user, read: live, write: live, public: live }[endpoint.access]
    const { status, body, text } = await send(client, endpoint, { ...sent, query: { ...query, unheard_of: 'x' } })
    const item = body?.detail?.find(({ loc }: { loc: string[] }) => loc.join('.') === 'query.unheard_of')
    const told = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted', input: 'x' }
    assert.deepEqual([status, item], [422, { ...told, loc: ['query', 'unheard_of'] }], `${endpoint.id} ${text}`)
  }
})

test('only addresses that others write take any query parameter', () => {
  const open = endpoints.filter(({ query }) => isOpen(query)).map(({ id }) => id)
  const inbound = ['inbound.challenge', 'inbound.challenge_for_app', 'inbound.receive', 'inbound.receive_for_app']
  assert.deepEqual(open.toSorted(), ['auth.oidc_callback', ...inbound, 'oauth.callback'])
})

/** Where a schema has a default, from the root down. */
function defaultsIn(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'default' in schema && !path.endsWith('/properties') ? [path] : []
  return [...own, ...Object.entries(schema).flatMap(([name, inner]) => defaultsIn(inner, `${path}/${name}`))]
}

test('only fields at the first level of a body have a default: what was sent is shown without them', () => {
  for (const { id, body } of endpoints)
    for (const path of defaultsIn(body)) assert.match(path, /^\/properties\/\w+$/, `${id} ${path}`)
})
