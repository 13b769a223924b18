import { ACCOUNT_METRICS } from '../../../connectors/metrics.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { getProfile } from '../../identity/profiles/service.ts'
import { getAccount } from '../accounts/accounts.ts'
import { publicUrl } from '../media/public-url.ts'
import type { AnalyticsSummary, RangeQuery, SummaryQuery, TopPosts, TopPostsQuery } from './contract/overview.ts'
import { previousRange, resolveDateRange, splitCommaList } from './query.ts'
import * as sql from './sql/overview.ts'
import { listTopPosts as listRankedPosts } from './sql/posts.ts'
import { listRates, listTotals, type TotalRow } from './sql/totals.ts'

/** Sums the daily metrics of all accessible accounts, in a period and in the one before. */
export async function readSummary(
  ctx: Context,
  db: Db,
  principal: Principal,
  query: SummaryQuery,
): Promise<AnalyticsSummary> {
  const filter = await resolveAnalyticsFilter(ctx, db, principal, query)
  const wanted = splitCommaList(query.metrics) ?? ACCOUNT_METRICS
  const metrics = ACCOUNT_METRICS.filter((name) => wanted.includes(name))
  const previous = previousRange(filter)
  const group = { group: 'all', previous, metrics } as const
  const { workspaceId } = principal
  const [sums, sumsBefore, accounts, times, totals, rates] = await Promise.all([
    sql.listSums(ctx.reads, workspaceId, filter, metrics),
    sql.listSums(ctx.reads, workspaceId, { ...filter, ...previous }, metrics),
    sql.countReporting(ctx.reads, workspaceId, filter, metrics),
    sql.findReadTimes(ctx.reads, workspaceId, filter),
    listTotals(ctx.reads, workspaceId, filter, group),
    listRates(ctx.reads, workspaceId, filter, group),
  ])
  return {
    since: filter.since,
    until: filter.until,
    accounts,
    last_read_at: times.last_read_at?.toISOString() ?? null,
    next_read_at: times.next_read_at?.toISOString() ?? null,
    totals: metrics.flatMap((name) => totals.filter(({ metric }) => metric === name).map(presentTotal)),
    engagement_rate: { value: rates[0]?.value ?? null, previous: rates[0]?.previous ?? null },
    series: toSeries(metrics, sums),
    previous: { since: previous.since, until: previous.until, series: toSeries(metrics, sumsBefore) },
  }
}

function toSeries(metrics: readonly string[], sums: readonly sql.SumRow[]): AnalyticsSummary['series'] {
  const byMetric = new Map(metrics.map((metric) => [metric, [] as AnalyticsSummary['series'][number]['points']]))
  for (const { metric, day, value, accounts } of sums) byMetric.get(metric)?.push({ date: day, value, accounts })
  return [...byMetric].map(([metric, points]) => ({ metric, points }))
}

/** The change is that of the accounts with a previous value, so that new accounts do not look like growth. */
function presentTotal({ metric, value, previous, comparable }: TotalRow): AnalyticsSummary['totals'][number] {
  const change = previous && comparable !== null ? (comparable - previous) / previous : null
  return { metric, value, previous, change }
}

export async function listTopPosts(
  ctx: Context,
  db: Db,
  principal: Principal,
  query: TopPostsQuery,
): Promise<TopPosts> {
  const filter = await resolveAnalyticsFilter(ctx, db, principal, query)
  const { metric, order, limit } = query
  const rows = await listRankedPosts(ctx.reads, principal.workspaceId, filter, { metric, order, limit })
  return {
    since: filter.since,
    until: filter.until,
    metric,
    data: rows.map(({ image_id: imageId, ...row }) => ({
      ...row,
      image_url: imageId && publicUrl(ctx, { workspace_id: principal.workspaceId, id: imageId }),
      published_at: row.published_at.toISOString(),
      as_of: row.as_of.toISOString(),
    })),
  }
}

/** Throws for a profile or an account that does not exist or cannot be accessed. */
export async function resolveAnalyticsFilter(
  ctx: Context,
  db: Db,
  principal: Principal,
  query: RangeQuery,
): Promise<sql.AnalyticsFilter> {
  const { profile_id: profileId, account_id: accountId } = query
  if (accountId !== undefined) await getAccount(db, principal, accountId)
  const only = profileId === undefined ? principal.profileIds : [(await getProfile(db, principal, profileId)).id]
  return { only, accountId, ...resolveDateRange(query, ctx.clock.now()) }
}
