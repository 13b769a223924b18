import type { Post, PostAttempt, Target } from './contract/resources.ts'
import type { AttemptRow } from './sql/attempts.ts'
import type { PostColumns, PostRow } from './sql/posts.ts'
import type { NewTarget } from './sql/targets.ts'

/** Presents a post. The serialiser drops the columns that the resource does not declare. */
export function presentPost(row: Omit<PostRow, 'is_idle' | 'has_media'>): Post {
  return {
    ...row,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
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
  return presentPost({
    ...row,
    status: row.is_draft ? 'draft' : row.scheduled_at ? 'scheduled' : 'publishing',
    targets: targets.map((target) => presentNewTarget(target, target.firstComment ?? row.first_comment)),
    updated_at: storedAt > row.updated_at ? storedAt : row.updated_at,
  })
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
