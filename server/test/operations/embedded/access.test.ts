import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { POSTGRES_USER, type SystemUser } from '../../../src/kit/config/data-dir.ts'
import { connect } from '../../../src/kit/postgres/db.ts'
import { chownTree, nobodyUser, socketFolder } from '../../../src/operations/embedded/cluster-folder.ts'
import { startEmbeddedPostgres } from '../../../src/operations/embedded/embedded-postgres.ts'
import { scratch } from '../../support/processes.ts'

const isRoot = process.getuid?.() === 0
const skip = !isRoot && 'not root'
const settings = { fsync: 'off' }

/** Connects as the superuser from a process of this user, which it becomes once it has loaded. Returns the result. */
function connectAs({ uid, gid }: SystemUser, address: string): string {
  const program = `
    import { connect } from ${JSON.stringify(join(import.meta.dirname, '../../../src/kit/postgres/db.ts'))}
    process.setgroups([]); process.setgid(${gid}); process.setuid(${uid})
    const db = connect(${JSON.stringify(address)}, { max: 1 })
    const result = await db\`select 'let in' as result\`.then(([row]) => row.result, (error) => error.code)
    console.log(result)
    process.exit()`
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim()
}

async function query<T>(address: string, work: (db: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const db = connect(address, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

test('as root, PostgreSQL runs as a separate user without any capability', { skip }, async (t) => {
  const dataDir = join(scratch(), 'data')
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  try {
    const status = readFileSync(`/proc/${postgres.pid}/status`, 'utf8')
    const { uid, gid } = POSTGRES_USER
    assert.match(status, new RegExp(`^Uid:(\\s+${uid}){4}$`, 'm'))
    assert.match(status, new RegExp(`^Gid:(\\s+${gid}){4}$`, 'm'))
    assert.match(status, /^Groups:\s*$/m)
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb']) assert.match(status, new RegExp(`^${set}:\\s+0+$`, 'm'))

    await t.test('no process of its user, of nobody or of another user can connect; root can', () => {
      const outcomes = [POSTGRES_USER, nobodyUser(), { uid: 4242, gid: 4242 }].map((user) =>
        connectAs(user, postgres.address),
      )
      assert.deepEqual(outcomes, ['28000', 'EACCES', 'EACCES'])
      assert.equal(connectAs({ uid: 0, gid: 0 }, postgres.address), 'let in')
    })

    await t.test("its superuser cannot read root's files", async () => {
      const secret = join(dataDir, 'master.key')
      writeFileSync(secret, 'secret', { mode: 0o600 })
      await query(postgres.address, async (db) => {
        for (const path of [secret, '/etc/shadow'])
          await assert.rejects(db`select pg_read_file(${path})`, { code: '42501' }, path)
        await assert.rejects(db`select pg_ls_dir(${dataDir})`, { code: '42501' })
      })
    })

    await t.test('its folders are closed', () => {
      for (const folder of [join(dataDir, 'postgres'), join(dataDir, 'socket')]) {
        assert.equal(statSync(folder).mode & 0o777, 0o700, folder)
        assert.equal(statSync(folder).uid, POSTGRES_USER.uid, folder)
      }
      assert.equal(statSync(dataDir).mode & 0o777, 0o710)
    })
  } finally {
    await postgres.stop()
  }
})

test('a cluster of an earlier version, owned by `nobody` and trusting every user, is adopted; it moves out of a closed home', {
  skip,
}, async () => {
  const closed = scratch()
  const dataDir = join(closed, 'data')
  const cluster = join(dataDir, 'postgres')
  const first = await startEmbeddedPostgres({ dataDir, settings })
  await query(first.address, (db) => db`create table kept (id integer)`)
  await first.stop()
  const count = (address: string) => query(address, (db) => db`select from pg_class where relname = 'kept'`)
  const age = () => {
    chownTree(cluster, nobodyUser())
    chownTree(join(dataDir, 'socket'), nobodyUser())
    writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\n')
  }

  age()
  const adopted = await startEmbeddedPostgres({ dataDir, settings })
  assert.equal((await count(adopted.address)).length, 1)
  assert.equal(statSync(join(cluster, 'base')).uid, POSTGRES_USER.uid)
  assert.equal(connectAs(POSTGRES_USER, adopted.address), '28000')
  await adopted.stop()

  age()
  chmodSync(closed, 0o700)
  const moved = await startEmbeddedPostgres({ dataDir, settings })
  const home = dirname(readlinkSync(cluster))
  after(() => rmSync(home, { recursive: true, force: true }))
  assert.match(home, /^\/var\/lib\/quoin\/data-\w+$/)
  assert.equal((await count(moved.address)).length, 1)
  assert.equal(statSync(home).mode & 0o777, 0o710)
  await moved.stop()

  const again = await startEmbeddedPostgres({ dataDir, settings })
  assert.equal((await count(again.address)).length, 1)
  await again.stop()

  rmSync(home, { recursive: true })
  await assert.rejects(startEmbeddedPostgres({ dataDir, settings }), /points to .* which is gone. Restore it/)
})

test('a data folder with other files keeps its permissions', () => {
  const dataDir = join(scratch(), 'data')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  writeFileSync(join(dataDir, 'holiday.jpg'), '')
  return startEmbeddedPostgres({ dataDir, settings })
    .then((postgres) => postgres.stop())
    .then(() => assert.equal(statSync(dataDir).mode & 0o777, 0o755))
})

test("in the temporary folder, a link or another user's folder in place of the socket is refused and left alone", async () => {
  const dataDir = join(scratch(), 'd'.repeat(90), 'data')
  const socket = socketFolder(dataDir)
  assert.equal(dirname(socket), tmpdir())
  after(() => rmSync(socket, { recursive: true, force: true }))
  const target = scratch()
  symlinkSync(target, socket)
  await assert.rejects(startEmbeddedPostgres({ dataDir, settings }), /is a link or not a folder. Remove it/)
  assert.equal(statSync(target).uid, process.getuid?.())
  rmSync(socket)
  if (!isRoot) return
  mkdirSync(socket, { mode: 0o777 })
  chownSync(socket, 4242, 4242)
  await assert.rejects(startEmbeddedPostgres({ dataDir, settings }), /it belongs to user 4242.*Remove it/)
  assert.equal(lstatSync(socket).uid, 4242)
})
