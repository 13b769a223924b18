import { type BinaryCell, binaryRow, copyBinary, Json } from '../../../kit/postgres/copy-binary.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import {
  COMPANY_COLUMNS,
  type CompanyIndex,
  type CompanyRow,
  PERSON_COLUMNS,
  type PersonIndex,
  type PersonRow,
} from './rows.ts'

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

const jsonByValue = new WeakMap<object, Json>()

/** Many rows share one list of sources, so its JSON is cached. */
function toCachedJson(value: object): Json {
  let json = jsonByValue.get(value)
  if (json === undefined) jsonByValue.set(value, (json = new Json(JSON.stringify(value))))
  return json
}

/** Encodes a person for COPY. This can happen before the transaction starts. */
export function personBytes(row: PersonRow, { place, doc, marks, email_mark }: PersonIndex): Uint8Array {
  const cells: BinaryCell[] = [row.id, place, doc, marks, email_mark]
  for (const column of PERSON_COLUMNS) cells.push(row[column])
  cells.push(toCachedJson(row.sources), row.updated_at)
  return binaryRow(cells)
}

function companyBytes(row: IndexedCompany): Uint8Array {
  const cells: BinaryCell[] = [row.id, row.place, row.doc, row.marks]
  for (const column of COMPANY_COLUMNS) cells.push(row[column])
  cells.push(toCachedJson(row.sources), row.updated_at)
  return binaryRow(cells)
}

export async function insertPeople(db: Db, changeId: number, rows: readonly Uint8Array[]): Promise<void> {
  await copyBinary(db, 'people', { columns: ['id', ...PERSON_COLUMNS_WRITTEN, 'added_in'], rows, last: changeId })
}

export async function insertCompanies(db: Db, companies: readonly IndexedCompany[]): Promise<void> {
  await copyBinary(db, 'companies', { columns: ['id', ...COMPANY_COLUMNS_WRITTEN], rows: companies.map(companyBytes) })
}

export async function updatePeople(db: Db, rows: readonly Uint8Array[]): Promise<void> {
  await updateRows(db, 'people', PERSON_COLUMNS_WRITTEN, rows)
}

export async function updateCompanies(db: Db, companies: readonly IndexedCompany[]): Promise<void> {
  await updateRows(db, 'companies', COMPANY_COLUMNS_WRITTEN, companies.map(companyBytes))
}

async function updateRows(
  db: Db,
  table: string,
  columns: readonly string[],
  rows: readonly Uint8Array[],
): Promise<void> {
  const staged = `${table}_changed`
  await db`create temporary table ${db(staged)} on commit drop as
    select ${db(['id', ...columns])} from ${db(table)} with no data`
  await copyBinary(db, staged, { columns: ['id', ...columns], rows })
  await db`
    update ${db(table)} set ${columns.map((column, n) => db`${n > 0 ? db`,` : db``} ${db(column)} = ${db(staged)}.${db(column)}`)}
    from ${db(staged)} where ${db(table)}.id = ${db(staged)}.id`
  await db`drop table ${db(staged)}`
}
