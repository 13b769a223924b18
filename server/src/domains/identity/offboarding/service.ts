import type { Context, Principal } from '../../../kit/context.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { auditCaller } from '../audit/service.ts'
import { handOverMemberKeys, listMemberKeys, revokeMemberKeys } from '../keys/handover.ts'
import type { Member } from '../members/contract/members.ts'
import { listOpenInvitationsBy } from '../members/invitations.ts'
import { toRights } from '../members/rights.ts'
import { endMembership, getMember } from '../members/service.ts'
import { listMemberPortalLinks, revokeMemberPortalLinks } from '../portal-links/service.ts'
import { announceAccess } from '../workspaces/service.ts'
import { LISTED_MAX, type MemberCredentials } from './contract.ts'

export async function listCredentials(
  ctx: Context,
  db: Db,
  { workspaceId }: Principal,
  userId: string,
): Promise<MemberCredentials> {
  await getMember(db, workspaceId, userId)
  return {
    api_keys: await listMemberKeys(ctx, db, workspaceId, userId, LISTED_MAX),
    portal_links: await listMemberPortalLinks(ctx, db, workspaceId, userId, LISTED_MAX),
    invitations: await listOpenInvitationsBy(ctx, db, workspaceId, userId, LISTED_MAX),
  }
}

/**
 * Removes a member with their keys and links, from the next request on, on every process. A key that is minted at the same moment
 * ends as well: keys and links work only while their member is one. They are also revoked, so that none of them works again if
 * the member returns.
 */
export async function removeMember(
  ctx: Context,
  db: Db,
  principal: Principal,
  userId: string,
  { keys }: { keys: 'revoke' | 'hand_over' },
): Promise<Member> {
  const { workspaceId } = principal
  return transaction(db, async (tx) => {
    const member = await endMembership(ctx, tx, principal, userId)
    const key_ids =
      keys === 'revoke'
        ? await revokeMemberKeys(ctx, tx, workspaceId, userId)
        : await handOverMemberKeys(ctx, tx, workspaceId, { memberId: userId, rights: toRights(member) })
    const detail = { member_id: userId, key_ids }
    if (key_ids.length > 0) await auditCaller(ctx, tx, principal, { action: `keys.${keys}`, detail })
    await revokeMemberPortalLinks(ctx, tx, workspaceId, userId)
    await announceAccess(ctx, tx)
    return member
  })
}
