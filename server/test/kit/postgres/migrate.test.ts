import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { describeSchema } from '../../../gen/schema.ts'
import { connect } from '../../../src/kit/postgres/db.ts'
import {
  type Migration,
  migrate,
  pendingMigrations,
  readMigrations,
  SchemaError,
} from '../../../src/kit/postgres/migrate.ts'
import { atEnd } from '../../support/harness.ts'

const server = process.env['TEST_POSTGRES'] ?? ''
const admin = connect(`${server}?postgres`, { max: 1 })
after(() => admin.end())
let databases = 0

/** A database with nothing in it, and connections to it. */
async function empty(pools = 1) {
  const name = `migrate_${process.pid}_${databases++}`
  await admin.unsafe(`create database ${name}`)
  const opened = Array.from({ length: pools }, () => connect(`${server}?${name}`, { max: 2 }))
  atEnd(async () => {
    await Promise.all(opened.map((db) => db.end({ timeout: 1 })))
    await admin.unsafe(`drop database ${name} with (force)`)
  })
  const [db = admin, ...others] = opened
  return { db, others }
}

function migration(id: number, text: string): Migration {
  const name = `${String(id).padStart(4, '0')}_step.sql`
  return { id, name, text, hash: createHash('sha256').update(text).digest('hex') }
}

const steps = [
  migration(1, 'create table things (id integer); insert into things values (1)'),
  migration(2, 'do $$ begin perform pg_sleep(0.2); end $$; update things set id = id + 1'),
]

test('migrations run in order, once', async () => {
  const { db } = await empty()
  assert.deepEqual(
    (await pendingMigrations(db, steps)).map(({ id }) => id),
    [1, 2],
  )
  assert.deepEqual(await migrate(db, steps.slice(0, 1)), ['0001_step.sql'])
  assert.deepEqual(await migrate(db, steps), ['0002_step.sql'])
  assert.deepEqual(await migrate(db, steps), [])
  assert.deepEqual(await pendingMigrations(db, steps), [])
  assert.deepEqual([...(await db`select id from things`)], [{ id: 2 }])
})

test('of several that start at once one migrates and the others wait for it', async () => {
  const { db, others } = await empty(4)
  const ran = await Promise.all([db, ...others].map((pool) => migrate(pool, steps)))
  assert.deepEqual(ran.flat(), ['0001_step.sql', '0002_step.sql'])
  assert.deepEqual([...(await db`select id from things`)], [{ id: 2 }])
})

test('a migration that fails leaves the database as it was', async () => {
  const { db } = await empty()
  await migrate(db, steps.slice(0, 1))
  const broken = [...steps.slice(0, 1), migration(2, 'create table half (id integer)'), migration(3, 'select nonsense')]
  await assert.rejects(migrate(db, broken), /nonsense/)
  assert.equal((await db`select 1 from pg_class where relname = 'half'`).length, 0)
  assert.equal((await pendingMigrations(db, broken)).length, 2)
})

test('a database ahead of this version is refused and left unchanged', async () => {
  const { db } = await empty()
  await migrate(db, steps)
  for (const attempt of [migrate, pendingMigrations])
    await assert.rejects(
      attempt(db, steps.slice(0, 1)),
      (error: unknown) => error instanceof SchemaError && /0002_step\.sql.*Run a newer version/.test(error.message),
    )
})

test('an applied migration that was edited since is refused', async () => {
  const { db } = await empty()
  await migrate(db, steps)
  const edited = [migration(1, 'create table things (id bigint)'), ...steps.slice(1), migration(3, 'select 1')]
  await assert.rejects(
    migrate(db, edited),
    (error: unknown) => error instanceof SchemaError && /0001_step\.sql differs/.test(error.message),
  )
  assert.equal((await pendingMigrations(db, steps)).length, 0)
})

test('the files are numbered one after the other and none is overlooked', () => {
  const folder = new URL('../../../../migrations/', import.meta.url)
  const migrations = readMigrations()
  assert.equal(migrations.length, readdirSync(folder).length)
  assert.equal(new Set(migrations.map(({ id }) => id)).size, migrations.length)
  assert.deepEqual(
    migrations.map(({ id }) => id),
    migrations.map(({ id }) => id).toSorted((a, b) => a - b),
  )
})

test('docs/schema.sql makes the schema that the migrations make', async () => {
  const { db } = await empty()
  const dump = readFileSync(new URL('../../../../docs/schema.sql', import.meta.url), 'utf8')
  await db.unsafe(dump)
  assert.equal(await describeSchema(db), dump)
})

test('what an earlier version stored has balances, its metadata and errors of one shape after the upgrade', async () => {
  const { db } = await empty()
  const all = readMigrations()
  await migrate(
    db,
    all.filter(({ id }) => id <= 28),
  )
  await db`insert into workspaces (id, name, created_at) values ('ws_1', 'Earlier', now()), ('ws_2', 'Other', now())`
  await db`insert into wallets (workspace_id) values ('ws_1'), ('ws_2')`
  for (const [workspace, id, credits] of [
    ['ws_1', 'grt_1', 50],
    ['ws_2', 'grt_2', 70],
    ['ws_1', 'grt_3', 30],
  ] as const)
    await db`select ledger_grant(${workspace}, null, ${id}, 'pack', ${id}, ${credits}, null)`
  await db`select ledger_take('ws_1', null, 'revoke', 'grt_3', 10, 'a refund')`
  await db`insert into profiles (workspace_id, id, name, metadata, created_at, updated_at)
    values ('ws_1', 'prof_1', 'Earlier', '{"a": {"b": 1}}', now(), now())`
  await db`insert into media_assets (workspace_id, id, profile_ids, status, source_url, validation, used_at, created_at, updated_at)
    values ('ws_1', 'med_1', '{}', 'failed', 'https://example.com/a.png', '{"error": {"code": "too_large", "detail": "Too large."}}',
      now(), now(), now())`
  await migrate(db, all)
  const entries = await db`select workspace_id, kind, balance_after from journal order by workspace_id, seq`
  assert.deepEqual(
    entries.map((row) => Object.values(row)),
    [
      ['ws_1', 'grant', 50],
      ['ws_1', 'grant', 80],
      ['ws_1', 'revoke', 70],
      ['ws_2', 'grant', 70],
    ],
  )
  const [row] = await db`select metadata, validation from profiles join media_assets using (workspace_id)`
  assert.deepEqual(row, {
    metadata: { a: { b: 1 } },
    validation: { error: { code: 'too_large', message: 'Too large.' } },
  })
  await assert.rejects(db`update journal set amount = 1`, /append-only/)
})
