import { isDeepStrictEqual } from 'node:util'
import {
  COMPANY_COLUMNS,
  type CompanyFields,
  PERSON_COLUMNS,
  type PersonFields,
  type SourceEntry,
} from '../sql/rows.ts'

export interface Origin {
  /** Where it comes from, in the operator's words. */
  readonly source: string
  readonly now: Date
}

interface Known {
  sources: SourceEntry[]
  updated_at: Date
}

/** What was known with what is told now: a told value wins, a missing one takes nothing away. Undefined when nothing is new. */
export function mergePerson<Row extends PersonFields & Known>(
  known: Row,
  told: PersonFields,
  origin: Origin,
): Row | undefined {
  return merge(PERSON_COLUMNS, known, told, origin)
}

export function mergeCompany<Row extends CompanyFields & Known>(
  known: Row,
  told: CompanyFields,
  origin: Origin,
): Row | undefined {
  return merge(COMPANY_COLUMNS, known, told, origin)
}

function merge<Fields extends object, Row extends Fields & Known>(
  columns: readonly (keyof Fields & string)[],
  known: Row,
  told: Fields,
  origin: Origin,
): Row | undefined {
  const changed = columns.filter((column) => isTold(told[column]) && !isDeepStrictEqual(known[column], told[column]))
  const fields = toldOf(columns, told)
  if (changed.length === 0 && isCredited(known.sources, fields, origin.source)) return undefined
  const next = { ...known, updated_at: origin.now }
  for (const column of changed) Object.assign(next, { [column]: told[column] })
  next.sources = sourcesAfter(known.sources, fields, changed, origin)
  return next
}

/** A second source that says the same is news: it makes two who agree. */
function isCredited(sources: readonly SourceEntry[], fields: readonly string[], source: string): boolean {
  const own = sources.find(({ name }) => name === source)
  return fields.every((field) => own?.fields.includes(field))
}

/** A new value is the new source's alone; one that was known already has one source more. */
function sourcesAfter(sources: readonly SourceEntry[], told: string[], changed: readonly string[], origin: Origin) {
  const others = sources
    .filter(({ name }) => name !== origin.source)
    .map((entry) => ({ ...entry, fields: entry.fields.filter((field) => !changed.includes(field)) }))
    .filter(({ fields }) => fields.length > 0)
  const own = sources.find(({ name }) => name === origin.source)
  return [...others, entryOf(origin, [...new Set([...(own?.fields ?? []), ...told])])]
}

/** Of what a source tells first. Most rows of a file tell the same fields: they share one entry. */
export function firstSources(told: PersonFields | CompanyFields, origin: Origin): SourceEntry[] {
  return 'full_name' in told ? sharedEntry(PERSON_COLUMNS, told, origin) : sharedEntry(COMPANY_COLUMNS, told, origin)
}

const shared = new WeakMap<Origin, Map<number, SourceEntry[]>>()

function sharedEntry<Fields extends object>(
  columns: readonly (keyof Fields & string)[],
  told: Fields,
  origin: Origin,
): SourceEntry[] {
  const entries = shared.get(origin) ?? new Map<number, SourceEntry[]>()
  shared.set(origin, entries)
  // A bit for each column, above them the number of columns: people and companies do not meet.
  let key = 1
  for (const column of columns) key = key * 2 + (isTold(told[column]) ? 1 : 0)
  let known = entries.get(key)
  if (!known) entries.set(key, (known = [entryOf(origin, toldOf(columns, told))]))
  return known
}

function entryOf({ source, now }: Origin, fields: string[]): SourceEntry {
  return { name: source, fields: fields.toSorted(), seen_at: now.toISOString() }
}

function toldOf<Fields extends object>(columns: readonly (keyof Fields & string)[], told: Fields): string[] {
  return columns.filter((column) => isTold(told[column]))
}

function isTold(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null
}
