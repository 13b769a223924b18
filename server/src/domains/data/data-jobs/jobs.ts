import type { Context } from '../../../kit/context.ts'
import { handler } from '../../../queue/job.ts'
import { listDead } from '../../../queue/queue.ts'
import { timer } from '../../../queue/timers.ts'
import { deleteJobEndpoints } from '../../../webhooks/endpoints.ts'
import { workAsync, workBulk } from './contract.ts'
import { isOver } from './present.ts'
import { deleteJob, findJob, listFinishedBefore } from './sql/jobs.ts'
import { deleteResults } from './sql/results.ts'
import { deleteRows } from './sql/rows.ts'
import { failJob } from './working/finish.ts'
import { takeTurn } from './working/run.ts'

export const dataJobHandlers = [handler(workAsync, takeTurn), handler(workBulk, takeTurn)]

const PAGE_ROWS = 100
const DAY_MS = 86_400_000

/** A job whose turns the queue has set aside comes to no end by itself. */
async function failAbandoned(ctx: Context): Promise<void> {
  for (const { id: kind } of [workAsync, workBulk])
    for (let after = 0; ; ) {
      const dead = await listDead(ctx.db, kind, after, PAGE_ROWS)
      for (const { workspace_id, payload } of dead) {
        const job = await findJob(ctx.db, workspace_id, (payload as { job_id: string }).job_id)
        if (!job || isOver(job)) continue
        const hold = await ctx.ledger.adopt(workspace_id, job.hold_id)
        const message = 'Something broke on our side. What was not answered is not charged.'
        await failJob(ctx, job, { code: 'internal', message }, hold)
      }
      if (dead.length < PAGE_ROWS) break
      after = dead.at(-1)?.id ?? after
    }
}

/** A job and its results are kept for so many days after its end. The job itself goes last, so that nothing is left behind. */
async function forgetOldJobs(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.config.JOB_RESULTS_DAYS * DAY_MS)
  for (;;) {
    const old = await listFinishedBefore(ctx.db, before, PAGE_ROWS)
    for (const { workspace_id: workspaceId, id, webhook_id } of old) {
      await deleteResults(ctx.db, workspaceId, id)
      await deleteRows(ctx.db, workspaceId, id)
      if (webhook_id !== null) await deleteJobEndpoints(ctx.db, workspaceId, [webhook_id])
      await deleteJob(ctx.db, workspaceId, id)
    }
    if (old.length < PAGE_ROWS) return
  }
}

export const dataJobTimers = [
  timer({ id: 'data_jobs.fail_abandoned', everySeconds: 60, run: failAbandoned }),
  timer({ id: 'data_jobs.forget', everySeconds: 3600, run: forgetOldJobs }),
]
