import type { Db } from '../../../kit/db.ts'

export interface SuppressionRow {
  workspace_id: string
  id: string
  kind: string
  value: string
  mark: string
  reason: string | null
  created_at: Date
  added_in: number
}

/** One that stands already stays as it is, and is answered. */
export async function insertSuppression(db: Db, row: SuppressionRow): Promise<SuppressionRow> {
  const [kept] = await db<[SuppressionRow]>`
    insert into suppressions ${db(row)}
    on conflict (workspace_id, mark) where lifted_in is null do update set mark = excluded.mark returning *`
  return kept
}

export async function liftSuppression(
  db: Db,
  workspaceId: string,
  id: string,
  changeId: number,
): Promise<SuppressionRow | undefined> {
  const [row] = await db<SuppressionRow[]>`
    update suppressions set lifted_in = ${changeId}
    where workspace_id = ${workspaceId} and id = ${id} and lifted_in is null returning *`
  return row
}

export async function listSuppressions(
  db: Db,
  workspaceId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<SuppressionRow[]> {
  return db<SuppressionRow[]>`
    select * from suppressions where workspace_id = ${workspaceId} and lifted_in is null
    ${after === undefined ? db`` : db`and id < ${after}`}
    order by id desc limit ${limit + 1}`
}

export async function hasSuppressions(db: Db, workspaceId: string): Promise<boolean> {
  return (await db`select from suppressions where workspace_id = ${workspaceId} limit 1`).length > 0
}

export async function listSuppressedMarks(db: Db, workspaceId: string, marks: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ mark: string }[]>`
    select mark from suppressions
    where workspace_id in ('', ${workspaceId}) and mark = any(${marks as string[]}) and lifted_in is null`
  return new Set(rows.map((row) => row.mark))
}

export interface Marked {
  readonly marks: readonly string[]
  readonly emailMarks: readonly string[]
  readonly personIds: readonly string[]
}

/** The same, and those marks by which the directory knows somebody who is left out by another. */
export async function listLeftOutMarks(
  db: Db,
  workspaceId: string,
  { marks, emailMarks, personIds }: Marked,
): Promise<Set<string>> {
  const rows = await db<{ mark: string }[]>`
    select mark from suppressions
    where workspace_id in ('', ${workspaceId}) and mark = any(${marks as string[]}) and lifted_in is null
    union
    select email_mark from people
    where email_mark = any(${emailMarks as string[]}) and directory_suppressed(${workspaceId}, id, marks)
    union
    select 'p:' || id from people
    where id = any(${personIds as string[]}) and directory_suppressed(${workspaceId}, id, marks || email_mark)`
  return new Set(rows.map((row) => row.mark))
}
