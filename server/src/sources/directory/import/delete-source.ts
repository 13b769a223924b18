import { type Pool, transaction } from '../../../kit/postgres/db.ts'
import { insertChange, insertHistory } from '../sql/changes.ts'
import { deleteSourceCompanies } from '../sql/companies.ts'
import { deletePeople, listSourceIds, lockPeople } from '../sql/people.ts'

const BATCH_ROWS = 1000

/** Deletes the people that only this source has, in batches, so it can be stopped and started again. */
export async function deleteSource(db: Pool, source: string, now: Date): Promise<number> {
  let deleted = 0
  for (let after = ''; ; ) {
    const ids = await listSourceIds(db, source, { after, limit: BATCH_ROWS })
    const last = ids.at(-1)
    if (last === undefined) break
    deleted += await transaction(db, async (tx) => {
      // An import may have added another source since they were listed.
      const locked = await lockPeople(tx, ids)
      const only = locked.filter(({ sources }) => sources.every(({ name }) => name === source)).map(({ id }) => id)
      await insertHistory(tx, await insertChange(tx, now), only)
      await deletePeople(tx, only)
      return only.length
    })
    after = last
  }
  await deleteSourceCompanies(db, source)
  return deleted
}
