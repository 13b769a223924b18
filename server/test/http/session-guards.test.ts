import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../src/http/catalogue.ts'
import type { AnyEndpoint } from '../../src/kit/declare/endpoint.ts'
import { goodRequest, send } from '../support/declared-requests.ts'
import { boot, type Client, type Reply } from '../support/harness.ts'

const world = await boot()
const neighbour = await world.neighbour()
const owner = await world.session({ email: 'owner@example.com' })
const keyed = endpoints.filter(({ access }) => access === 'read' || access === 'write')
const ofUsers = endpoints.filter(({ access }) => access === 'user')
const ofOperators = endpoints.filter(({ access }) => access === 'operator')
const inWorkspace = [...keyed, ...ofUsers.filter(({ role }) => role !== undefined)]
const writes = keyed.filter(({ access }) => access === 'write')

/** Checks one guarantee for every endpoint that it applies to, and reports all violations at once. */
function everyOne(guarantee: string, list: readonly AnyEndpoint[], check: (endpoint: AnyEndpoint) => Promise<void>) {
  test(guarantee, async () => {
    const broken: string[] = []
    for (const endpoint of list)
      await check(endpoint).catch((error: Error) => broken.push(`${endpoint.id}: ${error.message}`))
    assert.equal(broken.length, 0, `\n${broken.join('\n')}`)
  })
}

function assertCode(reply: Reply, status: number, code: string): void {
  assert.deepEqual([reply.status, reply.body?.code], [status, code], reply.text.slice(0, 400))
}

/** A valid request with an unreadable body: a refusal must come before the body is read. */
const unreadable = (endpoint: AnyEndpoint) => ({ ...goodRequest(endpoint), body: endpoint.body && '{"broken' })
const without =
  (client: Client, name: string): Client =>
  (method, path, body, headers = {}) =>
    client(method, path, body, { ...headers, [name]: undefined as unknown as string })

const noSessions: Record<string, Client> = {
  'no session': world.client(),
  'an API key': world.live,
  'a test key': world.test,
  'a malformed cookie': (method, path, body) => world.client()(method, path, body, { cookie: 'quoin=x' }),
  'an unknown session': (method, path, body) =>
    world.client()(method, path, body, { cookie: `quoin=${'x'.repeat(43)}` }),
}
for (const [name, client] of Object.entries(noSessions))
  everyOne(`${name} is refused by every endpoint that takes a session, before its body is read`, ofUsers, async (one) =>
    assertCode(await send(client, one, unreadable(one)), 401, 'invalid_session'),
  )

everyOne('an ended session is also refused by every endpoint that accepts a key', keyed, async (one) =>
  assertCode(await send(noSessions['an unknown session'] as Client, one, unreadable(one)), 401, 'invalid_session'),
)

test('a request with a key uses the key even if a cookie is sent', async () => {
  const reply = await world.live('GET', '/v1/profiles', undefined, { cookie: `quoin=${'x'.repeat(43)}` })
  assert.equal(reply.status, 200)
})

const mutations = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'public')
const isSelf = ({ id }: AnyEndpoint) => id !== 'auth.sign_out'
everyOne('a cross-site request is refused by every mutation, before its body is read', mutations, async (one) => {
  const operator = await world.session({ isOperator: true })
  const from = (headers: Record<string, string>) => send(operator, one, unreadable(one), headers)
  assertCode(await from({ origin: 'https://evil.example' }), 403, 'cross_site_request')
  assertCode(await from({ origin: 'null' }), 403, 'cross_site_request')
  assertCode(await from({ 'sec-fetch-site': 'cross-site' }), 403, 'cross_site_request')
  assertCode(await from({ 'sec-fetch-site': 'same-site' }), 403, 'cross_site_request')
  assertCode(await send(without(operator, 'origin'), one, unreadable(one)), 403, 'cross_site_request')
})

test("a mutation from our own page is accepted by its origin, or by the browser's fetch metadata", async () => {
  const create = (headers: Record<string, string>) => owner('POST', '/v1/profiles', { name: 'Own' }, headers)
  const { port } = new URL(world.url)
  assert.equal((await create({})).status, 201)
  assert.equal((await create({ 'sec-fetch-site': 'same-origin' })).status, 201)
  assert.equal((await create({ origin: `http://127.0.0.1:${Number(port) + 1}` })).status, 403)
})

everyOne('a session must name its workspace, and only one of its own', inWorkspace, async (one) => {
  const unnamed = await send(without(owner, 'x-quoin-workspace'), one, unreadable(one))
  assert.deepEqual(unnamed.body?.detail?.[0]?.loc, ['header', 'X-Quoin-Workspace'], unnamed.text)
  const foreign = await send(owner, one, unreadable(one), { 'x-quoin-workspace': neighbour.workspaceId })
  assertCode(foreign, 403, 'not_a_member')
})

const viewer = await world.session({ role: 'viewer' })
everyOne('a viewer is refused by every mutation, before its body is read', writes, async (one) => {
  assertCode(await send(viewer, one, goodRequest(one)), 403, 'role_required')
  if (one.body && !one.special.takesDryRun) assertCode(await send(viewer, one, unreadable(one)), 403, 'role_required')
})

everyOne(
  'a viewer may read what a read key may',
  keyed.filter(({ method }) => method === 'GET'),
  async (one) => {
    assert.ok(![401, 403].includes((await send(viewer, one, goodRequest(one))).status))
  },
)

const ROLES = ['viewer', 'member', 'owner'] as const
const bound = endpoints.filter(({ role }) => role !== undefined)
everyOne('a role below the declared one is refused, before the body is read', bound, async (one) => {
  for (const role of ROLES.slice(0, ROLES.indexOf(one.role ?? 'viewer')))
    assertCode(await send(await world.session({ role }), one, unreadable(one)), 403, 'role_required')
})

const profile = (await world.live('POST', '/v1/profiles', { name: 'Reached' })).body.id as string
const limited = await world.session({ role: 'member', profileIds: [profile] })
const fullScope = inWorkspace.filter(({ scope, role }) => scope === 'full' && role !== 'owner')
everyOne('a member limited to profiles is refused by every workspace-level endpoint', fullScope, async (one) =>
  assertCode(await send(limited, one, goodRequest(one)), 403, 'out_of_scope'),
)

const careful = endpoints.filter(({ needsSudo }) => needsSudo)
everyOne('sudo operations are refused 15 minutes after the sign-in', [...careful, ...ofOperators], async (one) => {
  const client = await world.session({ isOperator: true })
  const { user } = (await client('GET', '/v1/session')).body
  const at = new Date(world.ctx.clock.now().getTime() - 900_000)
  await world.db`update sessions set sudo_at = ${at} where user_id = ${user.id}`
  await world.ctx.invalidation.announce(world.db, 'sessions')
  assertCode(await send(client, one, unreadable(one)), 403, 'sudo_required')
})

everyOne('a session of a user who is not an operator is refused by every operator endpoint', ofOperators, async (one) =>
  assertCode(await send(owner, one, unreadable(one)), 403, 'role_required'),
)

const operator = await world.session({ isOperator: true, email: 'operator@example.com' })
everyOne("an operator's session is accepted by every operator endpoint", ofOperators, async (one) => {
  assert.ok(![401, 403].includes((await send(operator, one, goodRequest(one))).status))
})

test('an operator with a session is recorded as the actor, whatever the body says', async () => {
  const body = { workspace_id: world.workspaceId, credits: 1, reason: 'Test' }
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })
  assert.equal((await operator('POST', '/v1/operator/grants', body, key())).status, 201)
  assert.equal((await operator('POST', '/v1/operator/grants', { ...body, actor: 'other' }, key())).status, 201)
  const { data } = (await operator('GET', '/v1/operator/audit?limit=2')).body
  assert.deepEqual(
    data.map(({ actor }: { actor: string }) => actor),
    ['operator@example.com', 'operator@example.com'],
  )
  const unnamed = await world.operator('POST', '/v1/operator/grants', body, key())
  assert.deepEqual(unnamed.body.detail[0].loc, ['body', 'actor'], unnamed.text)
})

everyOne(
  "another workspace's id gets 404 for a session",
  keyed.filter(({ params }) => params),
  async (one) => {
    const kind = goodRequest(one).params['id']?.split('_')[0]
    const creator = endpoints.find(
      ({ method, params, access, example }) =>
        method === 'POST' && access === 'write' && !params && example.reply?.id?.startsWith(`${kind}_`),
    )
    const made = creator && (await send(neighbour.live, creator, goodRequest(creator)))
    if (!creator || made?.status !== creator.status) return
    const good = goodRequest(one)
    const sent = { ...good, params: { ...good.params, id: made.body.id } }
    assertCode(await send(owner, one, sent), 404, 'not_found')
  },
)

test('a session that waits for its second factor can do nothing else', async () => {
  const { user } = (await owner('GET', '/v1/session')).body
  await world.db`update sessions set is_pending_totp = true where user_id = ${user.id}`
  await world.ctx.invalidation.announce(world.db, 'sessions')
  for (const one of [...keyed, ...ofUsers.filter(isSelf)])
    assertCode(await send(owner, one, unreadable(one)), 401, 'totp_required')
})
