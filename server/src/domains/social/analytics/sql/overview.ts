import type { Db } from '../../../../kit/postgres/db.ts'

export interface AnalyticsFilter {
  /** Null means every profile of the workspace. */
  readonly only: readonly string[] | null
  readonly accountId: string | undefined
  /** Limits it to these accounts. */
  readonly accountIds?: readonly string[]
  readonly since: string
  readonly until: string
}

export interface SumRow {
  metric: string
  day: string
  value: number
  accounts: number
}

export const withinReach = (db: Db, { only, accountId, accountIds }: AnalyticsFilter) => db`
  ${only ? db`and a.profile_id = any(${only})` : db``}
  ${accountIds ? db`and a.id = any(${accountIds})` : db``}
  ${accountId === undefined ? db`` : db`and a.id = ${accountId}`}`

export const reported = (db: Db, workspaceId: string, filter: AnalyticsFilter, metrics: readonly string[]) => db`
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

export interface ReadTimes {
  last_read_at: Date | null
  next_read_at: Date | null
}

/** Finds when the daily metrics of the accounts were last read, and when the first of them are read next. */
export async function findReadTimes(db: Db, workspaceId: string, filter: AnalyticsFilter): Promise<ReadTimes> {
  const [row] = await db<ReadTimes[]>`
    select max(f.read_at) as last_read_at, min(f.due_at) as next_read_at
    from accounts a join account_feeds f on f.workspace_id = a.workspace_id and f.account_id = a.id
    where a.workspace_id = ${workspaceId} ${withinReach(db, filter)} and f.feed = 'account_metrics'`
  return row ?? { last_read_at: null, next_read_at: null }
}

export interface NamedAccount {
  id: string
  /** The name under which the account posts. */
  name: string
  platform: string
}

/** Lists the accounts of a filter, oldest first. */
export async function listNamedAccounts(
  db: Db,
  workspaceId: string,
  filter: AnalyticsFilter,
  limit: number,
): Promise<NamedAccount[]> {
  return db<NamedAccount[]>`
    select a.id, coalesce(e.name, a.display_name, a.username, a.platform) as name, a.platform from accounts a
    left join account_entities e on e.workspace_id = a.workspace_id and e.id = a.active_entity_id
    where a.workspace_id = ${workspaceId} ${withinReach(db, filter)} order by a.id limit ${limit}`
}
