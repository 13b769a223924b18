import type { Post, PostAttempt } from './contract/resources.ts'
import type { AttemptRow } from './sql/attempts.ts'
import type { PostRow } from './sql/posts.ts'

export function presentPost(row: Omit<PostRow, 'is_idle' | 'has_media'>): Post {
  return {
    id: row.id,
    profile_id: row.profile_id,
    status: row.status,
    content: row.content,
    media_ids: row.media_ids,
    first_comment: row.first_comment,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    idempotency_key: row.idempotency_key,
    targets: row.targets.map((target) => ({
      ...target,
      published_at: target.published_at === null ? null : new Date(target.published_at).toISOString(),
    })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function presentAttempt({ started_at, ...row }: AttemptRow): PostAttempt {
  return { ...row, started_at: started_at.toISOString() }
}
