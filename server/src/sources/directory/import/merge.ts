import { isDeepStrictEqual } from 'node:util'
import {
  COMPANY_COLUMNS,
  type CompanyFields,
  PERSON_COLUMNS,
  type PersonFields,
  type SourceEntry,
} from '../sql/rows.ts'

export interface ImportOrigin {
  /** The operator's name for the source. */
  readonly source: string
  readonly now: Date
}

interface SourcedRow {
  sources: SourceEntry[]
  updated_at: Date
}

/**
 * Merges the given fields into the known row: a given value wins, a missing one keeps the known value. Returns undefined when
 * nothing is new.
 */
export function mergePerson<Row extends PersonFields & SourcedRow>(
  known: Row,
  given: PersonFields,
  origin: ImportOrigin,
): Row | undefined {
  return merge(PERSON_COLUMNS, known, given, origin)
}

export function mergeCompany<Row extends CompanyFields & SourcedRow>(
  known: Row,
  given: CompanyFields,
  origin: ImportOrigin,
): Row | undefined {
  return merge(COMPANY_COLUMNS, known, given, origin)
}

function merge<Fields extends object, Row extends Fields & SourcedRow>(
  columns: readonly (keyof Fields & string)[],
  known: Row,
  given: Fields,
  origin: ImportOrigin,
): Row | undefined {
  const changed = columns.filter((column) => isGiven(given[column]) && !isDeepStrictEqual(known[column], given[column]))
  const fields = givenColumns(columns, given)
  if (changed.length === 0 && isCredited(known.sources, fields, origin.source)) return undefined
  const next = { ...known, updated_at: origin.now }
  for (const column of changed) Object.assign(next, { [column]: given[column] })
  next.sources = sourcesAfter(known.sources, fields, changed, origin)
  return next
}

/**
 * Returns true if the source is recorded for all these fields. A second source with the same values is new information: two
 * agree.
 */
function isCredited(sources: readonly SourceEntry[], fields: readonly string[], source: string): boolean {
  const own = sources.find(({ name }) => name === source)
  return fields.every((field) => own?.fields.includes(field))
}

/** Credits a changed value to the new source only, and an equal one to its earlier sources too. */
function sourcesAfter(
  sources: readonly SourceEntry[],
  given: string[],
  changed: readonly string[],
  origin: ImportOrigin,
) {
  const others = sources
    .filter(({ name }) => name !== origin.source)
    .map((entry) => ({ ...entry, fields: entry.fields.filter((field) => !changed.includes(field)) }))
    .filter(({ fields }) => fields.length > 0)
  const own = sources.find(({ name }) => name === origin.source)
  return [...others, createSourceEntry(origin, [...new Set([...(own?.fields ?? []), ...given])])]
}

/** Returns the sources of a new row. Most rows of a file have the same fields, so they share one list. */
export function firstSources(given: PersonFields | CompanyFields, origin: ImportOrigin): SourceEntry[] {
  return 'full_name' in given
    ? sharedSources(PERSON_COLUMNS, given, origin)
    : sharedSources(COMPANY_COLUMNS, given, origin)
}

const shared = new WeakMap<ImportOrigin, Map<number, SourceEntry[]>>()

function sharedSources<Fields extends object>(
  columns: readonly (keyof Fields & string)[],
  given: Fields,
  origin: ImportOrigin,
): SourceEntry[] {
  const entries = shared.get(origin) ?? new Map<number, SourceEntry[]>()
  shared.set(origin, entries)
  // One bit for each column below a leading 1, so that keys of people and of companies differ.
  let key = 1
  for (const column of columns) key = key * 2 + (isGiven(given[column]) ? 1 : 0)
  let known = entries.get(key)
  if (!known) entries.set(key, (known = [createSourceEntry(origin, givenColumns(columns, given))]))
  return known
}

function createSourceEntry({ source, now }: ImportOrigin, fields: string[]): SourceEntry {
  return { name: source, fields: fields.toSorted(), seen_at: now.toISOString() }
}

function givenColumns<Fields extends object>(columns: readonly (keyof Fields & string)[], given: Fields): string[] {
  return columns.filter((column) => isGiven(given[column]))
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null
}
