import type { Role } from '../../../kit/context.ts'
import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'

export interface QuarantinedRow {
  workspace_id: string
  user_id: string
  role: Role
  profile_ids: string[] | null
  is_frozen: boolean
  is_creator: boolean
  key_ids: string[]
  quarantined_at: Date
}

export async function insertQuarantined(db: Db, row: QuarantinedRow): Promise<void> {
  await db`insert into quarantined_memberships ${db(row)}`
}

export async function listQuarantined(
  db: Db,
  userId: string,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<QuarantinedRow & { id: string; workspace_name: string }>> {
  return readPage(
    db,
    page.limit,
    db<(QuarantinedRow & { id: string; workspace_name: string })[]>`
    select q.*, q.workspace_id as id, w.name as workspace_name
    from quarantined_memberships q join workspaces w on w.id = q.workspace_id
    where q.user_id = ${userId} ${page.after ? db`and q.workspace_id < ${page.after}` : db``}
    order by q.workspace_id desc`,
  )
}

/** Claims a workspace out of quarantine: of two concurrent decisions only one gets it. */
export async function claimQuarantined(
  db: Db,
  userId: string,
  workspaceId: string,
): Promise<QuarantinedRow | undefined> {
  const [row] = await db<QuarantinedRow[]>`
    delete from quarantined_memberships where workspace_id = ${workspaceId} and user_id = ${userId} returning *`
  return row
}
