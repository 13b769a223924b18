import type { Db } from '../../../kit/postgres/db.ts'
import { LANE } from './lane.ts'

export interface NewEvent {
  readonly id: string
  readonly type: string
  readonly body: string
  readonly createdAt: Date
  /** When its deliveries are due: null for now by the database's clock. */
  readonly dueAt: Date | null
  readonly attemptsMax: number
  /** Goes to this endpoint and nobody else; undefined for everybody who subscribes. */
  readonly only: string | undefined
}

/**
 * Stores an event with a delivery for each endpoint that wants it; an event that nobody wants leaves nothing. For a disabled
 * endpoint the delivery is dead from the start: seen in the log, and recoverable once the endpoint is back. Ids come from
 * event and endpoint, so an event cannot be delivered twice to one endpoint by being stored twice.
 */
export async function insertEvent(db: Db, workspaceId: string, event: NewEvent): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    with wanting as (
      select id, status, disabled_reason from webhook_endpoints where workspace_id = ${workspaceId}
        and ${event.only === undefined ? db`events && array['*', ${event.type}]` : db`id = ${event.only}`}
    ), stored as (
      insert into webhook_events (workspace_id, id, type, body, created_at)
      select ${workspaceId}, ${event.id}, ${event.type}, ${event.body}, ${event.createdAt} where exists (select from wanting)
    )
    insert into webhook_deliveries (workspace_id, lane, id, endpoint_id, event_id, event_type, status, attempt, attempts_max,
      next_attempt_at, claims, last_error, created_at)
    select ${workspaceId}, ${LANE}, 'dlv_' || left(${event.id}, 10) || upper(left(md5(${event.id} || w.id), 16)), w.id,
      ${event.id}, ${event.type}, case w.status when 'active' then 'pending' else 'dead' end, 0, ${event.attemptsMax}::integer,
      case w.status when 'active' then coalesce(${event.dueAt}::timestamptz, now()) end, 0,
      case w.status when 'disabled' then 'Not sent, the endpoint is disabled: ' || w.disabled_reason end, ${event.createdAt}
    from wanting w returning id`
  return rows.map((row) => row.id)
}
