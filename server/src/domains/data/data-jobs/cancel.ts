import type { Context } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { cancel, enqueue } from '../../../queue/queue.ts'
import type { Job } from './contract/job.ts'
import { selectWorkJob } from './contract.ts'
import { isFinished, presentJob } from './present.ts'
import { type JobRow, listUnfinishedJobs, lockJob, updateCanceling } from './sql/jobs.ts'

/**
 * Cancels a job. A worker that is running it finishes it at the next row; otherwise its next run, which finishes it, starts at
 * once.
 */
export async function cancelJob(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { kind, id }: Pick<JobRow, 'kind' | 'id'>,
): Promise<Job> {
  return transaction(db, async (tx) => {
    const row = await lockJob(tx, workspaceId, id)
    if (!row || row.kind !== kind) throw notFound('job')
    if (isFinished(row)) throw new ApiError('wrong_state', `This job has already ended with status ${row.status}.`)
    if (row.status === 'canceling') return presentJob(row)
    const work = selectWorkJob(kind)
    await cancel(tx, workspaceId, work, id)
    await enqueue(ctx, tx, work, { job_id: id }, { workspaceId, dedupe: id })
    return presentJob(await updateCanceling(tx, workspaceId, id))
  })
}

const CANCELED_AT_ONCE = 20

/** Cancels some of the unfinished jobs. Returns their number; 0 when none is left to cancel. */
export async function cancelUnfinishedJobs(ctx: Context, tx: Db, workspaceId: string): Promise<number> {
  const jobs = await listUnfinishedJobs(tx, workspaceId, CANCELED_AT_ONCE)
  for (const job of jobs) await cancelJob(ctx, tx, workspaceId, job)
  return jobs.length
}
