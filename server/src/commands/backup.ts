import { resolve } from 'node:path'
import { insertBackup } from '../kit/postgres/backup/log.ts'
import type { Manifest } from '../kit/postgres/backup/manifest.ts'
import { writeBackup } from '../kit/postgres/backup/write.ts'
import { connect } from '../kit/postgres/db.ts'
import { openStorage } from '../kit/storage/open.ts'
import { writeMedia } from './backup-media.ts'
import type { RunOnConfig } from './command.ts'
import { openChosenDatabase } from './directory.ts'
import { createProgressBar, megabytes } from './progress-bar.ts'

/** Opens the database alone, and migrates nothing: a backup before an upgrade is of the earlier schema. */
export const backup: RunOnConfig = async (config, { words: [folder = ''], options }) => {
  const isDirectory = Boolean(options['directory'])
  const database = await openChosenDatabase(config, isDirectory)
  const db = connect(database.sessionAddress, { max: 2, name: 'quoin backup' })
  const progress = createProgressBar('backing up')
  const startedAt = performance.now()
  try {
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
  } finally {
    await db.end({ timeout: 5 })
    await database.stop()
  }
}

const DIRECTORY_IS_APART =
  'People and suppressions are in a database of their own and not in it: back that up too, with --directory.'

function describe(folder: string, { taken_at: takenAt, tables, media }: Manifest, seconds: number) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const files = media?.files ?? 0
  const lines = [
    `Wrote ${folder}: ${rows.toLocaleString('en')} rows of ${tables.length} tables, ${megabytes(bytes)}, in ${seconds.toFixed(1)} s.`,
    'The master key is not in it. Keep the key in another place: without it the secrets in the backup cannot be read.',
  ]
  if (files > 0)
    lines.push(
      media?.has_files
        ? `${files.toLocaleString('en')} media files are in it, ${megabytes(media.files_bytes)}.`
        : `${files.toLocaleString('en')} media files (${megabytes(media?.files_bytes ?? 0)}) are listed and not in it: copy them too, or use --media.`,
    )
  return {
    text: lines.join('\n'),
    data: { folder, taken_at: takenAt, rows, bytes, media_files: files, has_media_files: media?.has_files ?? false },
  }
}
