import type { Db, Statement } from '../../../kit/postgres/db.ts'
import { COMPANY_COLUMNS, type CompanyRow, PERSON_COLUMNS, type PersonRow } from './rows.ts'

type Fragment = Statement<unknown>

export interface Rows {
  people: PersonRow
  companies: CompanyRow
}

export type Table = keyof Rows

export type Hit<T extends Table> = Rows[T] & Position

export interface Position {
  /** The column `place`. */
  readonly rank: number
  readonly id: string
}

const SHOWN = {
  people: [...PERSON_COLUMNS, 'sources', 'updated_at'],
  companies: [...COMPANY_COLUMNS, 'sources', 'updated_at'],
}

/** Stands for the letter of the bucket in a tsquery that is run on several buckets. */
export const ANY_BUCKET = '\u0001'

export interface Wanted {
  readonly workspaceId: string
  /** Rows after this position; the row at the position itself is not included. */
  readonly after: Position
  readonly limit: number
}

/**
 * Looks the tsqueries up in one bucket after another, from the best down, and stops when there are enough hits: a lateral
 * join follows the order of the buckets, and a sort would make PostgreSQL read one bucket more. `offset 0` keeps the
 * planner from scanning all rows in order of rank instead, which is a thousand times slower when its guess of the hits is
 * wrong (decision 0012), and from checking suppressions before the best hits are known.
 */
export async function listHits<T extends Table>(
  db: Db,
  table: T,
  queries: readonly string[],
  { bucketLetters, workspaceId, after, limit }: Wanted & { bucketLetters: readonly string[] },
): Promise<Hit<T>[]> {
  const inBucket = queries.map(
    (query, n) => db`${n > 0 ? db`,` : db``} replace(${query}, ${ANY_BUCKET}, letter)::tsquery as ${db(`q${n}`)}`,
  )
  const rows = await db<Hit<Table>[]>`
    select found.id, found.place as rank, shown.* from (
      select kept.id, kept.place
      from unnest(${bucketLetters}::text[]) as letter
      cross join lateral (select ${inBucket} offset 0) as asked
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
        where ${isVisible(db, workspaceId, db`best.marks || best.email_mark || ('p:' || best.id)`)}
        limit ${limit}
      ) as kept
      limit ${limit}
    ) as found ${shown(db, table)}`
  return rows.toSorted(byRank) as Hit<T>[]
}

export interface Scan<T extends Table> {
  readonly hits: Hit<T>[]
  readonly rowsRead: number
  /** How many rows the table has, by the planner's estimate. */
  readonly tableRows: number
  /** Where the scan stopped; undefined at the end of the bucket. */
  readonly end: Position | undefined
}

/** Reads up to `rowsMax` rows of one bucket in order of rank and keeps those that match: the way to find common values. */
export async function scanBucket<T extends Table>(
  db: Db,
  table: T,
  queries: readonly string[],
  {
    letter,
    lowestRank,
    workspaceId,
    after,
    limit,
    rowsMax,
  }: Wanted & { letter: string; lowestRank: number; rowsMax: number },
): Promise<Scan<T>> {
  const inBucket = (query: string) => query.replaceAll(ANY_BUCKET, letter)
  const rows = await db<(Hit<Table> & { rows_read: number | null; table_rows: number })[]>`
    select found.id, found.place as rank, found.rows_read, found.table_rows, shown.* from (
      with scanned as materialized (
        select id, place, doc, marks, ${emailMark(db, table)} ${from(db, table)} as hit
        where ${isAfter(db, after)} and place >= ${lowestRank}
        order by place desc, id desc
        limit ${rowsMax}
      ), hits as (
        select id, place from scanned
        where ${queries.length > 0 ? queries.map((query) => db`doc @@ ${inBucket(query)}::tsquery and`) : db``}
          ${isVisible(db, workspaceId, db`scanned.marks || scanned.email_mark || ('p:' || scanned.id)`)}
        limit ${limit}
      )
      select id, place, null as rows_read, 0 as table_rows from hits
      union all
      (select id, place, count(*) over (), (select reltuples::int from pg_class where oid = ${table}::regclass)
        from scanned order by place, id limit 1)
    ) as found ${shown(db, table)}`
  const last = rows.find((row) => row.rows_read !== null)
  const hits = rows.filter((row) => row.rows_read === null).toSorted(byRank) as Hit<T>[]
  const end = last?.rows_read === rowsMax ? { rank: last.rank, id: last.id } : undefined
  return { hits, rowsRead: last?.rows_read ?? 0, tableRows: last?.table_rows ?? 0, end }
}

/** The columns of the rows found, read by the statement that finds them: one round trip less (decision 0016). */
function shown(db: Db, table: Table) {
  return db`cross join lateral (select ${db(SHOWN[table])} ${from(db, table)} where id = found.id offset 0) as shown`
}

/**
 * No suppression in force has one of the keys. The function `directory_suppressed` does the same and costs 17 µs a row; an
 * `exists` would become a join, which need not keep the order of its rows.
 */
function isVisible(db: Db, workspaceId: string, keys: Fragment) {
  return db`(
    select true from suppressions
    where workspace_id in ('', ${workspaceId}) and mark = any (${keys}) and lifted_in is null limit 1
  ) is null`
}

function from(db: Db, table: Table) {
  return db`from ${db(table)}`
}

/** Companies have none. */
function emailMark(db: Db, table: Table) {
  return table === 'people' ? db`email_mark` : db`null::text as email_mark`
}

function byRank(a: Position, b: Position): number {
  return b.rank - a.rank || (a.id < b.id ? 1 : -1)
}

function isAfter(db: Db, { rank, id }: Position) {
  return db`hit.place <= ${rank} and (hit.place < ${rank} or hit.id < ${id})`
}
