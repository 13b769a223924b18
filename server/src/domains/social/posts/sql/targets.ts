import type { Db } from '../../../../kit/postgres/db.ts'
import type { ShownTarget } from './posts.ts'

/** Due times go by the database's clock, as the queue's do: null; a test passes the time of the clock it walks. */
export type Now = Date | null

export type TargetStatus = ShownTarget['status']

/** The columns of the table. */
export interface TargetRow {
  workspace_id: string
  id: string
  post_id: string
  account_id: string
  platform: string
  position: number
  content: string | null
  media_ids: string[] | null
  options: Record<string, unknown>
  status: TargetStatus
  turn: number
  wake_at: Date | null
  due_at: Date | null
  started_at: Date | null
  claim: string | null
  handle: string
  prepared: unknown
  armed_at: Date | null
  /** What it is, or was, sent as; null until it was prepared or armed. */
  entity_external_id: string | null
  attempts: number
  failures: number
  asks: number
  external_id: string | null
  external_url: string | null
  error: Record<string, unknown> | null
  published_at: Date | null
  updated_at: Date
}

export const at = (db: Db, now: Now) => db`coalesce(${now}::timestamptz, date_trunc('milliseconds', now()))`

export interface NewTarget {
  readonly id: string
  readonly postId: string
  readonly accountId: string
  readonly platform: string
  readonly content: string | null
  readonly mediaIds: readonly string[] | null
  readonly options: Record<string, unknown>
  readonly handle: string
  readonly turn: number
}

/** `dueAt` undefined puts them to rest as a draft, null means now. Answers when they are due. */
export async function insertTargets(
  db: Db,
  workspaceId: string,
  targets: readonly NewTarget[],
  { dueAt, now }: { dueAt: Date | null | undefined; now: Now },
): Promise<Date | null> {
  const due = dueAt === undefined ? db`null::timestamptz` : db`coalesce(${dueAt}::timestamptz, ${at(db, now)})`
  let wakeAt: Date | null = null
  for (const [position, target] of targets.entries()) {
    const [row] = await db<Pick<TargetRow, 'wake_at'>[]>`
      insert into post_targets (workspace_id, id, post_id, account_id, platform, position, content, media_ids, options, status,
        turn, wake_at, due_at, handle, attempts, failures, asks, updated_at)
      values (${workspaceId}, ${target.id}, ${target.postId}, ${target.accountId}, ${target.platform}, ${position},
        ${target.content}, ${target.mediaIds}, ${db.json(target.options)}, 'pending',
        ${target.turn}, ${due}, ${due}, ${target.handle}, 0, 0, 0, ${at(db, now)})
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

/** Whether another target of the same account is known to be this post. */
export async function isOfAnother(
  db: Db,
  { workspace_id, account_id, id }: Pick<TargetRow, 'workspace_id' | 'account_id' | 'id'>,
  externalId: string,
): Promise<boolean> {
  const { count } = await db`
    select from post_targets where workspace_id = ${workspace_id} and account_id = ${account_id}
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
    update post_targets set status = 'canceled', wake_at = null, updated_at = ${at(db, now)}
    where workspace_id = ${workspaceId} and id = any(${ids}) and status = 'pending'`
}

/** A fresh start: due now, with all patience restored. Nothing of it is taken to be on the platform. */
export async function restartTarget(db: Db, workspaceId: string, id: string, now: Now): Promise<TargetRow | undefined> {
  const [row] = await db<TargetRow[]>`
    update post_targets set status = 'pending', turn = turn + 1, wake_at = ${at(db, now)}, due_at = ${at(db, now)},
      claim = null, prepared = null, armed_at = null, entity_external_id = null, failures = 0, asks = 0, error = null, updated_at = ${at(db, now)}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

/** The platform is asked again, as if for the first time. */
export async function restartAsking(db: Db, workspaceId: string, id: string, now: Now): Promise<TargetRow | undefined> {
  const [row] = await db<TargetRow[]>`
    update post_targets set turn = turn + 1, wake_at = ${at(db, now)}, due_at = ${at(db, now)}, claim = null, asks = 0,
      updated_at = ${at(db, now)}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function markUnpublished(db: Db, workspaceId: string, id: string, now: Now): Promise<void> {
  await db`
    update post_targets set status = 'unpublished', error = null, updated_at = ${at(db, now)}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'published'`
}

export interface OverdueRow {
  workspace_id: string
  id: string
  account_id: string
  turn: number
  status: TargetStatus
}

/** Targets that somebody should have looked after long ago. */
export async function listOverdue(db: Db, now: Now, overdueSeconds: number, limit: number): Promise<OverdueRow[]> {
  return db<OverdueRow[]>`
    select workspace_id, id, account_id, turn, status from post_targets
    where wake_at < ${at(db, now)} - ${overdueSeconds} * interval '1 second' order by wake_at limit ${limit}`
}
