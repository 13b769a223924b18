import type { Context } from '../../../../kit/context.ts'
import type { Hold } from '../../../../kit/ledger.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { emit } from '../../../../webhooks/emit.ts'
import { jobFinished } from '../contract/job.ts'
import { keepJob } from '../keep-job.ts'
import { isFinished, presentJob } from '../present.ts'
import { type JobRow, type JobStatus, lockJob, updateFinished } from '../sql/jobs.ts'
import { listResults } from '../sql/results.ts'
import { holdLost, type JobRun } from './job-run.ts'

/** Stores the final status, closes the hold and emits the webhook, all in one transaction. */
export async function finishJob({ ctx, hold, job }: JobRun): Promise<void> {
  await finish(ctx, job, hold, async (tx, row) => {
    if (row.status === 'canceling') return { status: 'canceled', error: null }
    if (row.failed === 0) return { status: 'completed', error: null }
    if (row.kind === 'bulk') return { status: 'completed_with_errors', error: null }
    const [only] = await listResults(tx, row.workspace_id, row.id, [1])
    return { status: 'failed', error: only?.error ?? null }
  })
}

/** Fails a job that cannot continue: its results stay, and the rest of its hold is released. */
export async function failJob(
  ctx: Context,
  job: JobRow,
  error: NonNullable<JobRow['error']>,
  hold?: Hold,
): Promise<void> {
  await finish(ctx, job, hold, async () => ({ status: 'failed', error }))
}

async function finish(
  ctx: Context,
  { workspace_id: workspaceId, id }: JobRow,
  hold: Hold | undefined,
  decide: (tx: Db, row: JobRow) => Promise<{ status: JobStatus; error: JobRow['error'] }>,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await lockJob(tx, workspaceId, id)
    if (!row || isFinished(row)) return
    const { status, error } = await decide(tx, row)
    const total = row.search_limit !== null && status.startsWith('completed') ? row.done : row.total
    const finished = await updateFinished(tx, workspaceId, id, { status, error, total, now: ctx.clock.now() })
    const { webhook_id: endpointId } = finished
    if (finished.charged > 0) await keepJob(ctx, tx, finished)
    if (endpointId !== null)
      await emit(ctx, tx, jobFinished, { job: presentJob(finished) }, { workspaceId, endpointId })
    if (!hold) return
    const { verdict } = await ctx.ledger.settleIn(tx, { hold, charges: [], closes: true, response: null })
    if (verdict === 'fenced') throw holdLost(id)
  })
}
