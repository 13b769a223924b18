import type { Mode } from '../../kit/context.ts'
import type { Db } from '../../kit/db.ts'

export interface IdempotencyRow {
  workspace_id: string
  mode: Mode
  key: string
  fingerprint: Uint8Array
  request_id: string
  /** Null, with the two below, while the call that claimed the key runs. */
  status: number | null
  headers: Record<string, string> | null
  body: string | null
  created_at: Date
}

/** False when another call with this key is running: it holds the lock until its transaction ends. */
export async function lockIdempotencyKey(db: Db, workspaceId: string, mode: Mode, key: string): Promise<boolean> {
  const [row] = await db<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${workspaceId}/${mode}/${key}`}, 0)) as taken`
  return row?.taken ?? false
}

export async function findIdempotencyKey(
  db: Db,
  workspaceId: string,
  mode: Mode,
  key: string,
): Promise<IdempotencyRow | undefined> {
  const [row] = await db<IdempotencyRow[]>`
    select * from idempotency_keys where workspace_id = ${workspaceId} and mode = ${mode} and key = ${key}`
  return row
}

export async function insertIdempotencyKey(db: Db, row: IdempotencyRow): Promise<void> {
  await db`insert into idempotency_keys ${db({ ...row, headers: db.json(row.headers ?? {}) })}`
}

/** Old answers leave in small batches, so that no request waits for the broom. */
export async function deleteIdempotencyKeysBefore(db: Db, before: Date, atMost: number): Promise<number> {
  const { count } = await db`
    delete from idempotency_keys where (workspace_id, mode, key) in (
      select workspace_id, mode, key from idempotency_keys where created_at < ${before} order by created_at limit ${atMost})`
  return count
}
