import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Db, transaction } from '../../kit/postgres/db.ts'
import { isDistributed, placeNewFunctions, placeNewTable } from '../citus/distribute.ts'
import { lockChanges } from '../citus/lock-changes.ts'
import { prepareChanges } from '../citus/sql.ts'

interface SqlFile {
  readonly name: string
  readonly text: string
  readonly hash: string
}

export interface Migration extends SqlFile {
  readonly id: number
  /**
   * The first line of the file declares it. `expand`: the previous version can run on the result. `contract`: removes what only
   * versions before `since` use. Null for the baseline, and for migrations of development versions.
   */
  readonly kind: 'expand' | 'contract' | null
  readonly since: string | null
}

export interface Schema {
  readonly migrations: readonly Migration[]
  /**
   * Functions that our code calls, each in a file with its current definition, applied after the migrations. Functions that a table
   * depends on, by a trigger or an index, are part of the migrations.
   */
  readonly functions: readonly SqlFile[]
}

const MIGRATIONS = fileURLToPath(new URL('../../../../migrations/', import.meta.url))
const SOURCES = fileURLToPath(new URL('../../', import.meta.url))
const FUNCTIONS = ['kit/postgres/functions', 'ledger/functions', 'sources/directory/functions']

export function readSchema(): Schema {
  return {
    migrations: readSqlFiles(MIGRATIONS)
      .filter(({ name }) => /^\d{4}_/.test(name))
      .map(readMigration),
    functions: FUNCTIONS.flatMap((folder) => readSqlFiles(`${SOURCES}${folder}/`)),
  }
}

function readMigration(file: SqlFile): Migration {
  const [, expand, since = null] = /^-- (?:(expand)|contract: (\d+\.\d+\.\d+))$/m.exec(file.text) ?? []
  const kind = expand ? 'expand' : since === null ? null : 'contract'
  return { id: Number(file.name.slice(0, 4)), ...file, kind, since }
}

function readSqlFiles(folder: string): SqlFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(`${folder}${name}`, 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

export class SchemaError extends Error {
  override name = 'SchemaError'
}

/** Running backups share this lock; a migration needs it exclusively. */
export const BACKUP_LOCK = 'quoin.backup'

/**
 * Brings the schema up to date and returns the names of the migrations that ran. Concurrent callers wait for each other. `onWait` is
 * called when it has to wait for a backup.
 */
export async function migrate(db: Db, schema: Schema = readSchema(), onWait?: () => void): Promise<string[]> {
  return transaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('quoin.migrate'))`
    await tx`
      create table if not exists migrations (
        id integer constraint migrations_pkey primary key,
        name text not null,
        hash text not null,
        applied_at timestamptz not null default now(),
        kind text
      )`
    await tx`
      create table if not exists schema_functions (
        name text not null,
        hash text not null,
        applied_at timestamptz not null default now(),
        constraint schema_functions_pkey primary key (name, hash)
      )`
    const due = await listDue(tx, schema)
    const files = [...due.conversion, ...due.migrations, ...due.functions]
    if (files.length === 0) return []
    // A migration that waited for the locks of a backup would make every request on those tables wait behind it.
    await waitForBackups(tx, onWait)
    await assertNoOlderNodes(tx, due.migrations)
    // Databases of versions before 0.1.0 do not have the column.
    await tx`alter table migrations add column if not exists kind text`
    const isOnCitus = await isDistributed(tx)
    if (isOnCitus)
      await lockChanges(
        tx,
        files.map(({ text }) => text),
      )
    const run = (file: SqlFile) => (isOnCitus ? runOnCitus(tx, file) : tx.unsafe(file.text))
    for (const file of due.conversion) {
      await run(file)
      await replaceApplied(tx, schema.migrations.filter(isBaseline))
    }
    for (const migration of due.migrations) {
      await tx`insert into migrations ${tx(migration, 'id', 'name', 'hash', 'kind')}`
      await run(migration)
    }
    // A function in SQL may call one that comes later.
    await tx`set local check_function_bodies = off`
    for (const file of due.functions) {
      await tx`insert into schema_functions ${tx(file, 'name', 'hash')}`
      await run(file)
    }
    if (isOnCitus) await placeNewFunctions(tx)
    return [...due.conversion, ...due.migrations].map(({ name }) => name)
  })
}

/** Runs one statement at a time: a table must be placed before the next statement refers to it. */
async function runOnCitus(tx: Db, { text }: SqlFile): Promise<void> {
  await prepareChanges(tx)
  for (const statement of splitStatements(text)) {
    await tx.unsafe(statement)
    const [, table] = /^(?:\s|--[^\n]*\n)*create table (?:if not exists )?(\w+)/i.exec(statement) ?? []
    if (table) await placeNewTable(tx, table)
  }
}

/** Text that can contain a semicolon: comments, strings, quoted names and dollar quotes. */
const OPAQUE = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?<tag>\w*)\$[^]*?\$\k<tag>\$|;/g

/** Splits a file into statements, without the semicolons that end them. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(OPAQUE)) {
    if (found !== ';') continue
    statements.push(text.slice(from, index))
    from = index + 1
  }
  return [...statements, text.slice(from)].filter((statement) => !/^(?:\s|--[^\n]*(?:\n|$))*$/.test(statement))
}

async function waitForBackups(tx: Db, onWait: (() => void) | undefined): Promise<void> {
  const [row] = await tx<[{ free: boolean }]>`
    select pg_try_advisory_xact_lock(hashtext(${BACKUP_LOCK})) as free`
  if (row.free) return
  onWait?.()
  await tx`select pg_advisory_xact_lock(hashtext(${BACKUP_LOCK}))`
}

/** Returns true if a file is still to run. Throws when the database is ahead of this version or an applied migration was edited. */
export async function isBehind(db: Db, schema: Schema = readSchema()): Promise<boolean> {
  const { conversion, migrations, functions } = await listDue(db, schema)
  return conversion.length + migrations.length + functions.length > 0
}

export type AppliedMigration = Pick<Migration, 'id' | 'name' | 'hash' | 'kind'>

export async function listApplied(db: Db): Promise<AppliedMigration[]> {
  // Read as JSON, because databases of versions before 0.1.0 do not have the column `kind`.
  return db<AppliedMigration[]>`
    select id, name, hash, to_jsonb(migrations) ->> 'kind' as kind from migrations order by id`
}

/** Refuses to remove what running processes of an earlier version still use. */
async function assertNoOlderNodes(tx: Db, migrations: readonly Migration[]): Promise<void> {
  for (const { name, since } of migrations) {
    if (since === null) continue
    const [older] = await tx<{ version: string }[]>`
      select coalesce(version, '0.0.0') as version from nodes
      where role is not null and lease_ends_at > now()
        and string_to_array(split_part(coalesce(version, '0.0.0'), '-', 1), '.')::integer[]
          < string_to_array(${since}, '.')::integer[]
      limit 1`
    if (older)
      throw new SchemaError(
        `A server of version ${older.version} is running, and ${name} removes what it uses. Upgrade all servers to ${since} first, or stop them before you start this version.`,
      )
  }
}

interface DueFiles extends Schema {
  /** The file that changes the tables of the last version before the baseline to those that the baseline creates. */
  readonly conversion: readonly SqlFile[]
}

async function listDue(db: Db, schema: Schema): Promise<DueFiles> {
  const [found] = await db<{ migrations: boolean; functions: boolean }[]>`
    select to_regclass('migrations') is not null as migrations, to_regclass('schema_functions') is not null as functions`
  const applied = found?.migrations ? await listApplied(db) : []
  const functions = found?.functions ? await db<SqlFile[]>`select name, hash from schema_functions` : []
  const isBeforeBaseline = applied.some(({ name }) => name === LAST_BEFORE_BASELINE)
  return {
    conversion: isBeforeBaseline ? readSqlFiles(MIGRATIONS).filter(({ name }) => name === CONVERSION) : [],
    migrations: isBeforeBaseline
      ? schema.migrations.filter((migration) => !isBaseline(migration))
      : listDueMigrations(applied, schema.migrations),
    // A definition that was replaced never comes back: a node of the previous version may start again during an upgrade.
    functions: schema.functions.filter(
      (file) => !functions.some(({ name, hash }) => name === file.name && hash === file.hash),
    ),
  }
}

function listDueMigrations(applied: readonly AppliedMigration[], migrations: readonly Migration[]): Migration[] {
  for (const row of applied) {
    const ours = migrations.find((migration) => migration.id === row.id)
    // One step back: a server of the previous version can start again while the next one is rolled out, or after it.
    if (!ours && row.kind === 'expand') continue
    if (!ours)
      throw new SchemaError(
        `The database has migration ${row.name}, which this version does not have. Run a newer version of Quoin.`,
      )
    if (isBaseline(ours) && ours.name !== row.name)
      throw new SchemaError(
        `The database has migration ${row.name} of a development version before 0.1.0. Upgrade it to ${LAST_BEFORE_BASELINE} with the last such version, then start this one.`,
      )
    if (ours.hash !== row.hash)
      throw new SchemaError(
        `Migration ${row.name} differs from the one that was applied. Restore the file: an applied migration must never be edited.`,
      )
  }
  return migrations.filter((migration) => !applied.some((row) => row.id === migration.id))
}

const LAST_BEFORE_BASELINE = '0073_quarantine.sql'
const CONVERSION = 'before_baseline.sql'

function isBaseline({ id }: Migration): boolean {
  return id <= 12
}

async function replaceApplied(tx: Db, migrations: readonly Migration[]): Promise<void> {
  await tx`delete from migrations`
  for (const migration of migrations) await tx`insert into migrations ${tx(migration, 'id', 'name', 'hash')}`
}
