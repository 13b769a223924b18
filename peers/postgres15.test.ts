import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect, type Pool } from '../server/src/kit/postgres/db.ts'
import { checkInvariants } from '../server/src/ledger/verify.ts'
import {
  backupFolder,
  commandsFor,
  QUOIN_MASTER_KEY,
  readTableContents,
  target,
} from '../server/test/support/backup-scene.ts'
import { commandsIn, commandsOn } from '../server/test/support/commands.ts'
import { boot, createClient, freshDatabase } from '../server/test/support/harness.ts'
import { whyMissing } from './debian.ts'
import { ownerUrl, POSTGRES_BIN, startPostgres } from './postgres-server.ts'

const skip = (await whyMissing(`${POSTGRES_BIN}/postgres`, ['postgresql-15'])) ?? false

const address = await freshDatabase()
const source = await boot({ address, env: { QUOIN_MASTER_KEY, LOG_LEVEL: 'silent' } })
await commandsOn(source.ctx)('import', 'people', '--synthetic', '300')
await source.live('POST', '/v1/data/search/people', { limit: 5 })
const key = await source.key()
const folder = backupFolder()
const back = await target()

test('a backup from PostgreSQL 18 is restored into PostgreSQL 15 by a role that only owns its database, and back', {
  skip,
}, async () => {
  const url = ownerUrl(await startPostgres())
  const quoin = commandsIn({ QUOIN_MASTER_KEY, DATABASE_URL: url, QUOIN_DATA: backupFolder() })
  await commandsFor(address)('backup', join(folder, 'eighteen'))
  const { code, output } = await quoin('restore', join(folder, 'eighteen'))
  assert.equal(code, 0, output)
  const db: Pool = connect(url, { max: 1 })
  assert.match((await db`show server_version`)[0]?.['server_version'], /^15\./)
  assert.deepEqual(await checkInvariants(db), [])
  await db.end()
  const world = await boot({ address: url, env: { QUOIN_MASTER_KEY, LOG_LEVEL: 'silent' } })
  const found = await createClient(world.url, key)('POST', '/v1/data/search/people', { query: 'engineer', limit: 5 })
  assert.equal(found.status, 200, found.text)
  assert.ok(found.body.data.length > 0)

  await quoin('backup', join(folder, 'fifteen'))
  assert.equal((await back.quoin('restore', join(folder, 'fifteen'))).code, 0)
  const [before, now] = [await readTableContents(address), await readTableContents(back.address)]
  assert.equal(now['people'], before['people'])
})
