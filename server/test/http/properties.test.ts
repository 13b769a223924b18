import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { endpoints } from '../../src/http/catalogue.ts'
import type { AnyEndpoint } from '../../src/kit/declare/endpoint.ts'
import { brokenJson, fitting, HOSTILE, misfitting, type Schema, serializeJson } from '../support/arbitrary.ts'
import { assertDeclared, assertProblem, goodRequest, openExampleTicket } from '../support/declared-requests.ts'
import { boot, type Client } from '../support/harness.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
/** Approximate number of requests in a whole run, regardless of the number of endpoints. Each run generates others. */
const REQUESTS = process.env['LONG'] ? 20_000 : 1200
const numRuns = Math.floor(REQUESTS / endpoints.length / 2)
const world = await boot({ env: { TEST_QUOTA_PER_DAY: '1000000' } })
await openExampleTicket(world)

interface WireRequest {
  readonly path: string
  readonly body: string | undefined
}

for (const endpoint of endpoints) {
  test(`${endpoint.id} responds to valid and invalid requests as declared`, async (t) => {
    t.diagnostic(`SEED=${seed}`)
    const user = await world.session({ isOperator: true })
    const ids = await Promise.all([1, 2, 3].map(() => existing(endpoint)))
    await fc.assert(
      fc.asyncProperty(requests(endpoint, ids.flat(), fitting), (wire) => check(endpoint, user, wire)),
      { seed, numRuns },
    )
    await fc.assert(
      fc.asyncProperty(requests(endpoint, ids.flat(), misfitting), (wire) => check(endpoint, user, wire)),
      { seed, numRuns },
    )
  })
}

/** Errors returned before the endpoint is known. */
const REFUSED_BEFORE = ['bad_request', 'headers_too_large']

async function check(endpoint: AnyEndpoint, user: Client, { path, body }: WireRequest): Promise<void> {
  const { live, test: tester, operator } = world
  const clients = { public: [live], read: [live, tester], write: [live, tester], user: [user], operator: [operator] }[
    endpoint.access
  ]
  const key = endpoint.special.needsIdempotencyKey && { 'idempotency-key': crypto.randomUUID() }
  for (const client of clients) {
    const reply = await client(endpoint.method, path, body, { ...key })
    const isUpstream = endpoint.errors.includes(reply.body?.code) && [502, 504].includes(reply.status)
    assert.ok(reply.status < 500 || isUpstream, `${reply.status} ${reply.text}`)
    const isOther = !isSamePath(endpoint, path) || REFUSED_BEFORE.includes(reply.body?.code)
    if (isOther && reply.status >= 400) assertProblem(reply)
    else if (!isOther) assertDeclared(endpoint, reply)
  }
}

/** Returns false for a parameter that is empty, changes the path, such as `..`, or is read by no route. */
function isSamePath(endpoint: AnyEndpoint, path: string): boolean {
  const pattern = endpoint.path.replaceAll(/[.:]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(new URL(path, world.url).pathname)
}

type Maker = (schema: Schema) => fc.Arbitrary<unknown>

function requests(endpoint: AnyEndpoint, ids: readonly string[], make: Maker): fc.Arbitrary<WireRequest> {
  const good = goodRequest(endpoint)
  const isGood = make === fitting
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = fc.record(
    Object.fromEntries(
      names.map((name) => {
        const known = fc.constantFrom(good.params[name] ?? '', ...(name === 'id' ? ids : []))
        const schema = (endpoint.params as Schema).properties?.[name] ?? {}
        return [name, isGood ? known : fc.oneof(known, make(schema), fc.constantFrom(...HOSTILE))]
      }),
    ),
  )
  const query = endpoint.query ? make(endpoint.query) : fc.constant({})
  const values = endpoint.body ? make(endpoint.body) : fc.constant(undefined)
  const json = values.map((value) => (value === undefined ? undefined : serializeJson(value)))
  const body = isGood ? json : fc.oneof({ weight: 5, arbitrary: json }, brokenJson(values))
  return fc
    .record({ params, query, body: endpoint.body ? body : fc.constant(undefined) })
    .map(({ params: chosen, query: search, body: text }) => ({
      path: endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => percent(chosen[name])) + queryString(search),
      body: text,
    }))
}

function queryString(values: unknown): string {
  if (values === null || typeof values !== 'object') return `?${percent(values)}`
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${percent(name)}=${percent(one)}`),
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Percent-encodes any value, even bytes that are not text, up to the length of a URL. */
function percent(value: unknown): string {
  const text = typeof value === 'string' ? value : serializeJson(value)
  const bytes = Buffer.from(text.slice(0, 2000), text.isWellFormed() ? 'utf8' : 'latin1')
  return bytes.toString('hex').replaceAll(/../g, '%$&')
}

/** Returns ids that exist, created with the declared example of the endpoint that creates that kind. */
async function existing(endpoint: AnyEndpoint): Promise<string[]> {
  const kind = goodRequest(endpoint).params['id']?.split('_')[0]
  const creator = endpoints.find(
    ({ method, params, example }) => method === 'POST' && !params && example.reply?.id?.startsWith(`${kind}_`),
  )
  if (kind === undefined || !creator) return []
  const { status, body } = await world.live('POST', creator.path, goodRequest(creator).body)
  return status === creator.status ? [body.id] : []
}
