import type { Mode } from '../../../kit/context.ts'
import type { StoredResponse } from '../../../kit/ledger.ts'
import { textArray } from '../../../kit/postgres/arrays.ts'
import type { Db } from '../../../kit/postgres/db.ts'

/** Identifies a key within its workspace: live and test keys do not share Idempotency-Keys. */
export interface KeyId {
  readonly mode: Mode
  readonly key: string
}

export interface IdempotencyRow {
  workspace_id: string
  mode: Mode
  key: string
  fingerprint: Uint8Array
  request_id: string
  /** Null, like the two below, while the call that claimed the key runs. */
  status: number | null
  headers: Record<string, string> | null
  body: string | null
  created_at: Date
}

/** Returns false when another call with this key is running: it has the lock until its transaction ends. */
export async function lockIdempotencyKey(db: Db, workspaceId: string, { mode, key }: KeyId): Promise<boolean> {
  const [row] = await db<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${workspaceId}/${mode}/${key}`}, 0)) as taken`
  return row?.taken ?? false
}

export async function findIdempotencyKey(
  db: Db,
  workspaceId: string,
  { mode, key }: KeyId,
): Promise<IdempotencyRow | undefined> {
  const [row] = await db<IdempotencyRow[]>`
    select * from idempotency_keys where workspace_id = ${workspaceId} and mode = ${mode} and key = ${key}`
  return row
}

type NewIdempotencyKey = Omit<IdempotencyRow, 'status' | 'headers' | 'body' | 'created_at'> &
  (StoredResponse | { /** Identifies the call that produces the response. */ readonly claim: string })

/**
 * Stores a claim in the column `hold_id`, where a metered call has its hold. A `now` of null means the database's own clock, here
 * and below, so that the lifetime of a key does not depend on a machine's clock.
 */
export async function insertIdempotencyKey(db: Db, now: Date | null, row: NewIdempotencyKey): Promise<void> {
  const { workspace_id: workspaceId, mode, key, fingerprint, request_id: requestId } = row
  const [claim, response] = 'claim' in row ? [row.claim, null] : [null, row]
  await db`
    insert into idempotency_keys
      (workspace_id, mode, key, fingerprint, request_id, hold_id, status, headers, body, created_at)
    values (${workspaceId}, ${mode}, ${key}, ${fingerprint}, ${requestId}, ${claim},
      ${response?.status ?? null}, ${response && db.json(response.headers)}, ${response?.body ?? null},
      ${buildNowSql(db, now)})`
}

/** Locks keys like `lockIdempotencyKey`, in the given order; false where another call has the lock. */
export async function lockIdempotencyKeys(db: Db, workspaceId: string, ids: readonly KeyId[]): Promise<boolean[]> {
  const rows = await db<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(n.name, 0)) as taken
    from unnest(${ids.map(({ mode, key }) => `${workspaceId}/${mode}/${key}`)}::text[]) as n (name)`
  return rows.map(({ taken }) => taken)
}

/** Lists the keys of calls. May return more rows: a key of one call with the mode of another. */
export async function listIdempotencyKeys(
  db: Db,
  workspaceId: string,
  ids: readonly KeyId[],
): Promise<IdempotencyRow[]> {
  const modes = [...new Set(ids.map(({ mode }) => mode))]
  return db<IdempotencyRow[]>`
    select * from idempotency_keys
    where workspace_id = ${workspaceId} and mode = any(${modes}) and key = any(${ids.map(({ key }) => key)})`
}

export async function insertResponses(
  db: Db,
  workspaceId: string,
  now: Date | null,
  rows: readonly (Omit<IdempotencyRow, 'workspace_id' | 'created_at' | keyof StoredResponse> & StoredResponse)[],
): Promise<void> {
  await db`
    insert into idempotency_keys (workspace_id, mode, key, fingerprint, request_id, status, headers, body, created_at)
    select ${workspaceId}, n.mode, n.key, n.fingerprint, n.request_id, n.status, n.headers::json, n.body,
      ${now === null ? db`now()` : db`${now}`}
    from unnest(
      ${rows.map(({ mode }) => mode)}::text[], ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ fingerprint }) => fingerprint)}::bytea[], ${rows.map((row) => row.request_id)}::text[],
      ${rows.map(({ status }) => status)}::integer[], ${rows.map(({ headers }) => JSON.stringify(headers))}::text[],
      ${textArray(rows.map(({ body }) => body))}::text[]
    ) as n (mode, key, fingerprint, request_id, status, headers, body)`
}

export async function updateIdempotencyClaim(
  db: Db,
  workspaceId: string,
  { mode, key }: KeyId,
  { claim, response }: { claim: string; response: StoredResponse },
): Promise<void> {
  await db`
    update idempotency_keys set status = ${response.status}, headers = ${db.json(response.headers)}, body = ${response.body}
    where workspace_id = ${workspaceId} and mode = ${mode} and key = ${key} and hold_id = ${claim}`
}

/** Releases a claim: this one, or any that is too old for a running call. */
export async function deleteIdempotencyClaim(
  db: Db,
  workspaceId: string,
  { mode, key }: KeyId,
  which: { claim: string } | { now: Date | null; olderThanSeconds: number },
): Promise<void> {
  await db`
    delete from idempotency_keys
    where workspace_id = ${workspaceId} and mode = ${mode} and key = ${key} and status is null
      and ${
        'claim' in which
          ? db`hold_id = ${which.claim}`
          : db`created_at < ${timeBefore(db, which.now, which.olderThanSeconds)} and hold_id not like 'hold\_%'`
      }`
}

/** Deletes old responses in small batches, so that no request waits for it. */
export async function deleteOldIdempotencyKeys(
  db: Db,
  now: Date | null,
  olderThanSeconds: number,
  atMost: number,
): Promise<number> {
  const { count } = await db`
    delete from idempotency_keys where (workspace_id, mode, key) in (
      select workspace_id, mode, key from idempotency_keys where created_at < ${timeBefore(db, now, olderThanSeconds)}
      order by created_at limit ${atMost})`
  return count
}

function timeBefore(db: Db, now: Date | null, seconds: number) {
  return db`${buildNowSql(db, now)} - make_interval(secs => ${seconds})`
}

function buildNowSql(db: Db, now: Date | null) {
  return now ? db`${now}::timestamptz` : db`now()`
}
