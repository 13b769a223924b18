import { numberArray, textArray } from '../../../../kit/postgres/arrays.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { type AnalyticsFilter, withinReach } from './overview.ts'

/** Metrics that add up to the engagements of a post. */
const ENGAGEMENTS = ['likes', 'comments', 'shares', 'quotes', 'saves', 'clicks']

/** A time in which the clocks of a zone are not changed. */
export interface ZoneOffset {
  readonly from: Date
  readonly to: Date
  /** Minutes ahead of UTC. */
  readonly minutes: number
}

const mediaIds = (db: Db) => db`coalesce(t.media_ids, p.media_ids)`

const hasMedia = (db: Db, workspaceId: string, isWanted: ReturnType<typeof mediaIds>) => db`
  exists (select from media_assets s where s.workspace_id = ${workspaceId} and s.id = any(${mediaIds(db)}) and ${isWanted})`

/** Posts that are on their platforms and were published on these days (UTC), with their metrics if there are any. */
const published = (db: Db, workspaceId: string, filter: AnalyticsFilter) => db`
  from post_targets t
  join accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
  join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id
  left join post_metrics m on m.workspace_id = t.workspace_id and m.account_id = t.account_id and m.external_id = t.external_id
  where t.workspace_id = ${workspaceId} ${withinReach(db, filter)} and t.status = 'published'
  and t.published_at >= ${filter.since}::date at time zone 'utc'
  and t.published_at < (${filter.until}::date + 1) at time zone 'utc'`

const engagements = (db: Db) => db`
  (select sum(value::float8) from jsonb_each_text(m.metrics) where key = any(${ENGAGEMENTS}))`

/** How often a post was seen, by the first of these metrics that the platform reports. */
const seen = (db: Db) => db`
  coalesce((m.metrics ->> 'impressions')::float8, (m.metrics ->> 'views')::float8, (m.metrics ->> 'reach')::float8)`

const ranked = (db: Db, metric: string) => {
  if (metric === 'engagements') return engagements(db)
  return metric === 'engagement_rate'
    ? db`${engagements(db)} / nullif(${seen(db)}, 0)`
    : db`(m.metrics ->> ${metric})::float8`
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
  /** The first image of the post. */
  image_id: string | null
}

interface Ranking {
  readonly metric: string
  readonly order: 'best' | 'worst'
  readonly limit: number
}

export async function listTopPosts(
  db: Db,
  workspaceId: string,
  filter: AnalyticsFilter,
  { metric, order, limit }: Ranking,
): Promise<TopPostRow[]> {
  const direction = order === 'best' ? db`desc` : db`asc`
  return db<TopPostRow[]>`
    select p.id as post_id, t.id as target_id, t.account_id, t.platform, left(coalesce(t.content, p.content), 500) as content,
      t.external_url, t.published_at, ${ranked(db, metric)} as value, m.as_of, m.metrics,
      (select s.id from unnest(${mediaIds(db)}) with ordinality as used (id, position)
        join media_assets s on s.workspace_id = ${workspaceId} and s.id = used.id
        where s.status = 'ready' and s.mime like 'image/%' order by used.position limit 1) as image_id
    ${published(db, workspaceId, filter)} and ${ranked(db, metric)} is not null
    order by value ${direction}, t.post_id desc, t.position limit ${limit}`
}

export type PostGroup = 'account' | 'platform' | 'media_type' | 'hour'

export type PostSumRow = {
  key: string
  posts: number
  engagements: number | null
  engagement_rate: number | null
} & Readonly<Record<string, number | string | null>>

interface PostSumsQuery {
  readonly group: PostGroup
  readonly metrics: readonly string[]
  /** Of the time zone, for the hours. */
  readonly offsets: readonly ZoneOffset[]
}

/** Sums the metrics of posts by group. */
export async function listPostSums(
  db: Db,
  workspaceId: string,
  filter: AnalyticsFilter,
  { group, metrics, offsets }: PostSumsQuery,
): Promise<PostSumRow[]> {
  const sums = metrics.map((name) => db`sum((metrics ->> ${name})::float8) as ${db(name)},`)
  return db<PostSumRow[]>`
    select key, count(*)::integer as posts, ${sums}
      sum(engagements) as engagements,
      sum(engagements) filter (where seen is not null)
        / nullif(sum(seen) filter (where engagements is not null), 0) as engagement_rate
    from (
      select ${postKey(db, workspaceId, group, offsets)} as key, m.metrics, ${engagements(db)} as engagements, ${seen(db)} as seen
      ${published(db, workspaceId, filter)}) as each_post
    group by key order by key`
}

function postKey(db: Db, workspaceId: string, group: PostGroup, offsets: readonly ZoneOffset[]) {
  switch (group) {
    case 'account':
      return db`t.account_id`
    case 'platform':
      return db`t.platform`
    case 'media_type':
      return db`case when cardinality(${mediaIds(db)}) = 0 then 'text'
        when ${hasMedia(db, workspaceId, db`s.mime like 'video/%'`)} then 'video'
        when ${hasMedia(db, workspaceId, db`s.mime not like 'image/%'`)} then 'other'
        when cardinality(${mediaIds(db)}) > 1 then 'images' else 'image' end`
    case 'hour':
      return db`(
        select extract(hour from (t.published_at at time zone 'utc') + make_interval(mins => o.minutes))::integer::text
        from unnest(${textArray(offsets.map(({ from }) => from.toISOString()))}::timestamptz[],
          ${textArray(offsets.map(({ to }) => to.toISOString()))}::timestamptz[],
          ${numberArray(offsets.map(({ minutes }) => minutes))}::integer[]) as o (starts_at, ends_at, minutes)
        where t.published_at >= o.starts_at and t.published_at < o.ends_at)`
  }
}
