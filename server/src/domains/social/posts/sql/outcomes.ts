import type { Db } from '../../../../kit/postgres/db.ts'
import type { NewAttempt } from './attempts.ts'
import type { Now, TargetRow, TargetStatus } from './targets.ts'

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

/**
 * What all that take something know: the time, and the jobs that ask. A taking need not outlive a crash of the database: it
 * is then taken again, and nothing was sent before the intent, which does outlive it, was written.
 */
const asked = (db: Db, jobs: readonly Job[], now: Now) => db`
  clock as materialized (
    select coalesce(${now}::timestamptz, date_trunc('milliseconds', now())) as now,
      set_config('synchronous_commit', 'off', true) as commit
  ),
  jobs as (
    select * from unnest(
      ${jobs.map((job) => job.targetId)}::text[], ${jobs.map((job) => job.turn)}::integer[],
      ${jobs.map((job) => job.claim)}::uuid[]) as j (target_id, turn, claim)
  )`

const withPost = (db: Db) => db`
  select t.*, p.content as post_content, p.media_ids as post_media_ids,
    not exists (select from post_targets o where o.workspace_id = t.workspace_id and o.post_id = t.post_id and o.id <> t.id)
      as is_alone,
    extract(epoch from c.now - t.due_at)::float8 as due_seconds,
    extract(epoch from c.now - t.armed_at)::float8 as armed_seconds
  from taken t cross join clock c join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id`

/**
 * Takes targets that are due and not armed. One that is being published already has lost its worker: that is a failure of
 * the attempt before. One that cannot be taken, or not yet, is not in the answer.
 */
export async function takeTargets(db: Db, workspaceId: string, jobs: readonly Job[], now: Now): Promise<TakenRow[]> {
  return db<TakenRow[]>`
    with ${asked(db, jobs, now)}, taken as (
      update post_targets t set status = 'publishing', claim = j.claim, started_at = coalesce(t.started_at, c.now),
        attempts = t.attempts + 1, failures = t.failures + case when t.status = 'publishing' then 1 else 0 end,
        wake_at = c.now, updated_at = c.now
      from jobs j cross join clock c
      where t.workspace_id = ${workspaceId} and t.id = j.target_id and t.turn = j.turn and t.armed_at is null
        and t.status in ('pending', 'publishing') and t.wake_at <= c.now
      returning t.*
    ) ${withPost(db)}`
}

/** Takes an armed target from a worker that is gone: nobody knows whether it was sent. */
export async function takeOrphan(db: Db, workspaceId: string, job: Job, now: Now): Promise<TakenRow | undefined> {
  const [row] = await db<TakenRow[]>`
    with ${asked(db, [job], now)}, taken as (
      update post_targets t set claim = j.claim from jobs j
      where t.workspace_id = ${workspaceId} and t.id = j.target_id and t.turn = j.turn and t.status = 'publishing'
        and t.armed_at is not null
      returning t.*
    ) ${withPost(db)}`
  return row
}

/** Takes a target whose outcome the platform is to be asked about. */
export async function takeUnsettled(db: Db, workspaceId: string, job: Job, now: Now): Promise<TakenRow | undefined> {
  const [row] = await db<TakenRow[]>`
    with ${asked(db, [job], now)}, taken as (
      update post_targets t set claim = j.claim, asks = t.asks + 1
      from jobs j cross join clock c
      where t.workspace_id = ${workspaceId} and t.id = j.target_id and t.turn = j.turn
        and t.status in ('unconfirmed', 'processing') and t.wake_at <= c.now
      returning t.*
    ) ${withPost(db)}`
  return row
}

export interface Arming {
  readonly target: Pick<TakenRow, 'id' | 'claim'>
  readonly prepared: unknown
  /** The external id of what it is sent as. */
  readonly entity: string
  readonly attempts: readonly [NewAttempt, NewAttempt]
}

/** Writes the intents down, with the attempts that are about to be made. A target in other hands is not in the answer. */
export async function armTargets(
  db: Db,
  workspaceId: string,
  armings: readonly Arming[],
  now: Now,
): Promise<{ id: string; armed_at: Date }[]> {
  const attempts = armings.flatMap((one) => one.attempts.map((attempt) => ({ ...attempt, targetId: one.target.id })))
  return db<{ id: string; armed_at: Date }[]>`
    with armed as (
      update post_targets t set armed_at = coalesce(${now}::timestamptz, date_trunc('milliseconds', now())),
        prepared = u.prepared::jsonb, entity_external_id = u.entity
      from unnest(
        ${armings.map((one) => one.target.id)}::text[], ${armings.map((one) => one.target.claim)}::uuid[],
        ${armings.map((one) => JSON.stringify(one.prepared ?? null))}::text[],
        ${armings.map((one) => one.entity)}::text[]) as u (id, claim, prepared, entity)
      where t.workspace_id = ${workspaceId} and t.id = u.id and t.claim = u.claim and t.status = 'publishing'
        and t.armed_at is null
      returning t.workspace_id, t.post_id, t.id, t.armed_at
    ), noted as (
      insert into post_attempts (workspace_id, id, post_id, target_id, phase, outcome, started_at, duration_ms)
      select a.workspace_id, n.id, a.post_id, a.id, n.phase, n.outcome, n.started_at, n.ms from armed a join unnest(
        ${attempts.map((one) => one.targetId)}::text[], ${attempts.map((one) => one.id)}::text[],
        ${attempts.map((one) => one.phase)}::text[], ${attempts.map((one) => one.outcome)}::text[],
        ${attempts.map((one) => one.startedAt.toISOString())}::timestamptz[], ${attempts.map((one) => one.ms)}::integer[]
      ) as n (target_id, id, phase, outcome, started_at, ms) on n.target_id = a.id
    )
    select id, armed_at from armed`
}

export interface Change {
  readonly status: TargetStatus
  readonly error: Record<string, unknown> | null
  /** Null puts it to rest. */
  readonly wakeSeconds: number | null
  readonly isArmed: boolean
  readonly failures?: number
  /** It was taken, and nothing was tried. */
  readonly isUntried?: boolean
  /** A new turn in the queue. */
  readonly isNewTurn?: boolean
  readonly prepared?: unknown
  /** What it was prepared as. */
  readonly entity?: string | undefined
  readonly external?: { readonly id: string; readonly url: string | null }
}

/** Null where nothing is said: JSON's own null is a value. */
const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export interface Settling {
  readonly target: Pick<TakenRow, 'id' | 'claim'>
  readonly change: Change
}

/**
 * Writes down how steps ended, and lets go. A success is believed of a worker that was given up on, too, as long as nobody
 * has tried again. A target in other hands is not in the answer.
 */
export async function settleTargets(
  db: Db,
  workspaceId: string,
  settlings: readonly Settling[],
  now: Now,
): Promise<TargetRow[]> {
  const of = <T>(read: (change: Change) => T) => settlings.map(({ change }) => read(change))
  return db<TargetRow[]>`
    with clock as (select coalesce(${now}::timestamptz, date_trunc('milliseconds', now())) as now)
    update post_targets t set status = u.status, claim = null, updated_at = c.now, error = u.error::jsonb,
      wake_at = c.now + u.wake_seconds * interval '1 second',
      armed_at = case when u.is_armed = 1 then t.armed_at end,
      turn = t.turn + u.turns,
      failures = t.failures + u.failures, attempts = t.attempts - u.untried,
      prepared = case when u.prepared is null then t.prepared else u.prepared::jsonb end,
      entity_external_id = coalesce(t.entity_external_id, u.entity),
      external_id = coalesce(u.external_id, t.external_id),
      external_url = coalesce(u.external_url, t.external_url),
      published_at = case when u.status = 'published' then coalesce(t.published_at, c.now) else t.published_at end
    from clock c cross join unnest(
      ${settlings.map(({ target }) => target.id)}::text[], ${settlings.map(({ target }) => target.claim)}::uuid[],
      ${of((change) => change.status)}::text[], ${of((change) => change.error && json(change.error))}::text[],
      ${of((change) => change.wakeSeconds)}::float8[], ${of((change) => Number(change.isArmed))}::integer[],
      ${of((change) => Number(change.isNewTurn ?? false))}::integer[], ${of((change) => change.failures ?? 0)}::integer[],
      ${of((change) => Number(change.isUntried ?? false))}::integer[],
      ${of((change) => json(change.prepared))}::text[], ${of((change) => change.external?.id ?? null)}::text[],
      ${of((change) => change.external?.url ?? null)}::text[], ${of((change) => change.entity ?? null)}::text[]
    ) as u (id, claim, status, error, wake_seconds, is_armed, turns, failures, untried, prepared, external_id, external_url, entity)
    where t.workspace_id = ${workspaceId} and t.id = u.id
      and (t.claim = u.claim or (u.status = 'published' and t.status = 'unconfirmed'))
    returning t.*`
}
