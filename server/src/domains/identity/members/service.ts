import type { Context, Principal, Role } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import { mailText } from '../../../kit/mail.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { type ActorAndReason, auditCaller, wasOwner, writeAudit } from '../audit/service.ts'
import { enqueueMail, hasMail } from '../links/mail.ts'
import { assertProfilesExist } from '../profiles/service.ts'
import { announceAccess, findWorkspaceName, reopenableSince } from '../workspaces/service.ts'
import type { Member, MemberRequest } from './contract/members.ts'
import { type Rights, toRights } from './rights.ts'
import { revokeInvitationsBy } from './sql/invitations.ts'
import * as sql from './sql/members.ts'
import { listOwnerEmails } from './sql/members.ts'

export interface NewMember {
  readonly userId: string
  readonly role: Role
  readonly profileIds?: string[] | null
  /**
   * True for the user who opened the workspace: the identity confirmed at sign-in counts in it. Others confirm theirs after
   * joining.
   */
  readonly isFounder?: boolean
}

/** Returns false when the user is already a member; the membership then stays unchanged. */
export async function addMember(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { userId, role, profileIds = null, isFounder = false }: NewMember,
): Promise<boolean> {
  const now = ctx.clock.now()
  const isNew = await sql.insertMembership(tx, {
    workspace_id: workspaceId,
    user_id: userId,
    role,
    profile_ids: profileIds,
    created_at: now,
    sudo_after: isFounder ? null : now,
  })
  // Cached sessions of the user do not know the workspace yet.
  if (isNew) await ctx.invalidation.announce(tx, 'sessions')
  return isNew
}

/**
 * Checks a member before storing anything that outlives the call, such as a key: they must still be allowed to change the whole
 * workspace. Returns the role.
 */
export async function assertStillMember(tx: Db, workspaceId: string, userId: string): Promise<Role> {
  const row = await sql.lockMembership(tx, workspaceId, userId)
  if (!row || row.role === 'viewer' || row.profile_ids) throw membershipChanged()
  return row.role
}

export async function assertStillOwner(tx: Db, workspaceId: string, userId: string): Promise<void> {
  if ((await assertStillMember(tx, workspaceId, userId)) !== 'owner') throw membershipChanged()
}

/** Returns a member's current rights, which stay the same until the transaction ends. */
export async function lockMemberRights(tx: Db, workspaceId: string, userId: string): Promise<Rights> {
  const row = await sql.lockMembership(tx, workspaceId, userId)
  if (!row) throw membershipChanged()
  return toRights(row)
}

function membershipChanged(): ApiError {
  return new ApiError('not_a_member', 'Your membership in this workspace has changed. Reload the page.')
}

/** Returns a member's current rights; undefined when the user is not a member. */
export async function findMemberRights(db: Db, workspaceId: string, userId: string): Promise<Rights | undefined> {
  const row = await sql.findMembership(db, workspaceId, userId)
  return row && toRights(row)
}

export async function listMembers(
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Member>> {
  const page = { limit: query.limit, after: afterId(query.cursor, 'usr') }
  return toPage(await sql.listMembers(db, workspaceId, page), present)
}

export async function updateMember(
  ctx: Context,
  db: Db,
  principal: Principal,
  userId: string,
  { role, profile_ids = null }: MemberRequest,
): Promise<Member> {
  const { workspaceId } = principal
  return transaction(db, async (tx) => {
    const owners = await lockOwners(tx, principal)
    const before = await getMember(tx, workspaceId, userId)
    if (profile_ids) await assertProfilesExist(tx, workspaceId, profile_ids)
    if (role !== 'owner') assertNotLast(owners, userId)
    await sql.updateMembership(tx, workspaceId, userId, { role, profile_ids: profile_ids && [...new Set(profile_ids)] })
    const detail = { user_id: userId, role, profile_ids, previous_role: before.role }
    await auditCaller(ctx, tx, principal, { action: 'members.update', detail })
    if (before.role === 'owner' && role !== 'owner') await endOwnership(ctx, tx, principal, { member: before, role })
    await announceAccess(ctx, tx)
    return getMember(tx, workspaceId, userId)
  })
}

/** Ends a membership. The caller ends the member's keys and links, and then announces it (`announceAccess`). */
export async function endMembership(ctx: Context, tx: Db, principal: Principal, userId: string): Promise<Member> {
  const { workspaceId } = principal
  const isLeaving = userId === principal.keyId
  const owners = isLeaving ? await sql.lockOwners(tx, workspaceId) : await lockOwners(tx, principal)
  const member = await getMember(tx, workspaceId, userId)
  assertNotLast(owners, userId)
  await sql.deleteMembership(tx, workspaceId, userId)
  const { email, role } = member
  const action = isLeaving ? 'members.leave' : 'members.remove'
  await auditCaller(ctx, tx, principal, { action, detail: { user_id: userId, email, previous_role: role } })
  if (role === 'owner') await endOwnership(ctx, tx, principal, { member, role: null })
  return member
}

/** Ends an owner's invitations with the ownership, and notifies every owner, including the former one. */
async function endOwnership(
  ctx: Context,
  tx: Db,
  { workspaceId, user }: Principal,
  { member, role }: { member: Member; role: Role | null },
): Promise<void> {
  await revokeInvitationsBy(tx, workspaceId, member.id, ctx.clock.now())
  const { id, email } = member
  const change = role === null ? `removed ${email} from` : `changed the role of ${email} from owner to ${role} in`
  await mailOwners(ctx, tx, workspaceId, {
    affected: email,
    text: id === user?.id && role === null ? `${email} left` : `${user?.email} ${change}`,
  })
}

/** Locks the owners. The caller must still be one of them: the cached session may belong to an owner who was just removed. */
async function lockOwners(tx: Db, { workspaceId, keyId }: Principal): Promise<string[]> {
  const owners = await sql.lockOwners(tx, workspaceId)
  if (!owners.includes(keyId)) throw membershipChanged()
  return owners
}

/** Restores a former owner on behalf of the operator. Everything that ended with the ownership stays ended. */
export async function restoreOwner(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  userId: string,
  by: ActorAndReason,
): Promise<Member> {
  if (!(await wasOwner(tx, workspaceId, userId))) throw notFound('former owner')
  await sql.lockOwners(tx, workspaceId)
  const member = await sql.findMembership(tx, workspaceId, userId)
  if (member?.role === 'owner') throw new ApiError('wrong_state', 'This user is already an owner of the workspace.')
  if (member) await sql.updateMembership(tx, workspaceId, userId, { role: 'owner', profile_ids: null })
  else await addMember(ctx, tx, workspaceId, { userId, role: 'owner' })
  const restored = await getMember(tx, workspaceId, userId)
  const detail = { user_id: userId, email: restored.email, previous_role: member?.role ?? null }
  await writeAudit(ctx, tx, workspaceId, { by, action: 'members.restore_owner', detail })
  await mailOwners(ctx, tx, workspaceId, {
    affected: restored.email,
    text: `The operator of this server restored ${restored.email} as an owner of`,
  })
  await announceAccess(ctx, tx)
  return restored
}

/** Removes the members of workspaces that closed too long ago to be reopened. */
export async function forgetClosedMembers(ctx: Context): Promise<void> {
  await sql.deleteClosedMemberships(ctx.db, reopenableSince(ctx))
  await ctx.invalidation.announce(ctx.db, 'sessions')
}

function assertNotLast(owners: readonly string[], userId: string): void {
  if (owners.length === 1 && owners[0] === userId)
    throw new ApiError('wrong_state', 'This is the last owner of the workspace. Make another member an owner first.')
}

export async function getMember(db: Db, workspaceId: string, userId: string): Promise<Member> {
  const row = await sql.findMember(db, workspaceId, userId)
  if (!row) throw notFound('member')
  return present(row)
}

function present(row: sql.MemberRow): Member {
  return {
    id: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    profile_ids: row.profile_ids,
    has_totp: row.has_totp,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/**
 * Notifies every owner, and the affected member, of a change of owners once the transaction commits. `text` ends before the
 * workspace.
 */
async function mailOwners(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { affected, text }: { affected: string; text: string },
): Promise<void> {
  if (!hasMail(ctx)) return
  const workspace = (await findWorkspaceName(tx, workspaceId)) ?? ''
  const recipients = new Set([...(await listOwnerEmails(tx, workspaceId)), affected])
  for (const to of recipients)
    await enqueueMail(ctx, tx, {
      to,
      subject: mailText`The owners of ${workspace} have changed`,
      text:
        text +
        mailText` the workspace "${workspace}".\n\nIf you did not expect this, review the members of the workspace. The operator of this server can restore an owner who was removed.\n`,
    })
}
