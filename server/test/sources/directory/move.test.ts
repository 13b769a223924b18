import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect, type Pool } from '../../../src/kit/postgres/db.ts'
import { normalisePerson } from '../../../src/sources/directory/import/normalise.ts'
import { writePeople } from '../../../src/sources/directory/import/write-people.ts'
import { searchPeople } from '../../../src/sources/directory/search/search.ts'
import { suppress } from '../../../src/sources/directory/suppress/suppress.ts'
import { backupFolder, QUOIN_MASTER_KEY, readTableContents } from '../../support/backup-scene.ts'
import { skipOnCitus } from '../../support/citus-databases.ts'
import { commandsIn } from '../../support/commands.ts'
import { emptyDatabase } from '../../support/databases.ts'
import { examplePerson } from '../../support/directory-people.ts'
import { atEnd, freshDatabase, toDatabaseUrl } from '../../support/harness.ts'
import { run } from '../../support/processes.ts'

const TABLES = ['people', 'companies', 'people_past', 'directory_changes', 'directory_imports', 'suppressions']
const now = new Date('2026-03-01T12:00:00.000Z')

/** A connection outside the server's pool. */
function watch(address: string): Pool {
  const db = connect(address, { max: 2, name: 'test' })
  atEnd(() => db.end({ timeout: 1 }))
  return db
}

async function write(db: Pool, title: string): Promise<void> {
  const people = Array.from({ length: 40 }, (_, n) => normalisePerson(examplePerson(n, { title }), 'crm'))
  await writePeople(db, people, { source: 'crm', now })
}

const leaveOut = (db: Pool, workspaceId: string, value: string) =>
  suppress(db, workspaceId, { id: `sup_${value}`, kind: 'email', value, reason: null, now })

/** Creates a database with people, their history and suppressions, and an empty one for the directory. */
async function scene() {
  const [address, other] = [await freshDatabase(), await emptyDatabase()]
  const db = watch(address)
  await write(db, 'Baker')
  const search = { workspaceId: 'ws_a', query: 'baker', filters: {}, limit: 10, trackDelta: true }
  const { cursor = '' } = await searchPeople(db, search)
  await write(db, 'Master Baker')
  await leaveOut(db, 'ws_a', 'ada3@widgets.example')
  await leaveOut(db, '', 'ada4@widgets.example')
  const env = {
    DATABASE_URL: toDatabaseUrl(address),
    DIRECTORY_DATABASE_URL: toDatabaseUrl(other),
    QUOIN_DATA: backupFolder(),
  }
  const answers = async (at: Pool) => [
    await searchPeople(at, search),
    await searchPeople(at, { ...search, trackDelta: false, sinceCursor: cursor }),
  ]
  return { address, other, db, env, answers, quoin: commandsIn({ QUOIN_MASTER_KEY, ...env }) }
}

const contentIn = async (address: string) => {
  const all = await readTableContents(address)
  return Object.fromEntries(TABLES.map((name) => [name, all[name]]))
}

test('a move takes everything along: searches, changes since a cursor and suppressions are the same, and go on', async () => {
  const { address, other, db, answers, quoin } = await scene()
  const [before, content] = [await answers(db), await contentIn(address)]
  const { code, output } = await quoin('directory', 'move')
  assert.equal(code, 0, output)
  assert.match(output, /Moved 39 people and 3 suppressions/)
  const moved = watch(other)
  assert.deepEqual(await contentIn(other), content)
  assert.deepEqual(await answers(moved), before)
  assert.ok(Object.values(await contentIn(address)).every((rows) => rows === '0 '))
  await leaveOut(moved, 'ws_a', 'ada5@widgets.example')
  await assert.rejects(leaveOut(db, 'ws_a', 'ada5@widgets.example'), /not in this database/)
  assert.match((await quoin('directory', 'move')).output, /has already been moved/)
  assert.match((await quoin('doctor')).output, /ok {3}directory: in a separate database/)
})

test('a move refuses a database that has people, and one that a server uses', async () => {
  const [one, two] = [await scene(), await scene()]
  const onto = commandsIn({ QUOIN_MASTER_KEY, ...one.env, DIRECTORY_DATABASE_URL: two.env.DATABASE_URL })
  await assert.rejects(onto('directory', 'move'), /already contains people or suppressions/)
  const server = connect(one.address, { max: 1 })
  await server`select 1`
  await assert.rejects(one.quoin('directory', 'move'), /Stop all of them, then move/)
  await server.end({ timeout: 1 })
})

for (const point of ['directory_copied', 'directory_moved'])
  test(`a move that is killed at ${point} loses nothing, and a second one completes it`, async () => {
    const { address, other, db, env, answers, quoin } = await scene()
    const [before, content] = [await answers(db), await contentIn(address)]
    const killed = run('directory', { QUOIN_MASTER_KEY, QUOIN_FAILPOINT: point, ...env }, { args: ['move'] })
    assert.equal((await killed.ended).signal, 'SIGKILL', killed.output())
    const { code, output } = await quoin('directory', 'move')
    assert.equal(code, 0, output)
    assert.deepEqual(await contentIn(other), content)
    assert.deepEqual(await answers(watch(other)), before)
  })

const skip = await skipOnCitus('a distributed database is backed up by its nodes')

test('a backup of each database restores the directory and everything else apart', { skip }, async () => {
  const { address, other, db, env, answers, quoin } = await scene()
  const before = await answers(db)
  await quoin('directory', 'move')
  const folder = backupFolder()
  assert.match((await quoin('backup', join(folder, 'main'))).output, /Back them up with --directory/)
  assert.equal((await quoin('backup', join(folder, 'people'), '--directory')).code, 0)
  const [main, people] = [await emptyDatabase(), await emptyDatabase()]
  const into = commandsIn({
    QUOIN_MASTER_KEY,
    ...env,
    DATABASE_URL: toDatabaseUrl(main),
    DIRECTORY_DATABASE_URL: toDatabaseUrl(people),
  })
  assert.match((await into('restore', join(folder, 'people'), '--directory')).output, /Restored the directory/)
  assert.equal((await into('restore', join(folder, 'main'))).code, 0)
  assert.deepEqual(await contentIn(people), await contentIn(other))
  assert.deepEqual(await answers(watch(people)), before)
  assert.match((await into('doctor')).output, /ok {3}directory: in a separate database/)
  await assert.rejects(
    commandsIn({ QUOIN_MASTER_KEY, QUOIN_DATA: backupFolder(), DATABASE_URL: toDatabaseUrl(address) })(
      'backup',
      join(folder, 'none'),
      '--directory',
    ),
    /needs DIRECTORY_DATABASE_URL/,
  )
})
