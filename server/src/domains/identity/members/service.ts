import type { Context, Principal, Role } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { assertProfilesExist } from '../profiles/service.ts'
import { reopenableSince } from '../workspaces/service.ts'
import { auditMember } from './audit-member.ts'
import type { Member, MemberRequest } from './contract/members.ts'
import * as sql from './sql/members.ts'

/** False when the user is a member already; the membership then stays as it is. */
export async function addMember(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { userId, role, profileIds = null }: { userId: string; role: Role; profileIds?: string[] | null },
): Promise<boolean> {
  const isNew = await sql.insertMembership(tx, {
    workspace_id: workspaceId,
    user_id: userId,
    role,
    profile_ids: profileIds,
    created_at: ctx.clock.now(),
  })
  // Sessions of the user that are in caches do not know the workspace yet.
  if (isNew) await ctx.invalidation.announce(tx, 'sessions')
  return isNew
}

/** For what outlives the session, such as a key: the member must still be one who may change the whole workspace. */
export async function assertStillMember(tx: Db, workspaceId: string, userId: string): Promise<void> {
  const row = await sql.lockMembership(tx, workspaceId, userId)
  if (!row || row.role === 'viewer' || row.profile_ids)
    throw new ApiError('not_a_member', 'Your membership in this workspace was changed. Reload the page.')
}

export async function listMembers(
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Member>> {
  const page = { limit: query.limit, after: afterId(query.cursor, 'usr') }
  return pageOf(await sql.listMembers(db, workspaceId, page), present)
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
    const before = await getMember(tx, workspaceId, userId)
    if (profile_ids) await assertProfilesExist(tx, workspaceId, profile_ids)
    if (role !== 'owner') await assertNotLastOwner(tx, workspaceId, userId)
    await sql.updateMembership(tx, workspaceId, userId, { role, profile_ids: profile_ids && [...new Set(profile_ids)] })
    await ctx.invalidation.announce(tx, 'sessions')
    const detail = { user_id: userId, role, profile_ids, previous_role: before.role }
    await auditMember(ctx, tx, principal, { action: 'members.update', detail })
    return getMember(tx, workspaceId, userId)
  })
}

/** Takes effect with the user's next request, on every process. */
export async function removeMember(ctx: Context, db: Db, principal: Principal, userId: string): Promise<Member> {
  const { workspaceId } = principal
  return transaction(db, async (tx) => {
    const member = await getMember(tx, workspaceId, userId)
    await assertNotLastOwner(tx, workspaceId, userId)
    await sql.deleteMembership(tx, workspaceId, userId)
    await ctx.invalidation.announce(tx, 'sessions')
    const action = userId === principal.keyId ? 'members.leave' : 'members.remove'
    await auditMember(ctx, tx, principal, { action, detail: { user_id: userId, email: member.email } })
    return member
  })
}

/** Removes the members of workspaces that closed too long ago to be opened again. */
export async function forgetClosedMembers(ctx: Context): Promise<void> {
  await sql.deleteClosedMemberships(ctx.db, reopenableSince(ctx))
  await ctx.invalidation.announce(ctx.db, 'sessions')
}

async function assertNotLastOwner(tx: Db, workspaceId: string, userId: string): Promise<void> {
  const owners = await sql.lockOwners(tx, workspaceId)
  if (owners.length === 1 && owners[0] === userId)
    throw new ApiError('wrong_state', 'This is the last owner of the workspace. Make another member an owner first.')
}

async function getMember(db: Db, workspaceId: string, userId: string): Promise<Member> {
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
