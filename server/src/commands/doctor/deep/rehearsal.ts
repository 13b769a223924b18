import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkMasterKey } from '../../../kit/master-key.ts'
import { analyze, connect, connectSession } from '../../../kit/postgres/db.ts'
import { checkInvariants } from '../../../ledger/verify.ts'
import { listTables } from '../../../operations/backup/catalogue.ts'
import type { Manifest } from '../../../operations/backup/manifest.ts'
import { restoreTables, verifyBackup } from '../../../operations/backup/read.ts'
import { writeBackup } from '../../../operations/backup/write.ts'
import { isDistributed } from '../../../operations/citus/distribute.ts'
import { socketFolder } from '../../../operations/embedded/cluster-folder.ts'
import { startEmbeddedPostgres } from '../../../operations/embedded/embedded-postgres.ts'
import { writeMedia } from '../../backup/backup-media.ts'
import { megabytes } from '../../import/progress-bar.ts'
import { type CheckGroup, type CheckResult, failed, ok, type Surroundings, skipped } from './check.ts'

/** The backup, the restored tables with their indexes, and the write-ahead log of the restore. */
const SPACE_FACTOR = 3
/** An empty cluster with its write-ahead log. */
const CLUSTER_BYTES = 500_000_000
const PREFIX = 'quoin-doctor-'

/** Durability is of no use to a database that is removed. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '128MB', max_connections: '20' }

export const rehearsalChecks: CheckGroup<Surroundings> = {
  heading: 'Backup',
  checks: [{ name: 'rehearsal', run: rehearse }],
}

/** Takes a backup, and restores it into an embedded PostgreSQL. Both are in a temporary folder, which is removed. */
async function rehearse({ ctx, signal }: Surroundings): Promise<CheckResult> {
  // A pooler has no sessions, which a snapshot needs.
  await using db = connectSession(ctx.db, 'quoin backup')
  if (await isDistributed(db))
    return skipped('the database is distributed over a Citus cluster; docs/guides/backups.md has its steps')
  const bytes = (await listTables(db)).reduce((sum, { size }) => sum + size, 0)
  const lacking = describeLackingSpace(bytes)
  if (lacking) return skipped(lacking)
  using folder = makeTemporaryFolder()
  const startedAt = performance.now()
  const manifest = await writeBackup(db, join(folder.path, 'backup'), {
    onProgress: () => signal.throwIfAborted(),
    writeMedia: (tx, into) => writeMedia(tx, into, undefined),
  })
  const backupSeconds = (performance.now() - startedAt) / 1000
  const discrepancies = await restoreInto(ctx, folder.path, manifest, signal)
  const restoreSeconds = (performance.now() - startedAt) / 1000 - backupSeconds
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const done = `${rows.toLocaleString('en')} rows of ${manifest.tables.length} tables (${megabytes(bytes)}) were backed up in ${backupSeconds.toFixed(1)} s and restored in ${restoreSeconds.toFixed(1)} s`
  if (discrepancies.length > 0)
    return failed(
      `${done}, but the restored ledger is inconsistent: ${discrepancies.slice(0, 3).join('; ')}`,
      'Run `quoin-server ledger verify` on this database to see whether the original is inconsistent too.',
    )
  const apart = ctx.config.DIRECTORY_DATABASE_URL ? '; people are in another database, which was left out' : ''
  return ok(`${done}; every row is there, and the ledger is consistent${apart}`)
}

/** Counts the restored rows of every table against the manifest, and returns the discrepancies of the ledger. */
async function restoreInto(
  { secrets, config }: Surroundings['ctx'],
  path: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<string[]> {
  const folder = join(path, 'backup')
  await verifyBackup(folder, manifest, () => signal.throwIfAborted())
  const postgres = await startEmbeddedPostgres({ dataDir: join(path, 'data'), settings: SETTINGS })
  try {
    await using db = connect(postgres.address, { max: 2, name: 'quoin restore' })
    await restoreTables(db, folder, manifest, {
      onProgress: () => signal.throwIfAborted(),
      onTable: async (tx, name) => {
        if (name === 'master_key_canaries') await checkMasterKey(tx, secrets, config)
      },
      onEnd: async () => {},
    })
    await analyze(db)
    return await checkInvariants(db)
  } finally {
    await postgres.stop()
    // The cluster is elsewhere if PostgreSQL's user cannot enter the temporary folder, and the socket if its path is too long.
    const outside = [dirname(postgres.cluster), socketFolder(join(path, 'data'))].filter(
      (each) => !each.startsWith(path),
    )
    for (const each of outside) rmSync(each, { recursive: true, force: true })
  }
}

function describeLackingSpace(bytes: number): string | undefined {
  const { bavail, bsize } = statfsSync(tmpdir())
  const needed = SPACE_FACTOR * bytes + CLUSTER_BYTES
  if (bavail * bsize >= needed) return undefined
  return `it needs ${megabytes(needed)} in ${tmpdir()}, where ${megabytes(bavail * bsize)} are free; set TMPDIR to a folder on another disk`
}

/** Other users may enter the folder but not list it: under root PostgreSQL runs as another user. */
function makeTemporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  chmodSync(path, 0o711)
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}

/** Removes the folders of killed runs, and returns their number. */
export function removeLeftFolders(): number {
  const left = readdirSync(tmpdir()).filter((name) => {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || isRunning(Number(pid))) return false
    return statSync(join(tmpdir(), name), { throwIfNoEntry: false })?.uid === process.getuid?.()
  })
  for (const name of left)
    rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  return left.length
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
