import { ACCOUNT_METRICS } from '../../connectors/metrics.ts'
import type { Context, Principal } from '../../kit/context.ts'
import type { Db } from '../../kit/db.ts'
import { getAccount, getConnector, requireCapability } from '../accounts/service.ts'
import { type AccountAnalytics, type AnalyticsQuery, namesOf, rangeOf } from './contract.ts'
import * as sql from './sql.ts'

/** What was collected of the account's active entity. */
export async function readAccountAnalytics(
  ctx: Context,
  db: Db,
  principal: Principal,
  accountId: string,
  query: AnalyticsQuery,
): Promise<AccountAnalytics> {
  const { platform, active_entity: entity } = await getAccount(db, principal, accountId)
  const connector = getConnector(ctx, platform)
  requireCapability(connector, 'metrics')
  const wanted = namesOf(query.metrics) ?? ACCOUNT_METRICS
  const counted: readonly string[] = connector.metrics?.account.available ?? []
  const available = ACCOUNT_METRICS.filter((name) => wanted.includes(name) && counted.includes(name))
  const range = rangeOf(query, ctx.clock.now())
  const owner = { workspaceId: principal.workspaceId, accountId, entityExternalId: entity?.external_id ?? '' }
  const points = await sql.listPoints(db, owner, { ...range, metrics: [...available, 'followers'] })
  const seriesOf = (metric: string) =>
    points.filter((point) => point.metric === metric).map(({ day, value }) => ({ date: day, value }))
  return {
    account_id: accountId,
    platform,
    entity_ref: entity?.external_id ?? null,
    ...range,
    series: available.map((metric) => ({ metric, points: seriesOf(metric) })),
    follower_history: seriesOf('followers'),
    available,
    unavailable: ACCOUNT_METRICS.filter((name) => wanted.includes(name) && !counted.includes(name)),
  }
}
