import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export type JobStatus =
  | 'queued'
  | 'running'
  | 'completed'
  | 'completed_with_errors'
  | 'failed'
  | 'canceling'
  | 'canceled'

export interface JobRow {
  workspace_id: string
  id: string
  kind: 'async' | 'bulk'
  action: string
  status: JobStatus
  columns: string[]
  filters: Record<string, unknown> | null
  search_limit: number | null
  search_cursor: string | null
  /** Rows up to this one have a result or are postponed. */
  taken: number
  total: number
  done: number
  found: number
  failed: number
  hold_id: string
  reserved: number
  charged: number
  price_book: string
  key_id: string
  request_id: string
  webhook_id: string | null
  error: { code: string; message: string } | null
  created_at: Date
  started_at: Date | null
  answered_at: Date | null
  finished_at: Date | null
}

export async function insertJob(db: Db, row: JobRow): Promise<void> {
  await db`insert into data_jobs ${db({ ...row, filters: row.filters && db.json(row.filters as never), error: null })}`
}

export async function findJob(
  db: Db,
  workspaceId: string,
  id: string,
  kind?: JobRow['kind'],
): Promise<JobRow | undefined> {
  const [row] = await db<JobRow[]>`
    select * from data_jobs where workspace_id = ${workspaceId} and id = ${id}
    ${kind === undefined ? db`` : db`and kind = ${kind}`}`
  return row
}

/** Locks a job; every change of a job locks it first. */
export async function lockJob(db: Db, workspaceId: string, id: string): Promise<JobRow | undefined> {
  const [row] = await db<JobRow[]>`
    select * from data_jobs where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

/** Bounds of the ids of each kind, which is their prefix: they contain all ids of that kind and no others, in every collation. */
const ID_BOUNDS = { async: ['job_', 'job_Z'], bulk: ['bulk_', 'bulk_Z'] } as const

export interface JobFilter {
  readonly kind: JobRow['kind']
  readonly after: string | undefined
  readonly limit: number
  readonly status?: JobRow['status'] | undefined
  readonly action?: string | undefined
}

export async function listJobs(
  db: Db,
  workspaceId: string,
  { kind, after, limit, status, action }: JobFilter,
): Promise<PageRows<JobRow>> {
  const [first, last] = ID_BOUNDS[kind]
  return readPage(
    db,
    limit,
    db<JobRow[]>`
    select * from data_jobs where workspace_id = ${workspaceId} and kind = ${kind} and id > ${first} and id < ${after ?? last}
    ${status === undefined ? db`` : db`and status = ${status}`} ${action === undefined ? db`` : db`and action = ${action}`}
    order by id desc`,
  )
}

/** Lists and locks running and waiting jobs, except those being canceled. */
export async function listUnfinishedJobs(
  db: Db,
  workspaceId: string,
  limit: number,
): Promise<Pick<JobRow, 'id' | 'kind'>[]> {
  return db<Pick<JobRow, 'id' | 'kind'>[]>`
    select id, kind from data_jobs where workspace_id = ${workspaceId} and finished_at is null and status <> 'canceling'
    order by id limit ${limit} for update`
}

export async function updateStarted(db: Db, workspaceId: string, id: string, now: Date): Promise<void> {
  await db`
    update data_jobs set status = 'running', started_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'queued'`
}

export interface JobProgress {
  readonly taken: number
  readonly done: number
  readonly found: number
  readonly failed: number
  readonly charged: number
  /** Time at which a row was last found or not found; null when none was. */
  readonly answeredAt: Date | null
  /** Undefined leaves the cursor unchanged. */
  readonly cursor?: string | null
}

/** Adds to the counts and returns the updated job. */
export async function updateProgress(
  db: Db,
  workspaceId: string,
  id: string,
  { taken, done, found, failed, charged, answeredAt, cursor }: JobProgress,
): Promise<JobRow> {
  const [row] = await db<[JobRow]>`
    update data_jobs set taken = greatest(taken, ${taken}), done = done + ${done}, found = found + ${found},
      failed = failed + ${failed}, charged = charged + ${charged}, answered_at = coalesce(${answeredAt}, answered_at)
      ${cursor === undefined ? db`` : db`, search_cursor = ${cursor}`}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function updateCanceling(db: Db, workspaceId: string, id: string): Promise<JobRow> {
  const [row] = await db<[JobRow]>`
    update data_jobs set status = 'canceling' where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function updateFinished(
  db: Db,
  workspaceId: string,
  id: string,
  { status, error, total, now }: { status: JobStatus; error: JobRow['error']; total: number; now: Date },
): Promise<JobRow> {
  const [row] = await db<[JobRow]>`
    update data_jobs set status = ${status}, error = ${error && db.json(error)}, total = ${total}, finished_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

/** Lists jobs that ended before a date, with the webhook endpoints that belong to them. */
export async function listFinishedBefore(
  db: Db,
  { before, chargedBefore }: { before: Date; chargedBefore: Date },
  limit: number,
): Promise<Pick<JobRow, 'workspace_id' | 'id' | 'webhook_id'>[]> {
  return db<Pick<JobRow, 'workspace_id' | 'id' | 'webhook_id'>[]>`
    select workspace_id, id, webhook_id from data_jobs
    where finished_at < ${before} and (charged = 0 or finished_at < ${chargedBefore}) order by finished_at limit ${limit}`
}

export async function deleteJob(db: Db, workspaceId: string, id: string): Promise<void> {
  await db`delete from data_jobs where workspace_id = ${workspaceId} and id = ${id}`
}
