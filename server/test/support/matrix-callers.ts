import assert from 'node:assert/strict'
import { newSecret } from '../../src/domains/identity/keys/secret.ts'
import type { PortalPage, Role } from '../../src/kit/context.ts'
import type { Client, World } from './harness.ts'

/** A caller of every operation, with the facts that decide each response. */
export interface Caller {
  readonly name: string
  readonly client: Client
  readonly is: 'nothing' | 'key' | 'link' | 'session' | 'operator_token'
  /** True if the credential is invalid. */
  readonly isDead?: true
  readonly role?: Role
  readonly permission?: 'read'
  /** True if it has access to other profiles than those of the fixtures. */
  readonly isLimited?: true
  readonly pages?: readonly PortalPage[]
  readonly isOperator?: true
  /** A session whose proof of identity is too old, or older than the membership. */
  readonly lacksSudo?: 'everywhere' | 'in_workspace'
  /** A session of a user who is not a member of the requested workspace. */
  readonly isStranger?: true
  /** True for another workspace: it must not reach any fixture. */
  readonly isForeign?: true
}

interface Scene {
  readonly world: World
  /** A profile without fixtures. */
  readonly otherProfile: string
}

/**
 * Callers without access to the fixtures come first, then those who may change them, the strongest last. A session leaves at
 * its end, and its key comes before it.
 */
export async function makeCallers({ world, otherProfile }: Scene): Promise<Caller[]> {
  // Others can leave while an owner stays.
  await world.session()
  return [
    ...(await deadCallers(world)),
    ...(await foreignCallers(world)),
    ...(await limitedCallers(world, otherProfile)),
    ...(await ownCallers(world)),
  ]
}

async function deadCallers(world: World): Promise<Caller[]> {
  const revoked = (await world.live('POST', '/v1/api-keys', {})).body
  await world.live('DELETE', `/v1/api-keys/${revoked.id}`)
  const gone = await member(world, 'member')
  const wide = await member(world, 'owner')
  const linkOfRemovedMember = await createLinkClient(world, gone.client, { pages: ['webhooks'] })
  const leave = async ({ client }: Member) => assert.equal((await client('POST', '/v1/members/leave')).status, 200)
  await leave(gone)
  await leave(wide)
  const cookie: Client = (method, path, body) =>
    world.client()(method, path, body, { cookie: `quoin=${'x'.repeat(43)}`, origin: world.url })
  const key = { is: 'key', isDead: true } as const
  return [
    { name: 'no credentials', client: world.client(), is: 'nothing' },
    { name: 'a malformed key', client: world.client('qk_live_nonsense'), ...key },
    { name: 'an unknown key', client: world.client(newSecret('live').key), ...key },
    { name: 'a revoked key', client: world.client(revoked.key), ...key },
    { name: "an ended member's key", client: world.client(gone.key), ...key },
    { name: "an ended owner's key", client: world.client(wide.key), ...key },
    { name: "an ended member's link", client: linkOfRemovedMember, ...key },
    { name: 'an unknown link', client: world.client(`ql_${'x'.repeat(43)}`), ...key },
    { name: 'an unknown session', client: cookie, is: 'session', isDead: true },
    { name: 'the session of a removed member', client: gone.client, is: 'session', isStranger: true },
  ]
}

async function foreignCallers(world: World): Promise<Caller[]> {
  const other = await world.neighbour()
  const session = await world.session({ workspaceId: other.workspaceId })
  const second = await world.session({ workspaceId: other.workspaceId })
  const intruder: Client = (method, path, body, headers = {}) =>
    second(method, path, body, { ...headers, 'x-quoin-workspace': world.workspaceId })
  return [
    { name: "another workspace's key", client: other.live, is: 'key', role: 'owner', isForeign: true },
    { name: "a session that names another's workspace", client: intruder, is: 'session', isStranger: true },
    { name: "another workspace's session", client: session, is: 'session', role: 'owner', isForeign: true },
  ]
}

async function limitedCallers(world: World, profileId: string): Promise<Caller[]> {
  const key = world.client(await world.key({ scope: 'profiles', profile_ids: [profileId] }))
  const person = await member(world, 'member')
  const owner = await world.session()
  const narrowed = { role: 'member', profile_ids: [profileId] }
  assert.equal((await owner('PUT', `/v1/members/${person.id}`, narrowed)).status, 200)
  const link = await createLinkClient(world, world.live, { pages: ['connect'], profile_id: profileId })
  const limited = { isLimited: true } as const
  return [
    { name: 'a key of another profile', client: key, is: 'key', role: 'owner', ...limited },
    { name: "a limited member's key", client: world.client(person.key), is: 'key', role: 'member', ...limited },
    { name: 'a limited member', client: person.client, is: 'session', role: 'member', ...limited },
    { name: 'a link to connect', client: link, is: 'link', pages: ['connect'], ...limited },
  ]
}

async function ownCallers(world: World): Promise<Caller[]> {
  const demoted = await member(world, 'owner')
  const owner = await world.session()
  assert.equal((await owner('PUT', `/v1/members/${demoted.id}`, { role: 'viewer' })).status, 200)
  const reader = world.client(await world.key({ permission: 'read' }))
  const link = await createLinkClient(world, world.live, { pages: ['webhooks'] })
  const mine = await member(world, 'member')
  const owned = await member(world, 'owner')
  const handed = await member(world, 'member')
  assert.equal((await owner('DELETE', `/v1/members/${handed.id}?keys=hand_over`)).status, 200)
  const session = { is: 'session' } as const
  return [
    { name: 'a read key', client: reader, is: 'key', role: 'owner', permission: 'read' },
    {
      name: "a demoted owner's key",
      client: world.client(demoted.key),
      is: 'key',
      role: 'viewer',
      permission: 'read',
    },
    { name: 'a viewer', client: demoted.client, ...session, role: 'viewer', permission: 'read' },
    { name: 'a test key', client: world.test, is: 'key', role: 'owner' },
    { name: 'a link to webhooks', client: link, is: 'link', pages: ['webhooks'] },
    { name: "a member's key", client: world.client(mine.key), is: 'key', role: 'member' },
    { name: 'a key handed over by a member', client: world.client(handed.key), is: 'key', role: 'member' },
    { name: 'a member', client: mine.client, ...session, role: 'member' },
    {
      name: 'an owner who just joined',
      client: await world.session({ isFounder: false }),
      ...session,
      role: 'owner',
      lacksSudo: 'in_workspace',
    },
    {
      name: 'an operator whose proof is old',
      client: await withOldProof(world),
      ...session,
      role: 'owner',
      isOperator: true,
      lacksSudo: 'everywhere',
    },
    { name: "an owner's key", client: world.client(owned.key), is: 'key', role: 'owner' },
    { name: 'an owner', client: owned.client, ...session, role: 'owner' },
    { name: "the workspace's key", client: world.client(await world.key()), is: 'key', role: 'owner' },
    { name: "the operator's token", client: world.operator, is: 'operator_token' },
    {
      name: "an operator's session",
      client: await world.session({ isOperator: true }),
      ...session,
      role: 'owner',
      isOperator: true,
    },
  ]
}

interface Member {
  readonly id: string
  readonly client: Client
  readonly key: string
}

/** Adds a member with their own key. */
async function member(world: World, role: Role): Promise<Member> {
  const client = await world.session({ role })
  const { id } = (await client('GET', '/v1/session')).body.user
  const made = await client('POST', '/v1/api-keys', {})
  assert.equal(made.status, 201, made.text)
  return { id, client, key: made.body.key }
}

async function createLinkClient(world: World, maker: Client, body: object): Promise<Client> {
  const made = await maker('POST', '/v1/portal-links', { ...body, expires_in: 86_400 })
  assert.equal(made.status, 201, made.text)
  return world.client(made.body.url.replace(/^.*#/, ''))
}

async function withOldProof(world: World): Promise<Client> {
  const client = await world.session({ isOperator: true })
  const { user } = (await client('GET', '/v1/session')).body
  const at = new Date(world.ctx.clock.now().getTime() - 900_000)
  await world.db`update sessions set sudo_at = ${at} where user_id = ${user.id}`
  await world.ctx.invalidation.announce(world.db, 'sessions')
  return client
}
