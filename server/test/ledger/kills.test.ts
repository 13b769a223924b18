import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/kit/clock.ts'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { findWrongs, openCustomers, quiet, startLoad } from '../support/faults/load.ts'
import { startVictim, type Victim } from '../support/faults/victim.ts'
import { freshDatabase, testContext } from '../support/harness.ts'

/**
 * Failpoints at which the process dies, and the maximum number of passes before. Only the tests' own program can die with half
 * a response written; the sweeper needs holds that a dead process left behind.
 */
const POINTS: Record<string, number> = {
  before_claim: 30,
  after_reserve_commit: 30,
  before_upstream: 30,
  after_upstream: 30,
  before_settle_send: 30,
  after_settle_commit: 30,
  before_charge_send: 30,
  after_charge_commit: 30,
  response_half_written: 30,
  anytime: 0,
  sweeper_mid: 1,
}
/** Failpoints of other tests: the other `*kills.test.ts` files, backups and the directory. */
const ELSEWHERE = [
  'archive_read',
  'archive_stored',
  'archive_committed',
  'backup_chunk',
  'backup_filled',
  'restore_chunk',
  'restore_loaded',
  'directory_copied',
  'directory_moved',
  'topup_after_charge',
  'workflow_after_ask',
  'workflow_after_step',
  'after_job_reserve',
  'before_rows',
  'before_rows_commit',
  'after_rows_commit',
  'post_creating',
  'post_claimed',
  'post_prepared',
  'post_intent_committed',
  'post_sent',
  'post_recording',
  'post_looked_up',
  'post_waking',
  'media_finishing',
  'comment_intent_committed',
  'comment_sent',
  'reply_sent',
  'message_sent',
  'oauth_decided',
]
const isLong = process.env['LONG'] !== undefined
const rounds = isLong ? 25 : 1

const database = await freshDatabase()
const ctx = await testContext({ address: database, clock: systemClock })
const { db } = ctx

test('no failpoint is left out', () => {
  const source = join(import.meta.dirname, '../../src')
  const named = globSync('**/*.ts', { cwd: source }).flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/failpoint\('(\w+)'\)/g)].map((match) => match[1] ?? ''),
  )
  const covered = [...Object.keys(POINTS), ...ELSEWHERE]
  assert.deepEqual(
    named.filter((point) => !covered.includes(point)),
    [],
  )
  assert.ok(named.length >= ELSEWHERE.length + 7)
})

test(`killed at every point, ${rounds} times each: nothing is charged twice, lost or left held`, async (t) => {
  const customers = await openCustomers(ctx, 3)
  let serving = Promise.withResolvers<string>()
  const load = startLoad(customers, 8, () => serving.promise)
  const kills: Record<string, number> = {}
  for (let round = 0; round < rounds; round++)
    // A point may not be reached, because the previous process may have left nothing to sweep. A missed one leaves more.
    for (const [point, passes] of Object.entries(POINTS))
      for (let tries = 0, isHit = false; !isHit && tries < 4; tries++) {
        const every = 1 + Math.floor(Math.random() * passes)
        const victim = await startVictim(database, point === 'anytime' ? {} : { QUOIN_FAILPOINT: `${point}:${every}` })
        if (victim.url) serving.resolve(victim.url)
        isHit = await awaitCrash(victim, point)
        serving = Promise.withResolvers()
        const name = isHit ? point : 'anytime'
        kills[name] = (kills[name] ?? 0) + 1
        assert.deepEqual(await checkInvariants(db), [])
      }

  const survivor = await startVictim(database)
  serving.resolve(survivor.url)
  await load.finish()
  await quiet(db)
  await survivor.kill()
  assert.deepEqual(await checkInvariants(db), [])
  assert.deepEqual(await findWrongs(db, load.operations), [])
  const total = Object.values(kills).reduce((sum, n) => sum + n, 0)
  const tries = load.operations.reduce((sum, { attempts }) => sum + attempts, 0)
  t.diagnostic(`${total} kills: ${JSON.stringify(kills)}; ${load.operations.length} operations in ${tries} tries`)
  for (const point of Object.keys(POINTS)) assert.ok(kills[point], `${point} was never reached`)
})

/** Waits for the failpoint. A process that never reaches its point is killed where it is. */
async function awaitCrash(victim: Victim, point: string): Promise<boolean> {
  const patience = point === 'anytime' ? 100 + Math.random() * 400 : 20_000
  const signal = await Promise.race([victim.died, sleep(patience, 'late' as const, { ref: false })])
  await victim.kill()
  return signal !== 'late' || point === 'anytime'
}
