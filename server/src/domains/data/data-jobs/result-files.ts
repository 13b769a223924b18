import type { TSchema } from 'typebox'
import { csvRow } from '../../../kit/csv/csv.ts'
import { getOutputSchema } from './contract/actions.ts'
import type { RowResult } from './contract/bulk.ts'
import type { JobRow } from './sql/jobs.ts'

/** A row with its result, ready to be written. */
export interface ResultFileRow {
  readonly result: RowResult
  /** Cells as sent, even when two columns have the same name. */
  readonly cells: readonly string[]
}

export interface ResultWriter {
  readonly head: string
  readonly writeRow: (shown: ResultFileRow) => string
}

export const NDJSON_WRITER: ResultWriter = {
  head: '',
  writeRow: ({ result }) => `${JSON.stringify(result)}\n`,
}

/**
 * Writes the caller's columns, the outcome of the row, and the fields of the result: one line for each item found. The credits of
 * the row are on its first line only, so that the column can be summed.
 */
export function csvWriter({ columns, action }: JobRow): ResultWriter {
  const paths = leafPaths(getOutputSchema(action))
  const head = [
    ...columns,
    'row_status',
    'row_error',
    'row_credits',
    ...paths.map((path) => `result_${path.join('_')}`),
  ]
  return {
    head: csvRow(head),
    writeRow: ({ result: { status, data, error, credits }, cells }) =>
      (Array.isArray(data) ? data : [data])
        .map((item, at) =>
          csvRow([
            ...columns.map((_, column) => cells[column] ?? ''),
            status,
            (error?.['message'] as string | undefined) ?? null,
            at === 0 ? credits : null,
            ...paths.map((path) => toCsvCell(path.reduce<unknown>((value, name) => readField(value, name), item))),
          ]),
        )
        .join(''),
  }
}

function readField(value: unknown, name: string): unknown {
  return value === null || typeof value !== 'object' ? undefined : (value as Record<string, unknown>)[name]
}

function toCsvCell(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : formatListItem(item))).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
}

/** Writes only the name of a source. */
function formatListItem(item: unknown): string {
  const name = readField(item, 'name')
  return typeof name === 'string' ? name : JSON.stringify(item)
}

/** Lists the path of each field that is not an object itself. */
function leafPaths(schema: TSchema, path: readonly string[] = []): (readonly string[])[] {
  const { properties, anyOf } = schema as { properties?: Record<string, TSchema>; anyOf?: TSchema[] }
  const inner =
    properties ??
    (anyOf?.find((branch) => 'properties' in branch) as typeof schema & { properties?: Record<string, TSchema> })
      ?.properties
  if (!inner) return [path]
  return Object.entries(inner).flatMap(([name, field]) => leafPaths(field, [...path, name]))
}
