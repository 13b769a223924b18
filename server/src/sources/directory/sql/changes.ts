import type { Db, Statement } from '../../../kit/postgres/db.ts'
import { hasId } from './people.ts'
import { ANY_SHELF } from './search.ts'

/** Gives a version to all that is committed, and answers the newest. */
export async function publishChanges(db: Db): Promise<number> {
  const [row] = await db<{ version: number }[]>`select directory_publish() as version`
  return row?.version ?? 0
}

/** The newest version whose past is gone. */
export async function getForgotten(db: Db): Promise<number> {
  const [row] = await db<{ forgotten: number }[]>`select forgotten from directory_feed`
  return row?.forgotten ?? 0
}

export async function insertChange(db: Db, now: Date): Promise<number> {
  const [row] = await db<{ id: number }[]>`insert into directory_changes (created_at) values (${now}) returning id`
  return row?.id ?? 0
}

/** Keeps what search knew of these people, who are about to change; their rows must be locked. */
export async function insertPast(db: Db, changeId: number, ids: readonly string[]): Promise<void> {
  await db`
    insert into people_past (change_id, person_id, place, doc, marks, added_in)
    select ${changeId}, id, place, doc, marks || email_mark, added_in from people where ${hasId(db, ids)} order by id`
}

export interface ChangeRange {
  /** What the caller knows. */
  readonly since: number
  /** What the caller will know after the last page. */
  readonly until: number
}

export interface ChangePosition {
  readonly changeId: number
  readonly personId: string
}

export interface ChangeRow extends ChangePosition {
  was: boolean
  is: boolean
}

export interface DeltaQuestion {
  /** As tsqueries that must all hold. */
  readonly queries: readonly string[]
  /** The letters of all shelves, from 0 up. */
  readonly shelves: readonly string[]
  readonly placesPerShelf: number
}

export interface Changes {
  readonly hits: ChangeRow[]
  /** Where it ended before all was looked at. */
  readonly end: ChangePosition | undefined
}

/**
 * Looks at so many people who changed in a range of versions, each at their first change in it, and keeps those who fit the
 * question at its start or fit now. Who was added is told from `people` alone, so that an import of new people leaves
 * nothing behind but the people; whom a suppression touches is told from it.
 */
export async function listChanges(
  db: Db,
  workspaceId: string,
  question: DeltaQuestion,
  { since, until }: ChangeRange,
  { after, limit, steps }: { after: ChangePosition; limit: number; steps: number },
): Promise<Changes> {
  const rows = await db<(ChangeRow & { isEnd: boolean; steps: number })[]>`
    with asked as materialized (
      select array_agg(replace(${question.queries.join('&')}, ${ANY_SHELF}, letter)::tsquery order by number) as queries
      from unnest(${question.shelves}::text[]) with ordinality as shelf (letter, number)
    ), touched as materialized (
      select change.id as change_id, each.person_id
      from directory_changes as change
      cross join lateral (${touchedBy(db, workspaceId, db`change.id`)} order by 1) as each
      where change.version > ${since} and change.version <= ${until} and change.id >= ${after.changeId}
        and (change.id > ${after.changeId} or each.person_id > ${after.personId})
      order by change.id, each.person_id
      limit ${steps}
    ), hits as (
      select touched.change_id, touched.person_id, coalesce(was.fits, false) as was, coalesce(now.fits, false) as now
      from touched
      left join lateral (${stateAt(db, workspaceId, question, since)}) as was on true
      left join lateral (
        select ${fits(db, question, 'p')} and not directory_suppressed(${workspaceId}, p.id, p.marks || p.email_mark) as fits
        from people as p, asked where p.id = touched.person_id
      ) as now on true
      where (was.fits or now.fits) and not exists (
        select from directory_changes as earlier
        where earlier.version > ${since} and earlier.version <= ${until} and earlier.id < touched.change_id
          and earlier.id in (${changesOf(db, workspaceId)})
      )
      order by touched.change_id, touched.person_id
      limit ${limit}
    )
    select change_id as "changeId", person_id as "personId", was, now as is, false as "isEnd", 0 as steps from hits
    union all
    (select change_id, person_id, false, false, true, (count(*) over ())::int
      from touched order by change_id desc, person_id desc limit 1)`
  const end = rows.find((row) => row.isEnd)
  const hits = rows
    .filter((row) => !row.isEnd)
    .toSorted((a, b) => a.changeId - b.changeId || (a.personId < b.personId ? -1 : 1))
  return { hits, end: end?.steps === steps ? end : undefined }
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

/** Every change that touched the person. */
function changesOf(db: Db, workspaceId: string) {
  return db`
    select p.added_in from people as p where p.id = touched.person_id
    union all
    select x.change_id from people_past as x where x.person_id = touched.person_id
    union all
    select unnest(array[s.added_in, s.lifted_in]) from people as p
      join suppressions as s on s.workspace_id = ${workspaceId} and s.mark = any (p.marks || array[p.email_mark, 'p:' || p.id])
    where p.id = touched.person_id`
}

/** Whether the person was to be seen and fitted at a version: as the first change after it left them, or as they still are. */
function stateAt(db: Db, workspaceId: string, question: DeltaQuestion, since: number) {
  return db`
    select ${fits(db, question, 'x')} and directory_version(x.added_in) <= ${since}
      and not directory_suppressed_at(${since}, ${workspaceId}, touched.person_id, x.marks) as fits
    from asked, (
      (select place, doc, marks, added_in, 0 as rank from people_past
        where person_id = touched.person_id and directory_version(change_id) > ${since} order by id limit 1)
      union all
      select place, doc, marks || email_mark, added_in, 1 from people where id = touched.person_id
      order by rank limit 1
    ) as x`
}

function fits(db: Db, { queries, placesPerShelf }: DeltaQuestion, row: 'p' | 'x') {
  if (queries.length === 0) return db`true`
  return db`${db(row)}.doc @@ asked.queries[(${db(row)}.place / ${placesPerShelf}::bigint)::int + 1]`
}

/** Answers the newest version of before the cutoff: nobody may ask for changes since then or earlier any more. */
export async function updateForgotten(db: Db, cutoff: Date): Promise<number> {
  const [row] = await db<{ forgotten: number }[]>`
    update directory_feed set forgotten = greatest(forgotten, coalesce(
      (select min(version) - 1 from directory_changes where created_at >= ${cutoff} and version is not null), published
    )) returning forgotten`
  return row?.forgotten ?? 0
}

export async function deletePast(db: Db, forgotten: number): Promise<void> {
  await db`
    with gone as materialized (
      delete from directory_changes where version <= ${forgotten} returning id
    ), past as (
      delete from people_past where change_id in (select id from gone)
    )
    delete from suppressions where lifted_in in (select id from gone)`
}
