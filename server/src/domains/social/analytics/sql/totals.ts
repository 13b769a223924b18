import type { Db } from '../../../../kit/postgres/db.ts'
import { type AnalyticsFilter, reported } from './overview.ts'

/** Metrics that are levels at the end of a day; all others are counted per day. */
const LEVELS = ['followers', 'posts']
/** How often something was seen: the first of these that the platform reports. */
const SEEN = ['impressions', 'views', 'reach'] as const

export type TotalGroup = 'all' | 'account' | 'platform'

interface TotalsQuery {
  readonly group: TotalGroup
  readonly previous: { readonly since: string; readonly days: number }
  readonly metrics: readonly string[]
}

export interface TotalRow {
  key: string
  metric: string
  value: number
  previous: number | null
  /** The part of `value` of the accounts that have a previous value. */
  comparable: number | null
}

const total = (db: Db) => db`
  case when m.metric = any(${LEVELS}) then (array_agg(m.value order by m.day desc))[1] else sum(m.value) end`

const groupKey = (db: Db, group: TotalGroup) =>
  ({ all: db`''::text`, account: db`account_id`, platform: db`platform` })[group]

/**
 * Totals of each account and metric. The previous period ends as many days early as the account's last report in this one, so that
 * both cover the same number of days.
 */
const totals = (db: Db, workspaceId: string, filter: AnalyticsFilter, { previous, metrics }: TotalsQuery) => db`
  current as (
    select a.id as account_id, a.platform, e.external_id, m.metric, max(m.day) as last_day, ${total(db)} as value
    ${reported(db, workspaceId, filter, metrics)} group by a.id, a.platform, e.external_id, m.metric),
  totals as (
    select c.account_id, c.platform, c.metric, c.value, p.value as previous from current c
    cross join lateral (
      select max(total) as value from (
        select ${total(db)} as total from account_metrics m
        where m.workspace_id = ${workspaceId} and m.account_id = c.account_id and m.entity_external_id = c.external_id
        and m.metric = c.metric and m.day between ${previous.since}::date and c.last_day - ${previous.days}::integer
        group by m.metric) as before) as p)`

export async function listTotals(
  db: Db,
  workspaceId: string,
  filter: AnalyticsFilter,
  query: TotalsQuery,
): Promise<TotalRow[]> {
  return db<TotalRow[]>`
    with ${totals(db, workspaceId, filter, query)}
    select ${groupKey(db, query.group)} as key, metric, sum(value) as value, sum(previous) as previous,
      sum(value) filter (where previous is not null) as comparable
    from totals group by 1, metric order by 1, metric`
}

export interface RateRow {
  key: string
  value: number | null
  previous: number | null
}

/** Divides engagements by how often content was seen, over the accounts that report both. */
export async function listRates(
  db: Db,
  workspaceId: string,
  filter: AnalyticsFilter,
  query: Omit<TotalsQuery, 'metrics'>,
): Promise<RateRow[]> {
  const [first, second, third] = SEEN
  return db<RateRow[]>`
    with ${totals(db, workspaceId, filter, { ...query, metrics: ['engagements', ...SEEN] })},
    accounts_seen as (
      select account_id, platform,
        max(value) filter (where metric = 'engagements') as engagements,
        max(previous) filter (where metric = 'engagements') as engagements_before,
        coalesce(max(value) filter (where metric = ${first}), max(value) filter (where metric = ${second}),
          max(value) filter (where metric = ${third})) as seen,
        coalesce(max(previous) filter (where metric = ${first}), max(previous) filter (where metric = ${second}),
          max(previous) filter (where metric = ${third})) as seen_before
      from totals group by account_id, platform)
    select ${groupKey(db, query.group)} as key,
      sum(engagements) filter (where seen is not null)
        / nullif(sum(seen) filter (where engagements is not null), 0) as value,
      sum(engagements_before) filter (where seen_before is not null)
        / nullif(sum(seen_before) filter (where engagements_before is not null), 0) as previous
    from accounts_seen group by 1`
}
