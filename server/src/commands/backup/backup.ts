import { resolve } from 'node:path'
import { connect } from '../../kit/postgres/db.ts'
import { openStorage } from '../../kit/storage/open.ts'
import { insertBackup } from '../../operations/backup/log.ts'
import type { Manifest } from '../../operations/backup/manifest.ts'
import { writeBackup } from '../../operations/backup/write.ts'
import type { RunOnConfig } from '../command.ts'
import { openChosenDatabase } from '../directory.ts'
import { createProgressBar, megabytes } from '../import/progress-bar.ts'
import { writeMedia } from './backup-media.ts'

/** Opens only the database and migrates nothing, so that a backup before an upgrade has the earlier schema. */
export const backup: RunOnConfig = async (config, { words: [folder = ''], options }) => {
  const isDirectory = Boolean(options['directory'])
  await using database = await openChosenDatabase(config, isDirectory)
  await using db = connect(database.sessionAddress, { max: 2, name: 'quoin backup' })
  const progress = createProgressBar('backing up')
  const startedAt = performance.now()
  const storage = options['media'] ? await openStorage(config) : undefined
  const target = resolve(folder)
  const manifest = await writeBackup(db, target, {
    onProgress: progress.add,
    writeMedia: (tx, into) => writeMedia(tx, into, storage),
  })
  await insertBackup(db, manifest)
  progress.end()
  const output = describe(target, manifest, (performance.now() - startedAt) / 1000)
  if (isDirectory || !config.DIRECTORY_DATABASE_URL) return output
  return { ...output, text: `${output.text}\n${DIRECTORY_IS_APART}` }
}

const DIRECTORY_IS_APART =
  'The backup does not contain people and suppressions, which are in a separate database. Back them up with --directory.'

function describe(folder: string, { taken_at: takenAt, tables, media }: Manifest, seconds: number) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const files = media?.files ?? 0
  const lines = [
    `Wrote ${folder}: ${rows.toLocaleString('en')} rows of ${tables.length} tables, ${megabytes(bytes)}, in ${seconds.toFixed(1)} s.`,
    'The backup does not contain the master key. Keep the key in a separate place: without it, the secrets in the backup cannot be decrypted.',
  ]
  if (files > 0)
    lines.push(
      media?.has_files
        ? `The backup includes ${files.toLocaleString('en')} media files, ${megabytes(media.files_bytes)}.`
        : `The backup lists ${files.toLocaleString('en')} media files (${megabytes(media?.files_bytes ?? 0)}) but does not include them. Copy them too, or use --media.`,
    )
  return {
    text: lines.join('\n'),
    data: { folder, taken_at: takenAt, rows, bytes, media_files: files, has_media_files: media?.has_files ?? false },
  }
}
