import type { Db } from '../../../../kit/postgres/db.ts'

/** True when a medium of target `t` of post `p` is not fetched yet. */
export const waitsForMedia = (db: Db) => db`
  exists (
    select from media_assets a where a.workspace_id = t.workspace_id
    and a.id = any(coalesce(t.media_ids, p.media_ids)) and a.status in ('pending', 'fetching'))`

interface WaitingTarget {
  workspace_id: string
  id: string
  account_id: string
  generation: number
  platform: string
  /** The entity that the account acts as now. */
  entity_external_id: string | null
  wake_at: Date
}

/** Lists the targets of posts that use an asset and have all their media, ready or failed. */
export async function listTargetsToWake(db: Db, workspaceId: string, mediaId: string): Promise<WaitingTarget[]> {
  return db<WaitingTarget[]>`
    select t.workspace_id, t.id, t.account_id, t.generation, t.platform, c.active_external_id as entity_external_id, t.wake_at
    from media_uses u
    join posts p on p.workspace_id = u.workspace_id and p.id = u.used_by
    join post_targets t on t.workspace_id = p.workspace_id and t.post_id = p.id
    join accounts c on c.workspace_id = t.workspace_id and c.id = t.account_id
    where u.workspace_id = ${workspaceId} and u.media_id = ${mediaId}
    and t.status = 'pending' and t.wake_at is not null and not ${waitsForMedia(db)}`
}
