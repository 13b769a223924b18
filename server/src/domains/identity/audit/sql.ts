import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'

export interface AuditRow {
  workspace_id: string
  id: string
  actor: string
  action: string
  reason: string
  detail: Record<string, unknown>
  created_at: Date
}

export async function insertAudit(db: Db, row: AuditRow): Promise<void> {
  await db`insert into audit_log ${db({ ...row, detail: db.json(row.detail) })}`
}

/** Returns true when the workspace has an entry of one of these actions with this detail. */
export async function hasAudit(
  db: Db,
  workspaceId: string,
  { actions, detail }: { actions: readonly string[]; detail: Record<string, unknown> },
): Promise<boolean> {
  const rows = await db`
    select from audit_log
    where workspace_id = ${workspaceId} and action = any(${actions}::text[]) and detail @> ${db.json(detail)}::jsonb limit 1`
  return rows.length > 0
}

/** Lists the entries of one workspace, or of all workspaces. */
export async function listAudit(
  db: Db,
  workspaceId: string | undefined,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<AuditRow>> {
  return readPage(
    db,
    page.limit,
    db<AuditRow[]>`
    select * from audit_log
    where ${workspaceId === undefined ? db`true` : db`workspace_id = ${workspaceId}`} ${page.after ? db`and id < ${page.after}` : db``}
    order by id desc`,
  )
}
