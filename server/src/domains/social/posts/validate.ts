import type { Context, Principal } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { type CheckedPost, checkPost } from './check-post.ts'
import type { CreatePostRequest } from './contract/requests.ts'
import type { ValidatedPost } from './contract/resources.ts'
import type { PostColumns } from './sql/posts.ts'

export interface PlannedPost {
  readonly row: PostColumns
  readonly checked: CheckedPost
}

/** Checks a new post and makes its row. */
export async function planPost(
  ctx: Context,
  db: Db,
  principal: Principal,
  {
    targets,
    content,
    media_ids = [],
    first_comment = null,
    scheduled_at,
    idempotencyKey,
  }: CreatePostRequest & { idempotencyKey: string | null },
): Promise<PlannedPost> {
  const checked = await checkPost(ctx, db, principal, {
    targets,
    content,
    mediaIds: media_ids,
    firstComment: first_comment,
  })
  const now = ctx.clock.now()
  const row = {
    workspace_id: principal.workspaceId,
    id: ctx.ids.next('post'),
    profile_id: checked.profileId,
    content,
    media_ids,
    first_comment,
    scheduled_at: scheduled_at ? new Date(scheduled_at) : null,
    idempotency_key: idempotencyKey,
    created_at: now,
    updated_at: now,
  }
  return { row, checked }
}

/** Checks a post as `createPost` does, and stores nothing. */
export async function validatePost(
  ctx: Context,
  db: Db,
  principal: Principal,
  body: CreatePostRequest,
): Promise<ValidatedPost> {
  const { row, checked } = await planPost(ctx, db, principal, { ...body, idempotencyKey: null })
  return {
    profile_id: row.profile_id,
    status: row.scheduled_at ? 'scheduled' : 'publishing',
    content: row.content,
    media_ids: row.media_ids,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    targets: checked.targets.map(({ request, connector }) => ({
      account_id: request.account_id,
      platform: connector.platform.id,
      content: request.content ?? null,
    })),
  }
}
