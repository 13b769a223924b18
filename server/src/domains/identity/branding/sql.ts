import type { Db } from '../../../kit/postgres/db.ts'

export interface BrandingRow {
  workspace_id: string
  name: string | null
  color: string | null
  logo_url: string | null
  updated_at: Date
}

export async function findBranding(db: Db, workspaceId: string): Promise<BrandingRow | undefined> {
  const [row] = await db<BrandingRow[]>`select * from brandings where workspace_id = ${workspaceId}`
  return row
}

/** Locks the branding until the transaction ends, whether or not it has a row. */
export async function lockBranding(db: Db, workspaceId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('brandings'), hashtext(${workspaceId}))`
}

export async function upsertBranding(db: Db, branding: BrandingRow): Promise<void> {
  await db`
    insert into brandings ${db(branding)}
    on conflict (workspace_id) do update set
      name = excluded.name, color = excluded.color, logo_url = excluded.logo_url, updated_at = excluded.updated_at`
}
