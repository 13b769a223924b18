import { type CsvItem, createCsvReader, delimiterOf } from '../../../kit/csv-records.ts'
import { InvalidRequest, invalidValue, type Violation } from '../../../kit/errors.ts'
import { sha256Hex } from '../../../kit/hash.ts'
import { type DataQuestion, violationOf } from '../../../sources/action.ts'
import { type ActionId, singleOf } from './actions.ts'

export const ROWS_MAX = 100_000
const QUERY_MAX = 1000
const CELL_MAX = 255
/** Of the names of all columns together: every result repeats them. */
const HEADER_MAX = 32_768

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
  return { subject: single.subject(single.read(question)) }
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

/** The rows of a job; throws the 422 of a file that has none. A row that cannot be read is a row with an error. */
export function readRows(jobId: string, { action, csv_text: csv, queries }: RowsRequest): Rows {
  const given = typeof csv === 'string' ? readCsv(csv) : { columns: ['query'], items: listItems(queries ?? []) }
  if (!given.columns.some((column) => fieldsOf(action).includes(fieldOf(column))))
    throw invalidCsv(`the first line names the columns, at least one of: ${fieldsOf(action).join(', ')}`, csv)
  const read = questionReader(action, given.columns)
  const leaders = new Map<string, NewRow>()
  const rows: NewRow[] = []
  for (const { line, cells = [], error } of given.items) {
    const n = rows.length + 1
    const said = error === undefined ? subjectOf(action, read(cells)) : { error }
    if ('error' in said) {
      rows.push({ n, line, cells, step: null, error: said.error, sameAs: null, times: 1 })
      continue
    }
    const step = stepOf(jobId, said.subject)
    const leader = leaders.get(step)
    const row: NewRow = { n, line, cells, step, error: null, sameAs: leader?.n ?? null, times: 1 }
    if (leader) leader.times++
    else leaders.set(step, row)
    rows.push(row)
  }
  return { columns: given.columns, rows }
}

interface Item {
  readonly line: number | null
  readonly cells?: readonly string[]
  readonly error?: string
}

function listItems(queries: readonly string[]): Item[] {
  return queries.map((query) => ({ line: null, cells: [query] }))
}

function readCsv(given: string): { columns: readonly string[]; items: Iterable<Item> } {
  const records = readRecords(given.replace(/^\uFEFF/, ''))
  const { value: header } = records.next()
  if (!header || 'error' in header) throw invalidCsv('the first line must name the columns', given)
  const length = header.cells.reduce((sum, { length: name }) => sum + name + 1, 0)
  if (length > HEADER_MAX)
    throw invalidCsv(`the names of the columns come to ${length} characters; ${HEADER_MAX} at most`, given)
  return { columns: header.cells, items: readItems(records, header.cells.length, given) }
}

const PIECE_CHARS = 65_536

/** Piece by piece, so that a long file is not there twice. */
function* readRecords(text: string): Generator<CsvItem, undefined> {
  const reader = createCsvReader(delimiterOf(text.slice(0, text.search(/[\r\n]|$/))))
  for (let at = 0; at < text.length; at += PIECE_CHARS) yield* reader.push(text.slice(at, at + PIECE_CHARS))
  yield* reader.end()
}

function* readItems(records: Iterable<CsvItem>, columns: number, csv: string): Generator<Item> {
  let count = 0
  for (const record of records) {
    if (++count > ROWS_MAX) continue
    const extra = 'cells' in record && record.cells.length > columns
    yield extra ? { ...record, error: `has ${record.cells.length} cells, but there are ${columns} columns` } : record
  }
  if (count > ROWS_MAX) throw invalidCsv(`there are ${count} rows; a job has ${ROWS_MAX} at most`, csv)
  if (count === 0) throw invalidCsv('there are no rows below the names of the columns', csv)
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
