import { type CsvItem, createCsvReader, detectDelimiter } from '../../../kit/csv/csv-reader.ts'
import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'

export const ROWS_MAX = 100_000
export const COLUMNS_MAX = 1000
/** Limit for all column names together: every result repeats them. */
const HEADER_CHARS_MAX = 32_768
/** Limit for all cells of one row together. */
const ROW_CHARS_MAX = 16_384
const PIECE_CHARS = 16_384

/** One row of the input: its cells, or the reason that it cannot be read. */
export interface InputRow {
  readonly line: number | null
  readonly cells?: readonly string[]
  readonly error?: string
}

export interface InputTable {
  readonly columns: readonly string[]
  /** Each batch is read on demand. */
  readonly batches: Iterable<Iterable<InputRow>>
}

/** Reads a CSV file in pieces; throws the 422 of a file without rows. Yields between pieces so that other work can run. */
export function* readCsv(csv: string): Generator<undefined, InputTable> {
  const batches = readRecords(csv.replace(/^\uFEFF/, ''))
  let { value: first } = batches.next()
  for (; first?.length === 0; first = batches.next().value) yield
  const [header, ...others] = first ?? []
  if (!header || 'error' in header) throw invalidCsv('the first line must name the columns')
  const { length: count } = header.cells
  if (count > COLUMNS_MAX) throw invalidCsv(`there are ${count} columns; at most ${COLUMNS_MAX} are allowed`)
  const length = measureCells(header.cells)
  if (length > HEADER_CHARS_MAX)
    throw invalidCsv(`the column names have ${length} characters in total; at most ${HEADER_CHARS_MAX} are allowed`)
  return { columns: header.cells, batches: readInputRows(others, batches, count, csv) }
}

/** Reads in pieces, so that a long file is not in memory twice. A piece can end within a record. */
function* readRecords(text: string): Generator<CsvItem[], undefined> {
  const start = text.slice(0, HEADER_CHARS_MAX)
  const reader = createCsvReader(detectDelimiter(start.slice(0, start.search(/[\r\n]|$/))))
  for (let at = 0; at < text.length; at += PIECE_CHARS) yield reader.push(text.slice(at, at + PIECE_CHARS))
  yield reader.end()
}

function* readInputRows(
  first: CsvItem[],
  others: Iterable<CsvItem[]>,
  columns: number,
  csv: string,
): Generator<InputRow[], undefined> {
  const toInputRows = (records: CsvItem[]) =>
    records.map((record) => ('cells' in record ? inputRow(record, columns) : record))
  let count = first.length
  yield toInputRows(first)
  for (const records of others) {
    count += records.length
    if (count > ROWS_MAX) throw invalidCsv(`there are more than ${ROWS_MAX} rows, the maximum for a job`)
    yield toInputRows(records)
  }
  if (count === 0) throw invalidCsv('there are no rows below the column names')
}

/** Drops cells that are too long to be shown with a result. */
function inputRow({ line, cells }: { line: number; cells: readonly string[] }, columns: number): InputRow {
  const excess = cells.length > columns && `has ${cells.length} cells, but there are ${columns} columns`
  const kept = excess ? cells.slice(0, columns) : cells
  if (measureCells(kept) > ROW_CHARS_MAX) return { line, error: excess || `has more than ${ROW_CHARS_MAX} characters` }
  return excess ? { line, cells: kept, error: excess } : { line, cells }
}

function measureCells(cells: readonly string[]): number {
  let length = cells.length
  for (const cell of cells) length += cell.length
  return length
}

export function invalidCsv(reason: string): InvalidRequest {
  return new InvalidRequest([invalidValue(['body', 'csv_text'], reason)])
}
