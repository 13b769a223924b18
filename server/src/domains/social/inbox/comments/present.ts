import type { Comment } from './contract.ts'
import type { CommentRow } from './sql.ts'

export function presentComment(row: CommentRow): Comment {
  return {
    id: row.id,
    account_id: row.account_id,
    platform: row.platform,
    external_id: row.external_id,
    external_media_id: row.external_media_id,
    parent_external_id: row.parent_external_id,
    author: row.author,
    body: row.body,
    post_id: row.post_id,
    is_hidden: row.is_hidden,
    can_reply: row.can_reply,
    is_own: row.is_own,
    is_answered: row.is_answered,
    occurred_at: row.occurred_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
