import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QUOIN_MASTER_KEY } from '../support/backup-scene.ts'
import { Balancer, nextVersion, type ServerNode, startNode, stopNode } from '../support/balanced-nodes.ts'
import { commandsOn } from '../support/commands.ts'
import { boot, freshDatabase, toDatabaseUrl } from '../support/harness.ts'
import { scratch } from '../support/processes.ts'
import { RollingTraffic } from '../support/rolling-traffic.ts'

const address = await freshDatabase()
const world = await boot({ address, env: { QUOIN_MASTER_KEY, LOG_LEVEL: 'silent' } })
const key = await world.key()
await commandsOn(world.ctx)('import', 'people', '--synthetic', '200')
await commandsOn(world.ctx)('credits', 'grant', world.workspaceId, '5000', '--actor', 'me', '--reason', 'a test')

/** Nodes must share their media. */
const env = { DATABASE_URL: toDatabaseUrl(address), QUOIN_MASTER_KEY, QUOIN_DATA: scratch() }
const balancer = new Balancer()
const replacements: ServerNode[] = []

test('two nodes are replaced by the next version one after the other: every call succeeds, once', async () => {
  const nodes = await Promise.all([startNode(env), startNode(env)])
  await Promise.all(nodes.map((node) => balancer.add(node)))
  const traffic = new RollingTraffic(balancer, key)
  await traffic.waitForCalls(30)
  const next = nextVersion()
  for (const node of nodes) {
    const replacement = await startNode(env, 'all', next)
    replacements.push(replacement)
    await balancer.add(replacement)
    // The version before goes on with the tables of the next one.
    await traffic.waitForCalls(30)
    await stopNode(node)
    await traffic.waitForCalls(30)
  }
  await traffic.assertAllDoneOnce(world)
  await balancer.stop()
  const [{ later } = { later: false }] = await world.db`select to_regclass('later_things') is not null as later`
  assert.ok(later)
})

test('one step back: a node of the version before starts again on the migrated database, and works', async () => {
  const node = await startNode(env)
  const reply = await fetch(`${node.url}/v1/profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'One step back' }),
  })
  assert.equal(reply.status, 201)

  const contracting = nextVersion({ isContracting: true })
  const refused =
    /A server of version \S+ is running, and 9001_contract\.sql removes what it uses\. Upgrade all servers/
  await assert.rejects(startNode(env, 'all', contracting), refused)
  await Promise.all([node, ...replacements].map(stopNode))
  await stopNode(await startNode(env, 'all', contracting))
  await assert.rejects(startNode(env), /9001_contract\.sql, which this version does not have\. Run a newer version/)
})
