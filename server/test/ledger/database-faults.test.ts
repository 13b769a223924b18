import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/kit/clock.ts'
import { connect, type Pool } from '../../src/kit/postgres/db.ts'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/operations/embedded/embedded-postgres.ts'
import { migrate } from '../../src/operations/schema/migrate.ts'
import { type Customer, findWrongs, type Load, openCustomers, quiet, startLoad } from '../support/faults/load.ts'
import { startProxy } from '../support/faults/proxy.ts'
import { startVictim, type Victim } from '../support/faults/victim.ts'
import { HANG_MS } from '../support/hang-timeout.ts'
import { atEnd, freshDatabase, testContext, until } from '../support/harness.ts'

const isLong = process.env['LONG'] !== undefined

async function openCustomersAt(address: string): Promise<{ db: Pool; customers: Customer[] }> {
  const ctx = await testContext({ address, clock: systemClock })
  const db = connect(address, { max: 1, name: 'test' })
  atEnd(() => db.end({ timeout: 1 }))
  return { db, customers: await openCustomers(ctx, 3) }
}

/** Asserts that the same process still serves, and that its responses agree with the database. */
async function assertUnharmed(db: Pool, victim: Victim, load: Load): Promise<void> {
  await load.finish()
  assert.equal(victim.child.exitCode ?? victim.child.signalCode, null)
  const answered = load.operations.flatMap(({ statuses }) => statuses)
  assert.deepEqual(
    [...new Set(answered)].filter((status) => ![409, 502, 503].includes(status)),
    [],
  )
  await quiet(db)
  // A refund follows soon after the database is back.
  await until('agreement', async () => (await findWrongs(db, load.operations)).length === 0).catch(() => {})
  await victim.kill()
  assert.deepEqual(await checkInvariants(db), [])
  assert.deepEqual(await findWrongs(db, load.operations), [])
}

/** Asserts that the service recovers: this many more calls complete. */
async function assertServes(load: Load, calls = 20): Promise<void> {
  const count = () => load.operations.filter(({ acknowledged }) => acknowledged).length
  const goal = count() + calls
  const deadline = Date.now() + HANG_MS
  while (count() < goal) {
    assert.ok(Date.now() < deadline, `${goal - count()} of ${calls} calls are not answered`)
    await sleep(20)
  }
}

test('connections killed at random under load: the service recovers, and no charge is doubled or lost', async (t) => {
  const database = await freshDatabase()
  const { db, customers } = await openCustomersAt(database)
  const victim = await startVictim(database)
  const load = startLoad(customers, 8, async () => victim.url)
  await assertServes(load)
  let killed = 0
  const deadline = Date.now() + (isLong ? 60_000 : 2500)
  while (Date.now() < deadline) {
    const { count } = await db`
      select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity where datname = current_database() and application_name like 'quoin%'
        order by random() limit 2) chosen`
    killed += count
    await sleep(25)
  }
  await assertServes(load)
  await assertUnharmed(db, victim, load)
  t.diagnostic(`${killed} connections killed, ${load.operations.length} operations`)
})

test('a reserve, settle, charge or commit whose response is lost is sent again and counts once', async () => {
  const database = await freshDatabase()
  const proxy = await startProxy(database)
  const { db, customers } = await openCustomersAt(database)
  const victim = await startVictim(proxy.url, { NODE_LEASE_SECONDS: '10' })
  const load = startLoad(customers, 8, async () => victim.url)
  for (const text of ['ledger_admit', 'ledger_close', 'ledger_settle', 'ledger_charge', 'commit']) {
    const cuts = proxy.cutAnswersTo(text, isLong ? 200 : 8)
    while (cuts.left() > 0) await assertServes(load, 1)
  }
  await assertServes(load)
  await assertUnharmed(db, victim, load)
  // An unknown outcome is resolved, not passed on.
  assert.deepEqual(
    load.operations.filter(({ statuses }) => statuses.includes(503)),
    [],
  )
})

test('PostgreSQL restarts under load, cleanly and by a crash: callers wait or get 503, and acknowledged writes are kept', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-restart-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  // Only the server dies here, not the machine: data that was handed to the operating system is safe.
  const start = () => startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
  let postgres: EmbeddedPostgres = await start()
  atEnd(() => postgres.stop())
  const { address } = postgres
  const first = connect(address, { max: 1 })
  await migrate(first)
  await first.end()
  const { db, customers } = await openCustomersAt(address)
  const victim = await startVictim(address)
  const load = startLoad(customers, 8, async () => victim.url)
  for (let round = 0; round < (isLong ? 20 : 2); round++) {
    await assertServes(load)
    const isCrash = round % 2 === 1
    if (isCrash) process.kill(postgres.pid, 'SIGQUIT')
    await postgres.stop()
    // Callers wait for a reservation for three seconds.
    await sleep(isLong && round % 5 === 0 ? 4500 : 300)
    postgres = await start()
    const back = performance.now()
    await assertServes(load, 1)
    const took = Math.round(performance.now() - back)
    t.diagnostic(`${isCrash ? 'after a crash' : 'in order'}: serves ${took} ms after PostgreSQL does`)
  }
  await assertServes(load)
  if (isLong) assert.ok(load.operations.some(({ statuses }) => statuses.includes(503)))
  await assertUnharmed(db, victim, load)
})
