import type { Context } from '../../../../kit/context.ts'
import { deleteJobEndpoints } from '../../../../webhooks/endpoints.ts'
import { oldestPurchase } from '../../purchases/retention.ts'
import { deleteJob, listFinishedBefore } from '../sql/jobs.ts'
import { deleteResults } from '../sql/results.ts'
import { deleteRows } from '../sql/rows.ts'

const PAGE_ROWS = 100
const DAY_MS = 86_400_000

/**
 * Deletes jobs and their results some days after they ended; what a job bought is kept as long as other purchases. The job is
 * deleted last, so that a killed run leaves no orphans.
 */
export async function deleteOldJobs(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.config.JOB_RESULTS_DAYS * DAY_MS)
  const chargedBefore = new Date(Math.min(before.getTime(), oldestPurchase(ctx).getTime()))
  for (;;) {
    const old = await listFinishedBefore(ctx.db, { before, chargedBefore }, PAGE_ROWS)
    for (const { workspace_id: workspaceId, id, webhook_id } of old) {
      await deleteResults(ctx.db, workspaceId, id)
      await deleteRows(ctx.db, workspaceId, id)
      if (webhook_id !== null) await deleteJobEndpoints(ctx.db, workspaceId, [webhook_id])
      await deleteJob(ctx.db, workspaceId, id)
    }
    if (old.length < PAGE_ROWS) return
  }
}
