import type { Capability } from '../../../../connectors/connector.ts'
import type { Context, Principal } from '../../../../kit/context.ts'
import { notFound } from '../../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { assertReachable } from '../../../identity/profiles/service.ts'
import { getConnector, requireCapability } from '../../accounts/platforms.ts'
import { askPlatform } from '../../feeds/service.ts'
import type { Review } from './contract/reviews.ts'
import { presentReview } from './present.ts'
import * as sql from './sql.ts'

export async function listReviews(
  db: Db,
  principal: Principal,
  query: { limit: number; cursor?: string; account_id?: string },
): Promise<Page<Review>> {
  const rows = await sql.listReviews(db, principal.workspaceId, {
    limit: query.limit,
    after: afterId(query.cursor, 'rev'),
    only: principal.profileIds,
    accountId: query.account_id,
  })
  return pageOf(rows, presentReview)
}

export async function getReview(db: Db, principal: Principal, id: string): Promise<Review> {
  return presentReview(await getRow(db, principal, id))
}

async function getRow(db: Db, principal: Principal, id: string): Promise<sql.ReviewRow> {
  const row = await sql.findReview(db, principal.workspaceId, id)
  if (!row) throw notFound('review')
  assertReachable(principal, row.profile_id)
  return row
}

/** Set on the platform first, where a repeat changes nothing; a crash in between is mended by the next call or poll. */
export async function replyToReview(ctx: Context, principal: Principal, id: string, body: string): Promise<Review> {
  const review = await getCapable(ctx, principal, id, 'reviews')
  const replied = await askPlatform(ctx, accountOf(review), async (session, { reviews }) =>
    reviews?.reply(session, review.external_id, body),
  )
  const reply = { reply_body: body, reply_at: replied?.createdAt ?? ctx.clock.now() }
  await sql.updateReviewReply(ctx.db, principal.workspaceId, id, reply)
  return getReview(ctx.db, principal, id)
}

export async function deleteReviewReply(ctx: Context, principal: Principal, id: string): Promise<Review> {
  const review = await getCapable(ctx, principal, id, 'reviews.delete_reply')
  await askPlatform(ctx, accountOf(review), async (session, { reviews }) => {
    await reviews?.deleteReply?.(session, review.external_id)
  })
  await sql.updateReviewReply(ctx.db, principal.workspaceId, id, { reply_body: null, reply_at: null })
  return getReview(ctx.db, principal, id)
}

async function getCapable(
  ctx: Context,
  principal: Principal,
  id: string,
  capability: Capability,
): Promise<sql.ReviewRow> {
  const review = await getRow(ctx.db, principal, id)
  requireCapability(getConnector(ctx, review.platform), capability)
  return review
}

function accountOf({ workspace_id, account_id, platform, entity_external_id }: sql.ReviewRow) {
  return { workspaceId: workspace_id, id: account_id, platform, entityExternalId: entity_external_id }
}
