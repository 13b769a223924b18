import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { failpoint } from '../../kit/failpoint.ts'
import { connectDedicated, type Db, type Pool } from '../../kit/postgres/db.ts'
import { getServerVersion } from '../../kit/postgres/health.ts'
import { quote } from '../../kit/postgres/statement.ts'
import { VERSION } from '../../kit/version.ts'
import { isDistributed } from '../citus/distribute.ts'
import { BACKUP_LOCK, listApplied } from '../schema/migrate.ts'
import { exportSnapshot, listSequences, listTables, type Table } from './catalogue.ts'
import { createFileWriter, publishFolder, writeWhole } from './files.ts'
import { BackupError, MANIFEST, type Manifest, type StoredMedia, type StoredTable, writeManifest } from './manifest.ts'

export interface BackupOptions {
  /** Called with the bytes of rows written since the last call. `total` is the approximate size of the tables. */
  readonly onProgress?: (bytes: number, total: number) => void
  /** Writes the backup's record of media, as of its snapshot. */
  readonly writeMedia: (tx: Db, folder: string) => Promise<StoredMedia>
}

/**
 * Tables that are copied at a time, so that small ones do not wait for the largest, which decides how long a backup takes
 * (decision 0034).
 */
const PARALLEL = 2
const TABLES = 'tables'
/** The manifest contains the migrations; every health check of a server empties the other table. */
const LEFT_OUT = ['migrations', 'schema_functions', 'write_probes']
const READS = 'isolation level repeatable read read only'
const DISTRIBUTED =
  "This database is distributed over the nodes of a Citus cluster, which have no common snapshot: a backup by this command would contain a charge without its balance. Back up every node with PostgreSQL's own tools instead (pg_basebackup, and an archive of the write-ahead log), run `select citus_create_restore_point('NAME')` on the coordinator, and recover every node to that point. docs/guides/backups.md has the steps."

/**
 * Writes a backup while servers run. All tables are read from one snapshot. The folder gets its name when everything is on the
 * disk, so a killed backup leaves no such folder.
 */
export async function writeBackup(db: Pool, folder: string, options: BackupOptions): Promise<Manifest> {
  if (await isDistributed(db)) throw new BackupError(DISTRIBUTED)
  const draft = await makeDraft(folder)
  try {
    const manifest = await fillFolder(db, draft, options)
    failpoint('backup_filled')
    await writeWhole(draft, MANIFEST, writeManifest(manifest))
    await publishFolder(draft, folder)
    return { format: 1, ...manifest }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw explained(error, folder)
  }
}

async function fillFolder(db: Pool, folder: string, options: BackupOptions): Promise<Omit<Manifest, 'format'>> {
  const pool = connectDedicated(db, {
    max: PARALLEL + 3,
    name: 'quoin backup',
    settings: { idle_in_transaction_session_timeout: '0', statement_timeout: '0' },
  })
  try {
    return await pool.begin(async (lock) => {
      // Before the snapshot, in its own transaction: a running migration ends first, and the next one waits.
      await lock`select pg_advisory_xact_lock_shared(hashtext(${BACKUP_LOCK}))`
      return pool.begin(READS, (tx) => copyAll(pool, tx, folder, options))
    })
  } finally {
    await pool.end({ timeout: 1 })
  }
}

async function copyAll(
  pool: Pool,
  tx: Db,
  folder: string,
  { onProgress, writeMedia }: BackupOptions,
): Promise<Omit<Manifest, 'format'>> {
  const snapshot = await exportSnapshot(tx)
  const tables = (await listTables(tx)).filter(({ name }) => !LEFT_OUT.includes(name))
  const hasMedia = tables.some(({ name }) => name === 'media_assets')
  if (tables.length === 0) throw new BackupError('There is nothing to back up: this database has no Quoin tables.')
  const total = tables.reduce((sum, { size }) => sum + size, 0)
  const waiting = tables.toSorted((a, b) => b.size - a.size)
  const stored: StoredTable[] = []
  const onBytes = (bytes: number) => onProgress?.(bytes, total)
  async function work() {
    try {
      for (let table = waiting.shift(); table; table = waiting.shift())
        stored.push(await copyTable(pool, folder, { table, snapshot: snapshot.id, onBytes }))
    } finally {
      waiting.length = 0
    }
  }
  // Waits for all: after a failure no writer may remain, because the folder is removed.
  const ended = await Promise.allSettled(Array.from({ length: PARALLEL }, work))
  for (const result of ended) if (result.status === 'rejected') throw result.reason
  return {
    quoin_version: VERSION,
    postgres_version: (await getServerVersion(tx)).text,
    taken_at: snapshot.takenAt.toISOString(),
    migrations: await listApplied(tx),
    tables: stored.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    // After the snapshot: none of its rows has a higher number.
    sequences: await listSequences(tx),
    media: hasMedia ? await writeMedia(tx, folder) : null,
  }
}

interface CopyOptions {
  readonly table: Table
  readonly snapshot: string
  readonly onBytes: (bytes: number) => void
}

async function copyTable(pool: Pool, folder: string, { table, snapshot, onBytes }: CopyOptions): Promise<StoredTable> {
  const { name, columns } = table
  const file = createFileWriter(folder, `${TABLES}/${name}.copy.zst`)
  let raw = 0
  let failure: unknown
  const rows = await pool
    .begin(READS, async (tx) => {
      await tx.unsafe(`set transaction snapshot '${snapshot}'`)
      return tx.copyOut(
        `copy ${quote(name)} (${columns.map(quote).join()}) to stdout (format binary)`,
        async (chunk) => {
          raw += chunk.length
          onBytes(chunk.length)
          failpoint('backup_chunk')
          await file.write(chunk).catch((error: unknown) => {
            failure = error
            throw error
          })
        },
      )
    })
    // When the file cannot be written, the connection is cut and reports only that.
    .catch((error: unknown) => {
      throw failure ?? error
    })
  return { name, columns, rows, bytes_raw: raw, ...(await file.finish()) }
}

/** Creates a folder beside the final one, and removes those of killed backups with the same name. */
async function makeDraft(folder: string): Promise<string> {
  if (existsSync(folder))
    throw new BackupError(`${folder} already exists. Choose a new folder, such as ${join(folder, 'today')}.`)
  const draft = `${folder}.unfinished.${process.pid}`
  try {
    for (const name of await readdir(dirname(folder)))
      if (name.startsWith(`${basename(folder)}.unfinished.`) && !isRunning(Number(name.split('.').at(-1))))
        await rm(join(dirname(folder), name), { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    await mkdir(join(draft, TABLES), { mode: 0o700 })
  } catch (error) {
    throw explained(error, folder)
  }
  return draft
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const FULL = 'The disk is full. Free some space, or choose a folder on another disk.'
const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EACCES: 'This user may not write there.',
  EPERM: 'This user may not write there.',
  EROFS: 'That file system is read-only.',
  ENOENT: 'Create the parent folder first.',
  ENOTDIR: 'A part of the path is a file.',
}

function explained(error: unknown, folder: string): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const cause = syscall === undefined && code !== 'ENOSPC' ? undefined : CAUSES[code]
  return cause === undefined
    ? error
    : new BackupError(`The backup ${folder} was not written. ${cause}`, { cause: error })
}
