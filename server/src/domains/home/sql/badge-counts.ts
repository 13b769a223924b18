import type { Db } from '../../../kit/postgres/db.ts'

export interface BadgeCountsRow {
  unread_conversations: number
  failed_posts: number
  dead_deliveries: number
  running_jobs: number
  available: number
}

/** Reads tables of many slices in one statement, each count over a partial index and only up to what a badge shows. */
export async function readPulse(
  db: Db,
  workspaceId: string,
  { only, since, most }: { only: readonly string[] | null; since: Date; most: number },
): Promise<BadgeCountsRow> {
  const ofProfiles = only
    ? db`and exists (select 1 from accounts a where a.workspace_id = c.workspace_id and a.id = c.account_id and a.profile_id = any(${only}))`
    : db``
  const [row] = await db<BadgeCountsRow[]>`
    select
      (select count(*)::int from (
        select 1 from conversations c
        where c.workspace_id = ${workspaceId} and c.unread_count > 0 and c.status = 'open' ${ofProfiles} limit ${most}) as counted
      ) as unread_conversations,
      (select count(*)::int from (
        select distinct c.post_id from post_targets c
        where c.workspace_id = ${workspaceId} and c.status in ('failed', 'unconfirmed') and c.updated_at > ${since} ${ofProfiles}
        limit ${most}) as counted
      ) as failed_posts,
      (select count(*)::int from (
        select 1 from webhook_deliveries where workspace_id = ${workspaceId} and status = 'dead' limit ${most}) as counted
      ) as dead_deliveries,
      (select count(*)::int from (
        select 1 from data_jobs where workspace_id = ${workspaceId} and finished_at is null limit ${most}) as counted
      ) as running_jobs,
      coalesce((select available from wallets where workspace_id = ${workspaceId}), 0) as available`
  return row as BadgeCountsRow
}
