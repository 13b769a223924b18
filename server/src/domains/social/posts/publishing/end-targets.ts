import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { emitAll } from '../../../../webhooks/emit.ts'
import { listSubscribed } from '../../../../webhooks/subscribed-types.ts'
import { replaceMediaUses } from '../../media/ready-media.ts'
import { postFailed, postPublished } from '../contract/events.ts'
import { presentPost } from '../present.ts'
import type { ClaimedTarget } from '../sql/claims.ts'
import type { TargetChange } from '../sql/outcomes.ts'
import { listPostsById } from '../sql/posts.ts'

interface EndedTarget {
  readonly target: ClaimedTarget
  readonly change: TargetChange
}

/**
 * Handles finished targets: emits an event for each, and releases media that no target of a post needs any more. An unconfirmed
 * target counts as failed for now. The posts are read only where one of the two needs them.
 */
export async function endTargets(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  ended: readonly EndedTarget[],
): Promise<void> {
  const subscribed = await listSubscribed(ctx, tx, workspaceId, [postPublished, postFailed])
  const read = ended.filter((each) => subscribed.has(pickTargetEvent(each.change).type) || mayHaveMedia(each.target))
  if (read.length === 0) return
  const targetIds = new Set(ended.map(({ target }) => target.id))
  const found = await listPostsById(tx, workspaceId, [...new Set(read.map(({ target }) => target.post_id))])
  const events = found.flatMap((row) => {
    const post = presentPost(row)
    const finished = post.targets.filter(({ id }) => targetIds.has(id))
    return finished.map((target) => ({ event: pickTargetEvent(target), data: { post, target } }))
  })
  const freed = found.filter((row) => row.has_media && row.is_idle)
  await Promise.all([
    emitAll(ctx, tx, events, { workspaceId }),
    ...freed.map(({ id }) => replaceMediaUses(ctx, tx, workspaceId, { usedBy: id, ids: [] })),
  ])
}

function pickTargetEvent({ status }: { readonly status: TargetChange['status'] }) {
  return status === 'published' ? postPublished : postFailed
}

/** Returns true when a target may have media: the other targets of a post may have their own. */
function mayHaveMedia({ is_only_target, media_ids, post_media_ids }: ClaimedTarget): boolean {
  return !is_only_target || post_media_ids.length > 0 || (media_ids ?? []).length > 0
}
