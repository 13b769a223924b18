import type { Db } from '../../../kit/db.ts'

/** Gives a version to all that is committed, and answers the newest. */
export async function publishChanges(db: Db): Promise<number> {
  const [row] = await db<{ version: number }[]>`select directory_publish() as version`
  return row?.version ?? 0
}

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
    insert into people_past (change_id, person_id, workspace_id, place, doc, added_in)
    select ${changeId}, id, '', place, doc, added_in from people where id = any(${ids as string[]})`
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

/** One tsquery for each shelf, from 0 up; undefined when everybody is meant. */
export interface DeltaQuestion {
  readonly must: readonly string[] | undefined
  readonly mustNot: readonly string[] | undefined
}

/**
 * People who changed in a range of versions and fit the question before it or fit now, each once, at their first change.
 * Who was added is told from `people` alone, so that an import of new people leaves nothing behind but the people.
 */
export async function listChanges(
  db: Db,
  workspaceId: string,
  question: DeltaQuestion,
  { since, until }: ChangeRange,
  after: ChangePosition,
  limit: number,
): Promise<ChangeRow[]> {
  const fits = (row: 'p' | 'x') => fitsQuestion(db, question, row)
  return db<ChangeRow[]>`
    with shelf as materialized (
      select must, must_not from unnest(
        ${(question.must ?? [null]) as string[]}::text[]::tsquery[], ${(question.mustNot ?? [null]) as string[]}::text[]::tsquery[]
      ) as shelf (must, must_not)
    ), asked as materialized (
      select array_agg(must) as must, array_agg(must_not) as must_not from shelf
    )
    select touched.change_id as "changeId", touched.person_id as "personId", touched.was, touched.is
    from directory_changes as change
    cross join lateral (
      select change.id as change_id, each.person_id, coalesce(before.fits, false) as was, coalesce(now.fits, false) as is
      from (
        select p.id as person_id from people as p, asked
        where p.added_in = change.id and (change.id > ${after.changeId} or p.id > ${after.personId}) and ${fits('p')}
        union
        select x.person_id from people_past as x
        where x.change_id = change.id and (change.id > ${after.changeId} or x.person_id > ${after.personId})
          and x.workspace_id in ('', ${workspaceId})
      ) as each
      left join lateral (
        select x.added_in, ${fits('x')} as fits from people_past as x, asked
        where x.person_id = each.person_id and x.workspace_id in ('', ${workspaceId})
          and coalesce((select c.version from directory_changes as c where c.id = x.change_id), ${since}::bigint + 1) > ${since}
        order by x.id limit 1
      ) as before on coalesce((select c.version from directory_changes as c where c.id = before.added_in), 0) <= ${since}
      left join lateral (
        select ${fits('p')} and not directory_suppressed(${workspaceId}, p.id, p.marks) as fits
        from people as p, asked where p.id = each.person_id
      ) as now on true
      where not exists (
        select from people_past as x join directory_changes as c on c.id = x.change_id
        where x.person_id = each.person_id and x.workspace_id in ('', ${workspaceId})
          and x.change_id < change.id and c.version > ${since} and c.version <= ${until}
      ) and not exists (
        select from people as p join directory_changes as c on c.id = p.added_in
        where p.id = each.person_id and p.added_in < change.id and c.version > ${since} and c.version <= ${until}
      )
      order by each.person_id
      offset 0
    ) as touched
    where change.version > ${since} and change.version <= ${until} and change.id >= ${after.changeId}
      and (touched.was or touched.is)
    order by change.id, touched.person_id
    limit ${limit}`
}

function fitsQuestion(db: Db, { must, mustNot }: DeltaQuestion, row: 'p' | 'x') {
  const shelf = db`[(${db(row)}.place / ${2 ** 47}::bigint)::int + 1]`
  return db`${db(row)}.doc is not null
    ${must ? db`and ${db(row)}.doc @@ asked.must${shelf}` : db``}
    ${mustNot ? db`and not ${db(row)}.doc @@ asked.must_not${shelf}` : db``}`
}
