import type { Context } from '../../../../kit/context.ts'
import { enqueueAll } from '../../../../queue/queue.ts'
import { firstCommentJob, publishJob, reconcileJob } from '../contract/jobs.ts'
import { listOverdueComments } from '../sql/first-comments.ts'
import { listOverdueTargets } from '../sql/targets.ts'
import { awaitsReconcile, buildFirstCommentJob, buildPublishJob, buildReconcileJob } from '../target-jobs.ts'

const OVERDUE_SECONDS = 900
const PER_TICK = 1000

/**
 * Enqueues a new job for targets whose job was lost. A target and its job are written together, so this only repairs unexpected
 * states, such as a job that is dead because every worker that ran it was killed. A target that has a job keeps it: the dedupe
 * key makes the second one a no-op.
 */
export async function requeueOverdue(ctx: Context): Promise<void> {
  const limits = { overdueSeconds: OVERDUE_SECONDS, limit: PER_TICK }
  const rows = await listOverdueTargets(ctx.db, ctx.clock.forDatabase(), limits)
  const reconciled = rows.filter(awaitsReconcile)
  const published = rows.filter((row) => !awaitsReconcile(row))
  await enqueueAll(ctx, ctx.db, publishJob, published.map(buildPublishJob))
  await enqueueAll(ctx, ctx.db, reconcileJob, reconciled.map(buildReconcileJob))
  const comments = await listOverdueComments(ctx.db, ctx.clock.forDatabase(), limits)
  await enqueueAll(ctx, ctx.db, firstCommentJob, comments.map(buildFirstCommentJob))
}
