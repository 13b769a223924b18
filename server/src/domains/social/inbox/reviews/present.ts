import type { Review } from './contract/review.ts'
import type { ReviewRow } from './sql.ts'

export function presentReview(row: ReviewRow): Review {
  return {
    id: row.id,
    account_id: row.account_id,
    platform: row.platform,
    external_id: row.external_id,
    entity_external_id: row.entity_external_id,
    author: row.author,
    rating: row.rating,
    body: row.body,
    reply:
      row.reply_body === null || row.reply_at === null
        ? null
        : { body: row.reply_body, created_at: row.reply_at.toISOString() },
    occurred_at: row.occurred_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
