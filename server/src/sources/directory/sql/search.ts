import type { Db, Statement } from '../../../kit/postgres/db.ts'
import type { CompanyRow, PersonSearchRow } from './rows.ts'
import { readShownCompany, readShownPerson, type SearchRow, shownColumns } from './search-row.ts'

type Fragment = Statement<unknown>

export interface RowByTable {
  people: PersonSearchRow
  companies: CompanyRow
}

export type Table = keyof RowByTable

export type Hit<T extends Table> = RowByTable[T] & Position

export interface Position {
  /** The column `place`. */
  readonly rank: number
  readonly id: string
}

/** Stands for the letter of the bucket in a tsquery that runs on several buckets. */
export const ANY_BUCKET = '\u0001'

export interface HitsRequest {
  readonly workspaceId: string
  /** Starts after this position, which is excluded. */
  readonly after: Position
  readonly limit: number
}

/** A lookup in the index. */
export interface LookUp extends HitsRequest {
  /** Tsqueries that must all match. */
  readonly queries: readonly string[]
  /** The letters of the buckets, from the best down. */
  readonly letters: string
}

/**
 * Runs several questions with the same number of tsqueries: most of the cost of a statement is the same for one and for ten of
 * them (decision 0047). For each question it looks up one bucket after another, from the best down, and stops when there are
 * enough hits: a lateral join follows the order of the buckets, and a sort would make PostgreSQL read one bucket more. Several
 * buckets in one tsquery take two to four times as long. `offset 0` keeps the planner from scanning all rows in order of rank
 * instead, which is a thousand times slower when its estimate of the hits is wrong (decision 0012), and from checking
 * suppressions before the best hits are known.
 */
export async function listHits<T extends Table>(db: Db, table: T, asked: readonly LookUp[]): Promise<Hit<T>[][]> {
  const numbers = [...(asked[0]?.queries.keys() ?? [])]
  const names = numbers.map((n) => db`${db(`q${n}`)},`)
  const inBucket = numbers.map((n) => {
    const [comma, name] = [n > 0 ? db`,` : db``, db(`q${n}`)]
    return db`${comma} replace(asked.${name}, ${ANY_BUCKET}, letter)::tsquery as ${name}`
  })
  const given = numbers.map((n) => db`${asked.map(({ queries }) => queries[n] ?? '')}::text[],`)
  const rows = await db<(SearchRow & { asked: number })[]>`
    select asked.number::int as asked, shown.*
    from unnest(
      ${given} ${asked.map(({ letters }) => letters)}::text[], ${asked.map(({ workspaceId }) => workspaceId)}::text[],
      ${asked.map(({ after }) => after.rank)}::bigint[], ${asked.map(({ after }) => after.id)}::text[],
      ${asked.map(({ limit }) => limit)}::int[]
    ) with ordinality as asked (${names} letters, workspace_id, place, id, wanted, number)
    cross join lateral (select ${hasNoSuppressions(db, db`asked.workspace_id`)} as has_none offset 0) as suppressed
    cross join lateral (
      select kept.*
      from string_to_table(asked.letters, null) as letter
      cross join lateral (
        select ${inBucket} offset 0
      ) as here
      cross join lateral (
        select best.at
        from (
          select hit.*
          from (
            select id, place, ctid as at, marks, ${emailMark(db, table)} ${from(db, table)}
            where ${numbers.map((n) => db`${n > 0 ? db`and` : db``} doc @@ here.${db(`q${n}`)}`)}
            offset 0
          ) as hit
          where hit.place <= asked.place and (hit.place < asked.place or hit.id < asked.id)
          order by hit.place desc, hit.id desc
          limit case when suppressed.has_none then asked.wanted end
        ) as best
        where suppressed.has_none
          or ${isVisible(db, db`asked.workspace_id`, db`best.marks || best.email_mark || ('p:' || best.id)`)}
        limit asked.wanted
      ) as kept
      limit asked.wanted
    ) as found ${shown(db, table)}`
  const hits = asked.map((): Hit<T>[] => [])
  for (const row of rows) hits[row.asked - 1]?.push(readHit(table, row))
  return hits.map((each) => each.toSorted(byRank))
}

/** Checks once instead of for each hit, for the case that no person is suppressed. */
function hasNoSuppressions(db: Db, workspaceId: Fragment) {
  return db`not exists (select 1 from suppressions where workspace_id in ('', ${workspaceId}) and lifted_in is null)`
}

/** Returns the planner's estimate; negative when the table was never analysed. */
export async function estimateRows(db: Db, table: Table): Promise<number> {
  const [row] = await db<[{ rows: number }]>`select reltuples as rows from pg_class where oid = ${table}::regclass`
  return row.rows
}

export interface Scan<T extends Table> {
  readonly hits: Hit<T>[]
  readonly rowsRead: number
  /** Position where the scan stopped; undefined at the end of the bucket. */
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
  }: HitsRequest & { letter: string; lowestRank: number; rowsMax: number },
): Promise<Scan<T>> {
  const inBucket = (query: string) => query.replaceAll(ANY_BUCKET, letter)
  const rows = await db<(SearchRow & { rows_read: number | null })[]>`
    select found.rows_read, shown.* from (
      with scanned as materialized (
        select id, place, ctid as at, doc, marks, ${emailMark(db, table)} ${from(db, table)} as hit
        where ${isAfter(db, after)} and place >= ${lowestRank}
        order by place desc, id desc
        limit ${rowsMax}
      ), hits as (
        select at from scanned
        where ${queries.length > 0 ? queries.map((query) => db`doc @@ ${inBucket(query)}::tsquery and`) : db``}
          (${hasNoSuppressions(db, db`${workspaceId}`)}
            or ${isVisible(db, db`${workspaceId}`, db`scanned.marks || scanned.email_mark || ('p:' || scanned.id)`)})
        limit ${limit}
      )
      select at, null as rows_read from hits
      union all
      (select at, count(*) over () from scanned order by place, id limit 1)
    ) as found ${shown(db, table)}`
  const last = rows.find((row) => row.rows_read !== null)
  const hits = rows.filter((row) => row.rows_read === null).map((row) => readHit(table, row))
  const end = last?.rows_read === rowsMax ? toPosition(readHit(table, last)) : undefined
  return { hits: hits.toSorted(byRank), rowsRead: last?.rows_read ?? 0, end }
}

function readHit<T extends Table>(table: T, row: SearchRow): Hit<T> {
  return (table === 'people' ? readShownPerson(row) : readShownCompany(row)) as Hit<T>
}

/**
 * Selects the columns in the statement that finds the rows: one round trip less (decision 0016). Within a statement a row stays
 * where it was found, so that its index is not read again.
 */
function shown(db: Db, table: Table) {
  return db`cross join lateral (
    select ${shownColumns(db, table)} ${from(db, table)} where ctid = found.at offset 0
  ) as shown`
}

/**
 * True if no active suppression has one of the keys. The function `directory_suppressed` does the same and costs 17 µs per row;
 * an `exists` would become a join, which need not keep the order of its rows.
 */
function isVisible(db: Db, workspaceId: Fragment, keys: Fragment) {
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

function toPosition({ rank, id }: Position): Position {
  return { rank, id }
}

function byRank(a: Position, b: Position): number {
  return b.rank - a.rank || (a.id < b.id ? 1 : -1)
}

function isAfter(db: Db, { rank, id }: Position) {
  return db`hit.place <= ${rank} and (hit.place < ${rank} or hit.id < ${id})`
}
