import type { Context, Principal } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { toSearchText } from '../../../kit/search-text.ts'
import { getProfile } from '../../identity/profiles/service.ts'
import { type CheckedPost, checkPost } from './check-post.ts'
import type { CreateDraftRequest, CreatePostRequest, TargetRequest } from './contract/requests.ts'
import { EMPTY_POST, mergeFields, type ValidatedPost } from './contract/resources.ts'
import type { PostColumns } from './sql/posts.ts'

export interface PlannedPost {
  readonly row: PostColumns
  readonly checked: CheckedPost
}

/** A new post as a request describes it. */
export interface NewPost extends Omit<CreatePostRequest, 'targets'>, CreateDraftRequest {
  readonly isDraft: boolean
  readonly idempotencyKey: string | null
}

/** Checks a new post and builds its row. */
export async function planPost(ctx: Context, db: Db, principal: Principal, post: NewPost): Promise<PlannedPost> {
  const { targets = [], scheduled_at, isDraft } = post
  const fields = mergeFields(EMPTY_POST, post)
  const profileId = post.profile_id === undefined ? undefined : (await getProfile(db, principal, post.profile_id)).id
  const checked = await checkPost(ctx, db, principal, { ...fields, targets, isDraft, profileId })
  const now = ctx.clock.now()
  const row = {
    workspace_id: principal.workspaceId,
    id: ctx.ids.next('post'),
    profile_id: checked.profileId,
    ...fields,
    search_text: buildPostSearchText(fields.content, targets),
    scheduled_at: scheduled_at ? new Date(scheduled_at) : null,
    is_draft: isDraft,
    idempotency_key: post.idempotencyKey,
    created_at: now,
    updated_at: now,
  }
  return { row, checked }
}

export function buildPostSearchText(content: string, targets: readonly TargetRequest[]): string {
  return toSearchText(content, ...targets.map((target) => target.content))
}

/** Checks a post as `createPost` does, and stores nothing. */
export async function validatePost(
  ctx: Context,
  db: Db,
  principal: Principal,
  body: CreatePostRequest,
): Promise<ValidatedPost> {
  const { row, checked } = await planPost(ctx, db, principal, { ...body, isDraft: false, idempotencyKey: null })
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
