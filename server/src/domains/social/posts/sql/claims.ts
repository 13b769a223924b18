import type { Db } from '../../../../kit/postgres/db.ts'
import { type DatabaseNow, type TargetRow, toSqlTime } from './targets.ts'

/** A claimed target, with the fields of its post. */
export interface ClaimedTarget extends TargetRow {
  claim: string
  started_at: Date
  due_at: Date
  post_content: string
  post_media_ids: string[]
  post_first_comment: string | null
  /** The post has no other target. */
  is_only_target: boolean
  /** Seconds since it became due, and since its intent was committed, by the database's clock. */
  due_seconds: number
  intent_seconds: number | null
}

/** Data with which a job claims its target. */
export interface TargetClaim {
  readonly targetId: string
  readonly generation: number
  /** A new random token. It fences every later write of this worker. */
  readonly token: string
}

/**
 * The time and the claims, for all statements below. They do not wait for the disk: when a crash of the database loses a claim,
 * the target is claimed again. Nothing was sent for it, because the intent, which is durable, is committed after it.
 */
const clockAndClaims = (db: Db, claims: readonly TargetClaim[], now: DatabaseNow) => db`
  clock as materialized (
    select ${toSqlTime(db, now)} as now,
      set_config('synchronous_commit', 'off', true) as commit
  ),
  claims as (
    select * from unnest(
      ${claims.map((claim) => claim.targetId)}::text[], ${claims.map((claim) => claim.generation)}::integer[],
      ${claims.map((claim) => claim.token)}::uuid[]) as n (target_id, generation, token)
  )`

const claimedWithPost = (db: Db, workspaceId: string) => db`
  select t.*, p.content as post_content, p.media_ids as post_media_ids, p.first_comment as post_first_comment,
    not exists (select 1 from post_targets o where o.workspace_id = ${workspaceId} and o.post_id = t.post_id and o.id <> t.id)
      as is_only_target,
    extract(epoch from c.now - t.due_at)::float8 as due_seconds,
    extract(epoch from c.now - t.intent_at)::float8 as intent_seconds
  from claimed t cross join clock c join posts p on p.workspace_id = ${workspaceId} and p.id = t.post_id`

/**
 * Claims targets that are due and have no committed intent. A target that is already `publishing` has lost its worker: that
 * counts as a failed attempt. Targets that cannot be claimed, or not yet, are missing from the result.
 */
export async function claimTargets(
  db: Db,
  workspaceId: string,
  claims: readonly TargetClaim[],
  now: DatabaseNow,
): Promise<ClaimedTarget[]> {
  return db<ClaimedTarget[]>`
    with ${clockAndClaims(db, claims, now)}, claimed as (
      update post_targets t set status = 'publishing', claim = n.token, started_at = coalesce(t.started_at, c.now),
        attempts = t.attempts + 1, failures = t.failures + case when t.status = 'publishing' then 1 else 0 end,
        wake_at = c.now, updated_at = c.now
      from claims n cross join clock c
      where t.workspace_id = ${workspaceId} and t.id = n.target_id and t.generation = n.generation and t.intent_at is null
        and t.status in ('pending', 'publishing') and t.wake_at <= c.now
      returning t.*
    ) ${claimedWithPost(db, workspaceId)}`
}

/** Claims a target whose worker died after it had committed the intent: the request may have been sent. */
export async function claimInterruptedTarget(
  db: Db,
  workspaceId: string,
  claim: TargetClaim,
  now: DatabaseNow,
): Promise<ClaimedTarget | undefined> {
  const [row] = await db<ClaimedTarget[]>`
    with ${clockAndClaims(db, [claim], now)}, claimed as (
      update post_targets t set claim = n.token from claims n
      where t.workspace_id = ${workspaceId} and t.id = n.target_id and t.generation = n.generation and t.status = 'publishing'
        and t.intent_at is not null
      returning t.*
    ) ${claimedWithPost(db, workspaceId)}`
  return row
}

/** Claims a target whose platform is to be asked about the post. */
export async function claimUnconfirmedTarget(
  db: Db,
  workspaceId: string,
  claim: TargetClaim,
  now: DatabaseNow,
): Promise<ClaimedTarget | undefined> {
  const [row] = await db<ClaimedTarget[]>`
    with ${clockAndClaims(db, [claim], now)}, claimed as (
      update post_targets t set claim = n.token, asks = t.asks + 1
      from claims n cross join clock c
      where t.workspace_id = ${workspaceId} and t.id = n.target_id and t.generation = n.generation
        and t.status in ('unconfirmed', 'processing') and t.wake_at <= c.now
      returning t.*
    ) ${claimedWithPost(db, workspaceId)}`
  return row
}
