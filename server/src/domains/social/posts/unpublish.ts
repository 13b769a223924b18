import { PlatformError } from '../../../connectors/failure.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { apiErrorOf, describeFailure, getConnector, requireCapability, withAccess } from '../accounts/service.ts'
import type { UnpublishPostRequest } from './contract/requests.ts'
import type { Post } from './contract/resources.ts'
import { chosen } from './edit.ts'
import { getPost, getReachable } from './read.ts'
import { type NewAttempt, type TargetAttempt, upsertAttempts } from './sql/attempts.ts'
import { lockTargets, markUnpublished, type TargetRow } from './sql/targets.ts'

/**
 * Takes targets off their platforms, all of them even if one fails; the first failure is answered. Killed in the middle, it
 * can be asked for again: what is gone already is a success.
 */
export async function unpublishPost(
  ctx: Context,
  principal: Principal,
  id: string,
  { target_ids: ids }: UnpublishPostRequest,
): Promise<Post> {
  const post = await getReachable(ctx.db, principal, id)
  const targets = await lockTargets(ctx.db, principal.workspaceId, id)
  const wanted = chosen(post, targets, ids, (target) => target.status === 'published')
  for (const { platform } of wanted) requireCapability(getConnector(ctx, platform), 'unpublish')
  const ends = await Promise.allSettled(wanted.map((target) => takeDown(ctx, target)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return getPost(ctx.db, principal, id)
}

async function takeDown(ctx: Context, target: TargetRow): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId, external_id: externalId, platform } = target
  const begun = performance.now()
  const attempt = { id: ctx.ids.next('attempt'), phase: 'unpublish' as const, startedAt: ctx.clock.now() }
  const note = (outcome: NewAttempt['outcome'], error: Record<string, unknown> | null): TargetAttempt => ({
    ...attempt,
    targetId: target.id,
    postId: target.post_id,
    outcome,
    error,
    ms: Math.round(performance.now() - begun),
  })
  try {
    await withAccess(
      ctx,
      workspaceId,
      accountId,
      async (session, { publish }) => publish?.unpublish?.(session, externalId ?? ''),
      target.entity_external_id,
    )
  } catch (error) {
    const shown = error instanceof PlatformError ? describeFailure(platform, error) : { message: 'It was not asked.' }
    await upsertAttempts(ctx.db, workspaceId, [note('failed', shown)])
    throw apiErrorOf(platform, error, ['path', 'id'])
  }
  await transaction(ctx.db, async (tx) => {
    await upsertAttempts(tx, workspaceId, [note('succeeded', null)])
    await markUnpublished(tx, workspaceId, target.id, ctx.clock.forDatabase())
  })
}
