import { type Cell, copyInto } from '../../../../kit/postgres/copy.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface AskedRow {
  n: number
  line: number | null
  cells: string[]
  step: string
  times: number
  attempts: number
  tickets: { source: string; ticket: string; retryAfterMs: number }[] | null
  trouble: { code: string; message: string } | null
}

export interface WrittenRow {
  readonly n: number
  readonly line: number | null
  readonly cells: readonly string[]
  readonly step: string | null
  readonly sameAs: number | null
  readonly times: number
}

const COLUMNS = ['workspace_id', 'job_id', 'n', 'line', 'cells', 'step', 'same_as', 'times', 'attempts']

export async function copyRows(db: Db, workspaceId: string, jobId: string, rows: readonly WrittenRow[]): Promise<void> {
  await copyInto(db, 'data_job_rows', COLUMNS, cellsOf(workspaceId, jobId, rows))
}

function* cellsOf(workspaceId: string, jobId: string, rows: readonly WrittenRow[]): Generator<Cell[]> {
  for (const { n, line, cells, step, sameAs, times } of rows)
    yield [workspaceId, jobId, n, line, cells, step, sameAs, times, 0]
}

/** Those of the steps that are known already; a step names its job. */
export async function listKnownSteps(db: Db, workspaceId: string, steps: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ step: string }[]>`
    select step from data_job_rows
    where workspace_id = ${workspaceId} and step = any(${steps}) and step is not null and same_as is null`
  return new Set(rows.map((row) => row.step))
}

const asked = (db: Db) => db`n, line, cells, step, times, attempts, tickets, trouble`

/** The next that wait for no other attempt. */
export async function listNextRows(
  db: Db,
  workspaceId: string,
  jobId: string,
  { after, atMost }: { after: number; atMost: number },
): Promise<AskedRow[]> {
  return db<AskedRow[]>`
    select ${asked(db)} from data_job_rows
    where workspace_id = ${workspaceId} and job_id = ${jobId} and n > ${after} and step is not null and same_as is null
      and due_at is null
    order by n limit ${atMost}`
}

/** Those whose time for another attempt has come. */
export async function listDueRows(
  db: Db,
  workspaceId: string,
  jobId: string,
  { now, atMost }: { now: Date; atMost: number },
): Promise<AskedRow[]> {
  return db<AskedRow[]>`
    select ${asked(db)} from data_job_rows
    where workspace_id = ${workspaceId} and job_id = ${jobId} and due_at <= ${now} order by due_at, n limit ${atMost}`
}

export async function findNextDue(db: Db, workspaceId: string, jobId: string): Promise<Date | undefined> {
  const [row] = await db<{ due_at: Date }[]>`
    select due_at from data_job_rows
    where workspace_id = ${workspaceId} and job_id = ${jobId} and due_at is not null order by due_at limit 1`
  return row?.due_at
}

export interface Postponed {
  readonly n: number
  readonly attempts: number
  readonly dueAt: Date
  readonly tickets: AskedRow['tickets']
  readonly trouble: AskedRow['trouble']
}

export async function updatePostponed(
  db: Db,
  workspaceId: string,
  jobId: string,
  rows: readonly Postponed[],
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

/** They have their answer and wait for nothing. */
export async function updateAnswered(db: Db, workspaceId: string, jobId: string, ns: readonly number[]): Promise<void> {
  await db`
    update data_job_rows set due_at = null, tickets = null, trouble = null
    where workspace_id = ${workspaceId} and job_id = ${jobId} and n = any(${ns}::integer[]) and due_at is not null`
}

export async function deleteRows(db: Db, workspaceId: string, jobId: string): Promise<void> {
  await db`delete from data_job_rows where workspace_id = ${workspaceId} and job_id = ${jobId}`
}
