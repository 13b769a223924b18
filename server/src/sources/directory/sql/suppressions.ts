import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { hasId, isLeftOut } from './people.ts'

export interface SuppressionRow {
  workspace_id: string
  id: string
  kind: string
  value: string
  mark: string
  reason: string | null
  created_at: Date
  added_in: number
  because_of: string | null
}

/** One that stands already stays as it is, and is answered; one that followed from another now stands by itself. */
export async function insertSuppression(db: Db, row: SuppressionRow): Promise<SuppressionRow> {
  const [kept] = await db<[SuppressionRow]>`
    insert into suppressions ${db(row)}
    on conflict (workspace_id, mark) where lifted_in is null do update set because_of = null returning *`
  return kept
}

/** What is left out already stays as it is. */
export async function insertDerived(db: Db, rows: readonly SuppressionRow[]): Promise<void> {
  await db`
    insert into suppressions ${db(rows as SuppressionRow[])}
    on conflict (workspace_id, mark) where lifted_in is null do nothing`
}

/** Also lifts those that follow from it. */
export async function liftSuppression(
  db: Db,
  workspaceId: string,
  id: string,
  changeId: number,
): Promise<SuppressionRow | undefined> {
  const rows = await db<SuppressionRow[]>`
    update suppressions set lifted_in = ${changeId}
    where workspace_id = ${workspaceId} and lifted_in is null
      and (because_of = ${id} or id = ${id} and because_of is null)
    returning *`
  return rows.find((row) => row.id === id)
}

export async function listSuppressions(
  db: Db,
  workspaceId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PageRows<SuppressionRow>> {
  return readPage(
    db,
    limit,
    db<SuppressionRow[]>`
    select * from suppressions where workspace_id = ${workspaceId} and lifted_in is null and because_of is null
    ${after === undefined ? db`` : db`and id < ${after}`}
    order by id desc`,
  )
}

export async function hasSuppressions(db: Db, workspaceId: string): Promise<boolean> {
  return (await db`select from suppressions where workspace_id = ${workspaceId} limit 1`).length > 0
}

/** Whether this workspace, or everybody, leaves anybody out. */
export async function hasStanding(db: Db, workspaceId: string): Promise<boolean> {
  const rows =
    await db`select from suppressions where workspace_id in ('', ${workspaceId}) and lifted_in is null limit 1`
  return rows.length > 0
}

export async function listSuppressedMarks(db: Db, workspaceId: string, marks: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ mark: string }[]>`
    select mark from suppressions
    where workspace_id in ('', ${workspaceId}) and mark = any(${marks}) and lifted_in is null`
  return new Set(rows.map((row) => row.mark))
}

/** The same, and those marks by which the directory knows somebody who is left out by another. */
export async function listLeftOutMarks(db: Db, workspaceId: string, marks: readonly string[]): Promise<Set<string>> {
  const emailMarks = marks.filter((mark) => mark.startsWith('e:'))
  const personIds = marks.flatMap((mark) => (mark.startsWith('p:') ? [mark.slice(2)] : []))
  const rows = await db<{ mark: string }[]>`
    select mark from suppressions
    where workspace_id in ('', ${workspaceId}) and mark = any(${marks}) and lifted_in is null
    union all
    select email_mark from people
    where email_mark = any(${emailMarks}) and ${isLeftOut(db, workspaceId)}
    union all
    select 'p:' || id from people
    where ${hasId(db, personIds)} and ${isLeftOut(db, workspaceId)}`
  return new Set(rows.map((row) => row.mark))
}
