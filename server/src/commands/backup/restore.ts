import { join, resolve } from 'node:path'
import type { Config } from '../../kit/config/config.ts'
import { checkMasterKey, forgetCanaries, hasMasterKey, readMasterKey } from '../../kit/master-key.ts'
import { analyze, connect, type Pool } from '../../kit/postgres/db.ts'
import { createSecrets } from '../../kit/secrets.ts'
import { openStorage } from '../../kit/storage/open.ts'
import { checkInvariants } from '../../ledger/verify.ts'
import { BackupError, type Manifest, readManifest } from '../../operations/backup/manifest.ts'
import {
  assertEmpty,
  assertUnused,
  type RestoreResult,
  resolveMigrations,
  restoreTables,
  verifyBackup,
} from '../../operations/backup/read.ts'
import { pauseWork } from '../../operations/work-pause.ts'
import { openDatabase } from '../../runtime.ts'
import type { Output, RunOnConfig } from '../command.ts'
import { openChosenDatabase } from '../directory.ts'
import { megabytes, withProgress } from '../import/progress-bar.ts'
import { restoreMedia, verifyMedia } from './backup-media.ts'

/** Checks the whole backup, then restores it in one transaction, verifies the ledger, and leaves background work paused. */
export const restore: RunOnConfig = async (config, { words: [given = ''], options }) => {
  const folder = resolve(given)
  const manifest = readManifest(folder)
  resolveMigrations(manifest)
  if (options['directory']) return restoreDirectory(config, folder, manifest)
  const isKeyLost = Boolean(options['lostKey'])
  if (!isKeyLost) assertHasKey(config)
  await withProgress('checking the files', (add) => verifyBackup(folder, manifest, add))
  const { media } = manifest
  if (media?.has_files)
    await withProgress('checking media', (add) => verifyMedia(folder, (bytes) => add(bytes, media.files_bytes)))
  await using database = await openDatabase(config, { canAttach: true })
  await using db = connect(database.sessionAddress, { max: 2, name: 'quoin restore' })
  await assertEmpty(db, manifest)
  await assertUnused(db)
  const files = await restoreFiles(config, folder, manifest)
  const restored = await withProgress('restoring', (onProgress) =>
    restoreTables(db, folder, manifest, {
      onProgress,
      onTable: async (tx, name) => {
        if (name !== 'master_key_canaries') return
        if (isKeyLost) await forgetCanaries(tx)
        else await checkMasterKey(tx, createSecrets(readMasterKey(config)), config)
      },
      onEnd: (tx) => pauseWork(tx, new Date(manifest.taken_at)),
    }),
  )
  return await verified(db, manifest, restored, files)
}

/** Throws if there is no key. Otherwise a new key would be created, which decrypts nothing. */
function assertHasKey(config: Config): void {
  if (hasMasterKey(config)) return
  const file = join(config.dataDir, 'master.key')
  throw new BackupError(
    `Restoring needs the master key that was in use when the backup was taken. Set QUOIN_MASTER_KEY, or copy the key to ${file}. If the key is lost, use --lost-key.`,
  )
}

/** Restores the files before the rows, so that a restored database has its files. */
async function restoreFiles(config: Config, folder: string, { media }: Manifest): Promise<number> {
  if (!media?.has_files) return 0
  const storage = await openStorage(config)
  return withProgress('media', (add) => restoreMedia(folder, storage, (bytes) => add(bytes, media.files_bytes)))
}

async function verified(
  db: Pool,
  manifest: Manifest,
  { migrated, leftOut }: RestoreResult,
  files: number,
): Promise<Output> {
  await analyze(db)
  const discrepancies = await checkInvariants(db)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    `Restored the backup of ${manifest.taken_at}: ${rows.toLocaleString('en')} rows of ${manifest.tables.length} tables.`,
    ...(migrated.length > 0 ? [`Ran ${migrated.length} newer migrations.`] : []),
    ...(leftOut.length > 0 ? [`Skipped tables that do not belong to Quoin: ${leftOut.join(', ')}.`] : []),
    ...describeMedia(manifest, files),
    ...(discrepancies.length > 0
      ? ['The ledger is INCONSISTENT:', ...discrepancies.map((each) => `  ${each}`)]
      : ['The ledger is consistent.']),
    '',
    'Background work is paused: no post is published and no webhook is sent. When no server runs on the database that this',
    'backup was taken from, start work with `quoin-server resume`.',
  ]
  return {
    text: lines.join('\n'),
    data: { taken_at: manifest.taken_at, rows, migrated, left_out: leftOut, media_files: files, discrepancies },
    exitCode: discrepancies.length > 0 ? 1 : 0,
  }
}

function describeMedia({ media }: Manifest, files: number): string[] {
  if (!media || media.files === 0) return []
  const all = `${media.files.toLocaleString('en')} media files`
  if (!media.has_files)
    return [`${all} (${megabytes(media.files_bytes)}) are not in the backup. Copy them from their storage.`]
  return [`Stored ${files.toLocaleString('en')} of ${all}.`]
}

/** Restores people, companies and suppressions. Pauses nothing, because nothing is published or charged from there. */
async function restoreDirectory(config: Config, folder: string, manifest: Manifest): Promise<Output> {
  if (manifest.tables.some(({ name, rows }) => name === 'workspaces' && rows > 0))
    throw new BackupError(
      `${folder} is a backup of the main database, not of the directory. Restore it without --directory.`,
    )
  await withProgress('checking the files', (add) => verifyBackup(folder, manifest, add))
  await using database = await openChosenDatabase(config, true)
  await using db = connect(database.address, { max: 2, name: 'quoin restore' })
  await assertEmpty(db, manifest)
  await assertUnused(db)
  const { migrated } = await withProgress('restoring', (onProgress) =>
    restoreTables(db, folder, manifest, { onProgress, onEnd: async () => {} }),
  )
  await analyze(db)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    text: `Restored the directory of ${manifest.taken_at}: ${rows.toLocaleString('en')} rows. Suppressions added after the backup are missing. Add them again.`,
    data: { taken_at: manifest.taken_at, rows, migrated },
  }
}
