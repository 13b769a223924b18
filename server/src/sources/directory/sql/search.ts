import type { Db, Statement } from '../../../kit/postgres/db.ts'
import { COMPANY_COLUMNS, type CompanyRow, PERSON_COLUMNS, type PersonRow } from './rows.ts'

type Fragment = Statement<unknown>

export interface Rows {
  people: PersonRow
  companies: CompanyRow
}

export type Table = keyof Rows

/** What a search found, and where. */
export type Hit<T extends Table> = Rows[T] & Position

export interface Position {
  readonly place: number
  readonly id: string
}

const KNOWN = {
  people: [...PERSON_COLUMNS, 'sources', 'updated_at'],
  companies: [...COMPANY_COLUMNS, 'sources', 'updated_at'],
}

/** Stands for the letter of a shelf in a tsquery that is asked of several. */
export const ANY_SHELF = '\u0001'

export interface Wanted {
  readonly workspaceId: string
  /** Everything from here on, itself not included. */
  readonly after: Position
  readonly limit: number
}

/**
 * Looks into one shelf after another, from the best down, and stops when there is enough: a lateral join follows the order of
 * the shelves, and asking PostgreSQL to sort by it would make it look into one shelf more. `offset 0` keeps the planner from
 * walking everything in order of place instead, which is a thousand times slower when its guess of the hits is wrong, and
 * from asking who is left out before the best are known.
 */
export async function listHits<T extends Table>(
  db: Db,
  table: T,
  queries: readonly string[],
  { shelves, workspaceId, after, limit }: Wanted & { shelves: readonly string[] },
): Promise<Hit<T>[]> {
  const onShelf = queries.map(
    (query, n) => db`${n > 0 ? db`,` : db``} replace(${query}, ${ANY_SHELF}, letter)::tsquery as ${db(`q${n}`)}`,
  )
  const rows = await db<Hit<Table>[]>`
    select found.*, known.* from (
      select kept.id, kept.place
      from unnest(${shelves}::text[]) as letter
      cross join lateral (select ${onShelf} offset 0) as asked
      cross join lateral (
        select best.id, best.place
        from (
          select hit.*
          from (
            select id, place, marks, ${emailMark(db, table)} ${from(db, table)}
            where ${queries.map((_, n) => db`${n > 0 ? db`and` : db``} doc @@ asked.${db(`q${n}`)}`)}
            offset 0
          ) as hit
          where ${isAfter(db, after)}
          order by hit.place desc, hit.id desc
          offset 0
        ) as best
        where ${isShown(db, workspaceId, db`best.marks || best.email_mark || ('p:' || best.id)`)}
        limit ${limit}
      ) as kept
      limit ${limit}
    ) as found ${known(db, table)}`
  return rows.toSorted(byPlace) as Hit<T>[]
}

export interface Walked<T extends Table> {
  readonly hits: Hit<T>[]
  readonly steps: number
  /** How many rows the table has, as far as the planner knows. */
  readonly size: number
  /** Where the walk ended; undefined when the shelf did. */
  readonly end: Position | undefined
}

/** Walks so many rows of one shelf in order of place and keeps those that fit: the way to find what is not rare. */
export async function walkShelf<T extends Table>(
  db: Db,
  table: T,
  queries: readonly string[],
  { shelf, floor, workspaceId, after, limit, steps }: Wanted & { shelf: string; floor: number; steps: number },
): Promise<Walked<T>> {
  const onShelf = (query: string) => query.replaceAll(ANY_SHELF, shelf)
  const rows = await db<(Hit<Table> & { steps: number | null; size: number })[]>`
    select found.*, known.* from (
      with walked as materialized (
        select id, place, doc, marks, ${emailMark(db, table)} ${from(db, table)} as hit
        where ${isAfter(db, after)} and place >= ${floor}
        order by place desc, id desc
        limit ${steps}
      ), hits as (
        select id, place from walked
        where ${queries.length > 0 ? queries.map((query) => db`doc @@ ${onShelf(query)}::tsquery and`) : db``}
          ${isShown(db, workspaceId, db`walked.marks || walked.email_mark || ('p:' || walked.id)`)}
        limit ${limit}
      )
      select id, place, null as steps, 0 as size from hits
      union all
      (select id, place, count(*) over (), (select reltuples::int from pg_class where oid = ${table}::regclass)
        from walked order by place, id limit 1)
    ) as found ${known(db, table)}`
  const last = rows.find((row) => row.steps !== null)
  const hits = rows.filter((row) => row.steps === null).toSorted(byPlace) as Hit<T>[]
  const end = last?.steps === steps ? { place: last.place, id: last.id } : undefined
  return { hits, steps: last?.steps ?? 0, size: last?.size ?? 0, end }
}

/** What is known of those found, read by the statement that finds them. */
function known(db: Db, table: Table) {
  return db`cross join lateral (select ${db(KNOWN[table])} ${from(db, table)} where id = found.id offset 0) as known`
}

/**
 * Nobody asked to be left out by one of the marks. The function `directory_suppressed` says the same and costs 17 µs a row; an
 * `exists` would become a join, which need not keep the order of its rows.
 */
function isShown(db: Db, workspaceId: string, marks: Fragment) {
  return db`(
    select true from suppressions
    where workspace_id in ('', ${workspaceId}) and mark = any (${marks}) and lifted_in is null limit 1
  ) is null`
}

function from(db: Db, table: Table) {
  return db`from ${db(table)}`
}

/** Companies have none. */
function emailMark(db: Db, table: Table) {
  return table === 'people' ? db`email_mark` : db`null::text as email_mark`
}

function byPlace(a: Position, b: Position): number {
  return b.place - a.place || (a.id < b.id ? 1 : -1)
}

function isAfter(db: Db, { place, id }: Position) {
  return db`hit.place <= ${place} and (hit.place < ${place} or hit.id < ${id})`
}
