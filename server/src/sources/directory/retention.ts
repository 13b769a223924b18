import { type Db, transaction } from '../../kit/postgres/db.ts'
import { isLocked } from '../../kit/postgres/lock.ts'
import { deleteHistory, publishChanges, updatePrunedVersion } from './sql/changes.ts'
import { IMPORT_LOCK } from './sql/imports.ts'
import { ensureSearchIndexes } from './sql/indexes.ts'

const KEPT_DAYS = 30

/**
 * Deletes the history of changes after 30 days, and with it the last trace of removed people; older cursors are refused. Also
 * builds the search indexes that a killed import left unbuilt. A running import builds them itself, at its end.
 */
export async function tidyDirectory(db: Db, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await publishChanges(db)
  await transaction(db, async (tx) => {
    await deleteHistory(tx, await updatePrunedVersion(tx, cutoff))
  })
  if (!(await isLocked(db, IMPORT_LOCK))) await ensureSearchIndexes(db)
}
