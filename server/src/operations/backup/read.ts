import { failpoint } from '../../kit/failpoint.ts'
import { connectDedicated, type Db, type Pool } from '../../kit/postgres/db.ts'
import { quote } from '../../kit/postgres/statement.ts'
import type { Transaction } from '../../kit/postgres/transaction.ts'
import { listApplied, type Migration, migrate, readSchema, type Schema } from '../schema/migrate.ts'
import {
  hasOtherSessions,
  hasRows,
  listForeignKeys,
  listIndexes,
  listSequences,
  listTables,
  listTriggered,
  setSequence,
  type Table,
} from './catalogue.ts'
import { readBackupFile, verifyFile } from './files.ts'
import { BackupError, type Manifest, type StoredTable } from './manifest.ts'

/** Throws when a file of the backup is missing or damaged. Nothing is written before this check. */
export async function verifyBackup(
  folder: string,
  { tables, media }: Manifest,
  onRead: (bytes: number, total: number) => void,
): Promise<void> {
  const files = [...tables, ...(media ? [media] : [])]
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const file of files) await verifyFile(folder, file, (bytes) => onRead(bytes, total))
}

/** Returns the migrations that create the schema of the backup. Throws when this version does not have them. */
export function resolveMigrations(
  { migrations, quoin_version: version }: Manifest,
  { migrations: known }: Schema = readSchema(),
): Migration[] {
  return migrations.map(({ name, hash }) => {
    const ours = known.find((migration) => migration.name === name && migration.hash === hash)
    if (ours) return ours
    throw new BackupError(
      `The backup was taken by Quoin ${version} with migration ${name}, which this version does not have. Restore it with that version or a newer one.`,
    )
  })
}

/** Tables that a command fills in a database before there is a workspace. */
const NOT_DATA = [
  'migrations',
  'schema_functions',
  'nodes',
  'price_books',
  'master_key_canaries',
  'control_versions',
  'write_probes',
]
/** Tables whose only row is inserted by a migration. */
const SEEDED = ['directory_feed']

/** Throws unless the database has no data: a restore never overwrites anything. */
export async function assertEmpty(db: Db, { tables, migrations }: Manifest): Promise<void> {
  const here = (await listTables(db)).map(({ name }) => name)
  const isOurs = here.includes('migrations')
  const ignored = isOurs ? [...NOT_DATA, ...SEEDED] : []
  for (const { name } of tables) {
    if (!here.includes(name) || ignored.includes(name)) continue
    if (!isOurs) throw notEmpty(`it has a table ${name} that Quoin did not create`)
    if (await hasRows(db, name)) throw notEmpty(`its table ${name} has rows`)
  }
  if (!isOurs) return
  const newer = (await listApplied(db)).filter(({ id }) => !migrations.some((migration) => migration.id === id))
  if (newer.length > 0)
    throw notEmpty(`its schema is newer than that of the backup: it has migration ${newer.at(-1)?.name ?? ''}`)
}

/** Throws while a server uses the database: it would write into the restored data. */
export async function assertUnused(db: Db): Promise<void> {
  if (await hasOtherSessions(db))
    throw new BackupError('A server or another Quoin command is using this database. Stop it, then restore.')
}

function notEmpty(why: string): BackupError {
  return new BackupError(
    `The database is not empty: ${why}. Restore into a new database: set DATABASE_URL to one, or set QUOIN_DATA to a new folder that contains the master key.`,
  )
}

export interface RestoreOptions {
  /** Defaults to the schema of this version. */
  readonly schema?: Schema
  readonly onProgress?: (bytes: number, total: number) => void
  /** Called when the rows of a table are restored. An error ends the restore, and nothing is restored. */
  readonly onTable?: (tx: Db, name: string) => Promise<void>
  /** Called before the commit, with the schema of this version. */
  readonly onEnd: (tx: Db) => Promise<void>
}

export interface RestoreResult {
  /** Migrations of this version that the backup did not have. */
  readonly migrated: readonly string[]
  /** Tables of the backup that do not belong to Quoin. */
  readonly leftOut: readonly string[]
}

/** The key is checked with its rows, before the large tables are read. */
const FIRST = ['master_key_canaries']

/**
 * Restores into an empty database in one transaction: a killed restore leaves nothing. References and indexes are removed and
 * created again, which checks every reference and needs no permission that the owner of the tables does not have.
 */
export async function restoreTables(
  db: Pool,
  folder: string,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const pool = connectDedicated(db, {
    max: 1,
    name: 'quoin restore',
    settings: { idle_in_transaction_session_timeout: '0', statement_timeout: '0', maintenance_work_mem: '256MB' },
  })
  const schema = options.schema ?? readSchema()
  try {
    return await pool.begin(async (tx) => {
      await migrate(tx, { migrations: resolveMigrations(manifest, schema), functions: [] })
      const leftOut = await load(tx, folder, manifest, options)
      failpoint('restore_loaded')
      const migrated = await migrate(tx, schema)
      await options.onEnd(tx)
      return { migrated, leftOut }
    })
  } finally {
    await pool.end({ timeout: 1 })
  }
}

async function load(tx: Transaction, folder: string, manifest: Manifest, options: RestoreOptions): Promise<string[]> {
  const here = new Map((await listTables(tx)).map((table) => [table.name, table]))
  const stored = manifest.tables.filter(({ name }) => here.has(name))
  const sequences = new Set((await listSequences(tx)).map(({ name }) => name))
  const references = await listForeignKeys(tx)
  const indexes = await listIndexes(tx)
  const triggered = await listTriggered(tx)
  const names = stored.map(({ name }) => quote(name)).join()
  await tx.unsafe(`lock table ${names} in access exclusive mode`)
  await assertEmpty(tx, manifest)
  for (const { remove } of [...references, ...indexes]) await tx.unsafe(remove)
  for (const name of triggered) await tx.unsafe(`alter table ${quote(name)} disable trigger user`)
  await tx.unsafe(`truncate ${names}`)
  const total = stored.reduce((sum, { bytes_raw: bytes }) => sum + bytes, 0)
  const ordered = stored.toSorted((a, b) => Number(FIRST.includes(b.name)) - Number(FIRST.includes(a.name)))
  for (const table of ordered) {
    await loadTable(tx, folder, table, { here: here.get(table.name), onBytes: (n) => options.onProgress?.(n, total) })
    await options.onTable?.(tx, table.name)
  }
  for (const sequence of manifest.sequences) if (sequences.has(sequence.name)) await setSequence(tx, sequence)
  // Indexes first: a reference needs a unique target.
  for (const { create } of [...indexes, ...references]) await tx.unsafe(create)
  for (const name of triggered) await tx.unsafe(`alter table ${quote(name)} enable trigger user`)
  return manifest.tables.filter(({ name }) => !here.has(name)).map(({ name }) => name)
}

interface LoadOptions {
  readonly here: Table | undefined
  readonly onBytes: (bytes: number) => void
}

async function loadTable(
  tx: Transaction,
  folder: string,
  { name, columns, rows, file }: StoredTable,
  { here, onBytes }: LoadOptions,
): Promise<void> {
  const unknown = columns.filter((column) => !here?.columns.includes(column))
  if (unknown.length > 0)
    throw new BackupError(
      `The backup has columns of ${name} that Quoin does not have: ${unknown.join(', ')}. Remove them from the original database and take the backup again.`,
    )
  async function* counted() {
    for await (const chunk of readBackupFile(folder, file)) {
      onBytes(chunk.length)
      failpoint('restore_chunk')
      yield chunk
    }
  }
  const text = `copy ${quote(name)} (${columns.map(quote).join()}) from stdin (format binary)`
  const copied = await tx.copyBytes(text, counted())
  if (copied !== rows) throw new BackupError(`${name} has ${rows} rows in the manifest but ${copied} in its file.`)
}
