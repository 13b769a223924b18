import { ACCOUNT_METRICS, POST_METRICS } from '../../../connectors/metrics.ts'
import { findPlatform } from '../../../connectors/registry.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { assertReachable } from '../../identity/profiles/service.ts'
import { getAccount } from '../accounts/accounts.ts'
import { getPlatform, requireCapability } from '../accounts/platforms.ts'
import type { AccountAnalytics, PostAnalytics } from './contract/analytics.ts'
import { type AnalyticsQuery, resolveDateRange, splitCommaList } from './query.ts'
import * as sql from './sql/metrics.ts'

/** Returns the stored metrics of the account's active entity. */
export async function readAccountAnalytics(
  ctx: Context,
  db: Db,
  principal: Principal,
  accountId: string,
  query: AnalyticsQuery,
): Promise<AccountAnalytics> {
  const { platform, active_entity: entity } = await getAccount(db, principal, accountId)
  const facts = getPlatform(ctx, platform)
  requireCapability(facts, 'metrics')
  const wanted = splitCommaList(query.metrics) ?? ACCOUNT_METRICS
  const available = ACCOUNT_METRICS.filter((name) => wanted.includes(name) && facts.metrics.account.includes(name))
  const range = resolveDateRange(query, ctx.clock.now())
  const owner = { accountId, entityExternalId: entity?.external_id ?? '' }
  const points = await sql.listPoints(ctx.reads, principal.workspaceId, owner, {
    ...range,
    metrics: [...available, 'followers'],
  })
  const toMetricPoints = (metric: string) =>
    points.filter((point) => point.metric === metric).map(({ day, value }) => ({ date: day, value }))
  return {
    account_id: accountId,
    platform,
    entity_ref: entity?.external_id ?? null,
    ...range,
    series: available.map((metric) => ({ metric, points: toMetricPoints(metric) })),
    follower_history: toMetricPoints('followers'),
    available,
    unavailable: ACCOUNT_METRICS.filter((name) => wanted.includes(name) && !facts.metrics.account.includes(name)),
  }
}

export async function readPostAnalytics(
  ctx: Context,
  db: Db,
  principal: Principal,
  postIds: string,
): Promise<PostAnalytics> {
  const ids = splitCommaList(postIds) ?? []
  const hasAll = (found: readonly { post_id: string }[]) => {
    const known = new Set(found.map(({ post_id }) => post_id))
    return ids.every((id) => known.has(id))
  }
  let rows = await sql.listPostMetrics(ctx.reads, principal.workspaceId, ids)
  // A post that was just created may be missing on a replica.
  if (!hasAll(rows)) rows = await sql.listPostMetrics(db, principal.workspaceId, ids)
  if (!hasAll(rows)) throw notFound('post')
  for (const { profile_id } of rows) assertReachable(principal, profile_id)
  const platforms = [...new Set(rows.map(({ platform }) => platform))]
  return {
    data: rows.flatMap(({ post_id, account_id, platform, as_of, metrics }) =>
      as_of && metrics ? [{ post_id, account_id, platform, as_of: as_of.toISOString(), metrics }] : [],
    ),
    unavailable: Object.fromEntries(platforms.map((platform) => [platform, unavailableMetrics(platform)])),
  }
}

function unavailableMetrics(platform: string): string[] {
  const available: readonly string[] = findPlatform(platform)?.metrics.post ?? []
  return POST_METRICS.filter((name) => !available.includes(name))
}
