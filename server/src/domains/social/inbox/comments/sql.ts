import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface CommentColumns {
  workspace_id: string
  id: string
  account_id: string
  external_id: string
  /** The entity that it was written to, and that replies. */
  entity_external_id: string | null
  external_media_id: string | null
  parent_external_id: string | null
  author: Record<string, unknown>
  body: string | null
  is_hidden: boolean
  can_reply: boolean
  is_own: boolean
  occurred_at: Date | null
  deleted_at: Date | null
  created_at: Date
}

/** Includes columns of its account, its post and our reply. */
export interface CommentRow extends CommentColumns {
  post_id: string | null
  is_answered: boolean
  platform: string
  profile_id: string
}

const shown = (db: Db, workspaceId: string) => db`
  c.*, a.platform, a.profile_id, ${isAnswered(db, workspaceId)} as is_answered, (
    select t.post_id from post_targets t where t.workspace_id = ${workspaceId} and t.account_id = c.account_id
    and t.external_id = c.external_media_id limit 1
  ) as post_id from comments c
  join accounts a on a.workspace_id = c.workspace_id and a.id = c.account_id`

/**
 * True when the account has replied to a comment `c`. A platform may show a reply under another comment of the thread, so replies
 * sent through us count too.
 */
const isAnswered = (db: Db, workspaceId: string) => db`(
  exists (
    select 1 from comments o where o.workspace_id = ${workspaceId} and o.account_id = c.account_id
    and o.parent_external_id = c.external_id and o.is_own and o.deleted_at is null)
  or exists (
    select 1 from comment_replies s
    where s.workspace_id = ${workspaceId} and s.comment_id = c.id and s.external_id is not null))`

/**
 * Stores a comment. A known one keeps its id; a deleted one stays deleted; a hidden one stays hidden where the platform does not
 * report it.
 */
export async function upsertComment(
  db: Db,
  { is_hidden: isHidden, ...row }: Omit<CommentColumns, 'is_hidden'> & { is_hidden: boolean | null },
): Promise<{ id: string; is_new: boolean }> {
  const [stored] = await db<{ id: string; is_new: boolean }[]>`
    insert into comments ${db({ ...row, is_hidden: isHidden ?? false, author: db.json(row.author) })}
    on conflict on constraint comments_external_key do update set
      entity_external_id = coalesce(excluded.entity_external_id, comments.entity_external_id),
      external_media_id = coalesce(excluded.external_media_id, comments.external_media_id),
      parent_external_id = coalesce(excluded.parent_external_id, comments.parent_external_id),
      author = excluded.author, body = excluded.body, can_reply = excluded.can_reply,
      is_hidden = coalesce(${isHidden}::boolean, comments.is_hidden),
      occurred_at = coalesce(comments.occurred_at, excluded.occurred_at),
      deleted_at = coalesce(comments.deleted_at, excluded.deleted_at)
    returning id, xmax = 0 as is_new`
  return stored ?? { id: row.id, is_new: false }
}

export async function findComment(db: Db, workspaceId: string, id: string): Promise<CommentRow | undefined> {
  const [row] = await db<CommentRow[]>`
    select ${shown(db, workspaceId)} where c.workspace_id = ${workspaceId} and c.id = ${id} and c.deleted_at is null`
  return row
}

export interface CommentFilter {
  readonly limit: number
  readonly after: string | undefined
  /** Null means every profile of the workspace. */
  readonly only: readonly string[] | null
  readonly accountId: string | undefined
  readonly mediaId: string | undefined
  readonly postId: string | undefined
  readonly isUnanswered: boolean | undefined
  readonly isHidden: boolean | undefined
}

export async function listComments(db: Db, workspaceId: string, filter: CommentFilter): Promise<PageRows<CommentRow>> {
  const { after, only, accountId, mediaId, postId, isUnanswered, isHidden } = filter
  return readPage(
    db,
    filter.limit,
    db<CommentRow[]>`
    select ${shown(db, workspaceId)} where c.workspace_id = ${workspaceId} and c.deleted_at is null
    ${after ? db`and c.id < ${after}` : db``}
    ${only ? db`and a.profile_id = any(${only})` : db``}
    ${accountId === undefined ? db`` : db`and c.account_id = ${accountId}`}
    ${mediaId === undefined ? db`` : db`and c.external_media_id = ${mediaId}`}
    ${
      postId === undefined
        ? db``
        : db`and (c.account_id, c.external_media_id) in (
            select account_id, external_id from post_targets where workspace_id = ${workspaceId} and post_id = ${postId})`
    }
    ${isUnanswered === undefined ? db`` : db`and (not c.is_own and not ${isAnswered(db, workspaceId)}) = ${isUnanswered}`}
    ${isHidden === undefined ? db`` : db`and c.is_hidden = ${isHidden}`}
    order by c.id desc`,
  )
}

/** Lists the external ids of recently published posts, newest first. */
export async function listRecentPosts(
  db: Db,
  workspaceId: string,
  accountId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const rows = await db<{ external_id: string }[]>`
    select external_id from post_targets where workspace_id = ${workspaceId} and account_id = ${accountId}
    and status = 'published' and published_at >= ${since} order by post_id desc limit ${limit}`
  return rows.map((row) => row.external_id)
}

export async function updateComment(
  db: Db,
  workspaceId: string,
  id: string,
  change: { is_hidden: boolean } | { deleted_at: Date },
): Promise<void> {
  await db`update comments set ${db(change as Record<string, Date>)} where workspace_id = ${workspaceId} and id = ${id}`
}

export interface KnownCommentFilter {
  readonly accountId: string
  readonly entityExternalId: string
  /** Only comments written after this time. */
  readonly since: Date
  /** Null to start with the newest. */
  readonly before: string | null
  readonly limit: number
}

/** Lists others' comments to an entity, newest first. */
export async function listKnownComments(
  db: Db,
  workspaceId: string,
  { accountId, entityExternalId, since, before, limit }: KnownCommentFilter,
): Promise<{ id: string; external_id: string }[]> {
  return db<{ id: string; external_id: string }[]>`
    select id, external_id from comments
    where workspace_id = ${workspaceId} and account_id = ${accountId} and not is_own and deleted_at is null
    and coalesce(entity_external_id, ${entityExternalId}) = ${entityExternalId}
    and coalesce(occurred_at, created_at) > ${since} ${before === null ? db`` : db`and id < ${before}`}
    order by id desc limit ${limit}`
}

/** Writes only actual changes. */
export async function updateKnownComment(
  db: Db,
  workspaceId: string,
  { accountId, externalId }: { accountId: string; externalId: string },
  change: { body: string | null } | { deleted_at: Date },
): Promise<void> {
  const isChanged = 'body' in change ? db`body is distinct from ${change.body}` : db`deleted_at is null`
  await db`
    update comments set ${db(change as Record<string, Date>)}
    where workspace_id = ${workspaceId} and account_id = ${accountId} and external_id = ${externalId} and ${isChanged}`
}

export interface ReplyRow {
  workspace_id: string
  comment_id: string
  handle: string
  body: string
  intent_at: Date
  external_id: string | null
}

/** Returns false when the same reply was already stored. */
export async function insertReply(db: Db, row: ReplyRow): Promise<boolean> {
  const { count } = await db`
    insert into comment_replies ${db(row)} on conflict on constraint comment_replies_pkey do nothing`
  return count > 0
}

export async function findReply(db: Db, workspaceId: string, commentId: string, handle: string) {
  const [row] = await db<ReplyRow[]>`
    select * from comment_replies
    where workspace_id = ${workspaceId} and comment_id = ${commentId} and handle = ${handle}`
  return row
}

export async function updateReply(
  db: Db,
  workspaceId: string,
  commentId: string,
  { handle, externalId }: { handle: string; externalId: string },
): Promise<void> {
  await db`
    update comment_replies set external_id = ${externalId}
    where workspace_id = ${workspaceId} and comment_id = ${commentId} and handle = ${handle}`
}

export async function deleteReply(db: Db, workspaceId: string, commentId: string, handle: string): Promise<void> {
  await db`
    delete from comment_replies
    where workspace_id = ${workspaceId} and comment_id = ${commentId} and handle = ${handle}`
}

/** Lists the known external ids of our replies to a comment. */
export async function listKnownReplies(db: Db, workspaceId: string, commentId: string): Promise<string[]> {
  const rows = await db<{ external_id: string }[]>`
    select external_id from comment_replies
    where workspace_id = ${workspaceId} and comment_id = ${commentId} and external_id is not null`
  return rows.map((row) => row.external_id)
}

/**
 * Finds our own reply to a comment: by its external id if that is known; otherwise a comment of ours with the same text, since a
 * time, that is not known to be another reply.
 */
export async function findOwnReply(
  db: Db,
  { workspace_id, account_id, external_id }: CommentRow,
  { body, since, externalId }: { body: string; since: Date; externalId: string | null },
): Promise<CommentRow | undefined> {
  const [row] = await db<CommentRow[]>`
    select ${shown(db, workspace_id)} where c.workspace_id = ${workspace_id} and c.account_id = ${account_id}
    and ${
      externalId === null
        ? db`c.parent_external_id = ${external_id} and c.is_own and c.body = ${body} and c.occurred_at >= ${since}
          and not exists (
            select 1 from comment_replies r where r.workspace_id = ${workspace_id} and r.external_id = c.external_id)`
        : db`c.external_id = ${externalId}`
    }
    order by c.id limit 1`
  return row
}
