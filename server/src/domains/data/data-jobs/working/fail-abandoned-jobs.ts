import type { Context } from '../../../../kit/context.ts'
import { listDead } from '../../../../queue/queue.ts'
import { workAsync, workBulk } from '../contract.ts'
import { isFinished } from '../present.ts'
import { findJob } from '../sql/jobs.ts'
import { failJob } from './finish.ts'

const PAGE_ROWS = 100

/** Fails jobs whose run is dead in the queue, which would otherwise never end. */
export async function failAbandonedJobs(ctx: Context): Promise<void> {
  for (const { id: kind } of [workAsync, workBulk])
    for (let after = 0; ; ) {
      const dead = await listDead(ctx.db, kind, after, PAGE_ROWS)
      for (const { workspace_id, payload } of dead) {
        const job = await findJob(ctx.db, workspace_id, (payload as { job_id: string }).job_id)
        if (!job || isFinished(job)) continue
        const hold = await ctx.ledger.adopt(workspace_id, job.hold_id)
        const message = 'Something went wrong on our side. Rows without a result are not charged.'
        await failJob(ctx, job, { code: 'internal', message }, hold)
      }
      if (dead.length < PAGE_ROWS) break
      after = dead.at(-1)?.id ?? after
    }
}
