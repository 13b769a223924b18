import type { Context } from '../../../../kit/context.ts'
import type { Hold } from '../../../../kit/ledger.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { ClaimLost } from '../../../../queue/job.ts'
import { emit } from '../../../../webhooks/emit.ts'
import { jobFinished } from '../contract/job.ts'
import { isOver, presentJob } from '../present.ts'
import { type JobRow, type JobStatus, lockJob, updateFinished } from '../sql/jobs.ts'
import { listResults } from '../sql/results.ts'
import type { Turn } from './store.ts'

/** The last thing that happens to a job: its state, what is left of its hold and its webhook, together or not at all. */
export async function endJob({ ctx, hold, job }: Turn): Promise<void> {
  await end(ctx, job, hold, async (tx, row) => {
    if (row.status === 'cancelling') return { status: 'cancelled', error: null }
    if (row.failed === 0) return { status: 'completed', error: null }
    if (row.kind === 'bulk') return { status: 'completed_with_errors', error: null }
    const [only] = await listResults(tx, row.workspace_id, row.id, [1])
    return { status: 'failed', error: only?.error ?? null }
  })
}

/** What cannot be gone on with: what is answered stays, what is left is given back. */
export async function failJob(
  ctx: Context,
  job: JobRow,
  error: NonNullable<JobRow['error']>,
  hold?: Hold,
): Promise<void> {
  await end(ctx, job, hold, async () => ({ status: 'failed', error }))
}

async function end(
  ctx: Context,
  { workspace_id: workspaceId, id }: JobRow,
  hold: Hold | undefined,
  decide: (tx: Db, row: JobRow) => Promise<{ status: JobStatus; error: JobRow['error'] }>,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await lockJob(tx, workspaceId, id)
    if (!row || isOver(row)) return
    const { status, error } = await decide(tx, row)
    const total = row.search_limit === null || status !== 'completed' ? row.total : row.done
    const ended = await updateFinished(tx, workspaceId, id, { status, error, total, now: ctx.clock.now() })
    if (ended.webhook_id !== null)
      await emit(ctx, tx, jobFinished, { job: presentJob(ended) }, { workspaceId, endpointId: ended.webhook_id })
    if (!hold) return
    const { verdict } = await ctx.ledger.settleIn(tx, { hold, charges: [], closes: true, answer: null })
    if (verdict === 'fenced') throw new ClaimLost(`the credits of the job ${id} are held by another worker`)
  })
}
