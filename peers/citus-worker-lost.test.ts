import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../server/src/kit/postgres/db.ts'
import { skipOnCitus } from '../server/test/support/citus-databases.ts'
import { freshDatabase, toDatabaseUrl, until } from '../server/test/support/harness.ts'
import { getWorkspaceWorker, killWorker, startWorker } from './citus-worker.ts'
import { startFourNodes } from './four-nodes.ts'
import { assertChargedOnce, assertDelivered, assertPostedOnce } from './load-assertions.ts'
import { SteadyLoad } from './steady-load.ts'

/** The test kills a server of the cluster in QUOIN_TEST_DATABASE_URL, so it has to be allowed: `TEST_CITUS_KILLS=yes`. */
const isAllowed = process.env['TEST_CITUS_KILLS'] === 'yes' && (await skipOnCitus('')) !== false
const skip = isAllowed
  ? false
  : 'needs QUOIN_TEST_DATABASE_URL with a Citus cluster of this machine, and TEST_CITUS_KILLS=yes'

const KILLS = process.env['LONG'] ? 5 : 2
const AWAY_MS = 4000

test('nothing is lost or duplicated when a worker is killed under load and restarted', { skip }, async (t) => {
  const databaseUrl = toDatabaseUrl(await freshDatabase())
  const { receiver, secret, ...four } = await startFourNodes(databaseUrl)
  const db = connect(databaseUrl, { max: 1 })
  const [{ id }] = await db<[{ id: string }]>`select id from workspaces`
  const worker = await getWorkspaceWorker(databaseUrl, id)
  const load = new SteadyLoad({ ...four, maxRetries: 100 })
  for (let n = 0; n < KILLS; n++) {
    await load.answered(40)
    const killedAt = performance.now()
    const start = killWorker(worker)
    await sleep(AWAY_MS)
    await startWorker(worker, start)
    const backAt = performance.now()
    await load.answered(40)
    const gapMs = load.longestGapMs(killedAt, performance.now())
    t.diagnostic(`away for ${Math.round(backAt - killedAt)} ms, longest gap in answers ${Math.round(gapMs)} ms`)
  }
  await load.stop()
  for (const [answer, count] of load.seen) t.diagnostic(`${count} × ${answer}`)
  t.diagnostic(`${load.calls.length} searches, ${load.posts.size} posts`)
  assert.deepEqual(load.failures, [])
  await assertChargedOnce(load, databaseUrl)
  await assertPostedOnce(load)
  await assertDelivered(load, receiver, secret)
  await until('no transaction to be half committed', async () => {
    const [left] = await db<[{ count: number }]>`select count(*)::int as count from pg_prepared_xacts`
    return left.count === 0
  })
  await db.end()
})
