import type { Context, Principal } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { isReady, listKnownMedia, replaceMediaUses } from '../media/ready-media.ts'
import type { RetryPostRequest } from './contract/requests.ts'
import type { Post } from './contract/resources.ts'
import { changePost, chooseTargets, collectMediaIds, wrongState } from './locked-post.ts'
import { lockFailedComments, restartFirstComment } from './sql/first-comments.ts'
import type { PostRow } from './sql/posts.ts'
import { restartPublishing, restartReconciling, type TargetRow } from './sql/targets.ts'
import { canReconcile, enqueueFirstComment, enqueuePublish, enqueueReconcile } from './target-jobs.ts'

/**
 * Publishes failed targets again. An unconfirmed target is only asked about again, unless `force` states that a person has
 * checked that the post is not on the platform. Of a published target, only the failed first comment is sent again. All of this
 * happens in the worker.
 */
export function retryPost(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
  { target_ids: ids, force }: RetryPostRequest,
): Promise<Post> {
  return changePost(db, principal, id, async (tx, post, targets) => {
    const uncommented = await lockFailedComments(tx, post.workspace_id, post.id)
    const hasFailedComment = ({ id: targetId, status }: TargetRow) =>
      status === 'published' && uncommented.includes(targetId)
    const chosen = chooseTargets(post, targets, ids, (target) => isRetryable(target, force) || hasFailedComment(target))
    for (const target of chosen.filter(hasFailedComment)) await restartComment(ctx, tx, target)
    const restarted = chosen.filter((target) => !hasFailedComment(target))
    if (restarted.length === 0) return
    await reserveMedia(ctx, tx, post, targets, { isRequired: restarted.some((target) => isSentAgain(target, force)) })
    for (const target of restarted) await restart(ctx, tx, target, force)
  })
}

function isRetryable(target: TargetRow, force: boolean): boolean {
  return isSentAgain(target, force) || (target.status === 'unconfirmed' && canReconcile(target.platform))
}

function isSentAgain(target: TargetRow, force: boolean): boolean {
  return target.status === 'failed' || (target.status === 'unconfirmed' && force)
}

/**
 * Reserves the media again, which were released when the targets finished. They are required where the post is sent again, and
 * may still be needed where the platform is asked first.
 */
async function reserveMedia(
  ctx: Context,
  tx: Db,
  post: PostRow,
  targets: readonly TargetRow[],
  { isRequired }: { isRequired: boolean },
): Promise<void> {
  const ids = collectMediaIds(post, targets)
  if (ids.length === 0) return
  const ready = (await listKnownMedia(tx, post.workspace_id, ids)).filter(isReady)
  if (ready.length < ids.length && isRequired)
    throw wrongState(post, 'some of its media have failed or no longer exist, so a new post with other media is needed')
  const kept = ready.map((asset) => asset.id)
  await replaceMediaUses(ctx, tx, post.workspace_id, { usedBy: post.id, ids: kept })
}

async function restart(ctx: Context, tx: Db, target: TargetRow, force: boolean): Promise<void> {
  const now = ctx.clock.forDatabase()
  const isSent = isSentAgain(target, force)
  const row = await (isSent ? restartPublishing : restartReconciling)(tx, target.workspace_id, target.id, now)
  if (!row) throw notFound('target')
  await (isSent ? enqueuePublish : enqueueReconcile)(ctx, tx, row)
}

async function restartComment(ctx: Context, tx: Db, { workspace_id, id }: TargetRow): Promise<void> {
  const comment = await restartFirstComment(tx, workspace_id, id, ctx.clock.forDatabase())
  if (comment) await enqueueFirstComment(ctx, tx, comment)
}
