import { type Db, numbers, texts } from '../../kit/db.ts'

export interface PointRow {
  metric: string
  day: string
  value: number
}

interface Owner {
  readonly workspaceId: string
  readonly accountId: string
  readonly entityExternalId: string
}

/** Platforms correct their figures for days: the last word counts. */
export async function upsertPoints(
  db: Db,
  { workspaceId, accountId, entityExternalId }: Owner,
  points: readonly { metric: string; date: string; value: number }[],
): Promise<void> {
  // A list that repeats itself must not change one row twice in a statement.
  const last = [...new Map(points.map((point) => [`${point.metric} ${point.date}`, point])).values()]
  await db`
    insert into account_metrics (workspace_id, account_id, entity_external_id, metric, day, value)
    select ${workspaceId}, ${accountId}, ${entityExternalId}, metric, day, value
    from unnest(${texts(last.map(({ metric }) => metric))}::text[], ${texts(last.map(({ date }) => date))}::date[],
                ${numbers(last.map(({ value }) => value))}::float8[]) as point (metric, day, value)
    on conflict on constraint account_metrics_pkey do update set value = excluded.value`
}

export async function listPoints(
  db: Db,
  { workspaceId, accountId, entityExternalId }: Owner,
  { since, until, metrics }: { since: string; until: string; metrics: readonly string[] },
): Promise<PointRow[]> {
  return db<PointRow[]>`
    select metric, to_char(day, 'YYYY-MM-DD') as day, value from account_metrics
    where workspace_id = ${workspaceId} and account_id = ${accountId} and entity_external_id = ${entityExternalId}
    and metric = any(${metrics as string[]}) and day between ${since} and ${until} order by metric, day`
}
