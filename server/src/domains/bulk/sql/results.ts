import type { Db } from '../../../kit/db.ts'

export interface NewResult {
  readonly n: number
  readonly status: 'found' | 'not_found' | 'failed'
  /** JSON. */
  readonly data: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly credits: number
  readonly marks?: readonly string[]
}

/** Answers which of them are new: a row has one result, whoever brings it. */
export async function insertResults(
  db: Db,
  workspaceId: string,
  jobId: string,
  results: readonly NewResult[],
): Promise<number[]> {
  const rows = await db<{ n: number }[]>`
    insert into data_job_results (workspace_id, job_id, n, status, data, error, credits, marks)
    select ${workspaceId}, ${jobId}, r.n, r.status, r.data::json, r.error::json, r.credits, r.marks::text[] from unnest(
      ${results.map((result) => result.n)}::integer[], ${results.map((result) => result.status)}::text[],
      ${results.map((result) => result.data)}::text[],
      ${results.map((result) => result.error && JSON.stringify(result.error))}::text[],
      ${results.map((result) => result.credits)}::bigint[],
      ${results.map((result) => (result.marks ? `{${result.marks.map((mark) => JSON.stringify(mark)).join(',')}}` : null))}::text[]
    ) as r (n, status, data, error, credits, marks)
    on conflict do nothing returning n`
  return rows.map((row) => row.n)
}

/** Which rows of a range have their result. */
export async function listAnswered(
  db: Db,
  workspaceId: string,
  jobId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<Set<number>> {
  const rows = await db<{ n: number }[]>`
    select n from data_job_results
    where workspace_id = ${workspaceId} and job_id = ${jobId} and n > ${after} and n <= ${upTo}`
  return new Set(rows.map((row) => row.n))
}

export interface GivenRow {
  n: number
  line: number | null
  cells: string[]
  same_as: number | null
}

/** Rows as they were sent, in their order. */
export async function listGivenRows(
  db: Db,
  workspaceId: string,
  jobId: string,
  { after, atMost }: { after: number; atMost: number },
): Promise<GivenRow[]> {
  return db<GivenRow[]>`
    select n, line, cells, same_as from data_job_rows
    where workspace_id = ${workspaceId} and job_id = ${jobId} and n > ${after} order by n limit ${atMost}`
}

export interface ResultRow {
  n: number
  status: NewResult['status']
  data: unknown
  error: { code: string; message: string } | null
  credits: number
  marks: string[] | null
}

export async function listResults(
  db: Db,
  workspaceId: string,
  jobId: string,
  ns: readonly number[],
): Promise<ResultRow[]> {
  return db<ResultRow[]>`
    select n, status, data, error, credits, marks from data_job_results
    where workspace_id = ${workspaceId} and job_id = ${jobId} and n = any(${ns}::integer[])`
}

export async function deleteResults(db: Db, workspaceId: string, jobId: string): Promise<void> {
  await db`delete from data_job_results where workspace_id = ${workspaceId} and job_id = ${jobId}`
}
