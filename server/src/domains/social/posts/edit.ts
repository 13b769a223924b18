import type { Context, Principal } from '../../../kit/context.ts'
import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import { assertUnchanged, nextVersionAt, type ResourceVersion } from '../../../kit/declare/version.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { cancel as cancelJob } from '../../../queue/queue.ts'
import { replaceMediaUses } from '../media/ready-media.ts'
import { checkPost } from './check-post.ts'
import { publishJob } from './contract/jobs.ts'
import type { TargetRequest, UpdatePostRequest } from './contract/requests.ts'
import { mergeFields, type Post } from './contract/resources.ts'
import { changePost, collectMediaIds, withLockedPost, wrongState } from './locked-post.ts'
import { presentPost } from './present.ts'
import { getPostRow } from './read.ts'
import * as sql from './sql/posts.ts'
import { cancelTargets, deleteTargets, lockTargets, type TargetRow } from './sql/targets.ts'
import { storeTargets } from './store-targets.ts'
import { buildDedupeKey } from './target-jobs.ts'
import { buildPostSearchText } from './validate.ts'

export function updatePost(
  ctx: Context,
  db: Db,
  principal: Principal,
  { id, ifMatch }: ResourceVersion,
  body: UpdatePostRequest,
): Promise<Post> {
  const { workspaceId } = principal
  return changePost(db, principal, id, async (tx, post, targets) => {
    assertUnchanged(ifMatch, presentPost(post))
    if (post.status !== 'draft' && post.status !== 'scheduled')
      throw wrongState(post, 'only a draft or a scheduled post can be changed')
    const fields = mergeFields(post, body)
    const scheduledAt = resolveSchedule(post, body)
    // A draft that gets a time is checked like a new post.
    const isDraft = scheduledAt === null
    const isStarted = post.is_draft && !isDraft
    const before = {
      accountIds: isStarted ? [] : targets.map((target) => target.account_id),
      mediaIds: collectMediaIds(post, targets),
    }
    const requested = { ...fields, targets: body.targets ?? targets.map(toTargetRequest), isDraft, before }
    const checked = await checkPost(ctx, tx, principal, requested)
    const profileId = checked.targets.length > 0 ? checked.profileId : post.profile_id
    if (profileId !== post.profile_id && !post.is_draft)
      throw new InvalidRequest([invalidValue(['body', 'targets'], "the targets must stay in the post's profile")])
    const change = {
      ...fields,
      profile_id: profileId,
      search_text: buildPostSearchText(fields.content, requested.targets),
      scheduled_at: scheduledAt,
      is_draft: isDraft,
    }
    await cancelJobs(tx, targets)
    await deleteTargets(tx, workspaceId, id)
    await sql.updatePost(tx, workspaceId, id, {
      ...change,
      updated_at: nextVersionAt(ctx.clock.now(), post.updated_at),
    })
    const changed = { post: { ...post, ...change }, checked, dueAt: scheduledAt ?? undefined, before: targets }
    await storeTargets(ctx, tx, workspaceId, [changed])
  })
}

/** Publishes a draft or a scheduled post now. */
export function publishNow(ctx: Context, db: Db, principal: Principal, id: string): Promise<Post> {
  return updatePost(ctx, db, principal, { id }, { scheduled_at: ctx.clock.now().toISOString() })
}

function resolveSchedule(post: sql.PostRow, { scheduled_at }: UpdatePostRequest): Date | null {
  if (scheduled_at === undefined) return post.scheduled_at
  return scheduled_at === null ? null : new Date(scheduled_at)
}

function toTargetRequest({ account_id, content, media_ids, first_comment, options }: TargetRow): TargetRequest {
  return {
    account_id,
    options,
    first_comment,
    ...(content !== null && { content }),
    ...(media_ids !== null && { media_ids }),
  }
}

/** Cancels the jobs of targets. A job that has already started finds another generation, or no target, and ends. */
async function cancelJobs(tx: Db, targets: readonly TargetRow[]): Promise<void> {
  for (const target of targets)
    if (target.wake_at !== null) await cancelJob(tx, target.workspace_id, publishJob, buildDedupeKey(target))
}

export function cancelPost(ctx: Context, db: Db, principal: Principal, id: string): Promise<Post> {
  const { workspaceId } = principal
  return changePost(db, principal, id, async (tx, post, targets) => {
    if (targets.some((target) => target.status === 'publishing')) throw wrongState(post, 'it is being published')
    const pending = targets.filter((target) => target.status === 'pending')
    if (pending.length === 0) throw wrongState(post, 'no target is left to cancel')
    if (post.is_draft) await sql.updatePost(tx, workspaceId, id, { is_draft: false })
    await cancelPending(ctx, tx, post, pending)
  })
}

/** Cancels targets of a locked post that no worker has claimed. */
async function cancelPending(
  ctx: Context,
  tx: Db,
  { workspace_id: workspaceId, id }: Pick<sql.PostRow, 'workspace_id' | 'id'>,
  pending: readonly TargetRow[],
): Promise<void> {
  await cancelJobs(tx, pending)
  const ids = pending.map((target) => target.id)
  await cancelTargets(tx, workspaceId, ids, ctx.clock.forDatabase())
  const { is_idle } = await getPostRow(tx, workspaceId, id)
  if (is_idle) await replaceMediaUses(ctx, tx, workspaceId, { usedBy: id, ids: [] })
}

const CANCELED_AT_ONCE = 20

/** Cancels some of the posts that wait to be published, but no drafts. Returns their number; 0 when none is left. */
export async function cancelWaitingPosts(ctx: Context, tx: Db, workspaceId: string): Promise<number> {
  const ids = await sql.listWaitingPosts(tx, workspaceId, CANCELED_AT_ONCE)
  await sql.lockPosts(tx, workspaceId, ids)
  for (const id of ids) {
    const targets = await lockTargets(tx, workspaceId, id)
    const pending = targets.filter(({ status }) => status === 'pending')
    await cancelPending(ctx, tx, { workspace_id: workspaceId, id }, pending)
  }
  return ids.length
}

const MAY_BE_ON_PLATFORM = ['publishing', 'processing', 'published', 'unconfirmed']

export function deletePost(db: Db, principal: Principal, id: string): Promise<Post> {
  return withLockedPost(db, principal, id, async (tx, post, targets) => {
    const live = targets.find((target) => MAY_BE_ON_PLATFORM.includes(target.status))
    if (live) throw wrongState(post, `a target is ${live.status}, so the post is, or may be, on the platform`)
    await cancelJobs(tx, targets)
    await sql.deletePost(tx, principal.workspaceId, id)
    return presentPost(post)
  })
}
