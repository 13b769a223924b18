import type { Db } from '../../kit/postgres/db.ts'
import { LANE } from '../lane.ts'

export interface NewEvent {
  readonly id: string
  readonly type: string
  readonly body: string
  readonly createdAt: Date
  /** When its deliveries are due; null is now, by the database's clock. */
  readonly dueAt: Date | null
  readonly attemptsMax: number
  /** The only endpoint that gets it; undefined for all that subscribe. */
  readonly endpointId: string | undefined
}

/**
 * Stores an event with a delivery for each endpoint that subscribes; without such an endpoint it stores nothing. A delivery
 * to a disabled endpoint is stored as dead: it is in the log and can be recovered once the endpoint is enabled. A delivery's
 * id is made of event and endpoint, so an event that is stored twice is not delivered twice to one endpoint.
 */
export async function insertEvent(db: Db, workspaceId: string, event: NewEvent): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    with subscribed as (
      select id, status, disabled_reason from webhook_endpoints where workspace_id = ${workspaceId}
        and ${event.endpointId === undefined ? db`events && array['*', ${event.type}]` : db`id = ${event.endpointId}`}
    ), stored as (
      insert into webhook_events (workspace_id, id, type, body, created_at)
      select ${workspaceId}, ${event.id}, ${event.type}, ${event.body}, ${event.createdAt} where exists (select from subscribed)
    )
    insert into webhook_deliveries (workspace_id, lane, id, endpoint_id, event_id, event_type, status, attempt, attempts_max,
      next_attempt_at, claims, last_error, created_at)
    select ${workspaceId}, ${LANE}, 'dlv_' || left(${event.id}, 10) || upper(left(md5(${event.id} || e.id), 16)), e.id,
      ${event.id}, ${event.type}, case e.status when 'active' then 'pending' else 'dead' end, 0, ${event.attemptsMax}::integer,
      case e.status when 'active' then coalesce(${event.dueAt}::timestamptz, now()) end, 0,
      case e.status when 'disabled' then 'Not sent, the endpoint is disabled: ' || e.disabled_reason end, ${event.createdAt}
    from subscribed e returning id`
  return rows.map((row) => row.id)
}
