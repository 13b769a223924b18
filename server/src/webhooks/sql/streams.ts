import { type PageRows, readPage } from '../../kit/declare/page.ts'
import type { Db } from '../../kit/postgres/db.ts'

export interface StreamRow {
  readonly workspace_id: string
  readonly caller_id: string
  readonly events: readonly string[]
}

/** Prevents other transactions from opening a stream of the workspace until this one ends. */
export async function lockStreams(db: Db, workspaceId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('event_streams'), hashtext(${workspaceId}))`
}

/**
 * Opens or extends a stream: a caller that requests the same events again continues the same stream. Returns the time since
 * which its events are stored without a gap, or no row when the workspace has the maximum number of streams.
 */
export async function upsertStream(
  db: Db,
  { workspace_id, caller_id, events }: StreamRow,
  { now, expiresAt, atMost }: { now: Date; expiresAt: Date; atMost: number },
): Promise<Date | undefined> {
  const [row] = await db<{ opened_at: Date }[]>`
    insert into event_streams as s (workspace_id, caller_id, events, opened_at, expires_at)
    select ${workspace_id}, ${caller_id}, ${events}::text[], ${now}, ${expiresAt}
    where (select count(*) from event_streams where workspace_id = ${workspace_id} and expires_at > ${now}
      and (caller_id, events) <> (${caller_id}, ${events}::text[])) < ${atMost}::integer
    on conflict (workspace_id, caller_id, events) do update set expires_at = excluded.expires_at,
      opened_at = case when s.expires_at > excluded.opened_at then s.opened_at else excluded.opened_at end
    returning opened_at`
  return row?.opened_at
}

export async function deleteStreams(db: Db, workspaceId: string): Promise<void> {
  await db`delete from event_streams where workspace_id = ${workspaceId}`
}

export async function deleteExpiredStreams(db: Db, now: Date): Promise<void> {
  await db`delete from event_streams where expires_at <= ${now}`
}

/** Returns PostgreSQL's snapshot of the transactions that have committed so far. */
export async function getSnapshot(db: Db): Promise<string> {
  const [row] = await db<{ seen: string }[]>`select pg_current_snapshot()::text as seen`
  return row?.seen ?? ''
}

export interface StoredEvent {
  readonly id: string
  readonly type: string
  readonly body: string
}

/**
 * Lists events in the order of their ids; with `between` only those that committed after the first snapshot and by the second.
 */
export async function listEvents(
  db: Db,
  workspaceId: string,
  wanted: {
    readonly after: string
    readonly types: readonly string[]
    readonly between: readonly [seen: string, until: string] | undefined
    readonly limit: number
  },
): Promise<PageRows<StoredEvent>> {
  const { after, types, between, limit } = wanted
  return readPage(
    db,
    limit,
    db<StoredEvent[]>`
    select id, type, body from webhook_events
    where workspace_id = ${workspaceId} and id > ${after} and type = any(${types})
      ${
        between
          ? db`and xid >= pg_snapshot_xmin(${between[0]}::pg_snapshot)
            and not pg_visible_in_snapshot(xid, ${between[0]}::pg_snapshot) and pg_visible_in_snapshot(xid, ${between[1]}::pg_snapshot)`
          : db``
      }
    order by id`,
  )
}
