import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUBSCRIBABLE_TYPES } from '../../src/domains/webhooks/contract/catalogue.ts'
import { WEBHOOKS_MAX } from '../../src/domains/webhooks/contract/endpoints.ts'
import { STORED_MAX } from '../../src/webhooks/stream.ts'
import { followEvents } from '../support/event-stream.ts'
import { type Browser, boot, type World } from '../support/harness.ts'
import { png } from '../support/media-samples.ts'

const CALLS = 40

interface LimitCase {
  /** Number of calls that may succeed. */
  readonly room: number
  readonly refusal: number
  readonly env?: Record<string, string>
  /** Prepares the calls; each resolves with its status. */
  readonly arrange: (world: World) => Promise<(n: number) => Promise<number>>
}

const readStatus = async (reply: Promise<{ status: number }>) => (await reply).status

/** Returns the headers of one user in several workspaces. */
async function createOwnerHeaders(world: World, count: number): Promise<Record<string, string>[]> {
  const client = await world.session({ workspaceId: (await world.neighbour()).workspaceId })
  const { id } = (await client('GET', '/v1/session')).body.user
  const ids = []
  for (let n = 0; n < count; n++) {
    const { workspaceId } = await world.neighbour()
    ids.push(workspaceId)
    await world.db`
      insert into memberships (workspace_id, user_id, role, created_at)
      values (${workspaceId}, ${id}, 'owner', ${world.ctx.clock.now()})`
  }
  await world.ctx.invalidation.announce(world.db, 'sessions')
  return ids.map((workspaceId) => ({ ...client.headers, 'x-quoin-workspace': workspaceId }))
}

/** Opens a stream that stays open until the end of the test. */
const opened: { cut(): void }[] = []
async function open(world: World, caller: string | Readonly<Record<string, string>>, query = ''): Promise<number> {
  const stream = await followEvents(world.url, caller, { query })
  opened.push(stream)
  return stream.status
}

const LIMITS: Record<string, LimitCase> = {
  'workspaces of one user': {
    room: 10,
    refusal: 409,
    async arrange(world) {
      const client = await world.session()
      return (n) => readStatus(client('POST', '/v1/workspaces', { name: `Workspace ${n}` }))
    },
  },
  'API keys of a workspace': {
    room: 5,
    refusal: 409,
    env: { API_KEYS_PER_WORKSPACE: '7' },
    async arrange({ live }) {
      return (n) => readStatus(live('POST', '/v1/api-keys', { name: `Key ${n}` }))
    },
  },
  'API keys of a workspace, minted in a session': {
    room: 5,
    refusal: 409,
    env: { API_KEYS_PER_WORKSPACE: '7' },
    async arrange(world) {
      const client = await world.session()
      return (n) => readStatus(client('POST', '/v1/api-keys', { name: `Key ${n}` }))
    },
  },
  'webhook endpoints of a workspace': {
    room: 5,
    refusal: 409,
    async arrange({ live }) {
      const add = (n: number) => readStatus(live('POST', '/v1/webhooks', { url: `https://example.com/${n}` }))
      for (let n = 5; n < WEBHOOKS_MAX; n++) await add(n)
      return add
    },
  },
  'saved searches of a workspace': {
    room: 5,
    refusal: 409,
    async arrange({ live, db, workspaceId }) {
      await db`
        insert into saved_searches (workspace_id, id, name, action, query, created_at, updated_at)
        select ${workspaceId}, 'srch_' || n, 'Search', 'search/people', 'engineer', now(), now() from generate_series(1, 995) n`
      const body = { name: 'One more', action: 'search/people', query: 'engineer' }
      return () => readStatus(live('POST', '/v1/data/saved-searches', body))
    },
  },
  'test calls of a day': {
    room: 10,
    refusal: 429,
    env: { TEST_QUOTA_PER_DAY: '10' },
    async arrange(world) {
      return () => readStatus(world.test('GET', '/v1/profiles'))
    },
  },
  'bytes of media': {
    room: 4,
    refusal: 409,
    env: { MEDIA_BYTES_PER_WORKSPACE: '4500000' },
    async arrange({ live }) {
      return () => readStatus(live('POST', '/v1/media/uploads', { bytes_size: 1_000_000 }))
    },
  },
  'open streams of a workspace': {
    room: 10,
    refusal: 429,
    async arrange(world) {
      const key = await world.key()
      return () => open(world, key)
    },
  },
  'open streams of a user, over all workspaces': {
    room: 20,
    refusal: 429,
    async arrange(world) {
      const callers = await createOwnerHeaders(world, 4)
      return (n) => open(world, callers[n % 4] ?? {})
    },
  },
  'streams of a workspace that events are stored for': {
    room: 5,
    refusal: 429,
    async arrange(world) {
      const { db, workspaceId, ctx } = world
      const later = new Date(ctx.clock.now().getTime() + 3_600_000)
      await db`
        insert into event_streams (workspace_id, caller_id, events, opened_at, expires_at)
        select ${workspaceId}, 'key_' || n, array['*'], ${ctx.clock.now()}, ${later} from generate_series(1, ${STORED_MAX - 5}) n`
      const key = await world.key()
      // Each requests other events: with the same ones it would be the same stream.
      const count = SUBSCRIBABLE_TYPES.length
      const pickTypeIndexes = (n: number) => [n % count, ...(n < count ? [] : [(n + 1) % count])]
      const query = (n: number) => pickTypeIndexes(n).map((at) => SUBSCRIBABLE_TYPES[at])
      return (n) => open(world, key, `?types=${query(n).join(',')}`)
    },
  },
}

for (const [name, { room, refusal, env = {}, arrange }] of Object.entries(LIMITS))
  test(`${CALLS} concurrent calls do not exceed the limit of ${name}`, async () => {
    const world = await boot({ env })
    const call = await arrange(world)
    const statuses = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n)))
    for (const stream of opened.splice(0)) stream.cut()
    assert.equal(statuses.filter((status) => status < 300).length, room, String(statuses))
    assert.deepEqual(new Set(statuses.filter((status) => status >= 300)), new Set([refusal]))
  })

test('free credits are granted once per created workspace, however many calls are concurrent', async () => {
  const world = await boot()
  const client = await world.session()
  await Promise.all(Array.from({ length: CALLS }, () => client('POST', '/v1/workspaces', { name: 'Own' })))
  const { data } = (await client('GET', '/v1/workspaces')).body
  const own = data.filter(({ name }: { name: string }) => name === 'Own')
  const [granted] = await world.db<{ credits: number }[]>`
    select sum(amount)::int as credits from grants
    where workspace_id = any(${own.map(({ id }: { id: string }) => id)}::text[])`
  assert.deepEqual([own.length, granted?.credits], [10, 500])
})

test('two owners who remove each other at once leave one', async () => {
  const world = await boot()
  const [one, two] = [await world.session(), await world.session()]
  const id = async (client: Browser) => (await client('GET', '/v1/session')).body.user.id
  const [first, second] = [await id(one), await id(two)]
  await Promise.all([one('DELETE', `/v1/members/${second}`), two('DELETE', `/v1/members/${first}`)])
  const owners = await world.db`
    select from memberships where workspace_id = ${world.workspaceId} and role = 'owner'`
  assert.equal(owners.length, 1)
})

test('concurrent uploads to a workspace never exceed its slots, and each slot is freed afterwards', async () => {
  const world = await boot({ env: { QUOIN_DATA: `${process.env['TMPDIR'] ?? '/tmp'}/quoin-slots-${process.pid}` } })
  const key = await world.key()
  const upload = () =>
    fetch(`${world.url}/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png' },
      body: new Uint8Array(png(8, 8)),
    })
  const statuses = await Promise.all(Array.from({ length: CALLS }, () => readStatus(upload())))
  assert.ok(
    statuses.every((status) => status === 201 || status === 429),
    String(statuses),
  )
  assert.equal((await upload()).status, 201)
})
