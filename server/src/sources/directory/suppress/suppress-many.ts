import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { insertChange } from '../sql/changes.ts'
import { insertSuppressions, type SuppressionRow } from '../sql/suppressions.ts'

/** Bounds the parameters of one statement. */
const BATCH_ROWS = 1000

/** Suppresses many values for one workspace, all in one transaction. Returns the number of new ones. */
export async function suppressMany(
  db: Db,
  workspaceId: string,
  rows: readonly Pick<SuppressionRow, 'id' | 'kind' | 'value' | 'mark' | 'reason'>[],
  now: Date,
): Promise<number> {
  return transaction(db, async (tx) => {
    const changeId = await insertChange(tx, now)
    const common = { workspace_id: workspaceId, created_at: now, added_in: changeId, because_of: null }
    let added = 0
    for (let at = 0; at < rows.length; at += BATCH_ROWS)
      added += await insertSuppressions(
        tx,
        rows.slice(at, at + BATCH_ROWS).map((row) => ({ ...common, ...row })),
      )
    return added
  })
}
