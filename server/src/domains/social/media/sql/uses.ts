import type { Db } from '../../../../kit/postgres/db.ts'

/** Lists the ids of an asset's users, at most ten. */
export async function listUsers(db: Db, workspaceId: string, mediaId: string): Promise<string[]> {
  const rows = await db<{ used_by: string }[]>`
    select used_by from media_uses where workspace_id = ${workspaceId} and media_id = ${mediaId}
    order by used_by limit 10`
  return rows.map((row) => row.used_by)
}

export async function insertUses(db: Db, workspaceId: string, usedBy: string, ids: readonly string[]): Promise<void> {
  await db`
    insert into media_uses (workspace_id, media_id, used_by)
    select ${workspaceId}, id, ${usedBy} from unnest(${ids}::text[]) as wanted (id) on conflict do nothing`
}

/** Deletes all uses except these, and updates the time of the assets' last use. */
export async function deleteUses(
  db: Db,
  workspaceId: string,
  usedBy: string,
  { except, now }: { except: readonly string[]; now: Date },
): Promise<void> {
  await db`
    with gone as (
      delete from media_uses
      where workspace_id = ${workspaceId} and used_by = ${usedBy} and media_id <> all(${except})
      returning media_id
    )
    update media_assets a set used_at = ${now} from gone
    where a.workspace_id = ${workspaceId} and a.id = gone.media_id`
}
