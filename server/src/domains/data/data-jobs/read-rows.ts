import { type CsvItem, createCsvReader, delimiterOf } from '../../../kit/csv-reader.ts'
import { InvalidRequest, invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { sha256Hex } from '../../../kit/hash.ts'
import { type DataQuestion, violationOf } from '../../../sources/action.ts'
import { type ActionId, singleOf } from './contract/actions.ts'

export const ROWS_MAX = 100_000
const QUERY_MAX = 1000
const CELL_MAX = 255
/** Of the names of all columns together: every result repeats them. */
const HEADER_MAX = 32_768
export const COLUMNS_MAX = 1000
/** Of the cells of one row together. */
const ROW_MAX = 16_384
const PIECE_CHARS = 16_384

/** A row as it will be asked. */
export interface NewRow {
  /** From 1, in the caller's order. */
  readonly n: number
  readonly line: number | null
  readonly cells: readonly string[]
  /** Null when the row cannot be read; `error` says why. */
  readonly step: string | null
  readonly error: string | null
  /** The earlier row with the same subject. */
  readonly sameAs: number | null
  /** How many rows share its answer, itself included. */
  times: number
}

export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly NewRow[]
}

/** Names that people give the columns we know. */
const ALIASES: Readonly<Record<string, string>> = {
  name: 'full_name',
  firstname: 'first_name',
  lastname: 'last_name',
  company_domain: 'domain',
  website: 'domain',
  email_address: 'email',
}

function fieldOf(column: string): string {
  const plain = column
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return ALIASES[plain] ?? plain
}

/** What the columns of a file may be called for an action. */
function fieldsOf(action: ActionId): string[] {
  const single = singleOf(action)
  return single ? ['query', ...Object.keys(single.filters.properties)] : ['query']
}

/** Reads a row's question out of its cells. The first column of a name counts. */
export function questionReader(action: ActionId, columns: readonly string[]) {
  const known = fieldsOf(action)
  const places = new Map<string, number>()
  columns.forEach((column, at) => {
    const field = fieldOf(column)
    if (known.includes(field) && !places.has(field)) places.set(field, at)
  })
  return (cells: readonly string[], filters: Readonly<Record<string, unknown>> | null = null): DataQuestion => {
    const named: Record<string, unknown> = { ...filters }
    for (const [field, at] of places) if (field !== 'query' && cells[at]?.trim()) named[field] = cells[at].trim()
    const query = cells[places.get('query') ?? -1]?.trim() ?? ''
    return { query, filters: Object.keys(named).length > 0 ? named : null }
  }
}

/** What a question is about, in one spelling; or what is wrong with it. */
function subjectOf(action: ActionId, question: DataQuestion): { subject: string } | { error: string } {
  const { query, filters } = question
  if (query.length > QUERY_MAX) return { error: `the query has more than ${QUERY_MAX} characters` }
  const long = Object.entries(filters ?? {}).find(([, value]) => typeof value === 'string' && value.length > CELL_MAX)
  if (long) return { error: `${long[0]} has more than ${CELL_MAX} characters` }
  const single = singleOf(action)
  if (!single) return query === '' ? { error: 'the query is empty' } : { subject: query.toLowerCase() }
  const violation = violationOf(single, question)
  if (violation) return { error: reasonOf(violation) }
  return { subject: single.subjectKey(single.read(question)) }
}

/** Names a subject within its job: short, and nobody's address in a ledger that is never forgotten. */
export function stepOf(jobId: string, subject: string): string {
  return sha256Hex(`${jobId} ${subject}`).slice(0, 32)
}

interface RowsRequest {
  readonly action: ActionId
  readonly csv_text?: string | null
  readonly queries?: readonly string[] | null
}

/**
 * The rows of a job; throws the 422 of a file that has none. A row that cannot be read is a row with an error. It yields
 * where others may run: a file can be long.
 */
export function* readRows(jobId: string, { action, csv_text: csv, queries }: RowsRequest): Generator<undefined, Rows> {
  const given =
    typeof csv === 'string' ? yield* readCsv(csv) : { columns: ['query'], batches: [listItems(queries ?? [])] }
  const known = fieldsOf(action)
  if (!given.columns.some((column) => known.includes(fieldOf(column))))
    throw invalidCsv(`the first line names the columns, at least one of: ${known.join(', ')}`, csv)
  const read = questionReader(action, given.columns)
  const leaders = new Map<string, NewRow>()
  const rows: NewRow[] = []
  for (const batch of given.batches) {
    yield
    for (const item of batch) {
      yield
      const row = newRow(jobId, action, read, item, rows.length + 1)
      const leader = row.step === null ? undefined : leaders.get(row.step)
      if (leader) leader.times++
      else if (row.step !== null) leaders.set(row.step, row)
      rows.push(leader ? { ...row, sameAs: leader.n } : row)
    }
  }
  return { columns: given.columns, rows }
}

function newRow(
  jobId: string,
  action: ActionId,
  read: ReturnType<typeof questionReader>,
  { line, cells = [], error }: Item,
  n: number,
): NewRow {
  const said = error === undefined ? subjectOf(action, read(cells)) : { error }
  const row = { n, line, cells, sameAs: null, times: 1 }
  if ('error' in said) return { ...row, step: null, error: said.error }
  return { ...row, step: stepOf(jobId, said.subject), error: null }
}

interface Item {
  readonly line: number | null
  readonly cells?: readonly string[]
  readonly error?: string
}

function* listItems(queries: readonly string[]): Generator<Item> {
  for (const query of queries) yield { line: null, cells: [query] }
}

interface Given {
  readonly columns: readonly string[]
  readonly batches: Iterable<Iterable<Item>>
}

function* readCsv(csv: string): Generator<undefined, Given> {
  const batches = readRecords(csv.replace(/^\uFEFF/, ''))
  let { value: first } = batches.next()
  for (; first?.length === 0; first = batches.next().value) yield
  const [header, ...others] = first ?? []
  if (!header || 'error' in header) throw invalidCsv('the first line must name the columns', csv)
  const { length: count } = header.cells
  if (count > COLUMNS_MAX) throw invalidCsv(`there are ${count} columns; ${COLUMNS_MAX} at most`, csv)
  const length = lengthOf(header.cells)
  if (length > HEADER_MAX)
    throw invalidCsv(`the names of the columns come to ${length} characters; ${HEADER_MAX} at most`, csv)
  return { columns: header.cells, batches: readItems(others, batches, count, csv) }
}

/** Piece by piece, so that a long file is not there twice; a piece may end no record. */
function* readRecords(text: string): Generator<CsvItem[], undefined> {
  const start = text.slice(0, HEADER_MAX)
  const reader = createCsvReader(delimiterOf(start.slice(0, start.search(/[\r\n]|$/))))
  for (let at = 0; at < text.length; at += PIECE_CHARS) yield reader.push(text.slice(at, at + PIECE_CHARS))
  yield reader.end()
}

function* readItems(
  first: CsvItem[],
  others: Iterable<CsvItem[]>,
  columns: number,
  csv: string,
): Generator<Item[], undefined> {
  const itemsOf = (records: CsvItem[]) => records.map((record) => ('cells' in record ? rowOf(record, columns) : record))
  let count = first.length
  yield itemsOf(first)
  for (const records of others) {
    count += records.length
    if (count > ROWS_MAX) throw invalidCsv(`there are more than ${ROWS_MAX} rows, the most that a job has`, csv)
    yield itemsOf(records)
  }
  if (count === 0) throw invalidCsv('there are no rows below the names of the columns', csv)
}

/** What is too long to be shown with a result is not kept either. */
function rowOf({ line, cells }: { line: number; cells: readonly string[] }, columns: number): Item {
  const excess = cells.length > columns && `has ${cells.length} cells, but there are ${columns} columns`
  const kept = excess ? cells.slice(0, columns) : cells
  if (lengthOf(kept) > ROW_MAX) return { line, error: excess || `has more than ${ROW_MAX} characters` }
  return excess ? { line, cells: kept, error: excess } : { line, cells }
}

function lengthOf(cells: readonly string[]): number {
  let length = cells.length
  for (const cell of cells) length += cell.length
  return length
}

const SHOWN = 100

function invalidCsv(reason: string, csv: string | null | undefined): InvalidRequest {
  const violation: Violation = invalidValue(['body', 'csv_text'], reason, csv?.slice(0, SHOWN))
  return new InvalidRequest([violation])
}

function reasonOf({ ctx, msg }: Violation): string {
  const reason = ctx?.['error']
  return typeof reason === 'string' ? reason : msg
}
