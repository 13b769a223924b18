import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface ReviewColumns {
  workspace_id: string
  id: string
  account_id: string
  external_id: string
  entity_external_id: string | null
  author: Record<string, unknown>
  rating: number | null
  body: string | null
  reply_body: string | null
  reply_at: Date | null
  occurred_at: Date | null
  created_at: Date
}

/** Includes columns of its account. */
export interface ReviewRow extends ReviewColumns {
  platform: string
  profile_id: string
}

const shown = (db: Db) => db`
  r.*, a.platform, a.profile_id from reviews r
  join accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id`

/** Stores a review. A known one keeps its id and gets the new content: people change their reviews. */
export async function upsertReview(db: Db, row: ReviewColumns): Promise<{ id: string; is_new: boolean }> {
  const [stored] = await db<{ id: string; is_new: boolean }[]>`
    insert into reviews ${db({ ...row, author: db.json(row.author) })}
    on conflict on constraint reviews_external_key do update set
      author = excluded.author, rating = excluded.rating, body = excluded.body,
      reply_body = excluded.reply_body, reply_at = excluded.reply_at
    returning id, xmax = 0 as is_new`
  return stored ?? { id: row.id, is_new: false }
}

export async function findReview(db: Db, workspaceId: string, id: string): Promise<ReviewRow | undefined> {
  const [row] = await db<ReviewRow[]>`select ${shown(db)} where r.workspace_id = ${workspaceId} and r.id = ${id}`
  return row
}

export interface ReviewFilter {
  readonly limit: number
  readonly after: string | undefined
  /** Null means every profile of the workspace. */
  readonly only: readonly string[] | null
  readonly accountId: string | undefined
  readonly isUnanswered: boolean | undefined
  readonly rating: number | undefined
}

export async function listReviews(db: Db, workspaceId: string, filter: ReviewFilter): Promise<PageRows<ReviewRow>> {
  const { after, only, accountId, isUnanswered, rating } = filter
  return readPage(
    db,
    filter.limit,
    db<ReviewRow[]>`
    select ${shown(db)} where r.workspace_id = ${workspaceId}
    ${after ? db`and r.id < ${after}` : db``}
    ${only ? db`and a.profile_id = any(${only})` : db``}
    ${accountId === undefined ? db`` : db`and r.account_id = ${accountId}`}
    ${isUnanswered === undefined ? db`` : isUnanswered ? db`and r.reply_body is null` : db`and r.reply_body is not null`}
    ${rating === undefined ? db`` : db`and r.rating >= ${rating} and r.rating < ${rating} + 1`}
    order by r.id desc`,
  )
}

export async function updateReviewReply(
  db: Db,
  workspaceId: string,
  id: string,
  reply: { reply_body: string | null; reply_at: Date | null },
): Promise<void> {
  await db`
    update reviews set reply_body = ${reply.reply_body}, reply_at = ${reply.reply_at}
    where workspace_id = ${workspaceId} and id = ${id}`
}
