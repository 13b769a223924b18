import type { Context, Principal } from '../../../../kit/context.ts'
import { afterId, type Page, toPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { callPlatform, requireRow } from '../platform-call.ts'
import type { Review } from './contract/review.ts'
import type { ReviewQuery } from './contract/reviews.ts'
import { presentReview } from './present.ts'
import * as sql from './sql.ts'

export async function listReviews(db: Db, principal: Principal, query: ReviewQuery): Promise<Page<Review>> {
  const rows = await sql.listReviews(db, principal.workspaceId, {
    limit: query.limit,
    after: afterId(query.cursor, 'rev'),
    only: principal.profileIds,
    accountId: query.account_id,
    isUnanswered: query.unanswered,
    rating: query.rating,
  })
  return toPage(rows, presentReview)
}

export async function getReview(db: Db, principal: Principal, id: string): Promise<Review> {
  return presentReview(await getReviewRow(db, principal, id))
}

async function getReviewRow(db: Db, principal: Principal, id: string): Promise<sql.ReviewRow> {
  return requireRow(principal, await sql.findReview(db, principal.workspaceId, id), 'review')
}

/** Calls the platform first. A repeat changes nothing there, so after a crash the next call or poll repairs our copy. */
export async function replyToReview(ctx: Context, principal: Principal, id: string, body: string): Promise<Review> {
  const review = await getReviewRow(ctx.db, principal, id)
  const { createdAt } = await callPlatform(ctx, review, 'reviews', (reviews, session) =>
    reviews.reply(session, review.external_id, body),
  )
  await sql.updateReviewReply(ctx.db, principal.workspaceId, id, { reply_body: body, reply_at: createdAt })
  return getReview(ctx.db, principal, id)
}

export async function deleteReviewReply(ctx: Context, principal: Principal, id: string): Promise<Review> {
  const review = await getReviewRow(ctx.db, principal, id)
  await callPlatform(ctx, review, 'reviews.delete_reply', (deleteReply, session) =>
    deleteReply(session, review.external_id),
  )
  await sql.updateReviewReply(ctx.db, principal.workspaceId, id, { reply_body: null, reply_at: null })
  return getReview(ctx.db, principal, id)
}
