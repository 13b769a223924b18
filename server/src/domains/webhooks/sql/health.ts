import type { Db } from '../../../kit/postgres/db.ts'
import type { EndpointRow } from '../../../webhooks/rows.ts'

export interface HealthRow {
  endpoint_id: string
  pending: number
  failed: number
  delivered: number
  dead: number
  waiting: number
  in_flight: number
  last_success_at: Date | null
  last_failure_at: Date | null
}

/** Reads the newest deliveries of each endpoint, and counts by status those whose ids are not below `since`. */
export async function listHealth(
  db: Db,
  workspaceId: string,
  endpoints: readonly Pick<EndpointRow, 'id'>[],
  { since, newestMax }: { since: string; newestMax: number },
): Promise<HealthRow[]> {
  return db<HealthRow[]>`
    select e.id as endpoint_id, newest.*, queue.* from unnest(${endpoints.map(({ id }) => id)}::text[]) as e (id)
    cross join lateral (
      select count(*) filter (where is_recent and status = 'pending') as pending,
        count(*) filter (where is_recent and status = 'failed') as failed,
        count(*) filter (where is_recent and status = 'delivered') as delivered,
        count(*) filter (where is_recent and status = 'dead') as dead,
        max(delivered_at) as last_success_at,
        max((
          select max(a.started_at) from webhook_attempts a
          where a.workspace_id = ${workspaceId} and a.delivery_id = d.id and a.error is not null
        )) as last_failure_at
      from (
        select id, status, delivered_at, id >= ${since} as is_recent from webhook_deliveries
        where workspace_id = ${workspaceId} and endpoint_id = e.id order by id desc limit ${newestMax}
      ) d
    ) newest
    cross join lateral (
      select count(*) as waiting, count(*) filter (where lease_until > now()) as in_flight from (
        select lease_until from webhook_deliveries
        where endpoint_id = e.id and next_attempt_at is not null and workspace_id = ${workspaceId}
        order by next_attempt_at, event_id limit ${newestMax}
      ) d
    ) queue`
}
