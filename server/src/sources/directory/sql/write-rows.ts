import { type Cell, copyInto, copyLine, copyLines } from '../../../kit/postgres/copy.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import {
  COMPANY_COLUMNS,
  type CompanyIndex,
  type CompanyRow,
  PERSON_COLUMNS,
  type PersonIndex,
  type PersonRow,
} from './rows.ts'

export type IndexedPerson = PersonRow & PersonIndex
export type IndexedCompany = CompanyRow & CompanyIndex

const PERSON_COLUMNS_WRITTEN = [
  'place',
  'doc',
  'marks',
  'email_mark',
  ...PERSON_COLUMNS,
  'sources',
  'updated_at',
] as const
const COMPANY_COLUMNS_WRITTEN = ['place', 'doc', 'marks', ...COMPANY_COLUMNS, 'sources', 'updated_at'] as const

const jsonByValue = new WeakMap<object, string>()

/** Many rows share one list of sources, so its JSON is kept. */
function jsonOf(value: object): string {
  let json = jsonByValue.get(value)
  if (json === undefined) jsonByValue.set(value, (json = JSON.stringify(value)))
  return json
}

function cellsOf<Row>(columns: readonly (keyof Row)[], row: Row): Cell[] {
  return columns.map((column) => {
    const value: unknown = row[column]
    if (value instanceof Date) return value.toISOString()
    return column === 'sources' ? jsonOf(value as object) : (value as Cell)
  })
}

/** The line that `insertPeople` copies: it can be made before the transaction starts. */
export function personLine(row: PersonRow, { place, doc, marks, email_mark }: PersonIndex): string {
  const cells: Cell[] = [row.id, place, doc, marks, email_mark]
  for (const column of PERSON_COLUMNS) cells.push(row[column])
  cells.push(jsonOf(row.sources), row.updated_at.toISOString())
  return copyLine(cells)
}

export async function insertPeople(db: Db, changeId: number, lines: readonly string[]): Promise<void> {
  const columns = ['id', ...PERSON_COLUMNS_WRITTEN, 'added_in']
  await copyLines(
    db,
    'people',
    columns,
    lines.map((line) => `${line}\t${changeId}`),
  )
}

export async function insertCompanies(db: Db, companies: readonly IndexedCompany[]): Promise<void> {
  const rows = companies.map((company) => [company.id, ...cellsOf(COMPANY_COLUMNS_WRITTEN, company)])
  await copyInto(db, 'companies', ['id', ...COMPANY_COLUMNS_WRITTEN], rows)
}

export async function updatePeople(db: Db, people: readonly IndexedPerson[]): Promise<void> {
  const rows = people.map((person) => [person.id, ...cellsOf(PERSON_COLUMNS_WRITTEN, person)])
  await updateRows(db, 'people', PERSON_COLUMNS_WRITTEN, rows)
}

export async function updateCompanies(db: Db, companies: readonly IndexedCompany[]): Promise<void> {
  const rows = companies.map((company) => [company.id, ...cellsOf(COMPANY_COLUMNS_WRITTEN, company)])
  await updateRows(db, 'companies', COMPANY_COLUMNS_WRITTEN, rows)
}

async function updateRows(db: Db, table: string, columns: readonly string[], rows: readonly Cell[][]): Promise<void> {
  const staged = `${table}_changed`
  await db`create temporary table ${db(staged)} on commit drop as
    select ${db(['id', ...columns])} from ${db(table)} with no data`
  await copyInto(db, staged, ['id', ...columns], rows)
  await db`
    update ${db(table)} set ${columns.map((column, n) => db`${n > 0 ? db`,` : db``} ${db(column)} = ${db(staged)}.${db(column)}`)}
    from ${db(staged)} where ${db(table)}.id = ${db(staged)}.id`
  await db`drop table ${db(staged)}`
}
