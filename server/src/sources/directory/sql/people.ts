import { type Cell, copyInto } from '../../../kit/copy.ts'
import type { Db } from '../../../kit/db.ts'
import { COMPANY_COLUMNS, type CompanyRow, type IndexFields, PERSON_COLUMNS, type PersonRow } from './rows.ts'

const PERSON_SHOWN = ['id', ...PERSON_COLUMNS, 'sources', 'updated_at']
const COMPANY_SHOWN = ['id', ...COMPANY_COLUMNS, 'sources', 'updated_at']

export async function hasPeople(db: Db): Promise<boolean> {
  return (await db`select from people limit 1`).length > 0
}

export async function listPeople(db: Db, ids: readonly string[]): Promise<PersonRow[]> {
  return db<PersonRow[]>`select ${db(PERSON_SHOWN)} from people where id = any(${ids as string[]})`
}

export async function listCompanies(db: Db, ids: readonly string[]): Promise<CompanyRow[]> {
  return db<CompanyRow[]>`select ${db(COMPANY_SHOWN)} from companies where id = any(${ids as string[]})`
}

/** Locked in the order of their ids, so that two writers wait for each other instead of blocking each other. */
export async function lockPeople(db: Db, ids: readonly string[]): Promise<PersonRow[]> {
  return db<PersonRow[]>`
    select ${db(PERSON_SHOWN)} from people where id = any(${ids as string[]}) order by id for update`
}

export async function lockCompanies(db: Db, ids: readonly string[]): Promise<CompanyRow[]> {
  return db<CompanyRow[]>`
    select ${db(COMPANY_SHOWN)} from companies where id = any(${ids as string[]}) order by id for update`
}

export async function listVisibleById(db: Db, workspaceId: string, id: string): Promise<PersonRow[]> {
  return db<PersonRow[]>`
    select ${db(PERSON_SHOWN)} from people where id = ${id} and not directory_suppressed(${workspaceId}, id, marks)`
}

export async function listVisibleByEmail(db: Db, workspaceId: string, email: string): Promise<PersonRow[]> {
  return db<PersonRow[]>`
    select ${db(PERSON_SHOWN)} from people
    where email = ${email} and not directory_suppressed(${workspaceId}, id, marks) order by place desc, id`
}

/** All whom a suppression with this mark means. */
export async function listIdsByMark(db: Db, mark: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from people where marks && ${[mark]}
    union select id from people where id = ${mark.startsWith('p:') ? mark.slice(2) : ''} order by id`
  return rows.map((row) => row.id)
}

export async function listEmailOwners(db: Db, emails: readonly string[]): Promise<{ email: string; id: string }[]> {
  if (emails.length === 0) return []
  return db<{ email: string; id: string }[]>`select email, id from people where email = any(${emails as string[]})`
}

export async function deletePeople(db: Db, ids: readonly string[]): Promise<void> {
  await db`delete from people where id = any(${ids as string[]})`
}

type Written<Row> = Row & IndexFields

const INDEX = ['place', 'doc', 'marks'] as const
const PERSON_WRITTEN = [...INDEX, ...PERSON_COLUMNS, 'sources', 'updated_at'] as const
const COMPANY_WRITTEN = [...INDEX, ...COMPANY_COLUMNS, 'sources', 'updated_at'] as const

function cellsOf<Row>(columns: readonly (keyof Row)[], row: Row): Cell[] {
  return columns.map((column) => {
    const value: unknown = row[column]
    if (value instanceof Date) return value.toISOString()
    return column === 'sources' ? JSON.stringify(value) : (value as Cell)
  })
}

export async function insertPeople(db: Db, changeId: number, people: readonly Written<PersonRow>[]): Promise<void> {
  const rows = people.map((person) => [person.id, changeId, ...cellsOf(PERSON_WRITTEN, person)])
  await copyInto(db, 'people', ['id', 'added_in', ...PERSON_WRITTEN], rows)
}

export async function insertCompanies(db: Db, companies: readonly Written<CompanyRow>[]): Promise<void> {
  const rows = companies.map((company) => [company.id, ...cellsOf(COMPANY_WRITTEN, company)])
  await copyInto(db, 'companies', ['id', ...COMPANY_WRITTEN], rows)
}

export async function updatePeople(db: Db, people: readonly Written<PersonRow>[]): Promise<void> {
  const rows = people.map((person) => [person.id, ...cellsOf(PERSON_WRITTEN, person)])
  await updateRows(db, 'people', PERSON_WRITTEN, rows)
}

export async function updateCompanies(db: Db, companies: readonly Written<CompanyRow>[]): Promise<void> {
  const rows = companies.map((company) => [company.id, ...cellsOf(COMPANY_WRITTEN, company)])
  await updateRows(db, 'companies', COMPANY_WRITTEN, rows)
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

/** Entries that writes left to be sorted in later slow down every look-up until they are. */
export async function cleanIndexes(db: Db): Promise<void> {
  await db`select gin_clean_pending_list(index::regclass) from unnest(array['people_doc', 'people_marks', 'companies_doc']) as index`
}
