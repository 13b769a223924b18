import type { Db } from '../../../kit/postgres/db.ts'

export interface ToolCallRow {
  id: string
  credits: number
  is_final: boolean
}

/** A null `now` means the database's own clock, here and below. */
function buildNowSql(db: Db, now: Date | null) {
  return now ? db`${now}::timestamptz` : db`now()`
}

function buildTodaySql(db: Db, now: Date | null) {
  return db`date_trunc('day', ${buildNowSql(db, now)}, 'UTC')`
}

/** Serialises calls of one key, so that they are compared with its cap one at a time. */
export async function lockToolCalls(db: Db, workspaceId: string, keyId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(${`tool_calls/${workspaceId}/${keyId}`}, 0))`
}

export async function findRecentToolCall(
  db: Db,
  workspaceId: string,
  keyId: string,
  { fingerprint, now, seconds }: { fingerprint: Uint8Array; now: Date | null; seconds: number },
): Promise<ToolCallRow | undefined> {
  const [row] = await db<ToolCallRow[]>`
    select id, credits, is_final from tool_calls
    where workspace_id = ${workspaceId} and key_id = ${keyId} and fingerprint = ${fingerprint}
      and created_at > ${buildNowSql(db, now)} - make_interval(secs => ${seconds})
    order by created_at desc limit 1`
  return row
}

/**
 * Reads from the ledger the cost of today's calls that were not known to be finished: jobs, and calls whose response was lost.
 */
export async function updateOpenToolCalls(db: Db, workspaceId: string, keyId: string, now: Date | null): Promise<void> {
  await db`
    update tool_calls c set credits = coalesce(open.amount, 0) + coalesce(spent.credits, 0), is_final = open.amount is null
    from tool_calls t
      left join lateral (select sum(amount) as amount from holds h
        where h.workspace_id = ${workspaceId} and h.request_id = t.request_id) open on true
      left join lateral (select sum(credits) as credits from charges p
        where p.workspace_id = ${workspaceId} and p.request_id = t.request_id) spent on true
    where t.workspace_id = ${workspaceId} and t.key_id = ${keyId} and not t.is_final and t.request_id is not null
      and t.created_at >= ${buildTodaySql(db, now)}
      and c.workspace_id = ${workspaceId} and c.key_id = t.key_id and c.id = t.id`
}

export async function getToolCallCredits(
  db: Db,
  workspaceId: string,
  keyId: string,
  now: Date | null,
): Promise<number> {
  const [row] = await db<{ credits: number }[]>`
    select coalesce(sum(credits), 0)::bigint as credits from tool_calls
    where workspace_id = ${workspaceId} and key_id = ${keyId} and created_at >= ${buildTodaySql(db, now)}`
  return row?.credits ?? 0
}

export async function insertToolCall(
  db: Db,
  workspaceId: string,
  keyId: string,
  { id, fingerprint, credits, now }: { id: string; fingerprint: Uint8Array; credits: number; now: Date | null },
): Promise<void> {
  await db`
    insert into tool_calls (workspace_id, key_id, id, fingerprint, credits, is_final, created_at)
    values (${workspaceId}, ${keyId}, ${id}, ${fingerprint}, ${credits}, false, ${buildNowSql(db, now)})`
}

export async function updateToolCall(
  db: Db,
  workspaceId: string,
  keyId: string,
  { id, credits, isFinal, requestId }: { id: string; credits: number; isFinal: boolean; requestId: string | null },
): Promise<void> {
  await db`
    update tool_calls set credits = ${credits}, is_final = ${isFinal}, request_id = ${requestId}
    where workspace_id = ${workspaceId} and key_id = ${keyId} and id = ${id} and not is_final`
}

export async function deleteToolCall(db: Db, workspaceId: string, keyId: string, id: string): Promise<void> {
  await db`delete from tool_calls where workspace_id = ${workspaceId} and key_id = ${keyId} and id = ${id}`
}

export async function deleteOldToolCalls(
  db: Db,
  now: Date | null,
  { olderThanSeconds, atMost }: { olderThanSeconds: number; atMost: number },
): Promise<number> {
  const { count } = await db`
    delete from tool_calls where (workspace_id, key_id, id) in (
      select workspace_id, key_id, id from tool_calls
      where created_at < ${buildNowSql(db, now)} - make_interval(secs => ${olderThanSeconds})
      order by created_at limit ${atMost})`
  return count
}
