import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints, routes } from '../../src/http/catalogue.ts'
import { openapi } from '../../src/http/openapi/document.ts'
import { endpoint } from '../../src/kit/declare/endpoint.ts'
import { implement } from '../../src/kit/declare/route.ts'
import { Type } from '../../src/kit/declare/type.ts'
import { boot } from '../support/harness.ts'

const old = {
  read: endpoint({
    id: 'demo.read',
    route: 'GET /v1/demo/old',
    summary: 'Read something in the old way',
    reply: Type.Object({ ok: Type.Boolean() }),
    special: {
      deprecated: { since: '2026-01-01', until: '2027-01-01', instead: 'Use `GET /v1/demo/new`.' },
    },
    example: { reply: { ok: true } },
  }),
}
const world = await boot({ routes: [...routes, ...implement(old, { read: async () => ({ ok: true }) })] })

test('a deprecated operation says when it ends, to callers and in the OpenAPI document', async () => {
  const used = await world.live('GET', '/v1/demo/old')
  assert.equal(used.status, 200)
  for (const { headers } of [used, await world.client()('GET', '/v1/demo/old')])
    assert.deepEqual(
      ['deprecation', 'sunset', 'link'].map((name) => headers.get(name)),
      ['@1767225600', 'Fri, 01 Jan 2027 00:00:00 GMT', '</docs/concepts/versioning>; rel="deprecation"'],
    )
  const document = openapi([old.read], 'http://127.0.0.1') as { paths: Record<string, { get: Described }> }
  const { deprecated, description } = document.paths['/v1/demo/old']?.get ?? {}
  assert.equal(deprecated, true)
  assert.match(description ?? '', /may end after 2027-01-01\. Use `GET \/v1\/demo\/new`\.$/)
  assert.equal((await world.live('GET', '/v1/credits')).headers.get('deprecation'), null)
})

interface Described {
  readonly deprecated?: boolean
  readonly description?: string
}

test('every deprecated operation lives for a year, and the page that the header names exists', async () => {
  const YEAR_MS = 365 * 86_400_000
  for (const { id, special } of endpoints) {
    const { since, until } = special.deprecated ?? { since: 0, until: YEAR_MS }
    assert.ok(new Date(until).getTime() - new Date(since).getTime() >= YEAR_MS, id)
  }
  assert.equal((await world.client()('GET', '/docs/concepts/versioning')).status, 200)
})
