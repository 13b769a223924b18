import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface NewResult {
  readonly n: number
  readonly status: 'found' | 'not_found' | 'failed'
  /** Serialised JSON. */
  readonly data: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly credits: number
  /** Suppression keys that `data` does not show. */
  readonly marks?: readonly string[]
}

/** Returns the new ones among them: a row has one result, whichever worker stores it. */
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

export interface ResultRow {
  n: number
  status: NewResult['status']
  data: unknown
  error: { code: string; message: string } | null
  credits: number
  marks: string[] | null
}

export interface RowWithResult {
  n: number
  line: number | null
  cells: string[]
  same_as: number | null
  result: ResultRow | null
}

/** Lists rows as sent, in order, each with its result. */
export async function listRowsWithResults(
  db: Db,
  workspaceId: string,
  jobId: string,
  { after, limit }: { after: number; limit: number },
): Promise<PageRows<RowWithResult>> {
  return readPage(
    db,
    limit,
    db<RowWithResult[]>`
    select g.n, g.line, g.cells, g.same_as, case when r.n is not null then json_build_object('n', r.n, 'status', r.status,
      'data', r.data, 'error', r.error, 'credits', r.credits, 'marks', r.marks) end as result
    from data_job_rows g left join data_job_results r
      on r.workspace_id = g.workspace_id and r.job_id = g.job_id and r.n = coalesce(g.same_as, g.n)
    where g.workspace_id = ${workspaceId} and g.job_id = ${jobId} and g.n > ${after} order by g.n`,
  )
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
