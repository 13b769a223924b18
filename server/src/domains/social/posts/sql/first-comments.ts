import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { type DatabaseNow, toSqlTime } from './targets.ts'

/** Columns of `post_first_comments`. */
export interface FirstCommentRow {
  workspace_id: string
  target_id: string
  body: string
  status: 'pending' | 'published' | 'failed'
  generation: number
  handle: string
  intent_at: Date | null
  wake_at: Date | null
  failures: number
  external_id: string | null
  error: ErrorObject | null
}

/** A comment whose intent is committed, with the fields of its target. */
export interface ClaimedComment extends FirstCommentRow {
  intent_at: Date
  /** True when an earlier attempt may have sent it. */
  had_intent: boolean
  post_id: string
  account_id: string
  platform: string
  post_external_id: string
  entity_external_id: string | null
}

/** Stores comments that are due now. Existing ones stay unchanged. Returns the targets of the new ones. */
export async function insertFirstComments(
  db: Db,
  workspaceId: string,
  comments: readonly { targetId: string; body: string; handle: string }[],
  now: DatabaseNow,
): Promise<string[]> {
  const rows = await db<{ target_id: string }[]>`
    insert into post_first_comments (workspace_id, target_id, body, status, generation, handle, wake_at, failures)
    select ${workspaceId}, n.target_id, n.body, 'pending', 0, n.handle, ${toSqlTime(db, now)}, 0 from unnest(
      ${comments.map((one) => one.targetId)}::text[], ${comments.map((one) => one.body)}::text[],
      ${comments.map((one) => one.handle)}::text[]) as n (target_id, body, handle)
    on conflict do nothing returning target_id`
  return rows.map((row) => row.target_id)
}

/** Commits the intent to send a due comment. Returns undefined when there is nothing to send, or not yet. */
export async function claimFirstComment(
  db: Db,
  workspaceId: string,
  { targetId, generation }: { targetId: string; generation: number },
  now: DatabaseNow,
): Promise<ClaimedComment | undefined> {
  const [row] = await db<ClaimedComment[]>`
    with before as (
      select *, ${toSqlTime(db, now)} as now from post_first_comments
      where workspace_id = ${workspaceId} and target_id = ${targetId} and generation = ${generation} and status = 'pending'
        and wake_at <= ${toSqlTime(db, now)}
      for update
    ), claimed as (
      update post_first_comments c set intent_at = coalesce(c.intent_at, b.now) from before b
      where c.workspace_id = ${workspaceId} and c.target_id = b.target_id returning c.*
    )
    select c.*, b.intent_at is not null as had_intent, t.post_id, t.account_id, t.platform,
      t.external_id as post_external_id, t.entity_external_id
    from claimed c join before b on b.target_id = c.target_id
    join post_targets t on t.workspace_id = ${workspaceId} and t.id = c.target_id`
  return row
}

export async function findFirstComment(
  db: Db,
  workspaceId: string,
  targetId: string,
): Promise<FirstCommentRow | undefined> {
  const [row] = await db<FirstCommentRow[]>`
    select * from post_first_comments where workspace_id = ${workspaceId} and target_id = ${targetId}`
  return row
}

export interface CommentChange {
  readonly status: FirstCommentRow['status']
  readonly error: ErrorObject | null
  readonly externalId: string | null
  /** Delay of the next attempt; null when none is planned. */
  readonly delaySeconds: number | null
  /** True when the comment may be on the platform. */
  readonly hasIntent: boolean
  readonly failures: number
}

/** Returns undefined when another worker has recorded an outcome of the same generation. */
export async function updateFirstComment(
  db: Db,
  { workspace_id, target_id, generation }: FirstCommentRow,
  change: CommentChange,
  now: DatabaseNow,
): Promise<FirstCommentRow | undefined> {
  const [row] = await db<FirstCommentRow[]>`
    update post_first_comments set status = ${change.status}, external_id = ${change.externalId},
      error = ${change.error && db.json(change.error)}, failures = failures + ${change.failures},
      intent_at = case when ${change.hasIntent} then intent_at end,
      wake_at = ${toSqlTime(db, now)} + ${change.delaySeconds}::float8 * interval '1 second'
    where workspace_id = ${workspace_id} and target_id = ${target_id} and generation = ${generation} and status = 'pending'
    returning *`
  return row
}

/** Locks the targets of a post whose comment has failed. */
export async function lockFailedComments(db: Db, workspaceId: string, postId: string): Promise<string[]> {
  const rows = await db<{ target_id: string }[]>`
    select c.target_id from post_first_comments c
    join post_targets t on t.workspace_id = c.workspace_id and t.id = c.target_id
    where c.workspace_id = ${workspaceId} and t.post_id = ${postId} and c.status = 'failed' for update of c`
  return rows.map((row) => row.target_id)
}

/** Makes a failed comment due now. Its intent and its handle stay: an earlier attempt may have sent it. */
export async function restartFirstComment(
  db: Db,
  workspaceId: string,
  targetId: string,
  now: DatabaseNow,
): Promise<FirstCommentRow | undefined> {
  const [row] = await db<FirstCommentRow[]>`
    update post_first_comments set status = 'pending', generation = generation + 1, failures = 0, error = null,
      wake_at = ${toSqlTime(db, now)}
    where workspace_id = ${workspaceId} and target_id = ${targetId} and status = 'failed' returning *`
  return row
}

/** Lists comments, of all workspaces, whose next attempt should have been made long ago. */
export async function listOverdueComments(
  db: Db,
  now: DatabaseNow,
  { overdueSeconds, limit }: { overdueSeconds: number; limit: number },
): Promise<FirstCommentRow[]> {
  return db<FirstCommentRow[]>`
    select * from post_first_comments
    where wake_at < ${toSqlTime(db, now)} - ${overdueSeconds} * interval '1 second' order by wake_at limit ${limit}`
}
