import type { Db, Statement } from '../../kit/postgres/db.ts'
import type { Closing } from './contract.ts'

export type ClosingRow = Omit<Closing, 'credits' | 'reopen_until'> & Closing['credits']

/** Reads all counts in one statement; each stops at `countMax` rows. */
export async function findClosing(
  db: Db,
  workspaceId: string,
  { now, countMax }: { now: Date; countMax: number },
): Promise<ClosingRow | undefined> {
  const count = (rows: Statement<object[]>) => db`(select count(*)::int from (${rows} limit ${countMax}) as counted)`
  const [row] = await db<ClosingRow[]>`
    select w.name, coalesce(c.available, 0)::bigint as available, coalesce(c.held, 0)::bigint as held,
      ${count(db`select 1 from memberships where workspace_id = ${workspaceId}`)} as members,
      ${count(db`
        select 1 from api_keys
        where workspace_id = ${workspaceId} and revoked_at is null and (expires_at is null or expires_at > ${now})`)} as api_keys,
      ${count(db`select 1 from accounts where workspace_id = ${workspaceId} and status <> 'disconnected'`)} as accounts,
      ${count(db`
        select distinct post_id from post_targets
        where workspace_id = ${workspaceId} and status = 'pending' and wake_at is not null`)} as scheduled_posts,
      ${count(db`select 1 from data_jobs where workspace_id = ${workspaceId} and finished_at is null`)} as running_jobs,
      ${count(db`
        select 1 from webhook_endpoints
        where workspace_id = ${workspaceId} and job_id is null and status = 'active'`)} as webhooks,
      exists (select 1 from subscriptions where workspace_id = ${workspaceId} and status <> 'canceled') as has_subscription,
      exists (select 1 from auto_topups where workspace_id = ${workspaceId}) as has_auto_topup
    from workspaces w left join wallets c on c.workspace_id = w.id where w.id = ${workspaceId}`
  return row
}
