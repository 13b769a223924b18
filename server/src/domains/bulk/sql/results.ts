import type { Db } from '../../../kit/db.ts'

export interface NewResult {
  readonly n: number
  readonly status: 'found' | 'not_found' | 'failed'
  /** JSON. */
  readonly data: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly credits: number
}

/** Answers which of them are new: a row has one result, whoever brings it. */
export async function insertResults(
  db: Db,
  workspaceId: string,
  jobId: string,
  results: readonly NewResult[],
): Promise<number[]> {
  const rows = await db<{ n: number }[]>`
    insert into data_job_results (workspace_id, job_id, n, status, data, error, credits)
    select ${workspaceId}, ${jobId}, r.n, r.status, r.data::json, r.error::json, r.credits from unnest(
      ${results.map((result) => result.n)}::integer[], ${results.map((result) => result.status)}::text[],
      ${results.map((result) => result.data)}::text[],
      ${results.map((result) => result.error && JSON.stringify(result.error))}::text[],
      ${results.map((result) => result.credits)}::bigint[]
    ) as r (n, status, data, error, credits)
    on conflict do nothing returning n`
  return rows.map((row) => row.n)
}

export interface ResultRow {
  n: number
  line: number | null
  cells: string[]
  same_as: number | null
  status: NewResult['status'] | null
  data: unknown
  error: Record<string, unknown> | null
  credits: number
}

/** Rows in their order, each with its result or that of the row it is the same as. */
export async function listResults(
  db: Db,
  workspaceId: string,
  jobId: string,
  { after, atMost }: { after: number; atMost: number },
): Promise<ResultRow[]> {
  return db<ResultRow[]>`
    select r.n, r.line, r.cells, r.same_as, s.status, s.data, s.error,
      case when r.same_as is null then coalesce(s.credits, 0) else 0 end as credits
    from data_job_rows r
    left join data_job_results s
      on s.workspace_id = r.workspace_id and s.job_id = r.job_id and s.n = coalesce(r.same_as, r.n)
    where r.workspace_id = ${workspaceId} and r.job_id = ${jobId} and r.n > ${after}
    order by r.n limit ${atMost}`
}

export async function deleteResults(db: Db, workspaceId: string, jobId: string): Promise<void> {
  await db`delete from data_job_results where workspace_id = ${workspaceId} and job_id = ${jobId}`
}
