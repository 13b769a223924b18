import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { QUOIN_MASTER_KEY } from '../support/backup-scene.ts'
import { Balancer, nextVersion, startNode, stopNode } from '../support/balanced-nodes.ts'
import { commandsOn } from '../support/commands.ts'
import { boot, freshDatabase, toDatabaseUrl, until } from '../support/harness.ts'
import { scratch } from '../support/processes.ts'

const address = await freshDatabase()
const world = await boot({ address, env: { QUOIN_MASTER_KEY, LOG_LEVEL: 'silent' } })
const key = await world.key()
await commandsOn(world.ctx)('import', 'people', '--synthetic', '200')
await commandsOn(world.ctx)('credits', 'grant', world.workspaceId, '5000', '--actor', 'me', '--reason', 'a test')

/** Nodes must share their media. */
const env = { DATABASE_URL: toDatabaseUrl(address), QUOIN_MASTER_KEY, QUOIN_DATA: scratch() }
const balancer = new Balancer()
const stop = new AbortController()
const seen = new Map<string, number>()
const done: string[] = []
let retries = 0

/** One logical call: the same Idempotency-Key on whichever node is ready, as often as a client would try. */
async function call(path: string, body: unknown): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  let last = ''
  for (let attempt = 0; attempt < 8; attempt++) {
    if (attempt > 0) {
      retries++
      await sleep(50 * 2 ** attempt)
    }
    const reply = await fetch(`${balancer.pick()}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }).catch(() => undefined)
    last = reply ? `${reply.status} ${await reply.text()}` : 'no answer'
    seen.set(String(reply?.status ?? 0), (seen.get(String(reply?.status ?? 0)) ?? 0) + 1)
    if (reply?.ok) return void done.push(headers['idempotency-key'])
  }
  throw new Error(`${path} failed for good: ${last}`)
}

test('two nodes are replaced by the next version one after the other: every call succeeds, once', async () => {
  const nodes = await Promise.all([startNode(env), startNode(env)])
  await Promise.all(nodes.map((node) => balancer.add(node)))
  let calls = 0
  const failures: Error[] = []
  const callers = Array.from({ length: 4 }, async (_, n) => {
    while (!stop.signal.aborted) {
      const work =
        n % 2 === 0 ? call('/v1/profiles', { name: 'Example' }) : call('/v1/data/search/people', { limit: 1 })
      await work.catch((error: unknown) => failures.push(error as Error))
      calls++
      await sleep(10)
    }
  })
  const enough = async (count: number) => {
    const from = calls
    await until(`${count} more calls`, () => calls >= from + count)
  }
  await enough(30)
  const next = nextVersion()
  for (const node of nodes) {
    await balancer.add(await startNode(env, 'all', next))
    // The version before goes on with the tables of the next one.
    await enough(30)
    await stopNode(node)
    await enough(30)
  }
  stop.abort()
  await Promise.all([...callers, balancer.stop()])
  assert.deepEqual(failures, [])
  for (const status of seen.keys()) assert.match(status, /^(0|200|201|409|503)$/, JSON.stringify([...seen]))
  const [made] = await world.db`select count(*) from profiles where workspace_id = ${world.workspaceId}`
  const [charged] =
    await world.db`select count(distinct request_id) from charges where workspace_id = ${world.workspaceId}`
  assert.equal(Number(made?.['count']) + Number(charged?.['count']), done.length)
  assert.deepEqual(await checkInvariants(world.db), [])
  const [{ later } = { later: false }] = await world.db`select to_regclass('later_things') is not null as later`
  assert.ok(later)
  assert.ok(retries < calls / 10, `${retries} retries of ${calls} calls: ${JSON.stringify([...seen])}`)
})

test('nodes of the version before that start after the migration say that they are too old', async () => {
  await assert.rejects(startNode(env), /9000_later\.sql, which this version does not have\. Run a newer version/)
})
