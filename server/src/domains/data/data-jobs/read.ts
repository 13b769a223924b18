import type { Context } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { cancel, enqueue } from '../../../queue/queue.ts'
import type { JobWithData } from './contract/async.ts'
import type { Job } from './contract/job.ts'
import { workAsync, workBulk } from './contract.ts'
import { isOver, presentJob } from './present.ts'
import * as sql from './sql/jobs.ts'
import { listResults } from './sql/results.ts'
import { withoutLeftOut } from './visible-results.ts'

type Kind = sql.JobRow['kind']

export async function listJobs(
  db: Db,
  workspaceId: string,
  kind: Kind,
  query: { limit: number; cursor?: string },
): Promise<Page<Job>> {
  const page = { kind, limit: query.limit, after: afterId(query.cursor) }
  return pageOf(await sql.listJobs(db, workspaceId, page), presentJob)
}

export async function getJob(db: Db, workspaceId: string, kind: Kind, id: string): Promise<sql.JobRow> {
  const row = await sql.findJob(db, workspaceId, id, kind)
  if (!row) throw notFound('job')
  return row
}

export async function getAsyncJob(db: Db, workspaceId: string, id: string): Promise<JobWithData> {
  const row = await getJob(db, workspaceId, 'async', id)
  if (row.status !== 'completed') return presentJob(row)
  const [only] = await withoutLeftOut(db, row, await listResults(db, workspaceId, id, [1]))
  return { ...presentJob(row), data: only?.data ?? null }
}

/** Whoever works on the job ends it at the next row; when nobody does, its next turn comes at once. */
export async function cancelJob(ctx: Context, db: Db, workspaceId: string, kind: Kind, id: string): Promise<Job> {
  return transaction(db, async (tx) => {
    const row = await sql.lockJob(tx, workspaceId, id)
    if (!row || row.kind !== kind) throw notFound('job')
    if (isOver(row)) throw new ApiError('wrong_state', `The job has ended: it is ${row.status}.`)
    if (row.status === 'cancelling') return presentJob(row)
    const work = kind === 'async' ? workAsync : workBulk
    await cancel(tx, workspaceId, work, id)
    await enqueue(ctx, tx, work, { job_id: id }, { workspaceId, dedupe: id })
    return presentJob(await sql.updateCancelling(tx, workspaceId, id))
  })
}
