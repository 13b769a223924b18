import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connect } from '../../../src/kit/postgres/db.ts'
import { binariesFor, libraryEnv } from '../../../src/operations/embedded/binaries.ts'
import { postgresUser } from '../../../src/operations/embedded/cluster-folder.ts'
import {
  EmbeddedPostgresError,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../../../src/operations/embedded/embedded-postgres.ts'
import { until } from '../../support/harness.ts'
import { isGone, isRunning, readPostmasterPid, scratch } from '../../support/processes.ts'

const dataDir = join(scratch(), 'data')
mkdirSync(dataDir)
const settings = { fsync: 'off' }

/** Starts a process as the user that PostgreSQL runs as. */
function launch(command: string, ...args: string[]) {
  const user = postgresUser(dataDir)
  const env = libraryEnv(binariesFor(user))
  const child = spawn(command, args, { ...user, cwd: '/', stdio: 'ignore', env })
  after(() => child.kill('SIGKILL'))
  return child
}

async function countKeptTables(address: string): Promise<number> {
  const db = connect(address, { max: 1 })
  try {
    const [row] = await db<{ n: number }[]>`select count(*)::int as n from pg_class where relname = 'kept'`
    return row?.n ?? 0
  } finally {
    await db.end()
  }
}

test('it listens on a Unix socket only, keeps its data, and stops', async () => {
  assert.equal(await findRunningPostgres(dataDir), undefined)
  const first = await startEmbeddedPostgres({ dataDir, settings })
  const db = connect(first.address, { max: 1 })
  await db`create table kept (id integer)`
  const [{ listening } = { listening: '?' }] = await db`select current_setting('listen_addresses') as listening`
  assert.equal(listening, '')
  await db.end()
  assert.equal(await findRunningPostgres(dataDir), first.address)
  await assert.rejects(startEmbeddedPostgres({ dataDir, settings }), (error: unknown) => {
    assert.ok(error instanceof EmbeddedPostgresError)
    assert.match(error.message, /Another Quoin is running on this data folder/)
    return true
  })
  await first.stop()
  assert.ok(!isRunning(first.pid))
  assert.equal(await findRunningPostgres(dataDir), undefined)
})

test('a server that outlived its process is stopped and the start continues', async () => {
  const cluster = join(dataDir, 'postgres')
  const flags = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${join(dataDir, 'socket')}`]
  launch(join(binariesFor(postgresUser(dataDir)), 'bin/postgres'), '-D', cluster, ...flags)
  while (
    !existsSync(join(cluster, 'postmaster.pid')) ||
    !readFileSync(join(cluster, 'postmaster.pid'), 'utf8').includes('ready')
  )
    await new Promise((resolve) => setTimeout(resolve, 10))
  const orphan = readPostmasterPid(dataDir)
  assert.equal(await findRunningPostgres(dataDir), undefined, 'nobody owns it')
  const started = await startEmbeddedPostgres({ dataDir, settings })
  await isGone(orphan)
  assert.equal(await countKeptTables(started.address), 1)
  await started.stop()
})

test('a pid file whose number now belongs to another process does not block the start', async () => {
  const stranger = launch('sleep', '300')
  await once(stranger, 'spawn')
  const file = join(dataDir, 'postgres/postmaster.pid')
  const socket = join(dataDir, 'socket')
  const lines = [stranger.pid, join(dataDir, 'postgres'), 1_700_000_000, 5432, socket, '', '  1 1', 'ready']
  writeFileSync(file, `${lines.join('\n')}\n`)
  writeFileSync(join(socket, '.s.PGSQL.5432.lock'), `${lines.slice(0, 5).join('\n')}\n`)
  const started = await startEmbeddedPostgres({ dataDir, settings })
  assert.equal(await countKeptTables(started.address), 1)
  assert.ok(stranger.pid && isRunning(stranger.pid), 'the stranger is left alone')
  await started.stop()
})

test('an unexpected exit is reported, and the server is restarted at the same address', async () => {
  const died = Promise.withResolvers<string>()
  const server = await startEmbeddedPostgres({ dataDir, settings, onDeath: died.resolve })
  process.kill(server.pid, 'SIGKILL')
  await died.promise
  const isThere = () => countKeptTables(server.address).then(Boolean, () => false)
  await until('the server', isThere)
  assert.notEqual(readPostmasterPid(dataDir), server.pid)
  await server.stop()
  assert.equal(await findRunningPostgres(dataDir), undefined)
})
