import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listStoredFiles, type StoredMediaFile } from '../../domains/social/media/stored-files.ts'
import type { Db } from '../../kit/postgres/db.ts'
import { MissingObject, type Storage } from '../../kit/storage/storage.ts'
import { listArchivedObjects } from '../../ledger/archive/list-objects.ts'
import { createFileWriter, readBackupFile, verifyFile } from '../../operations/backup/files.ts'
import { BackupError, type StoredMedia } from '../../operations/backup/manifest.ts'

/** List of the files, one JSON object per line, wherever they are stored. */
const LIST = 'media.ndjson'
const FILES = 'media'

/** Writes the list of media and of the ledger's archive and, with a storage, the files themselves. */
export async function writeMedia(tx: Db, folder: string, storage: Storage | undefined): Promise<StoredMedia> {
  const list = createFileWriter(folder, LIST)
  let files = 0
  let bytes = 0
  for await (const file of listAll(tx)) {
    const isMissing = storage !== undefined && !(await copyFile(folder, file, storage))
    await list.write(Buffer.from(`${JSON.stringify({ ...file, ...(isMissing && { is_missing: true }) })}\n`))
    files++
    bytes += file.bytes
  }
  return { ...(await list.finish()), files, files_bytes: bytes, has_files: storage !== undefined }
}

async function* listAll(tx: Db): AsyncGenerator<StoredMediaFile> {
  yield* listStoredFiles(tx)
  yield* listArchivedObjects(tx)
}

/** Returns false if there is no file: it was deleted since the snapshot, or lost. The restored asset then has no file either. */
async function copyFile(folder: string, file: StoredMediaFile, storage: Storage): Promise<boolean> {
  const name = `${FILES}/${file.key}`
  await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
  const bytes = await storage.read(file.key).catch((error: unknown) => {
    if (error instanceof MissingObject) return undefined
    throw error
  })
  if (!bytes) return false
  const copy = createFileWriter(folder, name)
  for await (const chunk of bytes as AsyncIterable<Buffer>) await copy.write(chunk)
  const { sha256 } = await copy.finish()
  if (`sha256:${sha256}` !== file.checksum)
    throw new BackupError(
      `The checksum of the media file ${file.key} does not match its upload. Fix the storage first.`,
    )
  return true
}

/** Throws if a media file of the backup is missing or damaged. */
export async function verifyMedia(folder: string, onRead: (bytes: number) => void): Promise<void> {
  for await (const { key, bytes, checksum } of readList(folder)) {
    const sha256 = checksum.slice('sha256:'.length)
    await verifyFile(folder, { file: `${FILES}/${key}`, bytes, sha256 }, onRead)
  }
}

/** Copies the files of a backup into the storage and returns their number. */
export async function restoreMedia(
  folder: string,
  storage: Storage,
  onBytes: (bytes: number) => void,
): Promise<number> {
  let files = 0
  for await (const { key, mime, bytes } of readList(folder)) {
    await storage.write(key, readBackupFile(folder, `${FILES}/${key}`), { contentType: mime })
    files++
    onBytes(bytes)
  }
  return files
}

/** Yields the media whose files exist. */
async function* readList(folder: string): AsyncGenerator<StoredMediaFile> {
  let rest = ''
  for await (const chunk of readBackupFile(folder, LIST)) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { is_missing: isMissing, ...file } = JSON.parse(line) as StoredMediaFile & { is_missing?: true }
      if (!isMissing) yield file
    }
  }
}
