import type { Db } from '../../../kit/postgres/db.ts'
import type { CompanyRow, PersonSearchRow, SourceEntry } from './rows.ts'

const KEPT_MAX = 1000

export interface SearchRow {
  readonly shown: string
  readonly sources: string
}

/**
 * Selects the columns that a search shows: texts as one JSON list, with skills and links at its end. With 20 columns per row a
 * question took 278 instead of 215 µs in this process, and 129 instead of 155 in PostgreSQL (decision 0054).
 */
export function shownColumns(db: Db, table: 'people' | 'companies') {
  const list =
    table === 'people'
      ? db`array[
          place::text, updated_at::text, id, company_name, company_domain, company_industry, company_size, company_country,
          full_name, first_name, last_name, title, seniority, department, email, city, region, country,
          cardinality(skills)::text
        ] || skills || links`
      : db`array[
          place::text, updated_at::text, id, company_name, company_domain, company_industry, company_size, company_country
        ]`
  return db`array_to_json(${list})::text as shown, sources::text as sources`
}

type RankedRow<Row> = Row & { rank: number }

const LISTS_AT = 19

/** Fields are written out: a loop over names created objects that are slow to make and to read. */
export function readShownPerson(row: SearchRow): RankedRow<PersonSearchRow> {
  const values = JSON.parse(row.shown) as string[]
  const linksAt = LISTS_AT + Number(values[LISTS_AT - 1])
  const textAt = (n: number) => values[n] as string | null
  return {
    ...readShownCompany(row, values),
    full_name: textAt(8) ?? '',
    first_name: textAt(9),
    last_name: textAt(10),
    title: textAt(11),
    seniority: textAt(12),
    department: textAt(13),
    email: textAt(14),
    city: textAt(15),
    region: textAt(16),
    country: textAt(17),
    skills: values.slice(LISTS_AT, linksAt),
    links: values.slice(linksAt),
  }
}

export function readShownCompany(
  { shown, sources }: SearchRow,
  values = JSON.parse(shown) as (string | null)[],
): RankedRow<CompanyRow> {
  const textAt = (n: number) => values[n] ?? null
  return {
    rank: Number(values[0]),
    updated_at: new Date(values[1] ?? ''),
    id: values[2] ?? '',
    company_name: textAt(3),
    company_domain: textAt(4),
    company_industry: textAt(5),
    company_size: textAt(6),
    company_country: textAt(7),
    sources: readSources(sources),
  }
}

const kept = new Map<string, SourceEntry[]>()

/**
 * Parses the sources of a row. An import gives all its rows the same few lists, and parsing them again for each row was a
 * quarter of the cost of a search in this process (decision 0047). Rows share the lists, so nothing may change them.
 */
function readSources(json: string): SourceEntry[] {
  let sources = kept.get(json)
  if (!sources) {
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(json, (sources = JSON.parse(json) as SourceEntry[]))
  }
  return sources
}
