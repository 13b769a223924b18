import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDistributed, placeNewFunctions, placeNewTable } from './citus/distribute.ts'
import { lockChanges } from './citus/lock-changes.ts'
import { prepareChanges } from './citus/sql.ts'
import { type Db, transaction } from './db.ts'
import { splitStatements } from './split-statements.ts'

export interface Migration {
  readonly id: number
  readonly name: string
  readonly text: string
  readonly hash: string
}

const folder = fileURLToPath(new URL('../../../../migrations/', import.meta.url))

export function readMigrations(from = folder): Migration[] {
  return readdirSync(from)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .toSorted()
    .map((name) => {
      const text = readFileSync(`${from}/${name}`, 'utf8')
      return { id: Number(name.slice(0, 4)), name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

export class SchemaError extends Error {
  override name = 'SchemaError'
}

/** Running backups share this lock; a migration needs it exclusively. */
export const BACKUP_LOCK = 'quoin.backup'

/**
 * Brings the schema up to date and returns the migrations that ran. Concurrent callers wait for each other. `onWait` is called
 * when it has to wait for a backup.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[] = readMigrations(),
  onWait?: () => void,
): Promise<string[]> {
  return transaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('quoin.migrate'))`
    await tx`
      create table if not exists migrations (
        id integer constraint migrations_pkey primary key,
        name text not null,
        hash text not null,
        applied_at timestamptz not null default now()
      )`
    const due = pending(await listApplied(tx), migrations)
    // A migration that waited for the locks of a backup would make every request on those tables wait behind it.
    if (due.length > 0) await waitForBackups(tx, onWait)
    const isOnCitus = due.length > 0 && (await isDistributed(tx))
    if (isOnCitus)
      await lockChanges(
        tx,
        due.map(({ text }) => text),
      )
    for (const migration of due) {
      await tx`insert into migrations ${tx(migration, 'id', 'name', 'hash')}`
      await (isOnCitus ? runOnCitus(tx, migration) : tx.unsafe(migration.text))
    }
    if (isOnCitus) await placeNewFunctions(tx)
    return due.map((migration) => migration.name)
  })
}

/** Runs one statement at a time: a table must be placed before the next statement refers to it. */
async function runOnCitus(tx: Db, { text }: Migration): Promise<void> {
  await prepareChanges(tx)
  for (const statement of splitStatements(text)) {
    await tx.unsafe(statement)
    const [, table] = /^(?:\s|--[^\n]*\n)*create table (?:if not exists )?(\w+)/i.exec(statement) ?? []
    if (table) await placeNewTable(tx, table)
  }
}

async function waitForBackups(tx: Db, onWait: (() => void) | undefined): Promise<void> {
  const [row] = await tx<[{ free: boolean }]>`
    select pg_try_advisory_xact_lock(hashtext(${BACKUP_LOCK})) as free`
  if (row.free) return
  onWait?.()
  await tx`select pg_advisory_xact_lock(hashtext(${BACKUP_LOCK}))`
}

/** Lists the migrations still to run. Throws when the database is ahead of this version or an applied migration was edited. */
export async function pendingMigrations(
  db: Db,
  migrations: readonly Migration[] = readMigrations(),
): Promise<Migration[]> {
  const [found] = await db<{ there: boolean }[]>`select to_regclass('migrations') is not null as there`
  return pending(found?.there ? await listApplied(db) : [], migrations)
}

export type AppliedMigration = Pick<Migration, 'id' | 'name' | 'hash'>

export async function listApplied(db: Db): Promise<AppliedMigration[]> {
  return db<AppliedMigration[]>`select id, name, hash from migrations order by id`
}

function pending(applied: readonly AppliedMigration[], known: readonly Migration[]): Migration[] {
  for (const row of applied) {
    const ours = known.find((migration) => migration.id === row.id)
    if (!ours)
      throw new SchemaError(
        `The database has migration ${row.name}, which this version does not have. Run a newer version of Quoin.`,
      )
    if (ours.hash !== row.hash)
      throw new SchemaError(
        `Migration ${row.name} differs from the one that was applied. Restore the file: an applied migration must never be edited.`,
      )
  }
  return known.filter((migration) => !applied.some((row) => row.id === migration.id))
}
