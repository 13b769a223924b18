import { ACCOUNT_METRICS } from '../../../connectors/metrics.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { getProfile } from '../../identity/profiles/service.ts'
import { getAccount } from '../accounts/accounts.ts'
import type { AnalyticsSummary, SummaryQuery, TopPosts, TopPostsQuery } from './contract/overview.ts'
import { resolveDateRange, splitCommaList } from './query.ts'
import * as sql from './sql/overview.ts'

/** Sums the daily metrics of all accessible accounts. */
export async function readSummary(
  ctx: Context,
  db: Db,
  principal: Principal,
  query: SummaryQuery,
): Promise<AnalyticsSummary> {
  const filter = await resolveAnalyticsFilter(ctx, db, principal, query)
  const wanted = splitCommaList(query.metrics) ?? ACCOUNT_METRICS
  const metrics = ACCOUNT_METRICS.filter((name) => wanted.includes(name))
  const sums = await sql.listSums(ctx.reads, principal.workspaceId, filter, metrics)
  const toSummaryPoints = (metric: string) =>
    sums.filter((sum) => sum.metric === metric).map(({ day, value, accounts }) => ({ date: day, value, accounts }))
  return {
    since: filter.since,
    until: filter.until,
    accounts: await sql.countReporting(ctx.reads, principal.workspaceId, filter, metrics),
    series: metrics.map((metric) => ({ metric, points: toSummaryPoints(metric) })),
  }
}

export async function listTopPosts(
  ctx: Context,
  db: Db,
  principal: Principal,
  query: TopPostsQuery,
): Promise<TopPosts> {
  const filter = await resolveAnalyticsFilter(ctx, db, principal, query)
  const { metric, limit } = query
  const rows = await sql.listTopPosts(ctx.reads, principal.workspaceId, filter, { metric, limit })
  return {
    since: filter.since,
    until: filter.until,
    metric,
    data: rows.map((row) => ({
      ...row,
      published_at: row.published_at.toISOString(),
      as_of: row.as_of.toISOString(),
    })),
  }
}

/** Throws for a profile or an account that does not exist or cannot be accessed. */
async function resolveAnalyticsFilter(
  ctx: Context,
  db: Db,
  principal: Principal,
  query: Omit<SummaryQuery, 'metrics'>,
): Promise<sql.AnalyticsFilter> {
  const { profile_id: profileId, account_id: accountId } = query
  if (accountId !== undefined) await getAccount(db, principal, accountId)
  const only = profileId === undefined ? principal.profileIds : [(await getProfile(db, principal, profileId)).id]
  return { only, accountId, ...resolveDateRange(query, ctx.clock.now()) }
}
