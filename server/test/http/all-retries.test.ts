import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBook } from '../../src/domains/billing/credits/published-books.ts'
import { STANDARD_BOOK } from '../../src/domains/billing/credits/standard-book.ts'
import { deleteOldResponses } from '../../src/domains/identity/idempotency/service.ts'
import type { AnyEndpoint } from '../../src/kit/declare/endpoint.ts'
import { assertDeclared, buildUrl, type EndpointRequest } from '../support/declared-requests.ts'
import { type Reply, until } from '../support/harness.ts'
import { keyedWrites } from '../support/writes/pairs.ts'
import { PASSWORD } from '../support/writes/resources.ts'
import { bootWrites, type Tenant } from '../support/writes/tenant.ts'

const scene = await bootWrites()
const { ctx, db } = scene
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Price book in which every call, including free ones, costs more than any workspace has. */
const DEAR = {
  ...STANDARD_BOOK,
  name: 'dear',
  actions: Object.fromEntries(
    [...Object.keys(STANDARD_BOOK.actions), ...keyedWrites.map(({ id }) => id)].map((action) => [
      action,
      { credits: 1_000_000, unit: 'call' },
    ]),
  ),
}
await publishBook(ctx, db, DEAR)
await publishBook(ctx, db, { ...STANDARD_BOOK, name: 'usual' })

/** Fields with a time that has passed when the call is repeated. */
const SOON: Readonly<Record<string, string>> = {
  'api_keys.create': 'expires_at',
  'api_keys.update': 'expires_at',
  'operator.grant': 'expires_at',
  'posts.create': 'scheduled_at',
  'posts.validate': 'scheduled_at',
  'posts.update': 'scheduled_at',
}

/** Operations after which the caller is signed out or no longer a member: a retry is refused before its key is looked up. */
const ENDS_CALLER: Readonly<Record<string, string>> = {
  'auth.sign_out': 'invalid_session',
  'members.leave': 'not_a_member',
  'workspaces.close': 'workspace_closed',
}

const SAME = ['content-type', 'location', 'x-credits-charged', 'x-price-book']

function assertReplayed(first: Reply, again: Reply): void {
  assert.deepEqual([again.status, again.text], [first.status, first.text])
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(again.headers.get('x-original-request-id'), first.headers.get('x-request-id'))
  // A call that has a price by now also reports that it cost nothing.
  for (const name of SAME)
    if (first.headers.has(name)) assert.equal(again.headers.get(name), first.headers.get(name), name)
}

async function retryForTwoDays(endpoint: AnyEndpoint): Promise<void> {
  const tenant = await scene.newTenant()
  const { client, sent } = await tenant.write(endpoint)
  const request = withTime(endpoint, sent)
  const key = crypto.randomUUID()
  const path = buildUrl(endpoint, request)
  const call = (headers = {}) => client(endpoint.method, path, request.body, { 'idempotency-key': key, ...headers })
  const first = await call()
  assertDeclared(endpoint, first)
  assert.equal(first.status, endpoint.status, first.text)
  ctx.clock.advance(10 * MINUTE)
  const ended = ENDS_CALLER[endpoint.id]
  if (ended) return assert.equal((await call()).body.code, ended)
  assertReplayed(first, await call())
  await ruin(tenant)
  ctx.clock.advance(23 * HOUR - 10 * MINUTE)
  await prove(endpoint, tenant)
  assertReplayed(first, await call({ 'x-max-credits': '0' }))
  if (endpoint.access === 'write') {
    const anew = await call({ 'idempotency-key': crypto.randomUUID() })
    assert.ok(anew.status >= 400, `it could be done again: ${anew.status} ${anew.text}`)
  }
  ctx.clock.advance(2 * HOUR)
  await deleteOldResponses(ctx)
  await prove(endpoint, tenant)
  assert.equal((await call()).headers.get('idempotency-replayed'), null)
}

function withTime({ id }: AnyEndpoint, sent: EndpointRequest): EndpointRequest {
  const field = SOON[id]
  if (field === undefined) return sent
  const soon = new Date(ctx.clock.now().getTime() + MINUTE).toISOString()
  return { ...sent, body: { ...(sent.body as object), [field]: soon } }
}

/** Deletes the resources of the calls, and raises the prices. */
async function ruin(tenant: Tenant): Promise<void> {
  const { live, workspaceId } = tenant
  const [account, profile] = [await tenant.known('acc'), await tenant.known('prof')]
  if (account !== undefined) await live('DELETE', `/v1/accounts/${account}`)
  if (profile !== undefined) await live('DELETE', `/v1/profiles/${profile}`)
  await db`update wallets set price_book = ${DEAR.name} where workspace_id = ${workspaceId}`
  await ctx.invalidation.announce(db, 'prices')
  await until('the new prices', async () => {
    const { status, body } = await live('GET', '/v1/credits')
    return status !== 200 || body.price_book === DEAR.name
  })
}

/** Renews sudo, which lasts for fifteen minutes. */
async function prove({ needsSudo }: AnyEndpoint, { owner }: Tenant): Promise<void> {
  if (needsSudo) await owner.client('POST', '/v1/session/sudo', { password: PASSWORD })
}

for (const [resource, list] of Map.groupBy(keyedWrites, ({ id }) => id.replace(/\..*/, '')))
  test(`${resource}: a retried write gets the same response for a day, whatever has changed, and then runs anew`, async () => {
    const broken: string[] = []
    for (const endpoint of list)
      await retryForTwoDays(endpoint).catch((error: Error) =>
        broken.push(`${endpoint.id}: ${error.message.slice(0, 700)}`),
      )
    assert.equal(broken.length, 0, `\n${broken.join('\n')}`)
  })
