import assert from 'node:assert/strict'
import { request as sendRequest } from 'node:http'
import { test } from 'node:test'
import { createLink } from '../../../src/domains/identity/links/service.ts'
import { KEPT_MS } from '../../../src/webhooks/stream.ts'
import { type EventStream, followEvents } from '../../support/event-stream.ts'
import { type Browser, boot, type Client, createBrowser, type Reply, until } from '../../support/harness.ts'
import { hasLockWait } from '../../support/lock-waits.ts'

const PASSWORD = 'correct horse battery'
const NEW = 'another horse battery'
const world = await boot()
const { ctx, db, url, workspaceId } = world
/** Calls as an owner who has just signed in, because the clock moves between calls. */
const owner = async (...call: Parameters<Client>) => (await world.session())(...call)
const profile = (await world.live('POST', '/v1/profiles', { name: 'One' })).body.id
let people = 0

async function member(): Promise<{ email: string; id: string; client: Browser }> {
  const email = `member-${++people}@example.com`
  const client = await world.session({ email, password: PASSWORD, role: 'member' })
  return { email, id: (await client('GET', '/v1/session')).body.user.id, client }
}

const ok = (reply: Reply) => assert.ok(reply.status < 300, reply.text)
const signIn = (email: string, password: string) => world.client()('POST', '/v1/auth/sign-in', { email, password })
const readLinkToken = (link: string) => link.replace(/^.*#/, '')
const use = (token: string, more: object = {}) => world.client()('POST', '/v1/auth/links/use', { token, ...more })

interface FollowedStream {
  readonly stream: EventStream
  /** Revokes the access. */
  readonly end: () => Promise<unknown>
}

const follow = (client: Browser) => followEvents(url, client.headers)

const CHANGES: Record<string, () => Promise<FollowedStream>> = {
  async 'a member is limited to profiles'() {
    const { id, client } = await member()
    const limited = { role: 'member', profile_ids: [profile] }
    return { stream: await follow(client), end: async () => ok(await owner('PUT', `/v1/members/${id}`, limited)) }
  },
  async 'a member is removed'() {
    const { id, client } = await member()
    return { stream: await follow(client), end: async () => ok(await owner('DELETE', `/v1/members/${id}`)) }
  },
  async 'a session is revoked'() {
    const { email, client } = await member()
    const other = createBrowser(url, { cookie: (await signIn(email, PASSWORD)).headers.get('set-cookie') })
    return { stream: await follow(client), end: async () => ok(await other('POST', '/v1/sessions:revoke-others')) }
  },
  async 'the password is changed in another session'() {
    const { email, client } = await member()
    const other = createBrowser(url, { cookie: (await signIn(email, PASSWORD)).headers.get('set-cookie') })
    return {
      stream: await follow(client),
      end: async () => ok(await other('POST', '/v1/me/password', { password: NEW })),
    }
  },
  async 'a session reaches its end'() {
    const { id, client } = await member()
    const stream = await follow(client)
    await db`update sessions set expires_at = ${new Date(ctx.clock.now().getTime() + 60_000)} where user_id = ${id}`
    await ctx.invalidation.announce(db, 'sessions')
    return { stream, end: async () => ctx.clock.advance(60_000) }
  },
  async 'a key is revoked'() {
    const key = (await world.live('POST', '/v1/api-keys', { name: 'Listener', permission: 'read' })).body
    const stream = await followEvents(url, key.key as string)
    return { stream, end: async () => ok(await world.live('DELETE', `/v1/api-keys/${key.id}`)) }
  },
  async 'a key expires'() {
    const expires_at = new Date(ctx.clock.now().getTime() + 3_600_000).toISOString()
    const { key } = (await world.live('POST', '/v1/api-keys', { name: 'Listener', expires_at })).body
    return { stream: await followEvents(url, key as string), end: async () => ctx.clock.advance(3_600_000) }
  },
}

for (const [change, arrange] of Object.entries(CHANGES))
  test(`an open event stream ends, and says why, when ${change}`, async () => {
    const { stream, end } = await arrange()
    assert.equal(stream.status, 200)
    await until('the beginning', () => stream.sent.length > 0)
    await end()
    const hasEnded = stream.ended.then(() => true)
    await until('the stream to end', () => Promise.race([hasEnded, Promise.resolve(false)]))
    assert.match(stream.sent.at(-1)?.comment ?? '', /^ended: /)
  })

test('a stream whose client does not read ends in the middle of the stored events', async () => {
  const created = (await world.live('POST', '/v1/api-keys', { name: 'Slow', permission: 'read' })).body
  const total = 4000
  const from = new Date(ctx.clock.now().getTime() - KEPT_MS)
  const ids = Array.from({ length: total }, () => ctx.ids.next('hold').replace(/^.*_/, ''))
  await db`
    insert into webhook_events (workspace_id, id, type, body, created_at)
    select ${workspaceId}, id, 'review.new', to_json(repeat('x', 10000))::text, ${ctx.clock.now()}
    from unnest(${ids}::text[]) as id`
  const query = `?since=${from.toISOString()}`
  let events = 0
  const ended = Promise.withResolvers<void>()
  const paused = Promise.withResolvers<() => void>()
  const request = sendRequest(`${url}/v1/events/stream${query}`, {
    headers: { authorization: `Bearer ${created.key}` },
  })
  request.on('error', () => ended.resolve())
  request.on('response', (response) => {
    response.on('data', (chunk: Buffer) => {
      events += chunk.toString('latin1').split('event: review.new').length - 1
    })
    response.on('close', () => ended.resolve())
    response.on('error', () => {})
    response.once('data', () => {
      response.pause()
      paused.resolve(() => response.resume())
    })
  })
  request.end()
  const resume = await paused.promise
  ok(await world.live('DELETE', `/v1/api-keys/${created.id}`))
  await until(
    'the key to be refused',
    async () => (await world.client(created.key)('GET', '/v1/profiles')).status === 401,
  )
  resume()
  await ended.promise
  assert.ok(events < total, `${events} of ${total} events were sent`)
  await db`delete from webhook_events`
})

test('a member who becomes a viewer keeps the stream', async () => {
  const { id, client } = await member()
  const stream = await follow(client)
  ok(await owner('PUT', `/v1/members/${id}`, { role: 'viewer' }))
  await until(
    'the role to be in force',
    async () => (await client('POST', '/v1/profiles', { name: 'X' })).status === 403,
  )
  const again = await follow(client)
  assert.equal(again.status, 200)
  assert.equal(stream.sent.at(-1)?.comment?.startsWith('ended'), false)
  for (const each of [stream, again]) each.cut()
})

test('a new password invalidates links that were mailed before, by a reset and by a change alike', async () => {
  const { email, id, client } = await member()
  const mailed = async (kind: 'magic' | 'reset') =>
    readLinkToken(await createLink(ctx, db, { kind, userId: id, isMailed: true }))
  const [magic, reset, other] = [await mailed('magic'), await mailed('reset'), await mailed('reset')]
  assert.equal((await use(reset, { password: NEW })).status, 200)
  assert.deepEqual([(await use(magic)).status, (await use(other, { password: PASSWORD })).status], [404, 404])
  assert.equal((await client('GET', '/v1/session')).body.code, 'invalid_session')

  const later = await mailed('magic')
  const session = createBrowser(url, { cookie: (await signIn(email, NEW)).headers.get('set-cookie') })
  ok(await session('POST', '/v1/me/password', { password: PASSWORD }))
  assert.equal((await use(later)).status, 404)
  const stranger = await member()
  const theirs = readLinkToken(await createLink(ctx, db, { kind: 'magic', userId: stranger.id, isMailed: true }))
  assert.equal((await use(theirs)).status, 200, 'links of others stay')
})

test('a sign-in that is checked against the old password while a new one is set gets no session', async () => {
  const { email, id } = await member()
  const [changed, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = db.begin(async (tx) => {
    await tx`update users set password_hash = null where id = ${id}`
    await tx`delete from sessions where user_id = ${id}`
    changed.resolve()
    await commit.promise
  })
  await changed.promise
  const judged = signIn(email, PASSWORD)
  await Promise.race([judged, until('the sign-in to wait for the change', () => hasLockWait(db))])
  commit.resolve()
  await change
  const reply = await judged
  assert.equal(reply.body.code, 'wrong_credentials', reply.text)
})
