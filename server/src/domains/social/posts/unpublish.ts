import { PlatformError } from '../../../connectors/platform-error.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import type { ErrorObject } from '../../../kit/declare/schema.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { describeFailure, toPlatformApiError } from '../accounts/platform-errors.ts'
import { getPlatform, requireCapability } from '../accounts/platforms.ts'
import { withAccess } from '../accounts/tokens/access.ts'
import type { UnpublishPostRequest } from './contract/requests.ts'
import type { Post } from './contract/resources.ts'
import { chooseTargets } from './locked-post.ts'
import { getPost, getReachablePost } from './read.ts'
import { type NewAttempt, type TargetAttempt, upsertAttempts } from './sql/attempts.ts'
import { lockTargets, markUnpublished, type TargetRow } from './sql/targets.ts'

/**
 * Removes targets from their platforms while the caller waits, outside a transaction. It tries every target and then throws the
 * first failure. After a kill the caller can repeat the call: a post that the platform no longer has counts as removed.
 */
export async function unpublishPost(
  ctx: Context,
  principal: Principal,
  id: string,
  { target_ids: ids }: UnpublishPostRequest,
): Promise<Post> {
  const post = await getReachablePost(ctx.db, principal, id)
  const targets = await lockTargets(ctx.db, principal.workspaceId, id)
  const chosen = chooseTargets(post, targets, ids, (target) => target.status === 'published')
  for (const { platform } of chosen) requireCapability(getPlatform(ctx, platform), 'unpublish')
  const results = await Promise.allSettled(chosen.map((target) => unpublishTarget(ctx, target)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return getPost(ctx.db, principal, id)
}

async function unpublishTarget(ctx: Context, target: TargetRow): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId, external_id: externalId, platform } = target
  const startedMs = performance.now()
  const attempt = { id: ctx.ids.next('attempt'), phase: 'unpublish' as const, startedAt: ctx.clock.now() }
  const attemptWith = (outcome: NewAttempt['outcome'], error: ErrorObject | null): TargetAttempt => ({
    ...attempt,
    targetId: target.id,
    postId: target.post_id,
    outcome,
    error,
    ms: Math.round(performance.now() - startedMs),
  })
  try {
    await withAccess(
      ctx,
      workspaceId,
      { accountId, entityExternalId: target.entity_external_id },
      async (session, { publish }) => publish?.unpublish?.(session, externalId ?? ''),
    )
  } catch (error) {
    const shown =
      error instanceof PlatformError
        ? describeFailure(platform, error)
        : { code: 'internal', message: 'The platform was not asked.' }
    await upsertAttempts(ctx.db, workspaceId, [attemptWith('failed', shown)])
    throw toPlatformApiError(platform, error, ['path', 'id'])
  }
  await transaction(ctx.db, async (tx) => {
    await upsertAttempts(tx, workspaceId, [attemptWith('succeeded', null)])
    await markUnpublished(tx, workspaceId, target.id, ctx.clock.forDatabase())
  })
}
