import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSchema } from '../../gen/schema.ts'
import { restoreTables } from '../../src/kit/postgres/backup/read.ts'
import { connect, type Pool } from '../../src/kit/postgres/db.ts'
import { type Migration, migrate, readMigrations } from '../../src/kit/postgres/migrate.ts'
import { checkInvariants } from '../../src/ledger/verify.ts'
import { emptyDatabase } from '../support/databases.ts'
import { FIRST_RELEASE, manifest } from './fixture.ts'

const all = readMigrations()
const firstRelease = all.filter(({ name }) => manifest.migrations.some((applied) => applied.name === name))

async function withDatabase<T>(address: string, work: (db: Pool) => Promise<T>): Promise<T> {
  const db = connect(address, { max: 2, name: 'test' })
  try {
    return await work(db)
  } finally {
    await db.end({ timeout: 5 })
  }
}

/** Columns and tables in any order: they stand in the order in which they were added. */
const sortLines = (schema: string) => schema.replaceAll(/,$/gm, '').split('\n').toSorted()

const complete = await emptyDatabase()
const schema = await withDatabase(complete, async (db) => {
  await migrate(db, all)
  return sortLines(await describeSchema(db))
})

async function cloneDatabase(address: string): Promise<string> {
  const [server = '', template = ''] = address.split('?')
  const copy = await emptyDatabase()
  const [, name = ''] = copy.split('?')
  await withDatabase(`${server}?postgres`, async (admin) => {
    await admin.unsafe(`drop database ${name}`)
    await admin.unsafe(`create database ${name} template ${template}`)
  })
  return copy
}

test('a filled database at every migration since the first release migrates to this version, and its ledger adds up', async () => {
  const chain = await emptyDatabase()
  await withDatabase(chain, (db) =>
    restoreTables(db, FIRST_RELEASE, manifest, { migrations: firstRelease, onEnd: async () => {} }),
  )
  const later = all.filter((migration) => !firstRelease.includes(migration))
  for (const [index, { name }] of later.entries()) {
    const copy = await cloneDatabase(chain)
    await withDatabase(copy, async (db) => {
      assert.equal((await migrate(db, all)).length, later.length - index)
      assert.deepEqual(sortLines(await describeSchema(db)), schema, `before ${name}`)
      assert.deepEqual(await checkInvariants(db), [], `before ${name}`)
      const [counts] = await db`
        select (select count(*) from posts) as posts, (select count(*) from journal) as entries,
          (select count(*) from api_keys) as keys, (select count(*) from webhook_endpoints) as endpoints`
      assert.deepEqual(counts, { posts: 2, entries: 6, keys: 4, endpoints: 1 })
    })
    await withDatabase(chain, (db) => migrate(db, [...firstRelease, ...later.slice(0, index + 1)]))
  }
})

test('migrations of two branches may run in the order in which the branches were deployed', async () => {
  const without = (ids: readonly number[]) => all.filter(({ id }) => id <= 28 && !ids.includes(id))
  const orders: Migration[][] = [without([26]), without([26, 27])]
  for (const first of orders) {
    const address = await emptyDatabase()
    await withDatabase(address, async (db) => {
      await migrate(db, first)
      await migrate(db, all)
      assert.deepEqual(sortLines(await describeSchema(db)), schema)
    })
  }
})
