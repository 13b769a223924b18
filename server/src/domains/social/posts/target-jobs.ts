import { findPlatform } from '../../../connectors/registry.ts'
import { nameRemote } from '../../../connectors/remote-name.ts'
import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { firstCommentJob, publishJob, reconcileJob } from './contract/jobs.ts'
import type { Target } from './contract/resources.ts'

/** Data for the jobs of a target. */
interface QueuedTarget {
  readonly workspace_id: string
  readonly id: string
  readonly account_id: string
  readonly generation: number
  readonly platform?: string
  readonly entity_external_id?: string | null
}

/** Builds the job that publishes a target. The jobs of an account share a key: they run one at a time, in order. */
export function buildPublishJob(target: QueuedTarget) {
  return { ...buildReconcileJob(target), key: `account:${target.account_id}` }
}

/** Builds the job that asks the platform about a target. It has no key: the account's next post does not wait for the answer. */
export function buildReconcileJob(target: Omit<QueuedTarget, 'account_id'>) {
  const { workspace_id: workspaceId, id, generation, platform, entity_external_id: externalId = null } = target
  const remote = platform === undefined ? null : nameRemote(platform, externalId)
  return { workspaceId, payload: { target_id: id, generation }, dedupe: buildDedupeKey({ id, generation }), remote }
}

/**
 * Builds the dedupe key: a generation of a target has one job. A new generation need not cancel the job of the previous generation, which finds
 * nothing to do.
 */
export function buildDedupeKey({ id, generation }: Pick<QueuedTarget, 'id' | 'generation'>): string {
  return `${id}.${generation}`
}

export async function enqueuePublish(ctx: Context, tx: Db, target: QueuedTarget, when: { runAt?: Date } = {}) {
  const { payload, ...options } = buildPublishJob(target)
  await enqueue(ctx, tx, publishJob, payload, { ...options, ...when })
}

export async function enqueueReconcile(ctx: Context, tx: Db, target: QueuedTarget, when: { runAt?: Date } = {}) {
  const { payload, ...options } = buildReconcileJob(target)
  await enqueue(ctx, tx, reconcileJob, payload, { ...options, ...when })
}

export function buildFirstCommentJob(comment: { workspace_id: string; target_id: string; generation: number }) {
  const { workspace_id, target_id: id, generation } = comment
  return buildReconcileJob({ workspace_id, id, generation })
}

export async function enqueueFirstComment(
  ctx: Context,
  tx: Db,
  comment: Parameters<typeof buildFirstCommentJob>[0],
): Promise<void> {
  const { payload, ...options } = buildFirstCommentJob(comment)
  await enqueue(ctx, tx, firstCommentJob, payload, options)
}

/** Returns true when the next step of a target is to ask its platform. */
export function awaitsReconcile({ status }: { readonly status: Target['status'] }): boolean {
  return status === 'unconfirmed' || status === 'processing'
}

/** Returns true when the platform can be asked about the outcome of a post. */
export function canReconcile(platform: string): boolean {
  return findPlatform(platform)?.capabilities.includes('reconcile') ?? false
}
