import { ACCOUNT_METRICS, POST_METRICS } from '../../../connectors/metrics.ts'
import { findPlatform } from '../../../connectors/registry.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { ACCOUNTS_MAX, type Breakdown, type BreakdownQuery } from './contract/breakdown.ts'
import { resolveAnalyticsFilter } from './overview.ts'
import { previousRange } from './query.ts'
import { type AnalyticsFilter, listNamedAccounts } from './sql/overview.ts'
import { listPostSums, type PostGroup, type PostSumRow } from './sql/posts.ts'
import { listRates, listTotals } from './sql/totals.ts'
import { listZoneOffsets } from './zone-offsets.ts'

const DAY_MS = 86_400_000

type Row = Breakdown['data'][number]

/** Compares the groups of a period, each with its values of the period before. */
export async function readBreakdown(
  ctx: Context,
  db: Db,
  principal: Principal,
  query: BreakdownQuery,
): Promise<Breakdown> {
  const filter = await resolveAnalyticsFilter(ctx, db, principal, query)
  const previous = previousRange(filter)
  const { by, time_zone } = query
  const call: BreakdownCall = { db: ctx.reads, workspaceId: principal.workspaceId, filter, previous, zone: time_zone }
  return {
    since: filter.since,
    until: filter.until,
    by,
    time_zone,
    previous: { since: previous.since, until: previous.until },
    data: by === 'account' || by === 'platform' ? await compareAccounts(call, by) : await comparePosts(call, by),
  }
}

interface BreakdownCall {
  readonly db: Db
  readonly workspaceId: string
  readonly filter: AnalyticsFilter
  readonly previous: ReturnType<typeof previousRange>
  readonly zone: string
}

async function compareAccounts(call: BreakdownCall, by: 'account' | 'platform'): Promise<Row[]> {
  const { db, workspaceId, previous } = call
  const accounts = await listNamedAccounts(db, workspaceId, call.filter, ACCOUNTS_MAX)
  const filter = { ...call.filter, accountIds: accounts.map(({ id }) => id) }
  const group = { group: by, previous, metrics: ACCOUNT_METRICS } as const
  const [totals, rates, posts] = await Promise.all([
    listTotals(db, workspaceId, filter, group),
    listRates(db, workspaceId, filter, group),
    sumPosts({ ...call, filter }, by),
  ])
  const groups =
    by === 'account'
      ? accounts.map(({ id, name, platform }) => ({ key: id, label: name, platform }))
      : [...new Set(accounts.map(({ platform }) => platform))].map((platform) => ({
          key: platform,
          label: findPlatform(platform)?.label ?? platform,
          platform,
        }))
  return groups.map((each) => {
    const own = totals.filter(({ key }) => key === each.key)
    const rate = rates.find(({ key }) => key === each.key)
    return {
      ...each,
      posts: posts.current.get(each.key)?.posts ?? 0,
      metrics: Object.fromEntries(own.map(({ metric, value }) => [metric, value])),
      engagement_rate: { value: rate?.value ?? null, previous: rate?.previous ?? null },
      previous: {
        posts: posts.before.get(each.key)?.posts ?? 0,
        metrics: Object.fromEntries(
          own.flatMap(({ metric, previous: value }) => (value === null ? [] : [[metric, value]])),
        ),
      },
    }
  })
}

async function comparePosts(call: BreakdownCall, by: 'media_type' | 'hour'): Promise<Row[]> {
  const { current, before } = await sumPosts(call, by)
  const keys = [...new Set([...current.keys(), ...before.keys()])]
  const order = by === 'hour' ? (one: string, two: string) => Number(one) - Number(two) : undefined
  return keys.toSorted(order).map((key) => {
    const [now, then] = [current.get(key), before.get(key)]
    return {
      key,
      label: key,
      platform: null,
      posts: now?.posts ?? 0,
      metrics: knownSums(now),
      engagement_rate: { value: now?.engagement_rate ?? null, previous: then?.engagement_rate ?? null },
      previous: { posts: then?.posts ?? 0, metrics: knownSums(then) },
    }
  })
}

async function sumPosts({ db, workspaceId, filter, previous, zone }: BreakdownCall, group: PostGroup) {
  const sum = async (range: AnalyticsFilter) => {
    const [from, to] = [new Date(range.since), new Date(Date.parse(range.until) + DAY_MS)]
    const offsets = group === 'hour' ? listZoneOffsets(zone, from, to) : []
    const rows = await listPostSums(db, workspaceId, range, { group, metrics: POST_METRICS, offsets })
    return new Map(rows.map((row) => [row.key, row]))
  }
  const [current, before] = await Promise.all([sum(filter), sum({ ...filter, ...previous })])
  return { current, before }
}

function knownSums(row: PostSumRow | undefined): Record<string, number> {
  const sums = [...POST_METRICS, 'engagements'].map((name) => [name, row?.[name]] as const)
  return Object.fromEntries(sums.filter((sum): sum is [string, number] => typeof sum[1] === 'number'))
}
