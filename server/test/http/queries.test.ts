import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../src/http/catalogue.ts'
import { isOpen } from '../../src/kit/declare/endpoint.ts'
import { goodRequest, openExampleTicket, send } from '../support/declared-requests.ts'
import { boot } from '../support/harness.ts'

const world = await boot()
await openExampleTicket(world)
const user = await world.session()

test('an undeclared query parameter is refused', async () => {
  for (const endpoint of endpoints.filter(({ query }) => !isOpen(query))) {
    const { query, ...sent } = goodRequest(endpoint)
    const { operator, live } = world
    const client = { operator, user, read: live, write: live, public: live }[endpoint.access]
    const { status, body, text } = await send(client, endpoint, { ...sent, query: { ...query, unheard_of: 'x' } })
    const item = body?.detail?.find(({ loc }: { loc: string[] }) => loc.join('.') === 'query.unheard_of')
    const violation = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted', input: 'x' }
    assert.deepEqual([status, item], [422, { ...violation, loc: ['query', 'unheard_of'] }], `${endpoint.id} ${text}`)
  }
})

test('a number in a query must be written in digits', async () => {
  const texts = ['Infinity', '1e400', '0x10', '1e1', '%2010', '10%20', '0b11', '%2B5', '9'.repeat(400), '1.', 'NaN']
  const isNumber = (schema: unknown) => ['integer', 'number'].includes((schema as { type?: string }).type ?? '')
  const checked: string[] = []
  for (const endpoint of endpoints.filter(({ access }) => access === 'read')) {
    const { query, ...sent } = goodRequest(endpoint)
    const numbers = Object.entries(endpoint.query?.properties ?? {}).filter(([, schema]) => isNumber(schema))
    for (const [name] of numbers)
      for (const text of texts) {
        const value = decodeURIComponent(text)
        const { status, body } = await send(world.live, endpoint, { ...sent, query: { ...query, [name]: value } })
        const { type, loc, input } = body?.detail?.[0] ?? {}
        const begins = [input?.slice(0, 99), value.slice(0, 99)]
        assert.deepEqual([status, loc, begins[0]], [422, ['query', name], begins[1]], `${endpoint.id} ${name}=${text}`)
        assert.match(type, /^(?:int|float)_parsing$/)
        checked.push(endpoint.id)
      }
  }
  assert.ok(new Set(checked).size > 10, checked.join())
  for (const text of ['10', '010']) assert.equal((await world.live('GET', `/v1/profiles?limit=${text}`)).status, 200)
})

test('a number in a header must be written in digits', async () => {
  for (const text of ['Infinity', '1e2', '0x10', '9'.repeat(400)]) {
    const headers = { 'x-max-credits': text }
    const { status, body } = await world.live('POST', '/v1/data/people/enrich', { query: 'a@example.com' }, headers)
    assert.deepEqual([status, body.detail?.[0]?.type], [422, 'int_parsing'], text)
  }
})

test('only URLs that others build accept any query parameter', () => {
  const open = endpoints.filter(({ query }) => isOpen(query)).map(({ id }) => id)
  const inbound = ['inbound.challenge', 'inbound.challenge_for_app', 'inbound.receive', 'inbound.receive_for_app']
  assert.deepEqual(open.toSorted(), ['auth.oidc_callback', ...inbound, 'oauth.callback'])
})

/** Lists the paths in a schema that have a default. */
function defaultsIn(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'default' in schema && !path.endsWith('/properties') ? [path] : []
  return [...own, ...Object.entries(schema).flatMap(([name, inner]) => defaultsIn(inner, `${path}/${name}`))]
}

test('only top-level fields of a body have a default: the request is shown without them', () => {
  for (const { id, body } of endpoints)
    for (const path of defaultsIn(body)) assert.match(path, /^\/properties\/\w+$/, `${id} ${path}`)
})
