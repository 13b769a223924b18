import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { newSecret } from '../../src/domains/identity/keys/secret.ts'
import { createValidator } from '../../src/http/body/validate.ts'
import { endpoints } from '../../src/http/catalogue.ts'
import type { AnyEndpoint } from '../../src/kit/declare/endpoint.ts'
import { Document } from '../../src/kit/declare/reply.ts'
import { drawSample, fitting, type Schema } from '../support/arbitrary.ts'
import {
  assertDeclared,
  buildUrl,
  type EndpointRequest,
  goodRequest,
  listBodyBranches,
  listProperties,
  openExampleTicket,
  requiredFields,
  send,
  withValue,
} from '../support/declared-requests.ts'
import { boot, type Client, OPERATOR_TOKEN, type Reply } from '../support/harness.ts'

const world = await boot({ env: { TEST_QUOTA_PER_DAY: '1000000' } })
const { live } = world
const neighbour = await world.neighbour()
await openExampleTicket(world)
const keyed = endpoints.filter(({ access }) => access === 'read' || access === 'write')
const operated = endpoints.filter((endpoint) => endpoint.access === 'operator')
const user = await world.session()
const pickClient = ({ access }: AnyEndpoint) =>
  access === 'operator' ? world.operator : access === 'user' ? user : live
const withBody = endpoints.filter((endpoint) => endpoint.body)
/** Checks one guarantee for every endpoint that it applies to, and reports all violations at once. */
function everyOne(guarantee: string, list: readonly AnyEndpoint[], check: (endpoint: AnyEndpoint) => Promise<void>) {
  test(guarantee, async () => {
    assert.ok(list.length > 0, 'the guarantee is held against no endpoint at all')
    const broken: string[] = []
    for (const endpoint of list)
      await check(endpoint).catch((error: Error) => broken.push(`${endpoint.id}: ${error.message}`))
    assert.equal(broken.length, 0, `\n${broken.join('\n')}`)
  })
}

function assertCode(reply: Reply, status: number, code: string): void {
  assert.deepEqual([reply.status, reply.body?.code], [status, code], reply.text.slice(0, 400))
}

/** Asserts a 422 that contains a violation of this type at this location. */
function assertViolation(reply: Reply, type: string, loc: readonly (string | number)[]): void {
  assertCode(reply, 422, 'validation_error')
  const detail = reply.body.detail as { type: string; loc: unknown[] }[]
  const found = detail.some((violation) => violation.type === type && violation.loc.join() === loc.join())
  assert.ok(found, `no ${type} at ${loc.join('.')} in ${reply.text.slice(0, 600)}`)
}

const refusedKeys: Record<string, () => Promise<Client>> = {
  'no key': async () => world.client(),
  'a malformed key': async () => world.client('qk_live_nonsense'),
  'a key with a wrong checksum': async () => world.client(`${newSecret('live').key.slice(0, -1)}!`),
  'an unknown key': async () => world.client(newSecret('live').key),
  'a revoked key': async () => {
    const { id, key } = (await live('POST', '/v1/api-keys', {})).body
    const client = world.client(key)
    assert.equal((await client('GET', '/v1/profiles')).status, 200)
    assert.equal((await live('DELETE', `/v1/api-keys/${id}`)).status, 200)
    return client
  },
  'an expired key': async () => {
    const client = world.client(await world.key({ expiresAt: new Date(world.ctx.clock.now().getTime() + 1000) }))
    assert.equal((await client('GET', '/v1/profiles')).status, 200)
    world.ctx.clock.advance(1000)
    return client
  },
  'a scheme other than Bearer': async () => (method, path, body) =>
    world.client()(method, path, body, { authorization: 'Basic dXNlcjpwYXNz' }),
}

for (const [name, makeClient] of Object.entries(refusedKeys)) {
  const client = await makeClient()
  everyOne(`${name} is refused by every endpoint that needs one, before its body is read`, keyed, async (endpoint) => {
    const reply = await send(client, endpoint, { ...goodRequest(endpoint), body: endpoint.body && '{"broken' })
    assertCode(reply, 401, 'invalid_api_key')
    assert.equal(reply.headers.get('www-authenticate'), 'Bearer')
  })
}

const noOperators: Record<string, Client> = {
  'no token': world.client(),
  'an API key': world.live,
  'a test key': world.test,
  'another token': world.client(`${OPERATOR_TOKEN}x`),
}
for (const [name, client] of Object.entries(noOperators))
  everyOne(`${name} is refused by every operator's endpoint, before its body is read`, operated, async (endpoint) => {
    const sent = { ...goodRequest(endpoint), body: endpoint.body && '{"broken' }
    assertCode(await send(client, endpoint, sent), 401, 'invalid_operator_token')
  })

everyOne(
  'a missing required Idempotency-Key is named',
  endpoints.filter((endpoint) => endpoint.special.needsIdempotencyKey),
  async (endpoint) => {
    const { body } = goodRequest(endpoint)
    const reply = await pickClient(endpoint)(endpoint.method, buildUrl(endpoint, goodRequest(endpoint)), body)
    assertViolation(reply, 'missing', ['header', 'Idempotency-Key'])
  },
)

const publicOnes = endpoints.filter((endpoint) => endpoint.access === 'public')
if (publicOnes.length > 0)
  everyOne('a public endpoint asks for no key', publicOnes, async (endpoint) => {
    assert.notEqual((await send(world.client(), endpoint, goodRequest(endpoint))).status, 401)
  })

const writes = keyed.filter((endpoint) => endpoint.access === 'write')
const reader = world.client(await world.key({ permission: 'read' }))
everyOne('a read key is refused by every mutation, before its body is read', writes, async (endpoint) => {
  assertCode(await send(reader, endpoint, goodRequest(endpoint)), 403, 'read_only_key')
  if (endpoint.body && !endpoint.special.takesDryRun)
    assertCode(await send(reader, endpoint, { ...goodRequest(endpoint), body: '{"broken' }), 403, 'read_only_key')
})

const dryRunnable = keyed.filter((endpoint) => endpoint.special.takesDryRun)
everyOne('a read key may make a dry run, which is free', dryRunnable, async (endpoint) => {
  const reply = await send(reader, endpoint, withValue(endpoint, 'body', 'dry_run', true), { 'x-max-credits': '0' })
  assert.deepEqual([reply.status, reply.headers.get('x-credits-charged')], [endpoint.status, '0'], reply.text)
})

test('a read key can change nothing: only GET and calls declared as reads accept it', () => {
  const unusual = keyed.filter((endpoint) => endpoint.access === 'read' && endpoint.method !== 'GET')
  for (const endpoint of unusual) assert.match(endpoint.path, /:estimate$/, endpoint.id)
  for (const endpoint of writes) assert.notEqual(endpoint.method, 'GET', endpoint.id)
})

const profile = (await live('POST', '/v1/profiles', { name: 'Reached' })).body.id as string
const scoped = world.client(await world.key({ scope: 'profiles', profile_ids: [profile] }))
const fullScope = keyed.filter((endpoint) => endpoint.scope === 'full')
everyOne('a key of scope profiles is refused by every workspace-level endpoint', fullScope, async (endpoint) => {
  assertCode(await send(scoped, endpoint, goodRequest(endpoint)), 403, 'out_of_scope')
})

/** Lists the parameters that are Quoin ids, by the declared example. */
function idParams(endpoint: AnyEndpoint): string[] {
  const { params } = goodRequest(endpoint)
  return Object.keys(params).filter((name) => /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/.test(params[name] ?? ''))
}
const byId = keyed.filter((endpoint) => endpoint.params && 'id' in (endpoint.params as Schema & object).properties!)

everyOne(
  'an unknown id gets 404',
  [...keyed, ...operated].filter((endpoint) => idParams(endpoint).length > 0),
  async (endpoint) => {
    const good = goodRequest(endpoint)
    const [name = ''] = idParams(endpoint)
    const unknown = `${good.params[name]?.split('_')[0]}_${world.ctx.ids.ulid()}`
    const reply = await send(pickClient(endpoint), endpoint, { ...good, params: { ...good.params, [name]: unknown } })
    assertCode(reply, 404, 'not_found')
  },
)

test('every parameter named id has a Quoin id in its example', () => {
  for (const endpoint of byId) assert.ok(idParams(endpoint).includes('id'), endpoint.id)
})

/** Creates a resource of the kind in an endpoint's path, with the declared example of the endpoint that creates that kind. */
async function make(kind: string, client: Client): Promise<string | undefined> {
  const creator = endpoints.find(
    ({ method, params, example }) => method === 'POST' && !params && example.reply?.id?.startsWith(`${kind}_`),
  )
  const reply = creator && (await send(client, creator, goodRequest(creator)))
  return reply?.status === creator?.status ? reply?.body.id : undefined
}

async function withResource(endpoint: AnyEndpoint, owner: Client): Promise<EndpointRequest | undefined> {
  const good = goodRequest(endpoint)
  const id = await make(good.params['id']?.split('_')[0] ?? '', owner)
  return id === undefined ? undefined : { ...good, params: { ...good.params, id } }
}

/** Reads the resource as its owner, to check that another workspace's call left it unchanged. */
async function readBack(endpoint: AnyEndpoint, { params }: EndpointRequest, owner: Client): Promise<unknown> {
  const path = endpoint.path.replace(/\{id\}.*$/, '{id}')
  const getter = endpoints.find((candidate) => candidate.method === 'GET' && candidate.path === path)
  return getter && (await send(owner, getter, { params, query: {}, body: undefined })).body
}

const reached = new Set<string>()
everyOne("another workspace's id gets 404 and its resource is unchanged", byId, async (endpoint) => {
  const sent = await withResource(endpoint, neighbour.live)
  if (!sent) return
  const before = await readBack(endpoint, sent, neighbour.live)
  assertCode(await send(live, endpoint, sent), 404, 'not_found')
  assert.deepEqual(await readBack(endpoint, sent, neighbour.live), before)
  reached.add(endpoint.id)
})

const profileScope = byId.filter((endpoint) => endpoint.scope === 'profile')
everyOne("a resource outside the key's profiles gets 403 and is unchanged", profileScope, async (endpoint) => {
  const sent = await withResource(endpoint, live)
  if (!sent) return
  const before = await readBack(endpoint, sent, live)
  assertCode(await send(scoped, endpoint, sent), 403, 'out_of_scope')
  assert.deepEqual(await readBack(endpoint, sent, live), before)
})

test('every kind of resource that the catalogue can create is tested from another workspace', () => {
  for (const id of ['profiles.get', 'profiles.replace', 'profiles.delete', 'api_keys.get', 'api_keys.revoke'])
    assert.ok(reached.has(id), id)
})

const isClosed = ({ body }: AnyEndpoint) =>
  listBodyBranches(body).every((shape) => shape.additionalProperties === false)

everyOne('an undeclared field in the body is refused', withBody.filter(isClosed), async (endpoint) => {
  const good = goodRequest(endpoint)
  const reply = await send(pickClient(endpoint), endpoint, {
    ...good,
    body: { ...(good.body as object), unexpected_field: 1 },
  })
  assertViolation(reply, 'extra_forbidden', ['body', 'unexpected_field'])
})

const PART = { params: 'path', query: 'query', body: 'body' } as const

const bounded = endpoints.filter((e) => listProperties(e).some(({ schema }) => schema.maxLength ?? schema.maxItems))
everyOne(
  'text and lists longer than declared are refused, those exactly at the limit are not',
  bounded,
  async (endpoint) => {
    for (const { part, name, schema } of listProperties(endpoint)) {
      const loc = [PART[part], name]
      if (schema.maxLength !== undefined) {
        const long = withValue(endpoint, part, name, 'x'.repeat(schema.maxLength + 1))
        assertViolation(await send(pickClient(endpoint), endpoint, long), 'string_too_long', loc)
        const exact = withValue(endpoint, part, name, '𝒳'.repeat(schema.maxLength))
        assert.doesNotMatch(
          (await send(keyed.includes(endpoint) ? world.test : pickClient(endpoint), endpoint, exact)).text,
          /"string_too_long"/,
          loc.join('.'),
        )
      }
      if (schema.maxItems !== undefined) {
        const items = Array(schema.maxItems + 1).fill(drawSample(fitting(schema.items ?? {})))
        assertViolation(
          await send(pickClient(endpoint), endpoint, withValue(endpoint, part, name, items)),
          'too_long',
          loc,
        )
      }
    }
  },
)

const demanding = endpoints.filter((endpoint) =>
  [endpoint.query, ...(endpoint.body ? listBodyBranches(endpoint.body).slice(0, 1) : [])].some(
    (schema) => schema && requiredFields(schema).length > 0,
  ),
)
everyOne('a missing field is named', demanding, async (endpoint) => {
  for (const part of ['query', 'body'] as const) {
    const shapes = endpoint[part] ? listBodyBranches(endpoint[part]) : []
    for (const name of shapes.length === 1 ? requiredFields(shapes[0] ?? {}) : []) {
      const good = goodRequest(endpoint)
      const { [name]: _, ...rest } = good[part] as Record<string, unknown>
      assertViolation(await send(pickClient(endpoint), endpoint, { ...good, [part]: rest }), 'missing', [part, name])
    }
  }
})

everyOne('malformed JSON is named with its position', withBody, async (endpoint) => {
  const reply = await send(pickClient(endpoint), endpoint, { ...goodRequest(endpoint), body: '{"name": ' })
  assertViolation(reply, 'json_invalid', ['body', 9])
})

everyOne('a body that is not sent as JSON is refused', withBody, async (endpoint) => {
  const good = goodRequest(endpoint)
  const sent = { ...good, body: JSON.stringify(good.body) }
  const forms = endpoint.special.takesFile ? [] : ['multipart/form-data; boundary=x']
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', ...forms, 'nonsense'])
    assertViolation(
      await send(pickClient(endpoint), endpoint, sent, { 'content-type': type }),
      'model_attributes_type',
      ['body'],
    )
})

const demandsBody = withBody.filter((endpoint) => !endpoint.special.isBodyOptional)
everyOne('a missing body is named', demandsBody, async (endpoint) => {
  for (const body of [undefined, '', 'null'])
    assertViolation(await send(pickClient(endpoint), endpoint, { ...goodRequest(endpoint), body }), 'missing', ['body'])
})

const optionalBody = withBody.filter((endpoint) => endpoint.special.isBodyOptional)
everyOne('a missing body counts as empty where nothing in it is required', optionalBody, async (endpoint) => {
  const good = goodRequest(endpoint)
  for (const body of [undefined, '', 'null', {}])
    assert.equal((await send(world.test, endpoint, { ...good, body })).status, endpoint.status, JSON.stringify(body))
})

everyOne('a body larger than the endpoint accepts gets 413', withBody, async (endpoint) => {
  const reply = await announce(endpoint, (endpoint.bodyBytesMax ?? 1_048_576) + 1)
  assertCode(reply, 413, 'payload_too_large')
})

/** Announces a large body and waits for the response without sending it. */
async function announce(endpoint: AnyEndpoint, bytes: number): Promise<Reply> {
  const request = httpRequest(`${world.url}${buildUrl(endpoint, goodRequest(endpoint))}`, {
    method: endpoint.method,
    headers: { ...buildAuthHeaders(endpoint), 'content-type': 'application/json', 'content-length': bytes },
  })
  request.flushHeaders()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await response.toArray()).toString()
  request.destroy()
  const headers = new Headers(Object.entries(response.headersDistinct).map(([k, v]) => [k, v?.join() ?? '']))
  const reply = { status: response.statusCode ?? 0, headers, text, body: JSON.parse(text) }
  assertDeclared(endpoint, reply)
  return reply
}
const key = await world.key()
const buildAuthHeaders = ({ access }: AnyEndpoint): Record<string, string> =>
  access === 'user' ? user.headers : { authorization: `Bearer ${access === 'operator' ? OPERATOR_TOKEN : key}` }

const samePath = (endpoint: AnyEndpoint) => endpoint.path.replaceAll(/\{\w+\}/g, '{}')
everyOne('another method on a known path gets 405 with Allow', endpoints, async (endpoint) => {
  const taken: string[] = endpoints.filter((e) => samePath(e) === samePath(endpoint)).map((e) => e.method)
  const allowed = taken.includes('GET') ? [...taken, 'HEAD'] : taken
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((m) => !allowed.includes(m))) {
    const reply = await live(method, buildUrl(endpoint, goodRequest(endpoint)))
    assertCode(reply, 405, 'method_not_allowed')
    assert.deepEqual(reply.headers.get('allow')?.split(', ').toSorted(), allowed.toSorted(), method)
  }
})

const reads = keyed.filter((endpoint) => endpoint.method === 'GET')
everyOne('HEAD responds like GET, without a body', reads, async (endpoint) => {
  const path = buildUrl(endpoint, goodRequest(endpoint))
  const [get, head] = [await world.test('GET', path), await world.test('HEAD', path)]
  assert.deepEqual([head.status, head.headers.get('content-type')], [get.status, get.headers.get('content-type')])
  assert.equal(head.text, '')
})

everyOne('a test key gets the declared example, fitted to the request', keyed, async (endpoint) => {
  const good = goodRequest(endpoint)
  const input = createValidator(endpoint).all(structuredClone(good), world.ctx.clock.now())
  const { reply: example, echo } = endpoint.example
  const expected = echo ? echo(input, example) : example
  for (let twice = 0; twice < 2; twice++) {
    const reply = await send(world.test, endpoint, good)
    assert.equal(reply.status, endpoint.status, reply.text.slice(0, 400))
    if (expected instanceof Document) assert.equal(reply.text, expected.body.toString())
    else assert.deepEqual(reply.body, JSON.parse(JSON.stringify(expected)))
    if (endpoint.price !== 'free') assert.equal(reply.headers.get('x-credits-charged'), '0')
  }
})

test('an endpoint that returns a secret declares it', () => {
  for (const { id, example, showsSecret } of endpoints)
    assert.equal(
      /"(?:qk_(?:live|test)_\w{20,}|whsec_)|[?&]state=|#(?:ql_)?[\w-]{43}"|"recovery_codes"|"otpauth:/.test(
        JSON.stringify(example.reply),
      ),
      showsSecret ?? false,
      id,
    )
})

test('calls with a test key write nothing but their count and their entries in the log of requests', async () => {
  const before = await fingerprints()
  for (const endpoint of keyed) await send(world.test, endpoint, goodRequest(endpoint))
  assert.deepEqual(await fingerprints(), before)
})

/** Returns a digest of every tenant table, except the counter of test calls, the log of requests, and rows that a timer writes. */
async function fingerprints(): Promise<Record<string, string>> {
  const tables = await world.db<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id'
      and table_name not in ('test_usage', 'request_log')`
  assert.ok(tables.length > 4)
  const digests = tables.map(async ({ name }) => {
    const [row] = await world.db<{ digest: string }[]>`
      select coalesce(md5(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' order by to_jsonb(t)::text)), '') as digest
      from ${world.db(name)} t`
    return [name, row?.digest ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}
