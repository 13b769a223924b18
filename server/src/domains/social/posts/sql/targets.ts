import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import { booleanArray, numberArray, textArray } from '../../../../kit/postgres/arrays.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { Target } from '../contract/resources.ts'
import { waitsForMedia } from './waiting.ts'

/** Time that due times are compared with. Null means the database's clock, as in the queue; tests pass their own. */
export type DatabaseNow = Date | null

/** Columns of `post_targets`. */
export interface TargetRow {
  workspace_id: string
  id: string
  post_id: string
  account_id: string
  platform: string
  position: number
  content: string | null
  media_ids: string[] | null
  first_comment: string | null
  options: Record<string, unknown>
  status: Target['status']
  /** Number of times that the target was enqueued. A job names its generation; a job of an earlier generation does nothing. */
  generation: number
  /** Time of the next step; null when none is planned. */
  wake_at: Date | null
  /** Planned time of publication, from which lateness is measured. */
  due_at: Date | null
  /** Time of the first claim. */
  started_at: Date | null
  /** Token of the worker that has claimed it. */
  claim: string | null
  /** Idempotency handle for the platform. Chosen once, the same on every attempt. */
  handle: string
  /** Result of the connector's `prepare`. */
  prepared: unknown
  /** Time at which the intent to send was committed: from then on the post may be on the platform. */
  intent_at: Date | null
  /** The external id of the entity that it is sent as; null until it is prepared. */
  entity_external_id: string | null
  attempts: number
  /** Failed attempts; a wait that the platform asks for is not a failure. */
  failures: number
  /** Number of times that the platform was asked about the post. */
  asks: number
  external_id: string | null
  external_url: string | null
  error: ErrorObject | null
  published_at: Date | null
  updated_at: Date
}

/** Chooses the moment here: Citus does not allow `coalesce` with the clock in writes. */
export const toSqlTime = (db: Db, now: DatabaseNow) =>
  now ? db`${now}::timestamptz` : db`date_trunc('milliseconds', now())`

export interface NewTarget {
  readonly id: string
  readonly postId: string
  readonly accountId: string
  readonly platform: string
  readonly position: number
  readonly content: string | null
  readonly mediaIds: readonly string[] | null
  readonly firstComment: string | null
  readonly options: Record<string, unknown>
  readonly handle: string
  readonly generation: number
  /** Undefined for the target of a draft, null for now. */
  readonly dueAt: Date | null | undefined
}

/** Returns the time at which they were stored, by the clock that due times are compared with. */
export async function insertTargets(
  db: Db,
  workspaceId: string,
  targets: readonly NewTarget[],
  now: DatabaseNow,
): Promise<Date | undefined> {
  const texts = (read: (target: NewTarget) => string | null) => textArray(targets.map(read))
  const [row] = await db<Pick<TargetRow, 'updated_at'>[]>`
    insert into post_targets (workspace_id, id, post_id, account_id, platform, position, content, media_ids, first_comment, options, status,
      generation, wake_at, due_at, handle, attempts, failures, asks, updated_at)
    select ${workspaceId}, n.id, n.post_id, n.account_id, n.platform, n.position, n.content, n.media_ids::text[], n.first_comment,
      n.options::jsonb, 'pending', n.generation, n.due_at, n.due_at, n.handle, 0, 0, 0, n.now
    from (
      select u.*, c.now, case when u.is_due then coalesce(u.given_at, c.now) end as due_at
      from (select ${toSqlTime(db, now)} as now) c cross join unnest(
        ${texts((one) => one.id)}::text[], ${texts((one) => one.postId)}::text[], ${texts((one) => one.accountId)}::text[],
        ${texts((one) => one.platform)}::text[], ${numberArray(targets.map((one) => one.position))}::smallint[],
        ${texts((one) => one.content)}::text[], ${texts((one) => one.mediaIds && textArray(one.mediaIds))}::text[],
        ${texts((one) => one.firstComment)}::text[], ${texts((one) => JSON.stringify(one.options))}::text[],
        ${texts((one) => one.handle)}::text[], ${numberArray(targets.map((one) => one.generation))}::integer[],
        ${booleanArray(targets.map((one) => one.dueAt !== undefined))}::boolean[],
        ${texts((one) => one.dueAt?.toISOString() ?? null)}::timestamptz[]
      ) as u (id, post_id, account_id, platform, position, content, media_ids, first_comment, options, handle, generation, is_due, given_at)
    ) n
    returning updated_at`
  return row?.updated_at
}

export async function findTarget(db: Db, workspaceId: string, id: string): Promise<TargetRow | undefined> {
  const [row] = await db<TargetRow[]>`
    select * from post_targets where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

/** Returns true when a post on the platform is known to belong to another target of the same account. */
export async function isOtherTargetsPost(
  db: Db,
  workspaceId: string,
  { id, account_id }: Pick<TargetRow, 'id' | 'account_id'>,
  externalId: string,
): Promise<boolean> {
  const { count } = await db`
    select from post_targets where workspace_id = ${workspaceId} and account_id = ${account_id}
    and external_id = ${externalId} and id <> ${id} limit 1`
  return count > 0
}

export async function lockTargets(db: Db, workspaceId: string, postId: string): Promise<TargetRow[]> {
  return db<TargetRow[]>`
    select * from post_targets where workspace_id = ${workspaceId} and post_id = ${postId} order by position for update`
}

export async function deleteTargets(db: Db, workspaceId: string, postId: string): Promise<void> {
  await db`delete from post_targets where workspace_id = ${workspaceId} and post_id = ${postId}`
}

export async function cancelTargets(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  now: DatabaseNow,
): Promise<void> {
  await db`
    update post_targets set status = 'canceled', wake_at = null, updated_at = ${toSqlTime(db, now)}
    where workspace_id = ${workspaceId} and id = any(${ids}) and status = 'pending'`
}

/** Makes a target due now as if it were new: without failures, without a preparation, and not on the platform. */
export async function restartPublishing(
  db: Db,
  workspaceId: string,
  id: string,
  now: DatabaseNow,
): Promise<TargetRow | undefined> {
  const time = toSqlTime(db, now)
  const [row] = await db<TargetRow[]>`
    update post_targets set status = 'pending', generation = generation + 1, wake_at = ${time}, due_at = ${time},
      claim = null, prepared = null, intent_at = null, entity_external_id = null, failures = 0, asks = 0, error = null, updated_at = ${time}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

/** Schedules the question to the platform again, as if for the first time. */
export async function restartReconciling(
  db: Db,
  workspaceId: string,
  id: string,
  now: DatabaseNow,
): Promise<TargetRow | undefined> {
  const time = toSqlTime(db, now)
  const [row] = await db<TargetRow[]>`
    update post_targets set generation = generation + 1, wake_at = ${time}, due_at = ${time}, claim = null, asks = 0, updated_at = ${time}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function markUnpublished(db: Db, workspaceId: string, id: string, now: DatabaseNow): Promise<void> {
  await db`
    update post_targets set status = 'unpublished', error = null, updated_at = ${toSqlTime(db, now)}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'published'`
}

export type OverdueTarget = Pick<
  TargetRow,
  'workspace_id' | 'id' | 'account_id' | 'generation' | 'status' | 'platform' | 'entity_external_id'
>

/** Lists targets, of all workspaces, whose next step is long overdue and waits for no media. */
export async function listOverdueTargets(
  db: Db,
  now: DatabaseNow,
  { overdueSeconds, limit }: { overdueSeconds: number; limit: number },
): Promise<OverdueTarget[]> {
  return db<OverdueTarget[]>`
    select t.workspace_id, t.id, t.account_id, t.generation, t.status, t.platform, t.entity_external_id from post_targets t
    join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id
    where t.wake_at < ${toSqlTime(db, now)} - ${overdueSeconds} * interval '1 second'
    and not (t.status = 'pending' and ${waitsForMedia(db)})
    order by t.wake_at limit ${limit}`
}
