import type { Db } from '../../../../kit/postgres/db.ts'

/** Finds the time before which charges of the workspace may be archived and gone from the database. */
export async function findArchivedBefore(db: Db, workspaceId: string): Promise<Date | undefined> {
  const [row] = await db<{ archived_before: Date | null }[]>`
    select max(archived_before) as archived_before from ledger_checkpoints where workspace_id = ${workspaceId}`
  return row?.archived_before ?? undefined
}
