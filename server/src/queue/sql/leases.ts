import type { Db } from '../../kit/postgres/db.ts'
import type { JobClaim } from './claims.ts'
import type { Now } from './now.ts'

/** Renews the leases of these claims. Jobs whose ids are missing from the result belong to another worker now. */
export async function renewLeases(
  db: Db,
  claims: readonly (JobClaim & { readonly leaseSeconds: number })[],
): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    update jobs j set lease_until = now() + c.lease_seconds * interval '1 second'
    from unnest(
      ${claims.map((c) => c.workspaceId)}::text[], ${claims.map((c) => c.id)}::bigint[],
      ${claims.map((c) => c.claim)}::uuid[], ${claims.map((c) => c.leaseSeconds)}::float8[]
    ) as c (workspace_id, id, claim, lease_seconds)
    where j.workspace_id = c.workspace_id and j.id = c.id and j.claim = c.claim
    returning j.id`
  return rows.map((row) => row.id)
}

export interface ReapedRow {
  workspace_id: string
  id: number
  job: string
  state: 'waiting' | 'dead'
  key: string | null
}

/**
 * Reclaims jobs from workers that stopped renewing their leases. A job is due at once the first time, and later after a random
 * delay, so that a job that crashes its worker takes fewer others with it. After `claimsMax` claims it is dead.
 */
export async function reapJobs(
  db: Db,
  { now, claimsMax, limit }: { now: Now; claimsMax: number; limit: number },
): Promise<ReapedRow[]> {
  return db<ReapedRow[]>`
    update jobs j set
      state = case when j.claims >= ${claimsMax} then 'dead' else 'waiting' end, claim = null, lease_until = null,
      run_at = case when j.claims < 2 then j.run_at
        else coalesce(${now}::timestamptz, now()) + j.claims * random() * interval '1 second' end,
      error = case when j.claims >= ${claimsMax}
        then 'The worker died or froze ' || j.claims || ' times in a row while it ran this job.' else j.error end,
      dead_at = case when j.claims >= ${claimsMax} then coalesce(${now}::timestamptz, now()) end
    from (
      select workspace_id, id from jobs where state = 'running' and lease_until < now()
      limit ${limit} for update skip locked
    ) lost
    where j.workspace_id = lost.workspace_id and j.id = lost.id
    returning j.workspace_id, j.id, j.job, j.state, j.key`
}
