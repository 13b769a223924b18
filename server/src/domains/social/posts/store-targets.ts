import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { type Db, violatedConstraint } from '../../../kit/postgres/db.ts'
import { enqueueAll } from '../../../queue/queue.ts'
import { lockUnfetched, replaceMediaUses } from '../media/ready-media.ts'
import type { CheckedPost, CheckedTarget } from './check-post.ts'
import { publishJob } from './contract/jobs.ts'
import { listPriorities } from './priority.ts'
import type { PostColumns } from './sql/posts.ts'
import { insertTargets, type NewTarget, type TargetRow } from './sql/targets.ts'
import { buildPublishJob } from './target-jobs.ts'

/** A stored post with targets that are not stored yet. */
export interface UntargetedPost {
  readonly post: PostColumns
  readonly checked: CheckedPost
  /** Undefined for a draft, null for now. */
  readonly dueAt: Date | null | undefined
  /** The targets of an edited post: a target of the same account keeps its id and handle. */
  readonly before?: readonly TargetRow[]
}

export interface StoredTargets {
  readonly targets: readonly NewTarget[]
  /** Undefined when the post has no target. */
  readonly storedAt: Date | undefined
}

/** Stores the targets of posts and enqueues their jobs, in the transaction that creates or changes the posts. */
export async function storeTargets(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  posts: readonly UntargetedPost[],
): Promise<readonly StoredTargets[]> {
  const targets = posts.map((each) => each.checked.targets.map((target, at) => newTarget(ctx, each, target, at)))
  try {
    const [storedAt, priorities] = await Promise.all([
      targets.flat().length > 0 ? insertTargets(tx, workspaceId, targets.flat(), ctx.clock.forDatabase()) : undefined,
      posts.every(isDraft) ? [] : listPriorities(ctx, tx, workspaceId, posts),
      ...posts
        .filter(changesMedia)
        .map(({ post, checked }) => replaceMediaUses(ctx, tx, workspaceId, { usedBy: post.id, ids: checked.mediaIds })),
    ])
    const unfetched = await listUnfetched(tx, workspaceId, posts)
    const jobs = posts.flatMap(({ post, checked, dueAt }, at) => {
      if (dueAt === undefined) return []
      // A target that waits for media has no job: `wakeWaitingTargets` enqueues it when they are ready or have failed.
      const started = (targets[at] ?? []).filter(
        (one) => !(one.mediaIds ?? post.media_ids).some((id) => unfetched.has(id)),
      )
      const when = { ...(dueAt && { runAt: dueAt }), priority: priorities[at] ?? publishJob.priority }
      return started.map(({ id, generation, accountId, position }) => ({
        ...buildPublishJob({ workspace_id: workspaceId, id, generation, account_id: accountId }),
        ...when,
        remote: checked.targets[position]?.remote ?? null,
      }))
    })
    await enqueueAll(ctx, tx, publishJob, jobs)
    return targets.map((ofPost) => ({ targets: ofPost, storedAt: ofPost.length > 0 ? storedAt : undefined }))
  } catch (error) {
    throw deletedMeanwhile(error) ?? error
  }
}

function newTarget(
  ctx: Context,
  { post, dueAt, before = [] }: UntargetedPost,
  { request, connector }: CheckedTarget,
  position: number,
): NewTarget {
  const known = before.find((target) => target.account_id === request.account_id)
  const id = known?.id ?? ctx.ids.next('target')
  const handle = known?.handle ?? connector.publish?.newHandle?.(post.scheduled_at ?? ctx.clock.now(), randomBytes(16))
  return {
    id,
    postId: post.id,
    accountId: request.account_id,
    platform: connector.platform.id,
    position,
    content: request.content ?? null,
    mediaIds: request.media_ids ?? null,
    firstComment: request.first_comment ?? null,
    options: request.options ?? {},
    handle: handle ?? id,
    generation: known ? known.generation + 1 : 0,
    dueAt,
  }
}

const isDraft = ({ dueAt }: UntargetedPost) => dueAt === undefined

/** A new post without media has no uses to write, and none to delete. */
const changesMedia = ({ checked, before }: UntargetedPost) => before !== undefined || checked.mediaIds.length > 0

/** Lists the media that these posts wait for. */
async function listUnfetched(tx: Db, workspaceId: string, posts: readonly UntargetedPost[]): Promise<Set<string>> {
  const ids = [...new Set(posts.filter((each) => !isDraft(each)).flatMap(({ checked }) => checked.mediaIds))]
  return new Set(ids.length > 0 ? await lockUnfetched(tx, workspaceId, ids) : [])
}

/** Returns the error for an account or asset that passed the check and was deleted before this transaction. */
function deletedMeanwhile(error: unknown): Error | undefined {
  const constraint = violatedConstraint(error)
  if (constraint === 'media_uses_media_fkey') return notFound('media asset')
  if (constraint === 'post_targets_account_fkey') return notFound('account')
  return undefined
}
