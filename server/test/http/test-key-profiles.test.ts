import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../../src/http/catalogue.ts'
import { connectSandbox, createProfile } from '../support/account-scene.ts'
import { boot } from '../support/harness.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const own = await createProfile(world.live)
const other = await createProfile(world.live)
const missing = 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9ZZ'
const limited = { scope: 'profiles' as const, profile_ids: [own] }
const live = world.client(await world.key(limited))
const rehearse = world.client(await world.key({ mode: 'test', ...limited }))
await connectSandbox(world.live, { profileId: own })

interface ObjectSchema {
  readonly properties?: Record<string, unknown>
}

type Call = readonly [method: string, path: string, body?: object]

/** Every call that names a profile, as a function of the profile's id. */
const calls = routes.flatMap(({ endpoint }): ((id: string) => Call)[] => {
  const { method, path, query, body, scope, example } = endpoint
  if (scope !== 'profile') return []
  const names = (schema: unknown) => 'profile_id' in ((schema as ObjectSchema | undefined)?.properties ?? {})
  const sent = example.body as object
  if (path === '/v1/profiles/{id}') return [(id) => [method, `/v1/profiles/${id}`, sent]]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => example.params?.[name] ?? name)
  if (names(body)) return [(id) => [method, filled, { ...sent, profile_id: id }]]
  return names(query) ? [(id) => [method, `${filled}?profile_id=${id}`]] : []
})

test('a test key limited to profiles is refused wherever a live key with the same profiles is', async () => {
  assert.ok(calls.length > 8)
  const refusals: string[] = []
  for (const call of calls)
    for (const id of [other, missing]) {
      const [method, path, body] = call(id)
      const [real, rehearsed] = [await live(method, path, body), await rehearse(method, path, body)]
      if (real.status !== 403 && real.status !== 404) continue
      refusals.push(`${method} ${path} ${real.status}`)
      assert.deepEqual(
        [rehearsed.status, rehearsed.body?.code, rehearsed.body?.detail],
        [real.status, real.body.code, real.body.detail],
        `${method} ${path}: ${rehearsed.text}`,
      )
    }
  assert.ok(refusals.includes(`GET /v1/profiles/${other} 403`))
  assert.ok(refusals.includes('POST /v1/connections 403') && refusals.includes('POST /v1/connections 404'))
})

test('such a key gets the example for its own profiles, and a workspace test key gets it for every profile', async () => {
  for (const [client, id] of [
    [rehearse, own],
    [world.test, other],
    [world.test, missing],
  ] as const) {
    const read = await client('GET', `/v1/profiles/${id}`)
    assert.deepEqual([read.status, read.body.id], [200, id], read.text)
    const connection = await client('POST', '/v1/connections', { profile_id: id, platform: 'sandbox' })
    assert.deepEqual([connection.status, connection.body.profile_id], [201, id], connection.text)
  }
})
