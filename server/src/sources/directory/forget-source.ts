import { type Pool, transaction } from '../../kit/db.ts'
import { insertChange, insertPast } from './sql/changes.ts'
import { deletePeople, deleteSourceCompanies, listSourcePeople, lockPeople } from './sql/people.ts'

const BATCH = 1000

/** Removes whom no other source names, a batch at a time: stopped and started again, it ends the same. */
export async function forgetSource(db: Pool, source: string, now: Date): Promise<number> {
  let removed = 0
  for (let after = ''; ; ) {
    const ids = await listSourcePeople(db, source, { after, limit: BATCH })
    const last = ids.at(-1)
    if (last === undefined) break
    await transaction(db, async (tx) => {
      await lockPeople(tx, ids)
      await insertPast(tx, await insertChange(tx, now), ids)
      await deletePeople(tx, ids)
    })
    removed += ids.length
    after = last
  }
  await deleteSourceCompanies(db, source)
  return removed
}
