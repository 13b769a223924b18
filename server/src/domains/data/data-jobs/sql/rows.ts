import { type Cell, copyInto } from '../../../../kit/postgres/copy.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

/** A row of a job as a worker reads it. */
export interface StoredRow {
  n: number
  line: number | null
  cells: string[]
  step: string
  times: number
  attempts: number
  tickets: { source: string; ticket: string; retryAfterMs: number }[] | null
  /** The last failure. */
  trouble: { code: string; message: string } | null
}

export interface InsertedRow {
  readonly n: number
  readonly line: number | null
  readonly cells: readonly string[]
  readonly step: string | null
  readonly sameAs: number | null
  readonly times: number
}

const COLUMNS = ['workspace_id', 'job_id', 'n', 'line', 'cells', 'step', 'same_as', 'times', 'attempts']

export async function copyRows(
  db: Db,
  workspaceId: string,
  jobId: string,
  rows: readonly InsertedRow[],
): Promise<void> {
  await copyInto(db, 'data_job_rows', COLUMNS, toRowCells(workspaceId, jobId, rows))
}

function* toRowCells(workspaceId: string, jobId: string, rows: readonly InsertedRow[]): Generator<Cell[]> {
  for (const { n, line, cells, step, sameAs, times } of rows)
    yield [workspaceId, jobId, n, line, cells, step, sameAs, times, 0]
}

/** Lists the steps that already have a row; a step names its job too. */
export async function listKnownSteps(db: Db, workspaceId: string, steps: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ step: string }[]>`
    select step from data_job_rows
    where workspace_id = ${workspaceId} and step = any(${steps}) and step is not null and same_as is null`
  return new Set(rows.map((row) => row.step))
}

const columns = (db: Db) => db`n, line, cells, step, times, attempts, tickets, trouble`

/** Lists the next rows that have not been looked up. */
export async function listNextRows(
  db: Db,
  workspaceId: string,
  jobId: string,
  { after, limit }: { after: number; limit: number },
): Promise<StoredRow[]> {
  return db<StoredRow[]>`
    select ${columns(db)} from data_job_rows
    where workspace_id = ${workspaceId} and job_id = ${jobId} and n > ${after} and step is not null and same_as is null
      and due_at is null
    order by n limit ${limit}`
}

export async function listDueRows(
  db: Db,
  workspaceId: string,
  jobId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<StoredRow[]> {
  return db<StoredRow[]>`
    select ${columns(db)} from data_job_rows
    where workspace_id = ${workspaceId} and job_id = ${jobId} and due_at <= ${now} order by due_at, n limit ${limit}`
}

export async function findNextDue(db: Db, workspaceId: string, jobId: string): Promise<Date | undefined> {
  const [row] = await db<{ due_at: Date }[]>`
    select due_at from data_job_rows
    where workspace_id = ${workspaceId} and job_id = ${jobId} and due_at is not null order by due_at limit 1`
  return row?.due_at
}

export interface PostponedRow {
  readonly n: number
  readonly attempts: number
  readonly dueAt: Date
  readonly tickets: StoredRow['tickets']
  readonly trouble: StoredRow['trouble']
}

export async function updatePostponed(
  db: Db,
  workspaceId: string,
  jobId: string,
  rows: readonly PostponedRow[],
): Promise<void> {
  await db`
    update data_job_rows r set attempts = p.attempts, due_at = p.due_at, tickets = p.tickets::jsonb, trouble = p.trouble::jsonb
    from unnest(
      ${rows.map((row) => row.n)}::integer[], ${rows.map((row) => row.attempts)}::smallint[],
      ${rows.map((row) => row.dueAt.toISOString())}::timestamptz[],
      ${rows.map((row) => row.tickets && JSON.stringify(row.tickets))}::text[],
      ${rows.map((row) => row.trouble && JSON.stringify(row.trouble))}::text[]
    ) as p (n, attempts, due_at, tickets, trouble)
    where r.workspace_id = ${workspaceId} and r.job_id = ${jobId} and r.n = p.n`
}

/** Clears the next attempt of rows that have their result. */
export async function updateAnswered(db: Db, workspaceId: string, jobId: string, ns: readonly number[]): Promise<void> {
  await db`
    update data_job_rows set due_at = null, tickets = null, trouble = null
    where workspace_id = ${workspaceId} and job_id = ${jobId} and n = any(${ns}::integer[]) and due_at is not null`
}

export async function deleteRows(db: Db, workspaceId: string, jobId: string): Promise<void> {
  await db`delete from data_job_rows where workspace_id = ${workspaceId} and job_id = ${jobId}`
}
