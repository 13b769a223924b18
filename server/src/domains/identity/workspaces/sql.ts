import type { Role } from '../../../kit/context.ts'
import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'

export interface WorkspaceRow {
  id: string
  name: string
  created_by: string | null
  created_at: Date
  closed_at: Date | null
  /** Set while it is closed and waits for a person's decision. */
  quarantined_at: Date | null
}

/** A workspace as one of its members sees it. */
export interface UserWorkspaceRow extends WorkspaceRow {
  role: Role
  profile_ids: string[] | null
}

/** Reads a table of the members slice, which comes after this one. */
export async function listWorkspacesByUser(db: Db, userId: string): Promise<UserWorkspaceRow[]> {
  return db<UserWorkspaceRow[]>`
    select w.*, m.role, m.profile_ids from memberships m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} order by lower(w.name), w.id`
}

export async function findUserWorkspace(db: Db, userId: string, id: string): Promise<UserWorkspaceRow | undefined> {
  const [row] = await db<UserWorkspaceRow[]>`
    select w.*, m.role, m.profile_ids from memberships m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and m.workspace_id = ${id}`
  return row
}

export async function updateWorkspaceName(db: Db, id: string, name: string): Promise<boolean> {
  const rows = await db`update workspaces set name = ${name} where id = ${id} returning id`
  return rows.length > 0
}

export interface AdminWorkspaceRow extends WorkspaceRow {
  members: number
}

export async function listAllWorkspaces(
  db: Db,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<AdminWorkspaceRow>> {
  return readPage(
    db,
    page.limit,
    db<AdminWorkspaceRow[]>`
    select w.*, (select count(*)::int from memberships m where m.workspace_id = w.id) as members
    from workspaces w ${page.after ? db`where w.id < ${page.after}` : db``} order by w.id desc`,
  )
}

export async function findCountedWorkspace(db: Db, id: string): Promise<AdminWorkspaceRow | undefined> {
  const [row] = await db<AdminWorkspaceRow[]>`
    select w.*, (select count(*)::int from memberships m where m.workspace_id = w.id) as members
    from workspaces w where w.id = ${id}`
  return row
}

/** Prevents other transactions from opening a workspace for the user until this one ends. */
export async function lockOpener(db: Db, userId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('workspaces'), hashtext(${userId}))`
}

export async function countWorkspacesBy(db: Db, userId: string): Promise<number> {
  const [row] = await db<
    { count: number }[]
  >`select count(*)::int as count from workspaces where created_by = ${userId}`
  return row?.count ?? 0
}

/** Returns false when it is already closed, or does not exist. */
export async function updateClosed(db: Db, id: string, at: Date): Promise<boolean> {
  const rows = await db`update workspaces set closed_at = ${at} where id = ${id} and closed_at is null returning id`
  return rows.length > 0
}

export async function updateReopened(db: Db, id: string): Promise<void> {
  await db`update workspaces set closed_at = null, quarantined_at = null where id = ${id}`
}

export async function updateFrozen(db: Db, id: string, at: Date): Promise<boolean> {
  const rows = await db`
    update workspaces set closed_at = ${at}, quarantined_at = ${at} where id = ${id} and closed_at is null returning id`
  return rows.length > 0
}

export async function updateQuarantineEnded(db: Db, id: string): Promise<void> {
  await db`update workspaces set quarantined_at = null where id = ${id}`
}

export async function updateCreator(db: Db, id: string, userId: string): Promise<void> {
  await db`update workspaces set created_by = ${userId} where id = ${id}`
}

export async function updateDisowned(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    update workspaces set created_by = null where created_by = ${userId} returning id`
  return rows.map(({ id }) => id)
}

export async function findWorkspace(db: Db, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await db<WorkspaceRow[]>`select * from workspaces where id = ${id}`
  return row
}

/** Prevents the workspace from being closed or reopened until the transaction ends. */
export async function lockWorkspace(db: Db, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await db<WorkspaceRow[]>`select * from workspaces where id = ${id} for share`
  return row
}

export async function findFirstWorkspace(db: Db): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`select id from workspaces order by id limit 1`
  return row?.id
}

export async function insertWorkspace(
  db: Db,
  workspace: Omit<WorkspaceRow, 'closed_at' | 'quarantined_at'>,
): Promise<void> {
  await db`insert into workspaces ${db(workspace)}`
}

export async function hasWorkspaces(db: Db): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`select exists (select 1 from workspaces) as found`
  return row?.found ?? false
}

/** Counts a test call and returns the day's count; undefined when the quota is used up. */
export async function countTestCall(
  db: Db,
  workspaceId: string,
  day: string,
  quota: number,
): Promise<number | undefined> {
  const [row] = await db<{ calls: number }[]>`
    insert into test_usage as used (workspace_id, day, calls) values (${workspaceId}, ${day}, 1)
    on conflict (workspace_id, day) do update set calls = used.calls + 1 where used.calls < ${quota}
    returning calls`
  return row?.calls
}

export async function findWorkspaceName(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db<{ name: string }[]>`select name from workspaces where id = ${id}`
  return row?.name
}

export async function hasWorkspace(db: Db, id: string): Promise<boolean> {
  const [row] = await db`select 1 from workspaces where id = ${id}`
  return row !== undefined
}
