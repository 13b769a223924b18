import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { describeSchema } from '../../gen/schema.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { confirmMasterKey } from '../../src/kit/master-key.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { newMasterKey } from '../../src/kit/secrets.ts'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { readManifest, writeManifest } from '../../src/operations/backup/manifest.ts'
import { migrate, readSchema } from '../../src/operations/schema/migrate.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { backupFolder, commandsFor, QUOIN_MASTER_KEY, readTableContents, target } from '../support/backup-scene.ts'
import { commandsOn } from '../support/commands.ts'
import { plainDatabase } from '../support/databases.ts'
import { atEnd, boot, createClient, until } from '../support/harness.ts'
import { startReceiver } from '../support/receiver.ts'

const address = await plainDatabase()
const source = await boot({ address, env: { QUOIN_MASTER_KEY, LOG_LEVEL: 'silent' } })
const { live, db } = source
await confirmMasterKey(db, source.ctx.secrets, source.ctx.config)
const quoin = commandsFor(address)
const folder = backupFolder()
const key = await source.key()
const receiver = await startReceiver()
const webhook = (await live('POST', '/v1/webhooks', { url: receiver.url })).body
assert.equal((await live('POST', `/v1/webhooks/${webhook.id}/test`)).status, 202)
await commandsOn(source.ctx)('import', 'people', '--synthetic', '300')
const search = () => live('POST', '/v1/data/search/people', { limit: 2 })
assert.equal((await search()).status, 200)

// Written in batches after the calls: from here on nothing changes the tables.
await until(
  'the last use of the key',
  async () => (await db`select from api_keys where last_used_at is not null`).length > 0,
)

const first = join(folder, 'first')
const whole = await readTableContents(address)
const taken = await quoin('backup', first)

test('a restored database matches the backup: schema, every row, sequences, and a consistent ledger', async () => {
  assert.equal(taken.code, 0)
  const restored = await target()
  const { code, output } = await restored.quoin('restore', first)
  assert.equal(code, 0, output)
  assert.match(output, /The ledger is consistent\.[^]*Background work is paused/)
  assert.equal(await describeSchema(restored.db), await describeSchema(db))
  const here = await readTableContents(restored.address)
  // Tables that the commands themselves write, and those that are not in a backup.
  for (const name of ['migrations', 'schema_functions', 'write_probes', 'work_pauses', 'backups'])
    for (const content of [whole, here]) delete content[name]
  assert.deepEqual(here, whole)
  const sequences = (of: typeof db) => of`
    select sequencename, last_value from pg_sequences where sequencename <> 'nodes_epoch_seq' order by 1`
  assert.deepEqual(await sequences(restored.db), await sequences(db))
  await assert.rejects(restored.db`update journal set amount = 1`, /append-only/)
})

test('keys work on the restored database, and deliveries wait until work resumes and are signed with the same secret', async () => {
  const restored = await target()
  await restored.quoin('restore', first)
  const world = await boot({
    address: restored.address,
    clock: systemClock,
    env: { QUOIN_MASTER_KEY, LOG_LEVEL: 'silent' },
  })
  const { status, body } = await createClient(world.url, key)('GET', '/v1/webhooks')
  assert.deepEqual([status, body.data[0].id], [200, webhook.id])
  const worker = await startWorker(world.ctx, new Registry())
  atEnd(() => worker.stop())
  assert.equal(receiver.hits.length, 0)
  assert.match(await commandsOn(world.ctx)('resume'), /Background work is running again/)
  await receiver.received(1)
  const [hit] = receiver.hits
  assert.equal((await verifyWebhook(hit?.body ?? '', hit?.headers ?? {}, webhook.secret)).type, 'webhook.test')
  await until('the delivery is recorded', async () => {
    const [row] = await world.db`select status from webhook_deliveries where workspace_id = ${source.workspaceId}`
    return row?.['status'] === 'delivered'
  })
  assert.equal(receiver.hits.length, 1)
  assert.match(await commandsOn(world.ctx)('resume'), /is not paused/)
})

test('only its owner can read a backup, the master key is not in it, and no backup overwrites another', async () => {
  assert.equal(statSync(first).mode & 0o777, 0o700)
  for (const name of readdirSync(first, { recursive: true, withFileTypes: true }))
    assert.equal(statSync(join(name.parentPath, name.name)).mode & 0o077, 0, name.name)
  const texts = readdirSync(first, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  assert.ok(texts.every((text) => !text.includes(QUOIN_MASTER_KEY)))
  await assert.rejects(quoin('backup', first), { name: 'BackupError', message: /already exists/ })
  await assert.rejects(quoin('backup', join(folder, 'no/such')), /Create the parent folder/)
})

test('a backup taken while calls are charged is one snapshot with a consistent ledger', async () => {
  const stop = new AbortController()
  let calls = 0
  const callers = Array.from({ length: 4 }, async () => {
    while (!stop.signal.aborted) {
      const { status } = await search()
      assert.ok(status === 200 || status === 402)
      calls++
    }
  })
  await commandsOn(source.ctx)('credits', 'grant', source.workspaceId, '5000', '--actor', 'me', '--reason', 'a test')
  const start = calls
  await until('calls', () => calls > start + 4)
  await quoin('backup', join(folder, 'busy'))
  const during = calls - start
  stop.abort()
  await Promise.all(callers)
  assert.ok(during > 5, `${during} calls`)
  const restored = await target()
  assert.equal((await restored.quoin('restore', join(folder, 'busy'))).code, 0)
  assert.deepEqual(await checkInvariants(restored.db), [])
  const [charged] = await restored.db`select count(*) from charges`
  assert.ok(charged && charged['count'] > 0)
})

/** Copies the first backup, for tests that damage it. */
function copyFirstBackup(name: string): string {
  const copy = join(folder, name)
  mkdirSync(join(copy, 'tables'), { recursive: true })
  for (const entry of readdirSync(first, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const file = join(entry.parentPath, entry.name)
      writeFileSync(join(copy, file.slice(first.length)), readFileSync(file))
    }
  return copy
}

test('an incomplete backup is refused before anything is written', async () => {
  const { quoin: restore, db: untouched } = await target()
  const refused = async (from: string, message: RegExp) => {
    await assert.rejects(restore('restore', from), { name: 'BackupError', message })
    assert.deepEqual([...(await untouched`select relname from pg_class where relname = 'migrations'`)], [])
  }
  const flipped = copyFirstBackup('flipped')
  const file = join(flipped, 'tables/people.copy.zst')
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  writeFileSync(file, bytes)
  await refused(flipped, /people\.copy\.zst is damaged/)
  const short = copyFirstBackup('short')
  rmSync(join(short, 'tables/journal.copy.zst'))
  await refused(short, /journal\.copy\.zst is missing/)
  const edited = copyFirstBackup('edited')
  const text = readFileSync(join(edited, 'manifest.json'), 'utf8')
  writeFileSync(join(edited, 'manifest.json'), text.replace(/"last_value": \d+/, '"last_value": 987654'))
  await refused(edited, /manifest\.json is damaged/)
  rmSync(join(edited, 'manifest.json'))
  await refused(edited, /not a complete backup/)
  await refused(join(folder, 'none'), /not a complete backup/)
  const newer = copyFirstBackup('newer')
  const { format: _format, ...manifest } = readManifest(newer)
  const migrations = [...manifest.migrations, { id: 9999, name: '9999_later.sql', hash: 'x', kind: null }]
  writeFileSync(join(newer, 'manifest.json'), writeManifest({ ...manifest, quoin_version: '9.9.9', migrations }))
  await refused(newer, /taken by Quoin 9\.9\.9 with migration 9999_later\.sql.*that version or a newer one/)
})

test('a database that has data, a newer schema, connections or other contents is refused and left unchanged', async () => {
  const before = await readTableContents(address)
  await assert.rejects(quoin('restore', first), /not empty: its table \w+ has rows/)
  assert.deepEqual(await readTableContents(address), before)

  const started = await target()
  await migrate(started.db)
  const old = copyFirstBackup('old')
  const { format: _format, ...manifest } = readManifest(old)
  writeFileSync(
    join(old, 'manifest.json'),
    writeManifest({ ...manifest, migrations: manifest.migrations.slice(0, -1) }),
  )
  await assert.rejects(started.quoin('restore', old), /schema is newer than that of the backup/)

  const foreign = await target()
  await foreign.db`create table users (id integer)`
  await assert.rejects(foreign.quoin('restore', first), /table users that Quoin did not create/)

  const used = await target()
  await migrate(used.db)
  const other = connect(used.address, { max: 1, name: 'quoin ledger' })
  await other`select 1`
  await assert.rejects(used.quoin('restore', first), /Stop it, then restore/)
  await other.end()
  assert.equal((await used.quoin('restore', first)).code, 0)
})

test('another master key is refused and nothing is restored; without the key a restore says what is lost', async () => {
  const wrong = await target({ QUOIN_MASTER_KEY: newMasterKey() })
  await assert.rejects(wrong.quoin('restore', first), { name: 'SecretError', message: /does not open the secrets/ })
  assert.deepEqual([...(await wrong.db`select relname from pg_class where relname = 'migrations'`)], [])
  const none = await target({ QUOIN_MASTER_KEY: '' })
  await assert.rejects(none.quoin('restore', first), /needs the master key.*--lost-key/)
  assert.equal((await none.quoin('restore', first, '--lost-key')).code, 0)
  assert.deepEqual([...(await none.db`select from master_key_canaries`)], [])
})

test('a backup of an earlier schema is restored and migrated to this one', async () => {
  const earlier = await target()
  const schema = readSchema()
  await migrate(earlier.db, { ...schema, migrations: schema.migrations.slice(0, -1) })
  await earlier.db`insert into workspaces (id, name, created_at) values ('ws_1', 'Earlier', now())`
  await earlier.db`insert into wallets (workspace_id) values ('ws_1')`
  await earlier.db`select ledger_grant('ws_1', null, 'grt_1', 'pack', 'grt_1', 50, null)`
  await earlier.quoin('backup', join(folder, 'earlier'))
  const restored = await target()
  const { code, output } = await restored.quoin('restore', join(folder, 'earlier'))
  assert.equal(code, 0, output)
  assert.match(output, /Ran \d+ newer migrations/)
  const [entry] = await restored.db`select balance_after from journal`
  assert.deepEqual(entry, { balance_after: 50 })
  assert.equal(await describeSchema(restored.db), await describeSchema(db))
})

test('the next backup of the same name removes the remains of a killed one, and doctor knows the last backup', async () => {
  const left = join(folder, 'again.unfinished.2147483646')
  mkdirSync(join(left, 'tables'), { recursive: true })
  await quoin('backup', join(folder, 'again'))
  assert.ok(!existsSync(left))
  const { output } = await quoin('doctor')
  assert.match(output, /ok +background work: not paused/)
  assert.match(output, /ok +backup: the last one was taken \S+, less than a day ago/)
})

test('a migration waits for a running backup instead of blocking requests behind it', async () => {
  const { address: behind } = await target()
  const other = connect(behind, { max: 4, name: 'test' })
  atEnd(() => other.end({ timeout: 1 }))
  const schema = readSchema()
  await migrate(other, { ...schema, migrations: schema.migrations.slice(0, -1) })
  let isWaiting = false
  let migrated: Promise<string[]> | undefined
  await other.begin(async (backup) => {
    await backup`select pg_advisory_xact_lock_shared(hashtext('quoin.backup'))`
    migrated = migrate(other, undefined, () => (isWaiting = true))
    await until('it waits', () => isWaiting)
    const locks = await backup`
      select from pg_locks l join pg_class c on c.oid = l.relation
      where l.mode = 'AccessExclusiveLock' and l.pid <> pg_backend_pid() and c.relnamespace = 'public'::regnamespace`
    assert.equal(locks.length, 0)
  })
  assert.ok((await migrated)?.length)
})
