import type { Db } from '../../kit/postgres/db.ts'

/** Lists workspaces that have deliveries, with one index step for each. */
export async function listWorkspaces(db: Db): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    with recursive found (workspace_id) as (
      (select workspace_id from webhook_deliveries order by workspace_id limit 1)
      union all
      select n.workspace_id from found f cross join lateral (
        select workspace_id from webhook_deliveries where workspace_id > f.workspace_id order by workspace_id limit 1) n
    )
    select workspace_id from found`
  return rows.map((row) => row.workspace_id)
}

/** Deletes finished deliveries whose ids are below `before`, with their attempts. Returns the ids of their events. */
export async function deleteDeliveries(db: Db, workspaceId: string, before: string, atMost: number): Promise<string[]> {
  const rows = await db<{ event_id: string }[]>`
    with old as (
      select id from webhook_deliveries
      where workspace_id = ${workspaceId} and id < ${before} and next_attempt_at is null
      order by id limit ${atMost} for update skip locked
    ), attempts as (
      delete from webhook_attempts a using old where a.workspace_id = ${workspaceId} and a.delivery_id = old.id
    )
    delete from webhook_deliveries d using old
    where d.workspace_id = ${workspaceId} and d.id = old.id returning d.event_id`
  return rows.map((row) => row.event_id)
}

/** Deletes the events that no delivery refers to. Ids begin with the time of the event, which bounds the search. */
export async function deleteEvents(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  await db`
    delete from webhook_events v where v.workspace_id = ${workspaceId} and v.id = any(${ids})
      and not exists (
        select from webhook_deliveries d
        where d.workspace_id = ${workspaceId} and d.event_id = v.id
          and d.id >= 'dlv_' || left(v.id, 10) || repeat('0', 16) and d.id <= 'dlv_' || left(v.id, 10) || repeat('Z', 16))`
}

/** Lists workspaces that have events, with one index step for each. */
export async function listEventWorkspaces(db: Db): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    with recursive found (workspace_id) as (
      (select workspace_id from webhook_events order by workspace_id limit 1)
      union all
      select n.workspace_id from found f cross join lateral (
        select workspace_id from webhook_events where workspace_id > f.workspace_id order by workspace_id limit 1) n
    )
    select workspace_id from found`
  return rows.map((row) => row.workspace_id)
}

/** Deletes events below `before` that no delivery refers to. Returns their number. */
export async function deleteUndelivered(db: Db, workspaceId: string, before: string, atMost: number): Promise<number> {
  const { count } = await db`
    delete from webhook_events v using (
      select id from webhook_events e where workspace_id = ${workspaceId} and id < ${before}
        and not exists (
          select from webhook_deliveries d
          where d.workspace_id = ${workspaceId} and d.event_id = e.id
            and d.id >= 'dlv_' || left(e.id, 10) || repeat('0', 16) and d.id <= 'dlv_' || left(e.id, 10) || repeat('Z', 16))
      order by id limit ${atMost}
    ) old
    where v.workspace_id = ${workspaceId} and v.id = old.id`
  return count
}

/** Deletes previous secrets that no longer sign because the rotation's overlap has ended. */
export async function clearPreviousSecrets(db: Db, now: Date): Promise<void> {
  await db`
    update webhook_endpoints set previous_secret = null, previous_secret_until = null where previous_secret_until <= ${now}`
}
