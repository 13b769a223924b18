import type { Db } from '../../../../kit/postgres/db.ts'

/** Owner of the operator's apps. */
export const OPERATOR = ''

export interface AppRow {
  /** `OPERATOR` for an app that every workspace may use. */
  workspace_id: string
  id: string
  platform: string
  /** Sealed JSON. */
  credentials: string
  created_at: Date
  ended_at: Date | null
}

/** Lists the apps that sign-ins of a workspace use now: its own first, then the operator's. */
export async function listCurrentApps(db: Db, workspaceId: string, platform: string | null): Promise<AppRow[]> {
  return db<AppRow[]>`
    select * from platform_apps where workspace_id in (${workspaceId}, ${OPERATOR}) and ended_at is null
    and (${platform}::text is null or platform = ${platform}) order by workspace_id desc`
}

export async function findApp(db: Db, platform: string, id: string): Promise<AppRow | undefined> {
  const [row] = await db<AppRow[]>`select * from platform_apps where id = ${id} and platform = ${platform}`
  return row
}

/** Lists the current and replaced apps of an owner; of all owners when it is null. */
export async function listApps(db: Db, workspaceId: string | null, platform: string): Promise<AppRow[]> {
  return db<AppRow[]>`
    select * from platform_apps where platform = ${platform}
    ${workspaceId === null ? db`` : db`and workspace_id = ${workspaceId}`} order by id`
}

export async function insertApp(db: Db, row: AppRow): Promise<void> {
  await db`insert into platform_apps ${db({ ...row })}`
}

/** Returns false when there is none. */
export async function endApp(db: Db, workspaceId: string, platform: string, now: Date): Promise<boolean> {
  const { count } = await db`
    update platform_apps set ended_at = ${now}
    where workspace_id = ${workspaceId} and platform = ${platform} and ended_at is null`
  return count > 0
}

/** Serialises replacements of one app. */
export async function lockApps(db: Db, workspaceId: string, platform: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(${`platform_apps/${workspaceId}/${platform}`}, 0))`
}
