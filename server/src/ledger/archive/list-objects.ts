import type { Db } from '../../kit/postgres/db.ts'
import { fetchObjects } from '../sql/archive.ts'
import { contentType } from './archive-object.ts'
import { readCheckpoint } from './checkpoint.ts'

/** Lists every object of the archive in the form in which a backup lists files. */
export async function* listArchivedObjects(tx: Db) {
  for await (const rows of fetchObjects(tx))
    for (const row of rows) {
      const { key, bytes, sha256 } = readCheckpoint(row).object
      yield { key, bytes, mime: contentType, checksum: `sha256:${sha256}` }
    }
}
