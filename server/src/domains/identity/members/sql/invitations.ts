import type { Role } from '../../../../kit/context.ts'
import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface InvitationRow {
  workspace_id: string
  id: string
  email: string
  role: Role
  profile_ids: string[] | null
  /** The email address or the operator's name. */
  invited_by: string
  /** The inviting owner; null for the operator. */
  created_by: string | null
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  revoked_at: Date | null
}

export async function insertInvitation(
  db: Db,
  invitation: Omit<InvitationRow, 'accepted_at' | 'revoked_at'>,
): Promise<InvitationRow> {
  const [row] = await db<InvitationRow[]>`insert into invitations ${db(invitation)} returning *`
  return row as InvitationRow
}

/**
 * Prevents concurrent invitations of the address to the workspace until the transaction ends: an address has one open invitation.
 */
export async function lockInvitationsByEmail(db: Db, workspaceId: string, email: string): Promise<void> {
  await db`
    select pg_advisory_xact_lock(hashtextextended(${`invitations/${workspaceId}/`} || lower(${email}), 0))`
}

/** Revokes the open invitation of an address, so that another can be created. */
export async function revokeOpenInvitation(db: Db, workspaceId: string, email: string, at: Date): Promise<void> {
  await db`
    update invitations set revoked_at = ${at}
    where workspace_id = ${workspaceId} and lower(email) = lower(${email}) and accepted_at is null and revoked_at is null`
}

/** Revokes the open invitations that a member created. */
export async function revokeInvitationsBy(db: Db, workspaceId: string, userId: string, at: Date): Promise<void> {
  await db`
    update invitations set revoked_at = ${at}
    where workspace_id = ${workspaceId} and created_by = ${userId} and accepted_at is null and revoked_at is null`
}

/** Lists a member's newest invitations that can be accepted. */
export async function listOpenInvitationsBy(
  db: Db,
  workspaceId: string,
  userId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<InvitationRow[]> {
  return db<InvitationRow[]>`
    select * from invitations
    where workspace_id = ${workspaceId} and created_by = ${userId}
      and accepted_at is null and revoked_at is null and expires_at > ${now}
    order by id desc limit ${limit}`
}

export async function revokeOpenInvitations(
  db: Db,
  workspaceId: string,
  { invitedBy, at }: { invitedBy: string | null; at: Date },
): Promise<void> {
  await db`
    update invitations set revoked_at = ${at}
    where workspace_id = ${workspaceId} and accepted_at is null and revoked_at is null
    ${invitedBy === null ? db`` : db`and invited_by = ${invitedBy}`}`
}

export async function findInvitation(db: Db, workspaceId: string, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db<InvitationRow[]>`select * from invitations where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function lockInvitation(db: Db, workspaceId: string, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db<InvitationRow[]>`
    select * from invitations where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

/** Lists the workspaces that have an open invitation for an address, in a fixed order. */
export async function listInvitingWorkspaces(db: Db, email: string, now: Date): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    select distinct workspace_id from invitations
    where lower(email) = lower(${email}) and accepted_at is null and revoked_at is null and expires_at > ${now}
    order by workspace_id`
  return rows.map(({ workspace_id }) => workspace_id)
}

/** Locks the open invitations of an address, in all workspaces. */
export async function lockOpenInvitations(db: Db, email: string, now: Date): Promise<InvitationRow[]> {
  return db<InvitationRow[]>`
    select * from invitations
    where lower(email) = lower(${email}) and accepted_at is null and revoked_at is null and expires_at > ${now}
    order by workspace_id, id for update`
}

export async function updateInvitation(
  db: Db,
  workspaceId: string,
  id: string,
  change: { accepted_at: Date } | { revoked_at: Date },
): Promise<void> {
  await db`update invitations set ${db(change)} where workspace_id = ${workspaceId} and id = ${id}`
}

export async function listInvitations(
  db: Db,
  workspaceId: string,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<InvitationRow>> {
  return readPage(
    db,
    page.limit,
    db<InvitationRow[]>`
    select * from invitations where workspace_id = ${workspaceId} ${page.after ? db`and id < ${page.after}` : db``}
    order by id desc`,
  )
}
