import type { JSONValue } from 'postgres'
import type { Db } from '../../../kit/db.ts'
import { at, type Now, type TargetRow, type TargetStatus } from './targets.ts'

/** A target in the hands of a worker, with what its post gives it. */
export interface TakenRow extends TargetRow {
  claim: string
  started_at: Date
  due_at: Date
  post_content: string
  post_media_ids: string[]
  /** The only target of its post. */
  is_alone: boolean
  /** By the database's clock: since it became due, and since it was armed. */
  due_seconds: number
  armed_seconds: number | null
}

export interface Job {
  readonly targetId: string
  readonly turn: number
  readonly claim: string
}

const withPost = (db: Db, now: Now) => db`
  select t.*, p.content as post_content, p.media_ids as post_media_ids,
    not exists (select from post_targets o where o.workspace_id = t.workspace_id and o.post_id = t.post_id and o.id <> t.id)
      as is_alone,
    extract(epoch from ${at(db, now)} - t.due_at)::float8 as due_seconds,
    extract(epoch from ${at(db, now)} - t.armed_at)::float8 as armed_seconds
  from taken t join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id`

/**
 * Takes a target that is due and not armed. One that is being published already has lost its worker: that is a failure of
 * the attempt before. Undefined when there is nothing to take, or not yet.
 */
export async function takeTarget(
  db: Db,
  workspaceId: string,
  { targetId, turn, claim }: Job,
  now: Now,
): Promise<TakenRow | undefined> {
  const [row] = await db<TakenRow[]>`
    with taken as (
      update post_targets set status = 'publishing', claim = ${claim}::uuid, started_at = coalesce(started_at, ${at(db, now)}),
        attempts = attempts + 1, failures = failures + case when status = 'publishing' then 1 else 0 end,
        wake_at = ${at(db, now)}, updated_at = ${at(db, now)}
      where workspace_id = ${workspaceId} and id = ${targetId} and turn = ${turn} and armed_at is null
        and status in ('pending', 'publishing') and wake_at <= ${at(db, now)}
      returning *
    ) ${withPost(db, now)}`
  return row
}

/** Takes an armed target from a worker that is gone: nobody knows whether it was sent. */
export async function takeOrphan(
  db: Db,
  workspaceId: string,
  { targetId, turn, claim }: Job,
  now: Now,
): Promise<TakenRow | undefined> {
  const [row] = await db<TakenRow[]>`
    with taken as (
      update post_targets set claim = ${claim}::uuid
      where workspace_id = ${workspaceId} and id = ${targetId} and turn = ${turn} and status = 'publishing'
        and armed_at is not null
      returning *
    ) ${withPost(db, now)}`
  return row
}

/** Takes a target whose outcome the platform is to be asked about. */
export async function takeUnsettled(
  db: Db,
  workspaceId: string,
  { targetId, turn, claim }: Job,
  now: Now,
): Promise<TakenRow | undefined> {
  const [row] = await db<TakenRow[]>`
    with taken as (
      update post_targets set claim = ${claim}::uuid, asks = asks + 1
      where workspace_id = ${workspaceId} and id = ${targetId} and turn = ${turn}
        and status in ('unconfirmed', 'processing') and wake_at <= ${at(db, now)}
      returning *
    ) ${withPost(db, now)}`
  return row
}

export interface NewAttempt {
  readonly id: string
  readonly phase: 'prepare' | 'publish' | 'reconcile' | 'unpublish'
  readonly outcome: 'started' | 'succeeded' | 'failed' | 'unknown' | 'waiting' | 'absent'
  readonly error: Record<string, unknown> | null
  readonly startedAt: Date
  readonly ms: number | null
}

/** Writes the intent down, with the attempt that is about to be made. False when the target is in other hands. */
export async function armTarget(
  db: Db,
  target: Pick<TakenRow, 'workspace_id' | 'id' | 'claim'>,
  { prepared, attempts, now }: { prepared: unknown; attempts: readonly [NewAttempt, NewAttempt]; now: Now },
): Promise<Date | undefined> {
  const [before, sending] = attempts
  const [row] = await db<{ armed_at: Date }[]>`
    with armed as (
      update post_targets set armed_at = ${at(db, now)}, prepared = ${db.json((prepared ?? null) as JSONValue)}
      where workspace_id = ${target.workspace_id} and id = ${target.id} and claim = ${target.claim}::uuid
        and status = 'publishing' and armed_at is null
      returning workspace_id, post_id, id, armed_at
    ), noted as (
      insert into post_attempts (workspace_id, id, post_id, target_id, phase, outcome, started_at, duration_ms)
      select a.workspace_id, n.id, a.post_id, a.id, n.phase, n.outcome, n.started_at, n.ms from armed a
      cross join (values (${before.id}, ${before.phase}, ${before.outcome}, ${before.startedAt}::timestamptz, ${before.ms}::integer),
        (${sending.id}, ${sending.phase}, ${sending.outcome}, ${sending.startedAt}::timestamptz, ${sending.ms}::integer)
      ) as n (id, phase, outcome, started_at, ms)
    )
    select armed_at from armed`
  return row?.armed_at
}

export interface Change {
  readonly status: TargetStatus
  readonly error: Record<string, unknown> | null
  /** Null puts it to rest. */
  readonly wakeSeconds: number | null
  readonly isArmed: boolean
  readonly failures?: number
  /** A new turn in the queue. */
  readonly isNewTurn?: boolean
  readonly prepared?: unknown
  readonly external?: { readonly id: string; readonly url: string | null }
}

/**
 * Writes down how a step ended, and lets go. A success is believed of a worker that was given up on, too, as long as nobody
 * has tried again. Undefined when the target is in other hands.
 */
export async function settleTarget(
  db: Db,
  target: Pick<TakenRow, 'workspace_id' | 'id' | 'claim'>,
  change: Change,
  now: Now,
): Promise<TargetRow | undefined> {
  const { status, error, wakeSeconds, isArmed, failures = 0, isNewTurn = false, prepared, external } = change
  const isSuccess = status === 'published'
  const [row] = await db<TargetRow[]>`
    update post_targets set status = ${status}, claim = null, updated_at = ${at(db, now)},
      error = ${error && db.json(error as JSONValue)},
      wake_at = ${wakeSeconds === null ? null : db`${at(db, now)} + ${wakeSeconds} * interval '1 second'`},
      armed_at = ${isArmed ? db`armed_at` : null},
      turn = turn + ${isNewTurn ? 1 : 0},
      failures = failures + ${failures},
      prepared = ${prepared === undefined ? db`prepared` : db.json(prepared as JSONValue)},
      external_id = coalesce(${external?.id ?? null}, external_id),
      external_url = coalesce(${external?.url ?? null}, external_url),
      published_at = ${isSuccess ? db`coalesce(published_at, ${at(db, now)})` : db`published_at`}
    where workspace_id = ${target.workspace_id} and id = ${target.id}
      and (claim = ${target.claim}::uuid ${isSuccess ? db`or (status = 'unconfirmed' and armed_at is not null)` : db``})
    returning *`
  return row
}
