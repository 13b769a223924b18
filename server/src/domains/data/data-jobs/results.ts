import type { TSchema } from 'typebox'
import type { Context } from '../../../kit/context.ts'
import { createYielder } from '../../../kit/cooperative.ts'
import { csvRow } from '../../../kit/csv.ts'
import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import { PAGE_BYTES_MAX, type Page, type PageRows } from '../../../kit/declare/page.ts'
import { Streamed } from '../../../kit/declare/reply.ts'
import { jsonBytesOf } from '../../../kit/declare/schema.ts'
import { outputOf } from './contract/actions.ts'
import type { RowResult } from './contract/bulk.ts'
import { isOver } from './present.ts'
import { getJob } from './read.ts'
import type { JobRow } from './sql/jobs.ts'
import { type GivenRow, listGivenRows } from './sql/results.ts'
import { type ShownResult, withoutLeftOut } from './visible-results.ts'

/** Rows that are read and written in one go, fewer of many columns. */
const AT_ONCE = 500
const CELLS_AT_ONCE = 50_000

export interface ResultQuery {
  readonly limit: number
  readonly cursor?: string
  readonly format: 'json' | 'csv' | 'ndjson'
}

/** Results as they are now. A page reads a page; a file is read and sent piece by piece. */
export async function readResults(
  ctx: Context,
  workspaceId: string,
  id: string,
  { limit, cursor, format }: ResultQuery,
): Promise<Page<RowResult> | Streamed> {
  const job = await getJob(ctx.db, workspaceId, 'bulk', id)
  const after = afterRow(cursor)
  if (format === 'json') {
    const { rows, hasMore } = await listShown(ctx, job, after, limit)
    const shown = rows.map(({ result }) => result)
    return { data: shown, has_more: hasMore, next_cursor: hasMore ? cursorAt(shown.at(-1)?.row ?? 0) : null }
  }
  const [contentType, write] =
    format === 'csv'
      ? (['text/csv; charset=utf-8', csvOf(job)] as const)
      : (['application/x-ndjson', ndjsonOf()] as const)
  return new Streamed(stream(ctx, job, after, write), { contentType, fileName: `${id}.${format}` })
}

interface Writer {
  readonly head: string
  readonly row: (shown: Shown) => string
}

async function* stream(ctx: Context, job: JobRow, from: number, { head, row }: Writer): AsyncGenerator<string> {
  const atOnce = Math.min(AT_ONCE, Math.ceil(CELLS_AT_ONCE / job.columns.length))
  const yielder = createYielder()
  if (head !== '') yield head
  for (let after = from; ; ) {
    const { rows, hasMore } = await listShown(ctx, job, after, atOnce)
    let text = ''
    for (const each of rows) {
      text += row(each)
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

interface Shown {
  readonly result: RowResult
  /** As they were sent, also where two columns have one name. */
  readonly cells: readonly string[]
}

async function listShown(ctx: Context, job: JobRow, after: number, atMost: number): Promise<PageRows<Shown>> {
  // Every row repeats the names of the columns, which count against the page too.
  const limit = Math.min(atMost, Math.ceil(PAGE_BYTES_MAX / jsonBytesOf(job.columns)))
  const { rows, hasMore } = await listGivenRows(ctx.db, job.workspace_id, job.id, { after, limit })
  const results = new Map(rows.flatMap(({ result }) => (result ? [[result.n, result]] : [])))
  const byRow = new Map((await withoutLeftOut(ctx.db, job, [...results.values()])).map((result) => [result.n, result]))
  const shown = rows.map((row) => ({
    result: presentRow(job, row, byRow.get(row.same_as ?? row.n)),
    cells: row.cells,
  }))
  return { rows: shown, hasMore }
}

function presentRow(job: JobRow, row: GivenRow, result: ShownResult | undefined): RowResult {
  return {
    row: row.n,
    line: row.line,
    input: Object.fromEntries(job.columns.map((column, at) => [column, row.cells[at] ?? ''])),
    status: result?.status ?? statusWithout(job),
    data: result?.data ?? null,
    error: result ? result.error : job.error,
    credits: row.same_as === null ? (result?.credits ?? 0) : 0,
    duplicate_of: row.same_as,
  }
}

/** Of a row that has no result. */
function statusWithout(job: JobRow): RowResult['status'] {
  if (!isOver(job)) return 'pending'
  return job.status === 'cancelled' ? 'cancelled' : 'unanswered'
}

function ndjsonOf(): Writer {
  return { head: '', row: ({ result }) => `${JSON.stringify(result)}\n` }
}

/**
 * The caller's columns as they came, then what became of the row, then what was found: a line for each that was. What the
 * row cost stands on its first line alone, so that the column can be summed.
 */
function csvOf({ columns, action }: JobRow): Writer {
  const paths = leavesOf(outputOf(action))
  const head = [
    ...columns,
    'row_status',
    'row_error',
    'row_credits',
    ...paths.map((path) => `result_${path.join('_')}`),
  ]
  return {
    head: csvRow(head),
    row: ({ result: { status, data, error, credits }, cells }) =>
      (Array.isArray(data) ? data : [data])
        .map((datum, at) =>
          csvRow([
            ...columns.map((_, column) => cells[column] ?? ''),
            status,
            (error?.['message'] as string | undefined) ?? null,
            at === 0 ? credits : null,
            ...paths.map((path) => cellOf(path.reduce<unknown>((value, name) => fieldOf(value, name), datum))),
          ]),
        )
        .join(''),
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return value === null || typeof value !== 'object' ? undefined : (value as Record<string, unknown>)[name]
}

function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? item : nameOf(item))).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
}

/** Of a source its name will do. */
function nameOf(item: unknown): string {
  const name = fieldOf(item, 'name')
  return typeof name === 'string' ? name : JSON.stringify(item)
}

/** The fields of an answer that are not objects themselves, each by its path. */
function leavesOf(schema: TSchema, path: readonly string[] = []): (readonly string[])[] {
  const { properties, anyOf } = schema as { properties?: Record<string, TSchema>; anyOf?: TSchema[] }
  const inner =
    properties ??
    (anyOf?.find((branch) => 'properties' in branch) as typeof schema & { properties?: Record<string, TSchema> })
      ?.properties
  if (!inner) return [path]
  return Object.entries(inner).flatMap(([name, field]) => leavesOf(field, [...path, name]))
}

function cursorAt(row: number): string {
  return Buffer.from(`row ${row}`, 'latin1').toString('base64url')
}

function afterRow(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const [, row] = /^row (\d{1,7})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (row !== undefined) return Number(row)
  const reason = 'this cursor did not come from a list of this API'
  throw new InvalidRequest([invalidValue(['query', 'cursor'], reason, cursor)])
}
