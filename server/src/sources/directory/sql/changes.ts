import type { Db, Statement } from '../../../kit/postgres/db.ts'
import { hasId } from './people.ts'
import { ANY_BUCKET } from './search.ts'

/**
 * Gives the next version to all committed changes without one, and returns the newest version. Writers do not number their
 * changes: readers past its number would miss a change that commits late (decision 0012).
 */
export async function publishChanges(db: Db): Promise<number> {
  const [row] = await db<{ version: number }[]>`select directory_publish() as version`
  return row?.version ?? 0
}

/** Returns the newest version on this server: a replica may lack the last ones. */
export async function getPublishedVersion(db: Db): Promise<number> {
  const [row] = await db<{ published: number }[]>`select published from directory_feed`
  return row?.published ?? 0
}

/** Returns the newest version whose history is deleted: changes since then or earlier cannot be listed. */
export async function getPrunedVersion(db: Db): Promise<number> {
  const [row] = await db<{ forgotten: number }[]>`select forgotten from directory_feed`
  return row?.forgotten ?? 0
}

export async function insertChange(db: Db, now: Date): Promise<number> {
  const [row] = await db<{ id: number }[]>`insert into directory_changes (created_at) values (${now}) returning id`
  return row?.id ?? 0
}

/** Stores the searchable state of these people before they change. Their rows must be locked. */
export async function insertHistory(db: Db, changeId: number, ids: readonly string[]): Promise<void> {
  await db`
    insert into people_past (change_id, person_id, place, doc, marks, added_in)
    select ${changeId}, id, place, doc, marks || email_mark, added_in from people where ${hasId(db, ids)} order by id`
}

export interface ChangePosition {
  readonly changeId: number
  readonly personId: string
}

export interface ChangeRow extends ChangePosition {
  /** Time of the last change in the range. */
  changedAt: Date
  matchedBefore: boolean
  matchesNow: boolean
}

export interface DeltaQuery {
  /** Tsqueries that must all match. */
  readonly queries: readonly string[]
  /** The letters of all buckets, from bucket 0 up. */
  readonly bucketLetters: readonly string[]
  readonly ranksPerBucket: number
}

export interface ListChangesOptions {
  readonly query: DeltaQuery
  /** The version of the caller. */
  readonly since: number
  /** The version of the caller after the last page. */
  readonly until: number
  readonly after: ChangePosition
  readonly limit: number
  readonly changesMax: number
}

export interface Changes {
  readonly hits: ChangeRow[]
  /** Position where it stopped; undefined when all changes were read. */
  readonly end: ChangePosition | undefined
}

/**
 * Reads up to `changesMax` people who changed in a range of versions, each at their first change in it, and keeps those who
 * matched the query at its start or at its end. Both are states at a version: a newer state would be shown without its change,
 * and the change that ends it would be missed. Only a suppression takes effect at once. Added people are found only in
 * `people`, so that an import of new people writes no history; people affected by a suppression are found by the suppression.
 */
export async function listChanges(
  db: Db,
  workspaceId: string,
  { query, since, until, after, limit, changesMax }: ListChangesOptions,
): Promise<Changes> {
  const rows = await db<(ChangeRow & { isEnd: boolean; changes: number })[]>`
    with asked as materialized (
      select array_agg(replace(${query.queries.join('&')}, ${ANY_BUCKET}, letter)::tsquery order by number) as queries
      from unnest(${query.bucketLetters}::text[]) with ordinality as bucket (letter, number)
    ), touched as materialized (
      select change.id as change_id, each.person_id
      from directory_changes as change
      cross join lateral (${touchedBy(db, workspaceId, db`change.id`)} order by 1) as each
      where change.version > ${since} and change.version <= ${until} and change.id >= ${after.changeId}
        and (change.id > ${after.changeId} or each.person_id > ${after.personId})
      order by change.id, each.person_id
      limit ${changesMax}
    ), hits as (
      select touched.change_id, touched.person_id, coalesce(before.matches, false) as before,
        coalesce(now.matches and not now.is_suppressed, false) as now, (
          select max(latest.created_at) from directory_changes as latest
          where latest.id = touched.change_id
            or (directory_version(latest.id) > ${since} and (latest.version <= ${until} or now.is_suppressed)
              and latest.id in (${selectPersonChanges(db, workspaceId)}))
        ) as changed_at
      from touched
      left join lateral (${stateAt(db, workspaceId, query, since)}) as before on true
      left join lateral (${stateAt(db, workspaceId, query, until)}) as now on true
      where (before.matches or now.matches) and not exists (
        select from directory_changes as earlier
        where earlier.version > ${since} and earlier.version <= ${until} and earlier.id < touched.change_id
          and earlier.id in (${selectPersonChanges(db, workspaceId)})
      )
      order by touched.change_id, touched.person_id
      limit ${limit}
    )
    select change_id as "changeId", person_id as "personId", changed_at as "changedAt", before as "matchedBefore",
      now as "matchesNow", false as "isEnd", 0 as changes
    from hits
    union all
    (select change_id, person_id, null, false, false, true, (count(*) over ())::int
      from touched order by change_id desc, person_id desc limit 1)`
  const end = rows.find((row) => row.isEnd)
  const hits = rows
    .filter((row) => !row.isEnd)
    .toSorted((a, b) => a.changeId - b.changeId || (a.personId < b.personId ? -1 : 1))
  return { hits, end: end?.changes === changesMax ? end : undefined }
}

function touchedBy(db: Db, workspaceId: string, changeId: Statement<unknown>) {
  return db`
    select p.id as person_id from people as p where p.added_in = ${changeId}
    union
    select x.person_id from people_past as x where x.change_id = ${changeId}
    union
    select p.id from suppressions as s join people as p on p.marks && array[s.mark]
    where s.workspace_id = ${workspaceId} and (s.added_in = ${changeId} or s.lifted_in = ${changeId})
    union
    select p.id from suppressions as s join people as p on p.email_mark = s.mark
    where s.workspace_id = ${workspaceId} and (s.added_in = ${changeId} or s.lifted_in = ${changeId})
    union
    select p.id from suppressions as s join people as p on p.id = substr(s.mark, 3)
    where s.workspace_id = ${workspaceId} and s.kind = 'person' and (s.added_in = ${changeId} or s.lifted_in = ${changeId})`
}

/** Selects every change that affected the person. */
function selectPersonChanges(db: Db, workspaceId: string) {
  return db`
    select p.added_in from people as p where p.id = touched.person_id
    union all
    select x.change_id from people_past as x where x.person_id = touched.person_id
    union all
    select unnest(array[s.added_in, s.lifted_in]) from people as p
      join suppressions as s on s.workspace_id = ${workspaceId} and s.mark = any (p.marks || array[p.email_mark, 'p:' || p.id])
    where p.id = touched.person_id`
}

/**
 * Selects whether the person was visible and matched at a version: by the state saved with the first change after the version,
 * or by the current row when there was no such change.
 */
function stateAt(db: Db, workspaceId: string, query: DeltaQuery, version: number) {
  return db`
    select ${matches(db, query)} and directory_version(x.added_in) <= ${version}
      and not directory_suppressed_at(${version}, ${workspaceId}, touched.person_id, x.marks) as matches,
      directory_suppressed(${workspaceId}, touched.person_id, x.marks) as is_suppressed
    from asked, (
      (select place, doc, marks, added_in, 0 as preference from people_past
        where person_id = touched.person_id and directory_version(change_id) > ${version} order by id limit 1)
      union all
      select place, doc, marks || email_mark, added_in, 1 from people where id = touched.person_id
      order by preference limit 1
    ) as x`
}

function matches(db: Db, { queries, ranksPerBucket }: DeltaQuery) {
  if (queries.length === 0) return db`true`
  return db`x.doc @@ asked.queries[(x.place / ${ranksPerBucket}::bigint)::int + 1]`
}

/** Returns the newest version before the cutoff: from now on, changes since then or earlier cannot be listed. */
export async function updatePrunedVersion(db: Db, cutoff: Date): Promise<number> {
  const [row] = await db<{ forgotten: number }[]>`
    update directory_feed set forgotten = greatest(forgotten, coalesce(
      (select min(version) - 1 from directory_changes where created_at >= ${cutoff} and version is not null), published
    )) returning forgotten`
  return row?.forgotten ?? 0
}

export async function deleteHistory(db: Db, prunedVersion: number): Promise<void> {
  await db`
    with gone as materialized (
      delete from directory_changes where version <= ${prunedVersion} returning id
    ), past as (
      delete from people_past where change_id in (select id from gone)
    )
    delete from suppressions where lifted_in in (select id from gone)`
}
