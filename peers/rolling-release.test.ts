import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { QUOIN_MASTER_KEY } from '../server/test/support/backup-scene.ts'
import { Balancer, EXPANDING, type ServerNode, startNode, stopNode } from '../server/test/support/balanced-nodes.ts'
import { commandsOn } from '../server/test/support/commands.ts'
import { boot, freshDatabase, toDatabaseUrl } from '../server/test/support/harness.ts'
import { scratch } from '../server/test/support/processes.ts'
import { RollingTraffic } from '../server/test/support/rolling-traffic.ts'
import { cloneWorkingTree, extractTag, runGit, runRelease } from './release-clone.ts'

const folder = scratch()
const clone = join(folder, 'clone')
const address = await freshDatabase()
const world = await boot({ address, env: { QUOIN_MASTER_KEY, LOG_LEVEL: 'silent' } })
const key = await world.key()
await commandsOn(world.ctx)('import', 'people', '--synthetic', '200')
await commandsOn(world.ctx)('credits', 'grant', world.workspaceId, '5000', '--actor', 'me', '--reason', 'a test')
const env = { DATABASE_URL: toDatabaseUrl(address), QUOIN_MASTER_KEY, QUOIN_DATA: scratch() }

/** Makes a release of this tree, then one with another migration. Returns the main file of each. */
function makeTwoReleases(): readonly [previous: string, next: string] {
  cloneWorkingTree(clone)
  for (const version of ['8.1.0', '8.2.0']) {
    const changelog = join(clone, 'CHANGELOG.md')
    const text = readFileSync(changelog, 'utf8')
    writeFileSync(changelog, text.replace('## Unreleased\n', '## Unreleased\n\n- A change.\n'))
    if (version === '8.2.0') writeFileSync(join(clone, 'migrations/9000_later.sql'), EXPANDING)
    runGit(clone, 'add', '--all')
    runGit(clone, 'commit', '--quiet', '--message', 'Change')
    const { status, stderr } = runRelease(clone, [version])
    assert.equal(status, 0, stderr)
  }
  return [extractTag(clone, 'v8.1.0', join(folder, 'previous')), extractTag(clone, 'v8.2.0', join(folder, 'next'))]
}

test('two releases run side by side: every call is done once, through the upgrade, a step back, and the upgrade again', {
  skip: !process.env['LONG'] && 'takes minutes: set LONG=1',
  timeout: 900_000,
}, async () => {
  const [previous, next] = makeTwoReleases()
  const balancer = new Balancer()
  let nodes: ServerNode[] = await Promise.all([previous, previous].map((main) => startNode(env, 'all', main)))
  await Promise.all(nodes.map((node) => balancer.add(node)))
  const traffic = new RollingTraffic(balancer, key)
  await traffic.waitForCalls(20)
  for (const main of [next, previous, next]) {
    const started: ServerNode[] = []
    for (const node of nodes) {
      const other = await startNode(env, 'all', main)
      await balancer.add(other)
      started.push(other)
      await traffic.waitForCalls(20)
      await stopNode(node)
      balancer.remove(node)
    }
    nodes = started
  }
  await traffic.assertAllDoneOnce(world)
  await balancer.stop()
  const rows = await world.db<{ version: string }[]>`
    select distinct version from nodes where role is not null and lease_ends_at > now() order by version`
  assert.deepEqual(
    rows.map(({ version }) => version),
    ['8.2.0'],
  )
})
