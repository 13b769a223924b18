import type { Db, Statement } from '../../../kit/postgres/db.ts'
import type { Home } from '../contract/summary.ts'

export type HomeRow = Home['credits'] &
  Home['counts'] &
  Home['first_steps'] &
  Omit<Home['needs_attention'], 'is_balance_low'>

export interface HomeFilter {
  readonly now: Date
  readonly countMax: number
  /** First ids of the period that needs attention. */
  readonly fromPost: string
  readonly fromDelivery: string
}

/** Reads everything in one statement. Each part stops at the first row, or at `countMax` rows, of an index. */
export async function getHome(
  db: Db,
  workspaceId: string,
  { now, countMax, fromPost, fromDelivery }: HomeFilter,
): Promise<HomeRow> {
  const count = (rows: Statement<object[]>) => db`(select count(*)::int from (${rows} limit ${countMax}) as counted)`
  const has = (rows: Statement<object[]>) => db`exists (${rows})`
  const ofPosts = (status: string) => db`
    select distinct post_id from post_targets
    where workspace_id = ${workspaceId} and status = ${status} and post_id >= ${fromPost}`
  // Actions of the demo data do not count as steps of the user.
  const demoProfile = db`(select profile_id from demo_data where workspace_id = ${workspaceId})`
  const [row] = await db<[HomeRow]>`
    select coalesce(w.available, 0)::bigint as available, coalesce(w.held, 0)::bigint as held,
      ${count(db`select 1 from profiles where workspace_id = ${workspaceId}`)} as profiles,
      ${count(db`select 1 from accounts where workspace_id = ${workspaceId} and status in ('connected', 'expiring')`)} as accounts,
      ${count(db`
        select distinct p.id from posts p join post_targets t on t.workspace_id = p.workspace_id and t.post_id = p.id
        where p.workspace_id = ${workspaceId} and p.scheduled_at > ${now} and t.status = 'pending'`)} as scheduled_posts,
      ${count(db`
        select 1 from conversations where workspace_id = ${workspaceId} and unread_count > 0 and status = 'open'`)} as unread_conversations,
      ${count(db`select 1 from data_jobs where workspace_id = ${workspaceId} and finished_at is null`)} as running_jobs,
      ${count(db`select 1 from webhook_endpoints where workspace_id = ${workspaceId} and job_id is null`)} as webhooks,
      ${has(db`select 1 from api_keys where workspace_id = ${workspaceId} and minted_by is not null`)} as key_created,
      ${has(db`
        select 1 from accounts
        where workspace_id = ${workspaceId} and platform = 'sandbox' and connected_at is not null
          and profile_id is distinct from ${demoProfile}`)} as sandbox_account_connected,
      ${has(db`
        select 1 from post_targets t join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id
        where t.workspace_id = ${workspaceId} and t.status in ('published', 'unpublished')
          and p.profile_id is distinct from ${demoProfile}`)} as post_published,
      (${has(db`select 1 from charges where workspace_id = ${workspaceId}`)}
        or ${has(db`select 1 from ledger_checkpoints where workspace_id = ${workspaceId}`)}) as lookup_run,
      ${has(db`
        select 1 from webhook_deliveries
        where workspace_id = ${workspaceId} and status = 'delivered'`)} as webhook_delivered,
      ${count(db`
        select 1 from accounts where workspace_id = ${workspaceId} and status = 'reauth_required'`)} as accounts_signed_out,
      ${count(ofPosts('failed'))} as failed_posts,
      ${count(ofPosts('unconfirmed'))} as unconfirmed_posts,
      ${count(db`
        select 1 from webhook_deliveries
        where workspace_id = ${workspaceId} and status = 'dead' and status <> 'delivered'
          and id >= ${fromDelivery}`)} as dead_deliveries,
      ${count(db`
        select 1 from webhook_endpoints
        where workspace_id = ${workspaceId} and job_id is null and status = 'disabled'`)} as disabled_webhooks
    from (select 1) as one left join wallets w on w.workspace_id = ${workspaceId}`
  return row
}
