import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { keepJobPurchase } from '../purchases/keep.ts'
import type { JobRow } from './sql/jobs.ts'

/** Adds a finished job that was charged to what the workspace bought. Its results are not copied: they are kept as long. */
export async function keepJob(ctx: Context, tx: Db, job: JobRow): Promise<void> {
  const { workspace_id: workspaceId, id, action, filters, found, total, charged: credits, finished_at } = job
  await keepJobPurchase(tx, workspaceId, {
    id: ctx.ids.next('purchase'),
    action,
    key: id,
    question: job.search_limit === null ? { rows: total, ...filters } : { ...filters },
    // A workflow also charges rows that it finds nothing more about.
    items: Math.max(1, found),
    credits,
    job_id: id,
    hold_id: job.hold_id,
    request_id: job.request_id,
    key_id: job.key_id,
    bought_at: finished_at ?? ctx.clock.now(),
  })
}
