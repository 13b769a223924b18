import type { Static } from 'typebox'
import { failpoint } from '../../../../kit/failpoint.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import type { JobCall } from '../../../../queue/job.ts'
import { enqueueAll } from '../../../../queue/queue.ts'
import type { mediaFinishedJob } from '../../media/contract/jobs.ts'
import { publishJob } from '../contract/jobs.ts'
import { listTargetsToWake } from '../sql/waiting.ts'
import { buildPublishJob } from '../target-jobs.ts'

/**
 * Enqueues the publish jobs of targets that waited for this asset and wait for no other. A target that has its job keeps it: the
 * dedupe key makes a second one a no-op.
 */
export async function wakeWaitingTargets(call: JobCall<Static<typeof mediaFinishedJob.payload>>): Promise<void> {
  const { ctx, workspaceId, payload, complete } = call
  await transaction(ctx.db, async (tx) => {
    const targets = await listTargetsToWake(tx, workspaceId, payload.media_id)
    const jobs = targets.map(({ wake_at, ...target }) => ({ ...buildPublishJob(target), runAt: wake_at }))
    await enqueueAll(ctx, tx, publishJob, jobs)
    failpoint('post_waking')
    await complete(tx)
  })
}
