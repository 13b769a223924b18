import type { Permission, PortalPage } from '../../../kit/context.ts'
import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'

export interface PortalLinkRow {
  workspace_id: string
  id: string
  pages: PortalPage[]
  profile_id: string | null
  webhook_ids: string[] | null
  /** The id of the key or user that created it. */
  created_by: string
  /** The member it acts for; null when its key belongs to the workspace. */
  member_id: string | null
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

export async function insertPortalLink(db: Db, link: PortalLinkRow & { hash: Uint8Array }): Promise<void> {
  await db`insert into portal_links ${db(link)}`
}

export interface UsedPortalLinkRow extends PortalLinkRow {
  is_closed: boolean
  /** Permission of the key that created it; null when a user did. */
  key_permission: Permission | null
  key_expires_at: Date | null
  key_revoked_at: Date | null
}

/**
 * Finds a link, its workspace's state and the key that created it: one statement, because every new link on a process needs it.
 */
export async function findPortalLinkByHash(db: Db, hash: Uint8Array): Promise<UsedPortalLinkRow | undefined> {
  const [row] = await db<UsedPortalLinkRow[]>`
    select l.*, w.closed_at is not null as is_closed,
      k.permission as key_permission, k.expires_at as key_expires_at, k.revoked_at as key_revoked_at
    from portal_links l join workspaces w on w.id = l.workspace_id
    left join api_keys k on k.workspace_id = l.workspace_id and k.id = l.created_by
    where l.hash = ${hash}`
  return row
}

/** Lists the newest links of a member that still work. */
export async function listPortalLinksByMember(
  db: Db,
  workspaceId: string,
  memberId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<PortalLinkRow[]> {
  return db<PortalLinkRow[]>`
    select * from portal_links
    where workspace_id = ${workspaceId} and member_id = ${memberId} and revoked_at is null and expires_at > ${now}
    order by id desc limit ${limit}`
}

export async function updateMemberLinksRevoked(db: Db, workspaceId: string, memberId: string, at: Date): Promise<void> {
  await db`
    update portal_links set revoked_at = ${at}
    where workspace_id = ${workspaceId} and member_id = ${memberId} and revoked_at is null`
}

export async function listPortalLinks(
  db: Db,
  workspaceId: string,
  { limit, after, only }: { limit: number; after: string | undefined; only: readonly string[] | null },
): Promise<PageRows<PortalLinkRow>> {
  return readPage(
    db,
    limit,
    db<PortalLinkRow[]>`
    select * from portal_links where workspace_id = ${workspaceId} ${after ? db`and id < ${after}` : db``}
    ${only ? db`and profile_id = any(${only})` : db``}
    order by id desc`,
  )
}

export async function findPortalLink(db: Db, workspaceId: string, id: string): Promise<PortalLinkRow | undefined> {
  const [row] = await db<PortalLinkRow[]>`
    select * from portal_links where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

/** Revokes a link; a second revocation keeps the time of the first. */
export async function updatePortalLinkRevoked(
  db: Db,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<PortalLinkRow | undefined> {
  const [row] = await db<PortalLinkRow[]>`
    update portal_links set revoked_at = coalesce(revoked_at, ${at})
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function deletePortalLinksBefore(db: Db, before: Date): Promise<void> {
  await db`delete from portal_links where expires_at < ${before}`
}

/** Revokes the links of a workspace: all, or those that these keys and users created. */
export async function revokePortalLinks(
  db: Db,
  workspaceId: string,
  { makers, at }: { makers: readonly string[] | null; at: Date },
): Promise<void> {
  await db`
    update portal_links set revoked_at = ${at}
    where workspace_id = ${workspaceId} and revoked_at is null
    ${makers === null ? db`` : db`and created_by = any(${makers}::text[])`}`
}
