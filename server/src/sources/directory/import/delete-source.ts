import { type Pool, transaction } from '../../../kit/postgres/db.ts'
import { insertChange, insertPast } from '../sql/changes.ts'
import { deletePeople, deleteSourceCompanies, listSourcePeople, lockPeople } from '../sql/people.ts'

const BATCH = 1000

/** Removes whom no other source names, a batch at a time: stopped and started again, it ends the same. */
export async function forgetSource(db: Pool, source: string, now: Date): Promise<number> {
  let removed = 0
  for (let after = ''; ; ) {
    const ids = await listSourcePeople(db, source, { after, limit: BATCH })
    const last = ids.at(-1)
    if (last === undefined) break
    removed += await transaction(db, async (tx) => {
      // An import may have told more of them since they were listed.
      const locked = await lockPeople(tx, ids)
      const alone = locked.filter(({ sources }) => sources.every(({ name }) => name === source)).map(({ id }) => id)
      await insertPast(tx, await insertChange(tx, now), alone)
      await deletePeople(tx, alone)
      return alone.length
    })
    after = last
  }
  await deleteSourceCompanies(db, source)
  return removed
}
