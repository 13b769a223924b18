import type { Config } from '../../kit/config/config.ts'
import { analyze, connect } from '../../kit/postgres/db.ts'
import { BackupError, type Manifest } from '../../operations/backup/manifest.ts'
import { assertEmpty, assertUnused, restoreTables, verifyBackup } from '../../operations/backup/read.ts'
import type { Output } from '../command.ts'
import { openChosenDatabase } from '../directory.ts'
import { withProgress } from '../import/progress-bar.ts'

/** Restores people, companies and suppressions. Pauses nothing, because nothing is published or charged from there. */
export async function restoreDirectory(config: Config, folder: string, manifest: Manifest): Promise<Output> {
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
