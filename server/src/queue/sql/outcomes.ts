import type { Db } from '../../kit/postgres/db.ts'
import type { JobClaim } from './claims.ts'
import type { Now } from './now.ts'

/**
 * Deletes finished jobs. Jobs whose ids are missing from the result belong to another worker now. Measured: deleting at once
 * costs 10 µs of the database's processor time, marking and deleting later 37 µs (decision 0010).
 */
export async function deleteFinished(db: Db, claims: readonly JobClaim[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    delete from jobs j using unnest(
      ${claims.map((c) => c.workspaceId)}::text[], ${claims.map((c) => c.id)}::bigint[],
      ${claims.map((c) => c.claim)}::uuid[]
    ) as c (workspace_id, id, claim)
    where j.workspace_id = c.workspace_id and j.id = c.id and j.claim = c.claim
    returning j.id`
  return rows.map((row) => row.id)
}

export interface UnfinishedJob extends JobClaim {
  readonly state: 'waiting' | 'dead'
  readonly attempts: number
  /** Time of the next run; null for `delaySeconds` from now. */
  readonly at: Date | null
  readonly delaySeconds: number
  /** True if the job stays ahead of the later jobs of its key while it waits. */
  readonly keepsPosition: boolean
  readonly error: string | null
}

/** Records attempts that did not finish their job: it waits for another attempt or is dead. */
export async function updateUnfinished(db: Db, now: Now, rows: readonly UnfinishedJob[]): Promise<number[]> {
  const updated = await db<{ id: number }[]>`
    update jobs j set
      state = s.state, claim = null, lease_until = null, claims = 0, attempts = s.attempts, error = s.error,
      run_at = case when s.state = 'waiting' then s.run_at else j.run_at end,
      position_at = case when j.key is not null and s.state = 'waiting' and not s.keeps_position then s.run_at else j.position_at end,
      dead_at = case when s.state = 'dead' then coalesce(${now}::timestamptz, now()) end
    from (
      select u.*, coalesce(u.at, coalesce(${now}::timestamptz, now()) + u.delay_seconds * interval '1 second') as run_at
      from unnest(
        ${rows.map((r) => r.workspaceId)}::text[], ${rows.map((r) => r.id)}::bigint[],
        ${rows.map((r) => r.claim)}::uuid[],
        ${rows.map((r) => r.state)}::text[], ${rows.map((r) => r.attempts)}::integer[],
        ${rows.map((r) => r.at?.toISOString() ?? null)}::timestamptz[], ${rows.map((r) => r.delaySeconds)}::float8[],
        ${rows.map((r) => r.keepsPosition)}::boolean[], ${rows.map((r) => r.error)}::text[]
      ) as u (workspace_id, id, claim, state, attempts, at, delay_seconds, keeps_position, error)
    ) s
    where j.workspace_id = s.workspace_id and j.id = s.id and j.claim = s.claim
    returning j.id`
  return updated.map((row) => row.id)
}

export interface JobKey {
  readonly workspaceId: string
  readonly key: string
}

/**
 * Moves the first parked job of each key back to waiting. Runs as a separate statement, after the one that ended the job ahead
 * and in the same transaction: only then does it see jobs parked while that statement waited for its lock.
 */
export async function unparkNext(db: Db, keys: readonly JobKey[]): Promise<void> {
  await db`
    with first as materialized (
      select k.workspace_id, (
        select n.id from jobs n where n.workspace_id = k.workspace_id and n.key = k.key and n.state <> 'dead'
        order by n.position_at, n.id limit 1
      ) as id
      from (select distinct workspace_id, key from unnest(
        ${keys.map((k) => k.workspaceId)}::text[], ${keys.map((k) => k.key)}::text[]
      ) as u (workspace_id, key)) k
    )
    update jobs j set state = 'waiting' from first
    where j.workspace_id = first.workspace_id and j.id = first.id and j.state = 'parked'`
}
