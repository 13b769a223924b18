import type { Post, PostAttempt, Target } from './contract/resources.ts'
import type { AttemptRow } from './sql/attempts.ts'
import type { PostColumns, PostRow } from './sql/posts.ts'
import type { NewTarget } from './sql/targets.ts'

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

/** Presents a post right after it was stored, like `presentPost`, but without reading it back. */
export function presentNewPost(
  row: PostColumns,
  { targets, storedAt = row.updated_at }: { targets: readonly NewTarget[]; storedAt: Date | undefined },
): Post {
  return {
    id: row.id,
    profile_id: row.profile_id,
    status: row.is_draft ? 'draft' : row.scheduled_at ? 'scheduled' : 'publishing',
    content: row.content,
    media_ids: row.media_ids,
    first_comment: row.first_comment,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    idempotency_key: row.idempotency_key,
    targets: targets.map((target) => presentNewTarget(target, target.firstComment ?? row.first_comment)),
    created_at: row.created_at.toISOString(),
    updated_at: (storedAt > row.updated_at ? storedAt : row.updated_at).toISOString(),
  }
}

function presentNewTarget(target: NewTarget, comment: string | null): Target {
  return {
    id: target.id,
    account_id: target.accountId,
    platform: target.platform,
    status: 'pending',
    content: target.content,
    media_ids: target.mediaIds && [...target.mediaIds],
    options: target.options,
    external_id: null,
    external_url: null,
    error: null,
    attempts: 0,
    published_at: null,
    first_comment: comment ? { body: comment, status: 'pending', external_id: null, error: null } : null,
  }
}

export function presentAttempt({ started_at, ...row }: AttemptRow): PostAttempt {
  return { ...row, started_at: started_at.toISOString() }
}
