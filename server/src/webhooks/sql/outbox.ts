import { textArray } from '../../kit/postgres/arrays.ts'
import type { Db } from '../../kit/postgres/db.ts'

export interface NewEvent {
  readonly id: string
  readonly type: string
  readonly body: string
}

export interface OutboxOptions {
  readonly createdAt: Date
  /** Time when the deliveries are due; null is now, by the database's clock. */
  readonly dueAt: Date | null
  readonly attemptsMax: number
  /** The only endpoint that gets the events; undefined for all subscribed endpoints. */
  readonly endpointId: string | undefined
}

/**
 * Stores events with a delivery for each subscribed endpoint. An event without such an endpoint or a stream is not stored. A
 * delivery to a disabled endpoint is stored as dead: it is in the log and can be redriven once the endpoint is enabled. A
 * delivery's id is derived from event and endpoint, so an event that is stored twice is not delivered twice to one endpoint.
 */
export async function insertEvents(
  db: Db,
  workspaceId: string,
  events: readonly NewEvent[],
  { createdAt, dueAt, attemptsMax, endpointId }: OutboxOptions,
): Promise<string[]> {
  const endpoints = db`
    select id, status, disabled_reason from webhook_endpoints where workspace_id = ${workspaceId}
      and ${endpointId === undefined ? db`events && array['*', g.type]` : db`id = ${endpointId}`}`
  const streams = db`
    select from event_streams s
    where s.workspace_id = ${workspaceId} and s.expires_at > ${createdAt} and s.events && array['*', g.type]`
  const rows = await db<{ id: string }[]>`
    with given as materialized (
      select * from unnest(
        ${textArray(events.map((event) => event.id))}::text[], ${textArray(events.map((event) => event.type))}::text[],
        ${textArray(events.map((event) => event.body))}::text[]
      ) as g (id, type, body)
    ), stored as (
      insert into webhook_events (workspace_id, id, type, body, created_at)
      select ${workspaceId}, g.id, g.type, g.body, ${createdAt} from given g
      where exists (${endpoints}) ${endpointId === undefined ? db`or exists (${streams})` : db``}
    )
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, status, attempt, attempts_max,
      next_attempt_at, claims, last_error, created_at)
    select ${workspaceId}, 'dlv_' || left(g.id, 10) || upper(left(md5(g.id || e.id), 16)), e.id, g.id, g.type,
      case e.status when 'active' then 'pending' else 'dead' end, 0, ${attemptsMax}::integer,
      case e.status when 'active' then coalesce(${dueAt}::timestamptz, now()) end, 0,
      case e.status when 'disabled' then 'Not sent, the endpoint is disabled: ' || e.disabled_reason end, ${createdAt}
    from given g cross join lateral (${endpoints}) e returning id`
  return rows.map((row) => row.id)
}
