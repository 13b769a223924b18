import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { hasId, isSuppressed } from './people.ts'

export interface SuppressionRow {
  workspace_id: string
  id: string
  kind: string
  value: string
  /** The suppression key. */
  mark: string
  reason: string | null
  created_at: Date
  added_in: number
  because_of: string | null
}

/**
 * Returns the active suppression: an earlier one with the same key stays as it is, and one that was derived from another
 * becomes independent of it.
 */
export async function insertSuppression(db: Db, row: SuppressionRow): Promise<SuppressionRow> {
  const [kept] = await db<[SuppressionRow]>`
    insert into suppressions ${db(row)}
    on conflict (workspace_id, mark) where lifted_in is null do update set because_of = null returning *`
  return kept
}

/** Inserts suppressions. Keys that are already suppressed are unchanged. Returns the number of new ones. */
export async function insertSuppressions(db: Db, rows: readonly SuppressionRow[]): Promise<number> {
  const { count } = await db`
    insert into suppressions ${db(rows as SuppressionRow[])}
    on conflict (workspace_id, mark) where lifted_in is null do nothing`
  return count
}

/** Keys that are already suppressed are unchanged. */
export async function insertDerivedSuppressions(db: Db, rows: readonly SuppressionRow[]): Promise<void> {
  await db`
    insert into suppressions ${db(rows as SuppressionRow[])}
    on conflict (workspace_id, mark) where lifted_in is null do nothing`
}

/** Also lifts the suppressions that were derived from it. */
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
  { after, limit, kind, text }: { after: string | undefined; limit: number; kind?: string; text?: string },
): Promise<PageRows<SuppressionRow>> {
  return readPage(
    db,
    limit,
    db<SuppressionRow[]>`
    select * from suppressions where workspace_id = ${workspaceId} and lifted_in is null and because_of is null
    ${after === undefined ? db`` : db`and id < ${after}`}
    ${kind === undefined ? db`` : db`and kind = ${kind}`}
    ${text === undefined ? db`` : db`and strpos(lower(value || ' ' || coalesce(reason, '')), ${text}) > 0`}
    order by id desc`,
  )
}

/** Returns true if there are suppressions, active or lifted. */
export async function hasSuppressions(db: Db, workspaceId: string): Promise<boolean> {
  return (await db`select from suppressions where workspace_id = ${workspaceId} limit 1`).length > 0
}

/** Returns true if any suppression is active for this workspace. */
export async function hasSuppressionsInForce(db: Db, workspaceId: string): Promise<boolean> {
  const rows =
    await db`select from suppressions where workspace_id in ('', ${workspaceId}) and lifted_in is null limit 1`
  return rows.length > 0
}

/** Lists the keys that are suppressed. */
export async function listSuppressedKeys(db: Db, workspaceId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ mark: string }[]>`
    select mark from suppressions
    where workspace_id in ('', ${workspaceId}) and mark = any(${keys}) and lifted_in is null`
  return new Set(rows.map((row) => row.mark))
}

/** Lists suppressed keys, including those of people in the directory who are suppressed by another of their keys. */
export async function listSuppressedPeopleKeys(
  db: Db,
  workspaceId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const emailKeys = keys.filter((key) => key.startsWith('e:'))
  const personIds = keys.flatMap((key) => (key.startsWith('p:') ? [key.slice(2)] : []))
  const rows = await db<{ mark: string }[]>`
    select mark from suppressions
    where workspace_id in ('', ${workspaceId}) and mark = any(${keys}) and lifted_in is null
    union all
    select email_mark from people
    where email_mark = any(${emailKeys}) and ${isSuppressed(db, workspaceId)}
    union all
    select 'p:' || id from people
    where ${hasId(db, personIds)} and ${isSuppressed(db, workspaceId)}`
  return new Set(rows.map((row) => row.mark))
}
