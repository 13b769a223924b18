import type { Db } from '../../../../kit/postgres/db.ts'

export interface TopupRow {
  workspace_id: string
  threshold: number
  pack_id: string
  created_at: Date
  updated_at: Date
}

export async function findTopup(db: Db, workspaceId: string): Promise<TopupRow | undefined> {
  const [row] = await db<TopupRow[]>`select * from auto_topups where workspace_id = ${workspaceId}`
  return row
}

/** Serialises the ordering of top-ups for a workspace. */
export async function lockTopup(db: Db, workspaceId: string): Promise<TopupRow | undefined> {
  const [row] = await db<TopupRow[]>`select * from auto_topups where workspace_id = ${workspaceId} for update`
  return row
}

export async function upsertTopup(db: Db, topup: TopupRow): Promise<TopupRow> {
  const [row] = await db<[TopupRow]>`
    insert into auto_topups ${db(topup)}
    on conflict (workspace_id) do update set
      threshold = excluded.threshold, pack_id = excluded.pack_id, updated_at = excluded.updated_at
    returning *`
  return row
}

export async function deleteTopup(db: Db, workspaceId: string): Promise<TopupRow | undefined> {
  const [row] = await db<TopupRow[]>`delete from auto_topups where workspace_id = ${workspaceId} returning *`
  return row
}

export async function listThresholds(db: Db): Promise<{ workspace_id: string; threshold: number }[]> {
  return db<{ workspace_id: string; threshold: number }[]>`select workspace_id, threshold from auto_topups`
}

/** Lists workspaces below their threshold that have no open top-up order. */
export async function listWorkspacesToTopUp(db: Db, limit: number): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    select t.workspace_id from auto_topups t join wallets w on w.workspace_id = t.workspace_id
    where w.available < t.threshold and not exists (
      select from orders o where o.workspace_id = t.workspace_id and o.kind = 'topup' and o.status = 'pending')
    limit ${limit}`
  return rows.map((row) => row.workspace_id)
}
