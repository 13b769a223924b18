import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { Target } from '../contract/resources.ts'
import { waitsForMedia } from './waiting.ts'

/** The time that due times are compared with. Null means the database's clock, as in the queue; tests pass their own. */
export type Now = Date | null

/** The columns of `post_targets`. */
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
  /** Counts how often the target was given to the queue. A job names its turn; a job of an earlier turn does nothing. */
  turn: number
  /** When the next step is due; null when none is planned. */
  wake_at: Date | null
  /** When it was to be published: what counts as late is measured from here. */
  due_at: Date | null
  /** When a worker first claimed it. */
  started_at: Date | null
  /** The token of the worker that has claimed it. */
  claim: string | null
  /** The idempotency handle that the platform is given. Chosen once, the same on every attempt. */
  handle: string
  /** What the connector's `prepare` returned. */
  prepared: unknown
  /** When the intent to send was committed: from then on the post may be on the platform. */
  armed_at: Date | null
  /** The external id of the entity that it is sent as; null until it is prepared. */
  entity_external_id: string | null
  attempts: number
  /** Attempts that failed; waiting because the platform asks for it is no failure. */
  failures: number
  /** How often the platform was asked what became of the post. */
  asks: number
  external_id: string | null
  external_url: string | null
  error: ErrorObject | null
  published_at: Date | null
  updated_at: Date
}

const timeOf = (db: Db, now: Now) => db`coalesce(${now}::timestamptz, date_trunc('milliseconds', now()))`

export interface NewTarget {
  readonly id: string
  readonly postId: string
  readonly accountId: string
  readonly platform: string
  readonly content: string | null
  readonly mediaIds: readonly string[] | null
  readonly firstComment: string | null
  readonly options: Record<string, unknown>
  readonly handle: string
  readonly turn: number
}

/** With `dueAt` undefined they are those of a draft, with null they are due now. Returns when they are due. */
export async function insertTargets(
  db: Db,
  workspaceId: string,
  targets: readonly NewTarget[],
  { dueAt, now }: { dueAt: Date | null | undefined; now: Now },
): Promise<Date | null> {
  const due = dueAt === undefined ? db`null::timestamptz` : db`coalesce(${dueAt}::timestamptz, ${timeOf(db, now)})`
  let wakeAt: Date | null = null
  for (const [position, target] of targets.entries()) {
    const [row] = await db<Pick<TargetRow, 'wake_at'>[]>`
      insert into post_targets (workspace_id, id, post_id, account_id, platform, position, content, media_ids, first_comment, options, status,
        turn, wake_at, due_at, handle, attempts, failures, asks, updated_at)
      values (${workspaceId}, ${target.id}, ${target.postId}, ${target.accountId}, ${target.platform}, ${position},
        ${target.content}, ${target.mediaIds}, ${target.firstComment}, ${db.json(target.options)}, 'pending',
        ${target.turn}, ${due}, ${due}, ${target.handle}, 0, 0, 0, ${timeOf(db, now)})
      returning wake_at`
    wakeAt = row?.wake_at ?? null
  }
  return wakeAt
}

export async function findTarget(db: Db, workspaceId: string, id: string): Promise<TargetRow | undefined> {
  const [row] = await db<TargetRow[]>`
    select * from post_targets where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

/** Whether a post on the platform is known to belong to another target of the same account. */
export async function isPostOfOtherTarget(
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

export async function cancelTargets(db: Db, workspaceId: string, ids: readonly string[], now: Now): Promise<void> {
  await db`
    update post_targets set status = 'canceled', wake_at = null, updated_at = ${timeOf(db, now)}
    where workspace_id = ${workspaceId} and id = any(${ids}) and status = 'pending'`
}

/** Makes a target due now as if it were new: without failures, without anything prepared, and not on the platform. */
export async function restartPublishing(
  db: Db,
  workspaceId: string,
  id: string,
  now: Now,
): Promise<TargetRow | undefined> {
  const time = timeOf(db, now)
  const [row] = await db<TargetRow[]>`
    update post_targets set status = 'pending', turn = turn + 1, wake_at = ${time}, due_at = ${time},
      claim = null, prepared = null, armed_at = null, entity_external_id = null, failures = 0, asks = 0, error = null, updated_at = ${time}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

/** Has the platform asked again, as if for the first time. */
export async function restartReconciling(
  db: Db,
  workspaceId: string,
  id: string,
  now: Now,
): Promise<TargetRow | undefined> {
  const time = timeOf(db, now)
  const [row] = await db<TargetRow[]>`
    update post_targets set turn = turn + 1, wake_at = ${time}, due_at = ${time}, claim = null, asks = 0, updated_at = ${time}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function markUnpublished(db: Db, workspaceId: string, id: string, now: Now): Promise<void> {
  await db`
    update post_targets set status = 'unpublished', error = null, updated_at = ${timeOf(db, now)}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'published'`
}

export type OverdueTarget = Pick<TargetRow, 'workspace_id' | 'id' | 'account_id' | 'turn' | 'status'>

/** Lists targets, of all workspaces, whose next step should have been done long ago and waits for no media. */
export async function listOverdueTargets(
  db: Db,
  now: Now,
  { overdueSeconds, limit }: { overdueSeconds: number; limit: number },
): Promise<OverdueTarget[]> {
  return db<OverdueTarget[]>`
    select t.workspace_id, t.id, t.account_id, t.turn, t.status from post_targets t
    join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id
    where t.wake_at < ${timeOf(db, now)} - ${overdueSeconds} * interval '1 second'
    and not (t.status = 'pending' and ${waitsForMedia(db)})
    order by t.wake_at limit ${limit}`
}
