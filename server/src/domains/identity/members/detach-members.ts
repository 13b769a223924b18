import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import * as invitations from './sql/invitations.ts'
import * as sql from './sql/members.ts'

export interface Membership extends sql.MembershipRow {
  readonly isOnlyOwner: boolean
}

/** Removes all memberships of a user, and returns them. */
export async function detachMemberships(tx: Db, userId: string): Promise<Membership[]> {
  const taken: Membership[] = []
  for (const row of await sql.lockMembershipsByUser(tx, userId)) {
    const owners = await sql.lockOwners(tx, row.workspace_id)
    await sql.deleteMembership(tx, row.workspace_id, userId)
    taken.push({ ...row, isOnlyOwner: owners.length === 1 && owners[0] === userId })
  }
  return taken
}

/** Removes every member of a workspace that changes hands. */
export async function detachMembers(tx: Db, workspaceId: string): Promise<void> {
  await sql.deleteMemberships(tx, workspaceId)
}

/** Revokes the open invitations of a workspace: all, or those of one inviter. */
export async function revokeOpenInvitations(
  { clock }: Context,
  tx: Db,
  workspaceId: string,
  invitedBy: string | null = null,
): Promise<void> {
  await invitations.revokeOpenInvitations(tx, workspaceId, { invitedBy, at: clock.now() })
}
