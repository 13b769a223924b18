import type { Field } from '../form/fields.ts'
import { type CsvStart, readCsvStart } from './csv-start.ts'

const ROWS_SHOWN = 5

/** Column names that the server reads as another field. */
const ALIASES: Readonly<Record<string, string>> = {
  name: 'full_name',
  firstname: 'first_name',
  lastname: 'last_name',
  company_domain: 'domain',
  website: 'domain',
  email_address: 'email',
}

/** Other common column names; the portal renames these columns. */
const GUESSES: Readonly<Record<string, string>> = {
  contact: 'full_name',
  person: 'full_name',
  given_name: 'first_name',
  surname: 'last_name',
  family_name: 'last_name',
  company_website: 'domain',
  company_url: 'domain',
  url: 'domain',
  mail: 'email',
  e_mail: 'email',
  work_email: 'email',
}

/** A file with the state of its header. */
export interface Sheet {
  readonly text: string
  readonly hasHeader: boolean
  readonly start: CsvStart
}

/** Field of each column; empty for unused columns. */
export type ColumnMapping = readonly string[]

export function readSheet(text: string): Sheet {
  const clean = text.replace(/^\uFEFF/, '')
  const start = readCsvStart(clean, ROWS_SHOWN + 1)
  const looksLikeData = (start.rows[0] ?? []).some((cell) => /[@.]\w/.test(cell))
  return { text: clean, start, hasHeader: !looksLikeData }
}

export function listSheetColumns({ start: { rows }, hasHeader }: Sheet): readonly string[] {
  const [first = []] = rows
  return hasHeader ? first : first.map((_, at) => `Column ${at + 1}`)
}

export function listPreviewRows({ start: { rows }, hasHeader }: Sheet): readonly (readonly string[])[] {
  return hasHeader ? rows.slice(1) : rows.slice(0, ROWS_SHOWN)
}

/** Returns the fields that the rows of a bulk job may have. */
export function listRowFields(fields: readonly Field[]): readonly string[] {
  const parts = fields.filter(({ key, kind }) => key.startsWith('filters.') && kind === 'text')
  if (parts.length > 0) return ['query', ...parts.map(({ name }) => name)]
  return fields.some(({ kind }) => kind === 'lines') ? ['query', 'email'] : ['query']
}

function plain(column: string): string {
  const name = column
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return ALIASES[name] ?? name
}

/** Maps columns to fields by name; if none matches, the first column is the query. */
export function guessMapping(sheet: Sheet, known: readonly string[]): ColumnMapping {
  const taken = new Set<string>()
  const mapping = listSheetColumns(sheet).map((column) => {
    const name = plain(column)
    const field = known.includes(name) ? name : GUESSES[name]
    if (field === undefined || !known.includes(field) || taken.has(field)) return ''
    taken.add(field)
    return field
  })
  return taken.size > 0 ? mapping : mapping.map((_, at) => (at === 0 ? 'query' : ''))
}

/**
 * Builds the file with the columns named as the server reads them. Other columns keep their names and are returned with the
 * results.
 */
export function buildCsvText(sheet: Sheet, mapping: ColumnMapping, known: readonly string[]): string {
  const { text, hasHeader, start } = sheet
  const names = listSheetColumns(sheet).map((column, at) => {
    const field = mapping[at] ?? ''
    if (field === '') return known.includes(plain(column)) ? `${column} (not used)` : column
    return plain(column) === field ? column : field
  })
  const header = names.map(quoted).join(start.delimiter)
  return `${header}\n${hasHeader ? text.slice(start.afterFirst) : text}`
}

function quoted(name: string): string {
  return /[",;\t|\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}
