import { type Cell, copyInto, copyLine, copyLines } from '../../../kit/postgres/copy.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import {
  COMPANY_COLUMNS,
  type CompanyIndex,
  type CompanyRow,
  PERSON_COLUMNS,
  type PersonIndex,
  type PersonRow,
} from './rows.ts'

const PERSON_SHOWN = ['id', ...PERSON_COLUMNS, 'sources', 'updated_at']
const COMPANY_SHOWN = ['id', ...COMPANY_COLUMNS, 'sources', 'updated_at']

export async function hasPeople(db: Db): Promise<boolean> {
  return (await db`select from people limit 1`).length > 0
}

/**
 * Any of these ids. Asked with `= any`, PostgreSQL 18 may skip through the index of (added_in, id) instead of the primary key:
 * 80 ms for 500 ids instead of 2, measured with 180,000 people.
 */
export function hasId(db: Db, ids: readonly string[]) {
  return db`id in (select unnest(${ids}::text[]))`
}

export async function listPeople(db: Db, ids: readonly string[]): Promise<PersonRow[]> {
  return db<PersonRow[]>`select ${db(PERSON_SHOWN)} from people where ${hasId(db, ids)}`
}

export async function listCompanies(db: Db, ids: readonly string[]): Promise<CompanyRow[]> {
  return db<CompanyRow[]>`select ${db(COMPANY_SHOWN)} from companies where id = any(${ids})`
}

/** Locked in the order of their ids, so that two writers wait for each other instead of blocking each other. */
export async function lockPeople(db: Db, ids: readonly string[]): Promise<PersonRow[]> {
  return db<PersonRow[]>`
    select ${db(PERSON_SHOWN)} from people where ${hasId(db, ids)} order by id for update of people`
}

export async function lockCompanies(db: Db, ids: readonly string[]): Promise<CompanyRow[]> {
  return db<CompanyRow[]>`
    select ${db(COMPANY_SHOWN)} from companies where id = any(${ids}) order by id for update`
}

/**
 * The same as `directory_suppressed`, written out: a call of it costs 17 µs a row. `offset 0` keeps it a look into the index for
 * each row; as a join, the planner may read all suppressions for each when it believes there are few.
 */
export function isLeftOut(db: Db, workspaceId: string) {
  return db`exists (
    select from suppressions where workspace_id in ('', ${workspaceId})
      and mark = any (people.marks || people.email_mark || ('p:' || people.id)) and lifted_in is null offset 0)`
}

/** Those whom a workspace may be told of, or those whom it may not. */
export async function listByIds(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  { leftOut = false }: { leftOut?: boolean } = {},
): Promise<PersonRow[]> {
  return db<PersonRow[]>`
    select ${db(PERSON_SHOWN)} from people
    where ${hasId(db, ids)} and ${leftOut ? db`` : db`not`} ${isLeftOut(db, workspaceId)}`
}

/** Those of the ids whom a workspace may be told of. */
export async function listVisibleIds(db: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from people
    where ${hasId(db, ids)} and not ${isLeftOut(db, workspaceId)}`
  return rows.map((row) => row.id)
}

/** The best known of each email first. */
export async function listVisibleByEmails(
  db: Db,
  workspaceId: string,
  emailMarks: readonly string[],
): Promise<PersonRow[]> {
  return db<PersonRow[]>`
    select ${db(PERSON_SHOWN)} from people
    where email_mark = any(${emailMarks}) and not ${isLeftOut(db, workspaceId)}
    order by place desc, id`
}

export interface Colleague {
  /** The place of the question in the list, from 1. */
  asked: number
  /** Beyond `most`, the company is too large to be looked through. */
  n: number
  id: string
  place: number
  full_name: string
  first_name: string | null
  last_name: string | null
  company_domain: string | null
  email: string | null
}

/** Who is at these domains, named by their marks, and may have the folded name beside it. Whoever is left out too. */
export async function listNamed(
  db: Db,
  asked: readonly { readonly mark: string; readonly name: string }[],
  most: number,
): Promise<Colleague[]> {
  return db<Colleague[]>`
    select * from directory_named(${asked.map(({ mark }) => mark)}, ${asked.map(({ name }) => name)}, ${most})`
}

/** A few for each tsquery, the best known first; `asked` is the place of the query in the list, from 1. */
export async function listByQueries(
  db: Db,
  workspaceId: string,
  queries: readonly string[],
  { atMost, leftOut = false }: { atMost: number; leftOut?: boolean },
): Promise<(PersonRow & { asked: number })[]> {
  return db<(PersonRow & { asked: number })[]>`
    select q.asked, p.* from unnest(${queries}::text[]::tsquery[]) with ordinality as q (query, asked)
    cross join lateral (
      select ${db(PERSON_SHOWN)} from (select * from people where doc @@ q.query offset 0) as people
      where ${leftOut ? db`` : db`not`} ${isLeftOut(db, workspaceId)} order by place desc, id desc limit ${atMost}
    ) as p`
}

/** All whom a suppression with this mark means. */
export async function listIdsByMark(db: Db, mark: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from people where marks && ${[mark]}
    union select id from people where email_mark = ${mark}
    union select id from people where 'p:' || id = ${mark} and id = substr(${mark}, 3) order by id`
  return rows.map((row) => row.id)
}

export interface EmailOwner {
  email: string
  id: string
}

export async function listEmailOwners(db: Db, emailMarks: readonly string[]): Promise<EmailOwner[]> {
  if (emailMarks.length === 0) return []
  return db<EmailOwner[]>`select email, id from people where email_mark = any(${emailMarks})`
}

/** People whom this source alone names, in the order of their ids. */
export async function listSourcePeople(
  db: Db,
  source: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from people where id > ${after} and jsonb_array_length(sources) = 1 and sources->0->>'name' = ${source}
    order by id limit ${limit}`
  return rows.map((row) => row.id)
}

export async function deleteSourceCompanies(db: Db, source: string): Promise<void> {
  await db`delete from companies where jsonb_array_length(sources) = 1 and sources->0->>'name' = ${source}`
}

export async function deletePeople(db: Db, ids: readonly string[]): Promise<void> {
  await db`delete from people where ${hasId(db, ids)}`
}

export type IndexedPerson = PersonRow & PersonIndex
export type IndexedCompany = CompanyRow & CompanyIndex

const PERSON_WRITTEN = ['place', 'doc', 'marks', 'email_mark', ...PERSON_COLUMNS, 'sources', 'updated_at'] as const
const COMPANY_WRITTEN = ['place', 'doc', 'marks', ...COMPANY_COLUMNS, 'sources', 'updated_at'] as const

const written = new WeakMap<object, string>()

/** What is the same for many rows is written once. */
function jsonOf(value: object): string {
  let json = written.get(value)
  if (json === undefined) written.set(value, (json = JSON.stringify(value)))
  return json
}

function cellsOf<Row>(columns: readonly (keyof Row)[], row: Row): Cell[] {
  return columns.map((column) => {
    const value: unknown = row[column]
    if (value instanceof Date) return value.toISOString()
    return column === 'sources' ? jsonOf(value as object) : (value as Cell)
  })
}

/** A person ready to be inserted: it can be written before its turn comes. */
export function personLine(row: PersonRow, { place, doc, marks, email_mark }: PersonIndex): string {
  const cells: Cell[] = [row.id, place, doc, marks, email_mark]
  for (const column of PERSON_COLUMNS) cells.push(row[column])
  cells.push(jsonOf(row.sources), row.updated_at.toISOString())
  return copyLine(cells)
}

export async function insertPeople(db: Db, changeId: number, lines: readonly string[]): Promise<void> {
  const columns = ['id', ...PERSON_WRITTEN, 'added_in']
  await copyLines(
    db,
    'people',
    columns,
    lines.map((line) => `${line}\t${changeId}`),
  )
}

export async function insertCompanies(db: Db, companies: readonly IndexedCompany[]): Promise<void> {
  const rows = companies.map((company) => [company.id, ...cellsOf(COMPANY_WRITTEN, company)])
  await copyInto(db, 'companies', ['id', ...COMPANY_WRITTEN], rows)
}

export async function updatePeople(db: Db, people: readonly IndexedPerson[]): Promise<void> {
  const rows = people.map((person) => [person.id, ...cellsOf(PERSON_WRITTEN, person)])
  await updateRows(db, 'people', PERSON_WRITTEN, rows)
}

export async function updateCompanies(db: Db, companies: readonly IndexedCompany[]): Promise<void> {
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

/** As the migrations make them. */
const SEARCH_INDEXES = {
  people_doc: 'create index if not exists people_doc on people using gin (doc)',
  people_marks: 'create index if not exists people_marks on people using gin (marks)',
}

/** Searches go on and read every row; nobody waits long for them to be gone. */
export async function dropSearchIndexes(db: Db): Promise<void> {
  await db`drop index if exists ${db(Object.keys(SEARCH_INDEXES))}`
}

/** Builds those that a first load dropped, whoever was killed before. */
export async function ensureSearchIndexes(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    const missing = await tx<{ name: keyof typeof SEARCH_INDEXES }[]>`
      select name from unnest(${Object.keys(SEARCH_INDEXES)}::text[]) as name where to_regclass(name) is null`
    if (missing.length === 0) return
    // Two who come at once take turns, and the second finds them there.
    await tx`lock table people in share row exclusive mode`
    for (const { name } of missing) await tx.unsafe(SEARCH_INDEXES[name])
  })
}

/** Entries that writes left to be sorted in later slow down every look-up until they are; the planner learns what is there. */
export async function tidyTables(db: Db): Promise<void> {
  await ensureSearchIndexes(db)
  await db`analyze people, companies`
  await db`select gin_clean_pending_list(index::regclass) from unnest(array['people_doc', 'people_marks', 'companies_doc']) as index`
}
