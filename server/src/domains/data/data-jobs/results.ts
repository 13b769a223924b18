import type { Context } from '../../../kit/context.ts'
import { createYielder } from '../../../kit/cooperative.ts'
import { PAGE_BYTES_MAX, type Page, type PageRows } from '../../../kit/declare/page.ts'
import { StreamedReply } from '../../../kit/declare/reply.ts'
import { countJsonBytes } from '../../../kit/declare/schema.ts'
import type { RowResult } from './contract/bulk.ts'
import { isFinished } from './present.ts'
import { getJob } from './read.ts'
import { csvWriter, NDJSON_WRITER, type ResultFileRow, type ResultWriter } from './result-files.ts'
import { readRowCursor, writeRowCursor } from './row-cursor.ts'
import type { JobRow } from './sql/jobs.ts'
import { listRowsWithResults, type RowWithResult } from './sql/results.ts'
import { type VisibleResult, withholdSuppressed } from './visible-results.ts'

/** Rows read in one statement; fewer when they have many columns. */
const ROWS_PER_STATEMENT = 500
const CELLS_PER_STATEMENT = 50_000

export interface ResultQuery {
  readonly limit: number
  readonly cursor?: string
  readonly format: 'json' | 'csv' | 'ndjson'
}

/** Returns the current results. JSON is paged; a file is read and sent in pieces. */
export async function readResults(
  ctx: Context,
  workspaceId: string,
  id: string,
  { limit, cursor, format }: ResultQuery,
): Promise<Page<RowResult> | StreamedReply> {
  const job = await getJob(ctx.db, workspaceId, 'bulk', id)
  const after = (cursor === undefined ? undefined : readRowCursor(cursor)) ?? 0
  if (format === 'json') {
    const { rows, hasMore } = await listShownRows(ctx, job, after, limit)
    const shown = rows.map(({ result }) => result)
    return { data: shown, has_more: hasMore, next_cursor: hasMore ? writeRowCursor(shown.at(-1)?.row ?? 0) : null }
  }
  const [contentType, writer] =
    format === 'csv'
      ? (['text/csv; charset=utf-8', csvWriter(job)] as const)
      : (['application/x-ndjson', NDJSON_WRITER] as const)
  return new StreamedReply(streamRows(ctx, job, after, writer), { contentType, fileName: `${id}.${format}` })
}

async function* streamRows(
  ctx: Context,
  job: JobRow,
  from: number,
  { head, writeRow }: ResultWriter,
): AsyncGenerator<string> {
  const limit = Math.min(ROWS_PER_STATEMENT, Math.ceil(CELLS_PER_STATEMENT / job.columns.length))
  const yielder = createYielder()
  if (head !== '') yield head
  for (let after = from; ; ) {
    const { rows, hasMore } = await listShownRows(ctx, job, after, limit)
    let text = ''
    for (const row of rows) {
      text += writeRow(row)
      if (!yielder.isDue()) continue
      yield text
      text = ''
      await yielder.yield()
    }
    if (text !== '') yield text
    if (!hasMore) return
    after = rows.at(-1)?.result.row ?? after
  }
}

async function listShownRows(
  ctx: Context,
  job: JobRow,
  after: number,
  limitMax: number,
): Promise<PageRows<ResultFileRow>> {
  // Every row repeats the column names, which count against the bytes of the page too.
  const limit = Math.min(limitMax, Math.ceil(PAGE_BYTES_MAX / countJsonBytes(job.columns)))
  const { rows, hasMore } = await listRowsWithResults(ctx.db, job.workspace_id, job.id, { after, limit })
  const results = new Map(rows.flatMap(({ result }) => (result ? [[result.n, result]] : [])))
  const visible = await withholdSuppressed(ctx.directory, job, [...results.values()])
  const byRow = new Map(visible.map((result) => [result.n, result]))
  const shown = rows.map((row) => ({
    result: presentRow(job, row, byRow.get(row.same_as ?? row.n)),
    cells: row.cells,
  }))
  return { rows: shown, hasMore }
}

function presentRow(job: JobRow, row: RowWithResult, result: VisibleResult | undefined): RowResult {
  return {
    row: row.n,
    line: row.line,
    input: Object.fromEntries(job.columns.map((column, at) => [column, row.cells[at] ?? ''])),
    status: result?.status ?? statusWithoutResult(job),
    data: result?.data ?? null,
    error: result ? result.error : job.error,
    credits: row.same_as === null ? (result?.credits ?? 0) : 0,
    duplicate_of: row.same_as,
  }
}

function statusWithoutResult(job: JobRow): RowResult['status'] {
  if (!isFinished(job)) return 'pending'
  return job.status === 'canceled' ? 'canceled' : 'unanswered'
}
