import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { after, test } from 'node:test'
import { describeSchema } from '../../gen/schema.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { isBehind, type Migration, migrate, readSchema, SchemaError } from '../../src/operations/schema/migrate.ts'
import { atEnd } from '../support/harness.ts'

const server = process.env['TEST_POSTGRES'] ?? ''
const admin = connect(`${server}?postgres`, { max: 1 })
after(() => admin.end())
let databases = 0

/** Creates an empty database, and connections to it. */
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
  return { id, name, text, hash: createHash('sha256').update(text).digest('hex'), kind: null, since: null }
}

const migrations = [
  migration(1, 'create table things (id integer); insert into things values (1)'),
  migration(2, 'do $$ begin perform pg_sleep(0.2); end $$; update things set id = id + 1'),
]
const [first = migration(0, '')] = migrations
const one = { migrations: [first], functions: [] }
const both = { migrations, functions: [] }

function sqlFunction(result: number) {
  const text = `create or replace function f() returns integer language sql as 'select ${result}'`
  return { name: 'f.sql', text, hash: createHash('sha256').update(text).digest('hex') }
}

test('migrations run in order, once', async () => {
  const { db } = await empty()
  assert.equal(await isBehind(db, both), true)
  assert.deepEqual(await migrate(db, one), ['0001_step.sql'])
  assert.equal(await isBehind(db, both), true)
  assert.deepEqual(await migrate(db, both), ['0002_step.sql'])
  assert.deepEqual(await migrate(db, both), [])
  assert.equal(await isBehind(db, both), false)
  assert.deepEqual([...(await db`select id from things`)], [{ id: 2 }])
})

test('a changed function replaces the earlier one, and an older version does not bring it back', async () => {
  const { db } = await empty()
  const at = (result: number) => ({ migrations: [first], functions: [sqlFunction(result)] })
  const call = async () => (await db<{ f: number }[]>`select f()`)[0]?.f
  await migrate(db, at(1))
  assert.equal(await call(), 1)
  assert.equal(await isBehind(db, at(2)), true)
  await migrate(db, at(2))
  assert.equal(await call(), 2)
  await migrate(db, at(1))
  assert.equal(await call(), 2)
  assert.equal(await isBehind(db, at(1)), false)
})

test('of several processes that start at once, one migrates and the others wait for it', async () => {
  const { db, others } = await empty(4)
  const ran = await Promise.all([db, ...others].map((pool) => migrate(pool, both)))
  assert.deepEqual(ran.flat(), ['0001_step.sql', '0002_step.sql'])
  assert.deepEqual([...(await db`select id from things`)], [{ id: 2 }])
})

test('a migration that fails leaves the database as it was', async () => {
  const { db } = await empty()
  await migrate(db, one)
  const steps = [migration(2, 'create table half (id integer)'), migration(3, 'select nonsense')]
  const broken = { migrations: [first, ...steps], functions: [] }
  await assert.rejects(migrate(db, broken), /nonsense/)
  assert.equal((await db`select 1 from pg_class where relname = 'half'`).length, 0)
  assert.equal(await isBehind(db, broken), true)
})

test('a database ahead of this version is refused and left unchanged', async () => {
  const { db } = await empty()
  await migrate(db, both)
  for (const attempt of [migrate, isBehind])
    await assert.rejects(
      attempt(db, one),
      (error: unknown) => error instanceof SchemaError && /0002_step\.sql.*Run a newer version/.test(error.message),
    )
})

test('an applied migration that was edited afterwards is refused', async () => {
  const { db } = await empty()
  await migrate(db, both)
  const edited = [migration(1, 'create table things (id bigint)'), ...migrations.slice(1), migration(3, 'select 1')]
  await assert.rejects(
    migrate(db, { migrations: edited, functions: [] }),
    (error: unknown) => error instanceof SchemaError && /0001_step\.sql differs/.test(error.message),
  )
  assert.equal(await isBehind(db, both), false)
})

test('a database of a development version before the baseline says which version has to upgrade it first', async () => {
  const { db } = await empty()
  await migrate(db, one)
  await db`update migrations set name = '0001_ground_floor.sql'`
  for (const attempt of [migrate, isBehind])
    await assert.rejects(
      attempt(db, readSchema()),
      (error: unknown) => error instanceof SchemaError && /Upgrade it to 0073_quarantine\.sql/.test(error.message),
    )
})

test('every SQL file is read, and migrations are numbered one after the other', () => {
  const { migrations: read, functions } = readSchema()
  assert.deepEqual(
    read.map(({ id }) => id),
    read.map((_, index) => index + 1),
  )
  const root = new URL('../../../', import.meta.url)
  const files = globSync(['migrations/*.sql', 'server/src/**/*.sql'], { cwd: root }).map((path) => basename(path))
  const names = [...read, ...functions].map(({ name }) => name)
  assert.deepEqual(files.toSorted(), [...names, 'before_baseline.sql'].toSorted())
})

test('a function is in the file of its name', () => {
  for (const { name, text } of readSchema().functions)
    assert.match(text, new RegExp(`^create or replace function ${basename(name, '.sql')}\\(`, 'm'))
})

test('docs/schema.sql creates the same schema as the migrations', async () => {
  const { db } = await empty()
  const dump = readFileSync(new URL('../../../docs/schema.sql', import.meta.url), 'utf8')
  await db.unsafe(dump)
  assert.equal(await describeSchema(db), dump)
})
