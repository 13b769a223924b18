import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect } from '../../../src/kit/postgres/db.ts'
import { findRunningPostgres } from '../../../src/operations/embedded/embedded-postgres.ts'
import { isOwned } from '../../../src/operations/embedded/owner-lock.ts'
import { until } from '../../support/harness.ts'
import { isGone, isRunning, readPostmasterPid, run, scratch, start } from '../../support/processes.ts'

test('a running server is never mistaken for an orphan', async (t) => {
  const dataDir = join(scratch(), 'data')
  const server = await start(dataDir)
  await server.says(/first-run\.json/)
  const postmaster = readPostmasterPid(dataDir)
  const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200
  const verify = () => run('ledger', { QUOIN_DATA: dataDir }, { args: ['verify'] })

  await t.test('not when all its connections are lost', async () => {
    const db = connect((await findRunningPostgres(dataDir)) ?? '', { max: 1 })
    const cut = await db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`
    assert.ok(cut.length > 0)
    await db.end()
    const command = verify()
    assert.equal((await command.ended).code, 0, command.output())
    assert.match(command.output(), /The ledger is consistent/)
    assert.equal(readPostmasterPid(dataDir), postmaster)
    await until('the server to answer again', isReady)
  })

  await t.test('not when the lock file was removed while it runs', async () => {
    rmSync(join(dataDir, 'owner.lock'))
    const command = verify()
    assert.equal((await command.ended).code, 1)
    assert.match(command.output(), /Another Quoin is running on this data folder/)
    assert.ok(isRunning(postmaster))
    assert.ok(await isReady())
  })

  await t.test('but one whose process was killed is an orphan at once', async () => {
    server.child.kill('SIGKILL')
    await server.ended
    const command = verify()
    assert.equal((await command.ended).code, 0, command.output())
    await isGone(postmaster)
  })
})

test('a command that comes while the server starts waits for it', async () => {
  const dataDir = join(scratch(), 'data')
  const server = run('all', { QUOIN_DATA: dataDir })
  await until('the lock', () => isOwned(dataDir))
  const address = await findRunningPostgres(dataDir)
  assert.ok(address)
  const db = connect(address, { max: 1 })
  await db`select 1`
  await db.end()
  server.child.kill('SIGTERM')
  await server.ended
})
