import { numberArray, textArray } from '../../../../kit/postgres/arrays.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface PointRow {
  metric: string
  day: string
  value: number
}

interface MetricsOwner {
  readonly accountId: string
  readonly entityExternalId: string
}

/** Stores points; the last value counts, because platforms correct their values for days. */
export async function upsertPoints(
  db: Db,
  workspaceId: string,
  { accountId, entityExternalId }: MetricsOwner,
  points: readonly { metric: string; date: string; value: number }[],
): Promise<void> {
  // One statement cannot change a row twice, so only the last of repeated points is written.
  const last = [...new Map(points.map((point) => [`${point.metric} ${point.date}`, point])).values()]
  await db`
    insert into account_metrics (workspace_id, account_id, entity_external_id, metric, day, value)
    select ${workspaceId}, ${accountId}, ${entityExternalId}, metric, day, value
    from unnest(${textArray(last.map(({ metric }) => metric))}::text[], ${textArray(last.map(({ date }) => date))}::date[],
                ${numberArray(last.map(({ value }) => value))}::float8[]) as point (metric, day, value)
    on conflict on constraint account_metrics_pkey do update set value = excluded.value`
}

export async function listPoints(
  db: Db,
  workspaceId: string,
  { accountId, entityExternalId }: MetricsOwner,
  { since, until, metrics }: { since: string; until: string; metrics: readonly string[] },
): Promise<PointRow[]> {
  return db<PointRow[]>`
    select metric, to_char(day, 'YYYY-MM-DD') as day, value from account_metrics
    where workspace_id = ${workspaceId} and account_id = ${accountId} and entity_external_id = ${entityExternalId}
    and metric = any(${metrics}) and day between ${since} and ${until} order by metric, day`
}

/** Lists published posts of an entity whose metrics are due by their age; posts without metrics come first. */
export async function listDuePosts(
  db: Db,
  workspaceId: string,
  { accountId, entityExternalId, now, limit }: MetricsOwner & { readonly now: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await db<{ external_id: string }[]>`
    select t.external_id from post_targets t
    left join post_metrics m on m.workspace_id = t.workspace_id and m.account_id = t.account_id
      and m.external_id = t.external_id
    where t.workspace_id = ${workspaceId} and t.account_id = ${accountId} and t.status = 'published'
    and coalesce(t.entity_external_id, ${entityExternalId}) = ${entityExternalId}
    and t.published_at > ${now}::timestamptz - interval '30 days'
    and (m.asked_at is null or m.asked_at <= ${now}::timestamptz - case
      when t.published_at > ${now}::timestamptz - interval '1 hour' then interval '10 minutes'
      when t.published_at > ${now}::timestamptz - interval '2 days' then interval '1 hour' else interval '1 day' end)
    order by m.asked_at nulls first, t.post_id limit ${limit}`
  return rows.map((row) => row.external_id)
}

/** Stores a post's metrics. For a deleted post (null) the last ones stay, with their time. */
export async function upsertPostMetrics(
  db: Db,
  workspaceId: string,
  accountId: string,
  { externalId, metrics, now }: { externalId: string; metrics: Readonly<Record<string, number>> | null; now: Date },
): Promise<void> {
  await db`
    insert into post_metrics (workspace_id, account_id, external_id, metrics, as_of, asked_at)
    values (${workspaceId}, ${accountId}, ${externalId}, ${metrics && db.json(metrics)},
            ${metrics && now}, ${now})
    on conflict on constraint post_metrics_pkey do update set asked_at = excluded.asked_at,
      metrics = coalesce(excluded.metrics, post_metrics.metrics), as_of = coalesce(excluded.as_of, post_metrics.as_of)`
}

export interface PostMetricsRow {
  post_id: string
  profile_id: string
  account_id: string
  platform: string
  metrics: Record<string, number> | null
  as_of: Date | null
}

/** Lists every target of the posts, with its metrics if there are any. */
export async function listPostMetrics(db: Db, workspaceId: string, ids: readonly string[]): Promise<PostMetricsRow[]> {
  return db<PostMetricsRow[]>`
    select p.id as post_id, p.profile_id, t.account_id, t.platform, m.metrics, m.as_of from posts p
    join post_targets t on t.workspace_id = p.workspace_id and t.post_id = p.id
    left join post_metrics m on m.workspace_id = t.workspace_id and m.account_id = t.account_id
      and m.external_id = t.external_id
    where p.workspace_id = ${workspaceId} and p.id = any(${ids}) order by p.id desc, t.position`
}
