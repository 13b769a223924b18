import type { ActionId } from './contract/actions.ts'
import { type InputRow, type InputTable, invalidCsv, readCsv } from './read-csv.ts'
import {
  createQuestionReader,
  deriveSubjectKey,
  hashRowStep,
  listActionFields,
  type ReadRowQuestion,
  toFieldName,
} from './row-question.ts'

/** A row of a job before it is stored. */
export interface NewRow {
  /** Counted from 1, in the caller's order. */
  readonly n: number
  readonly line: number | null
  readonly cells: readonly string[]
  /** Null when the row cannot be read; `error` has the reason. */
  readonly step: string | null
  readonly error: string | null
  /** The earlier row with the same subject. */
  readonly sameAs: number | null
  /** Number of rows that share its result, including itself. */
  times: number
}

export interface NewRows {
  readonly columns: readonly string[]
  readonly rows: readonly NewRow[]
}

interface RowsRequest {
  readonly action: ActionId
  readonly csv_text?: string | null
  readonly queries?: readonly string[] | null
}

/**
 * Reads the rows of a job; throws the 422 of a file that has none. A row that cannot be read becomes a row with an error. Yields
 * after each row so that other work can run: a file can be long.
 */
export function* readRows(
  jobId: string,
  { action, csv_text: csv, queries }: RowsRequest,
): Generator<undefined, NewRows> {
  const table: InputTable =
    typeof csv === 'string' ? yield* readCsv(csv) : { columns: ['query'], batches: [readQueryRows(queries ?? [])] }
  const known = listActionFields(action)
  if (!table.columns.some((column) => known.includes(toFieldName(column))))
    throw invalidCsv(`the first line must name the columns, at least one of: ${known.join(', ')}`)
  const readQuestion = createQuestionReader(action, table.columns)
  const firstByStep = new Map<string, NewRow>()
  const rows: NewRow[] = []
  for (const batch of table.batches) {
    yield
    for (const input of batch) {
      yield
      const row = newRow(jobId, action, { n: rows.length + 1, input, readQuestion })
      const first = row.step === null ? undefined : firstByStep.get(row.step)
      if (first) first.times++
      else if (row.step !== null) firstByStep.set(row.step, row)
      rows.push(first ? { ...row, sameAs: first.n } : row)
    }
  }
  return { columns: table.columns, rows }
}

function* readQueryRows(queries: readonly string[]): Generator<InputRow> {
  for (const query of queries) yield { line: null, cells: [query] }
}

function newRow(
  jobId: string,
  action: ActionId,
  { n, input, readQuestion }: { n: number; input: InputRow; readQuestion: ReadRowQuestion },
): NewRow {
  const { line, cells = [], error } = input
  const read = error === undefined ? deriveSubjectKey(action, readQuestion(cells)) : { error }
  const isRead = 'subjectKey' in read
  // All rows of a job are in memory at once. An object literal keeps each to one object, and the copied cells have no spare
  // capacity.
  return {
    n,
    line,
    cells: cells.slice(),
    step: isRead ? hashRowStep(jobId, read.subjectKey) : null,
    error: isRead ? null : read.error,
    sameAs: null,
    times: 1,
  }
}
