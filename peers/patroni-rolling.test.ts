import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextVersion, type ServerNode, stopNode } from '../server/test/support/balanced-nodes.ts'
import { startFourNodes } from './four-nodes.ts'
import { assertChargedOnce, assertDelivered, assertPostedOnce } from './load-assertions.ts'
import { PatroniCluster, whyNoPatroni } from './patroni-cluster.ts'
import { SteadyLoad } from './steady-load.ts'

// Without Patroni, `server/test/upgrade/rolling.test.ts` replaces nodes in every run.
const skip = process.env['LONG'] ? ((await whyNoPatroni()) ?? false) : 'takes minutes: set LONG=1'

test('two server and two worker nodes are replaced one after the other', { skip }, async (t) => {
  const cluster = await PatroniCluster.start()
  const { nodes, start, receiver, secret, ...four } = await startFourNodes(cluster.url)
  const { balancer } = four
  // Uses the client's default number of retries, as its users do.
  const load = new SteadyLoad(four)
  await load.answered(40)

  async function replace(command: 'serve' | 'work', file?: string): Promise<void> {
    const replaced: ServerNode[] = []
    for (const node of nodes[command]) {
      await stopNode(node)
      if (command === 'serve') balancer.remove(node)
      await load.answered(20)
      const next = await start(command, file)
      if (command === 'serve') await balancer.add(next)
      replaced.push(next)
      await load.answered(20)
    }
    nodes[command] = replaced
  }

  await t.test('with the same version: no request fails', async () => {
    await replace('work')
    await replace('serve')
    assert.deepEqual(load.failures, [])
  })

  await t.test('with the next version, which migrates the database: no request fails', async () => {
    const next = nextVersion()
    await replace('work', next)
    await replace('serve', next)
    await load.stop()
    assert.deepEqual(load.failures, [])
  })

  await t.test('nothing is lost or done twice', async (part) => {
    part.diagnostic(`${load.calls.length} searches, ${load.posts.size} posts`)
    for (const [answer, count] of load.seen) part.diagnostic(`${count} × ${answer}`)
    await assertChargedOnce(load, await cluster.leaderUrl())
    await assertPostedOnce(load)
    await assertDelivered(load, receiver, secret)
  })
})
