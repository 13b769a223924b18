import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../src/kit/postgres/db.ts'
import { findRunningPostgres } from '../../src/operations/embedded/embedded-postgres.ts'
import { until } from '../support/harness.ts'
import { freePort, run, scratch } from '../support/processes.ts'

async function readyz(url: string): Promise<{ status: number; reason: string | undefined } | undefined> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  if (!response) return undefined
  const { reason } = (await response.json()) as { reason?: string }
  return { status: response.status, reason }
}

test('/readyz succeeds only after the first start is complete, and fails while writes fail', async (t) => {
  const dataDir = join(scratch(), 'data')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = run('all', { QUOIN_DATA: dataDir, PORT: String(port) })

  await t.test('it fails until first-run.json exists', async () => {
    const reasons = new Set<string | undefined>()
    for (;;) {
      const found = await readyz(url)
      if (found?.status === 200) break
      if (found) reasons.add(found.reason)
      assert.equal(server.child.exitCode, null, server.output())
      await sleep(5)
    }
    assert.ok(existsSync(join(dataDir, 'first-run.json')))
    assert.deepEqual([...reasons], ['starting'])
  })

  const db = connect((await findRunningPostgres(dataDir)) ?? '', { max: 1 })
  t.after(() => db.end({ timeout: 1 }))
  const becomes = (reason: string | undefined) =>
    until(`/readyz with ${reason}`, async () => {
      const found = await readyz(url)
      return found?.status === (reason === undefined ? 200 : 503) && found.reason === reason
    })

  await t.test('a full disk makes it fail, and it recovers', async () => {
    await db.unsafe(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
      create trigger fail before insert on write_probes execute function fail()`)
    await becomes('the disk of the database is full')
    await db.unsafe('drop trigger fail on write_probes')
    await becomes(undefined)
  })

  await t.test('a read-only database makes it fail, and reads still work', async () => {
    await db.unsafe('alter system set default_transaction_read_only = on')
    await db.unsafe('select pg_reload_conf()')
    await becomes('the database is read-only')
    assert.equal((await fetch(`${url}/v1/public/pricing`)).status, 200)
    await db.unsafe('alter system reset default_transaction_read_only')
    await db.unsafe('select pg_reload_conf()')
    await becomes(undefined)
  })

  await t.test('frequent probes write only once every few seconds', async () => {
    const writes = async () =>
      (await db<{ n: number }[]>`select n_tup_ins::int as n from pg_stat_user_tables where relname = 'write_probes'`)[0]
        ?.n ?? 0
    const before = await writes()
    const began = performance.now()
    for (let n = 0; n < 200; n++) assert.equal((await readyz(url))?.status, 200)
    const seconds = (performance.now() - began) / 1000
    // The database updates its statistics with a delay.
    await sleep(1100)
    assert.ok((await writes()) - before <= 2 + seconds / 5, `in ${seconds} s`)
  })

  await t.test('a probe that waits for a stalled disk gets a response when the server stops', async () => {
    let pending = readyz(url)
    const locked = db.begin(async (tx) => {
      await tx`lock table write_probes`
      const isWaiting = async () => {
        const [row] =
          await tx`select exists (select from pg_locks where relation = 'write_probes'::regclass and not granted)`
        return row?.['exists'] === true
      }
      // Results are cached for seconds, so the first probes may not reach the table.
      await until('a question that waits', async () => {
        if (await isWaiting()) return true
        const isAnswered = await Promise.race([pending, sleep(100, false)])
        if (isAnswered) pending = readyz(url)
        return false
      })
      server.child.kill('SIGTERM')
      await pending
    })
    // PostgreSQL ends with the server, perhaps before this transaction.
    await locked.catch((error: { code?: string }) => assert.equal(error.code, 'CONNECTION_LOST'))
    assert.deepEqual(await pending, { status: 503, reason: 'draining' })
    assert.equal((await server.ended).code, 0)
  })
})
