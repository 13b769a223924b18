import type { Db } from '../../../kit/postgres/db.ts'
import { fetchStoredFiles, type StoredFileRow } from './sql/assets.ts'

/** A file in storage that belongs to an asset of any workspace. */
export type StoredMediaFile = StoredFileRow

/** Lists every such file, as of the transaction. */
export async function* listStoredFiles(tx: Db): AsyncGenerator<StoredMediaFile> {
  for await (const rows of fetchStoredFiles(tx)) yield* rows
}
