import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { JobWithData } from './contract/async.ts'
import type { Job } from './contract/job.ts'
import { presentJob } from './present.ts'
import * as sql from './sql/jobs.ts'
import { listResults } from './sql/results.ts'
import { withholdSuppressed } from './visible-results.ts'

type JobKind = sql.JobRow['kind']

export async function listJobs(
  db: Db,
  workspaceId: string,
  kind: JobKind,
  { cursor, ...filter }: { limit: number; cursor?: string; status?: Job['status']; action?: string },
): Promise<Page<Job>> {
  const page = { ...filter, kind, after: afterId(cursor) }
  return toPage(await sql.listJobs(db, workspaceId, page), presentJob)
}

export async function getJob(db: Db, workspaceId: string, kind: JobKind, id: string): Promise<sql.JobRow> {
  const row = await sql.findJob(db, workspaceId, id, kind)
  if (!row) throw notFound('job')
  return row
}

export async function getAsyncJob(
  { directory }: Context,
  db: Db,
  workspaceId: string,
  id: string,
): Promise<JobWithData> {
  const row = await getJob(db, workspaceId, 'async', id)
  if (row.status !== 'completed') return presentJob(row)
  const [only] = await withholdSuppressed(directory, row, await listResults(db, workspaceId, id, [1]))
  return { ...presentJob(row), data: only?.data ?? null }
}
