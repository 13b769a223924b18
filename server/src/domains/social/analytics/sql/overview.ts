import type { Db } from '../../../../kit/postgres/db.ts'

export interface AnalyticsFilter {
  /** Null means every profile of the workspace. */
  readonly only: readonly string[] | null
  readonly accountId: string | undefined
  readonly since: string
  readonly until: string
}

interface SumRow {
  metric: string
  day: string
  value: number
  accounts: number
}

const withinReach = (db: Db, { only, accountId }: AnalyticsFilter) => db`
  ${only ? db`and a.profile_id = any(${only})` : db``}
  ${accountId === undefined ? db`` : db`and a.id = ${accountId}`}`

const reported = (db: Db, workspaceId: string, filter: AnalyticsFilter, metrics: readonly string[]) => db`
  from accounts a
  join account_entities e on e.workspace_id = a.workspace_id and e.id = a.active_entity_id
  join account_metrics m on m.workspace_id = a.workspace_id and m.account_id = a.id
    and m.entity_external_id = e.external_id
  where a.workspace_id = ${workspaceId} ${withinReach(db, filter)}
  and m.metric = any(${metrics}) and m.day between ${filter.since} and ${filter.until}`

/** Sums the reports of the accounts' active entities for each day. */
export async function listSums(
  db: Db,
  workspaceId: string,
  filter: AnalyticsFilter,
  metrics: readonly string[],
): Promise<SumRow[]> {
  return db<SumRow[]>`
    select m.metric, to_char(m.day, 'YYYY-MM-DD') as day, sum(m.value) as value, count(*)::integer as accounts
    ${reported(db, workspaceId, filter, metrics)} group by m.metric, m.day order by m.metric, m.day`
}

export async function countReporting(
  db: Db,
  workspaceId: string,
  filter: AnalyticsFilter,
  metrics: readonly string[],
): Promise<number> {
  const [row] = await db<{ accounts: number }[]>`
    select count(distinct a.id)::integer as accounts ${reported(db, workspaceId, filter, metrics)}`
  return row?.accounts ?? 0
}

export interface TopPostRow {
  post_id: string
  target_id: string
  account_id: string
  platform: string
  content: string
  external_url: string | null
  published_at: Date
  value: number
  as_of: Date
  metrics: Record<string, number>
}

/** Lists posts that are on their platforms and were published on these days (UTC). */
export async function listTopPosts(
  db: Db,
  workspaceId: string,
  filter: AnalyticsFilter,
  { metric, limit }: { metric: string; limit: number },
): Promise<TopPostRow[]> {
  return db<TopPostRow[]>`
    select p.id as post_id, t.id as target_id, t.account_id, t.platform, left(coalesce(t.content, p.content), 500) as content,
      t.external_url, t.published_at, (m.metrics ->> ${metric})::float8 as value, m.as_of, m.metrics
    from post_targets t
    join accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
    join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id
    join post_metrics m on m.workspace_id = t.workspace_id and m.account_id = t.account_id and m.external_id = t.external_id
    where t.workspace_id = ${workspaceId} ${withinReach(db, filter)} and t.status = 'published'
    and t.published_at >= ${filter.since}::date at time zone 'utc'
    and t.published_at < (${filter.until}::date + 1) at time zone 'utc'
    and m.metrics ->> ${metric} is not null
    order by value desc, t.post_id desc, t.position limit ${limit}`
}
