import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import { coalesceReads } from '../../../kit/postgres/coalesce.ts'
import type { Db } from '../../../kit/postgres/db.ts'

export interface ProfileRow {
  workspace_id: string
  id: string
  name: string
  external_ref: string | null
  metadata: Record<string, unknown>
  created_at: Date
  updated_at: Date
}

export async function insertProfile(db: Db, profile: ProfileRow): Promise<void> {
  await db`insert into profiles ${db({ ...profile, metadata: db.json(profile.metadata) })}`
}

export const findProfile = coalesceReads(
  (db, workspaceId, ids) =>
    db<ProfileRow[]>`select * from profiles where workspace_id = ${workspaceId} and id = any(${ids as string[]})`,
)

export interface ProfileFilter {
  readonly limit: number
  readonly after: string | undefined
  /** Null means every profile of the workspace. */
  readonly only: readonly string[] | null
}

export async function listProfiles(db: Db, workspaceId: string, filter: ProfileFilter): Promise<PageRows<ProfileRow>> {
  return readPage(
    db,
    filter.limit,
    db<ProfileRow[]>`
    select * from profiles where workspace_id = ${workspaceId}
    ${filter.after ? db`and id < ${filter.after}` : db``}
    ${filter.only ? db`and id = any(${filter.only})` : db``}
    order by id desc`,
  )
}

export async function updateProfile(
  db: Db,
  workspaceId: string,
  id: string,
  change: Pick<ProfileRow, 'name' | 'external_ref' | 'metadata' | 'updated_at'>,
): Promise<ProfileRow | undefined> {
  const [row] = await db<ProfileRow[]>`
    update profiles set ${db({ ...change, metadata: db.json(change.metadata) })}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function lockProfile(db: Db, workspaceId: string, id: string): Promise<void> {
  await db`select from profiles where workspace_id = ${workspaceId} and id = ${id} for update`
}

/** Reads a table of the accounts slice, which comes after this one: an exception to the order of slices. */
export async function hasConnectedAccounts(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const rows = await db`
    select from accounts where workspace_id = ${workspaceId} and profile_id = ${id} and status <> 'disconnected' limit 1`
  return rows.length > 0
}

export async function deleteProfile(db: Db, workspaceId: string, id: string): Promise<ProfileRow | undefined> {
  const [row] = await db<
    ProfileRow[]
  >`delete from profiles where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function listMissingProfiles(db: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select wanted.id from unnest(${ids}::text[]) as wanted (id)
    where not exists (select from profiles p where p.workspace_id = ${workspaceId} and p.id = wanted.id)`
  return rows.map((row) => row.id)
}
