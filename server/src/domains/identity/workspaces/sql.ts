import type { Db } from '../../../kit/postgres/db.ts'

export interface WorkspaceRow {
  id: string
  name: string
  created_at: Date
}

export async function insertWorkspace(db: Db, workspace: WorkspaceRow): Promise<void> {
  await db`insert into workspaces ${db(workspace)}`
}

export async function hasWorkspaces(db: Db): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`select exists (select from workspaces) as found`
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
