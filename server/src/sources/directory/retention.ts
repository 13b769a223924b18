import { type Db, transaction } from '../../kit/postgres/db.ts'
import { deletePast, publishChanges, updateForgotten } from './sql/changes.ts'
import { ensureSearchIndexes } from './sql/people.ts'

const KEPT_DAYS = 30

/** Cursors older than this are refused; who was removed is then wholly gone. What a killed import left undone is done. */
export async function tidyDirectory(db: Db, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await publishChanges(db)
  await transaction(db, async (tx) => {
    await deletePast(tx, await updateForgotten(tx, cutoff))
  })
  await ensureSearchIndexes(db)
}
