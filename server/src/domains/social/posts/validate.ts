import type { Context, Principal } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { type CheckedPost, checkPost } from './check-post.ts'
import type { CreatePostRequest } from './contract/requests.ts'
import type { Post } from './contract/resources.ts'
import { presentPost } from './present.ts'
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
    scheduled_at,
    idempotencyKey,
  }: CreatePostRequest & { idempotencyKey: string | null },
): Promise<PlannedPost> {
  const checked = await checkPost(ctx, db, principal, { targets, content, mediaIds: media_ids })
  const now = ctx.clock.now()
  const row = {
    workspace_id: principal.workspaceId,
    id: ctx.ids.next('post'),
    profile_id: checked.profileId,
    content,
    media_ids,
    scheduled_at: scheduled_at ? new Date(scheduled_at) : null,
    idempotency_key: idempotencyKey,
    created_at: now,
    updated_at: now,
  }
  return { row, checked }
}

/** Responds as `createPost` would, and stores nothing. */
export async function validatePost(ctx: Context, db: Db, principal: Principal, body: CreatePostRequest): Promise<Post> {
  const { row, checked } = await planPost(ctx, db, principal, { ...body, idempotencyKey: null })
  const targets = checked.targets.map(({ request, connector }) => ({
    id: ctx.ids.next('target'),
    account_id: request.account_id,
    platform: connector.id,
    status: 'pending' as const,
    content: request.content ?? null,
    external_id: null,
    external_url: null,
    error: null,
    attempts: 0,
    published_at: null,
  }))
  return presentPost({ ...row, status: row.scheduled_at ? 'scheduled' : 'publishing', targets })
}
