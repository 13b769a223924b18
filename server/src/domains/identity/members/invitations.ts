import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import { isSameMailbox } from '../../../kit/mail-address.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { writeAudit } from '../audit/service.ts'
import { hasMail } from '../links/mail.ts'
import { claimLink, createLink, findLink, goneLink, LINK_SECONDS } from '../links/service.ts'
import { assertProfilesExist } from '../profiles/service.ts'
import type { UserWorkspace } from '../workspaces/contract.ts'
import { getUserWorkspace, isWorkspaceOpen, lockIfOpen } from '../workspaces/service.ts'
import type { Invitation, InvitationRequest, NewInvitation } from './contract/invitations.ts'
import { mailInvitation } from './mail.ts'
import { addMember, assertStillOwner } from './service.ts'
import * as sql from './sql/invitations.ts'
import { hasMember } from './sql/members.ts'

/** Inviter: an owner, or an operator with a reason, who has no id. */
interface Inviter {
  readonly actor: string
  readonly reason: string
  readonly userId?: string
}

export async function inviteAsMember(
  ctx: Context,
  db: Db,
  { workspaceId, user }: Principal,
  body: InvitationRequest,
): Promise<NewInvitation> {
  return createInvitation(ctx, db, workspaceId, {
    body,
    by: { actor: user?.email ?? '', reason: '', ...(user && { userId: user.id }) },
  })
}

export async function createInvitation(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { body, by: { userId, ...by } }: { body: InvitationRequest; by: Inviter },
): Promise<NewInvitation> {
  const { email, role, profile_ids = null } = body
  return transaction(db, async (tx) => {
    await sql.lockInvitationsByEmail(tx, workspaceId, email)
    if (userId !== undefined) await assertStillOwner(tx, workspaceId, userId)
    if (profile_ids) await assertProfilesExist(tx, workspaceId, profile_ids)
    if (await hasMember(tx, workspaceId, email))
      throw new ApiError('wrong_state', 'This address already belongs to a member of the workspace.')
    const now = ctx.clock.now()
    await sql.revokeOpenInvitation(tx, workspaceId, email, now)
    const row = await sql.insertInvitation(tx, {
      workspace_id: workspaceId,
      id: ctx.ids.next('invitation'),
      email,
      role,
      profile_ids: profile_ids && [...new Set(profile_ids)],
      invited_by: by.actor,
      created_by: userId ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_SECONDS.invitation * 1000),
    })
    const url = await createLink(ctx, tx, {
      kind: 'invitation',
      workspaceId,
      invitationId: row.id,
      isMailed: hasMail(ctx),
    })
    if (hasMail(ctx)) await mailInvitation(ctx, tx, row, { url, userId })
    await writeAudit(ctx, tx, workspaceId, { by, action: 'invitations.create', detail: { email, role, profile_ids } })
    return { ...present(ctx, row), url: hasMail(ctx) ? null : url }
  })
}

export async function listInvitations(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Invitation>> {
  const page = { limit: query.limit, after: afterId(query.cursor, 'inv') }
  return toPage(await sql.listInvitations(db, workspaceId, page), (row) => present(ctx, row))
}

export async function revokeInvitation(ctx: Context, db: Db, principal: Principal, id: string): Promise<Invitation> {
  const { workspaceId, user } = principal
  return transaction(db, async (tx) => {
    const row = await sql.lockInvitation(tx, workspaceId, id)
    if (!row) throw notFound('invitation')
    if (row.accepted_at) throw new ApiError('wrong_state', 'This invitation was accepted. Remove the member instead.')
    const revoked_at = row.revoked_at ?? ctx.clock.now()
    await sql.updateInvitation(tx, workspaceId, id, { revoked_at })
    const by = { actor: user?.email ?? '', reason: '' }
    await writeAudit(ctx, tx, workspaceId, { by, action: 'invitations.revoke', detail: { email: row.email } })
    return present(ctx, { ...row, revoked_at })
  })
}

/** Lists a member's newest invitations that can be accepted. */
export async function listOpenInvitationsBy(
  ctx: Context,
  db: Db,
  workspaceId: string,
  userId: string,
  limit: number,
): Promise<Invitation[]> {
  const rows = await sql.listOpenInvitationsBy(db, workspaceId, userId, { now: ctx.clock.now(), limit })
  return rows.map((row) => present(ctx, row))
}

/** Returns the open invitation behind a link. */
export async function getInvitation(ctx: Context, db: Db, token: string): Promise<sql.InvitationRow> {
  const row = await findOpenInvitation(ctx, db, token)
  if (!row) throw goneLink()
  return row
}

/** Returns the open invitation behind a link, which must be for this address. */
export async function assertInvited(ctx: Context, db: Db, email: string, token: string): Promise<sql.InvitationRow> {
  const row = await getInvitation(ctx, db, token)
  if (isSameMailbox(row.email, email)) return row
  throw new ApiError('wrong_state', 'This invitation is for another email address. Sign in with that address.')
}

/** Returns true for the token of an invitation that can be accepted. */
export async function isOpenInvitation(ctx: Context, db: Db, token: string): Promise<boolean> {
  return (await findOpenInvitation(ctx, db, token)) !== undefined
}

/** Finds an open invitation. A closed workspace admits no members until it is reopened. */
async function findOpenInvitation(ctx: Context, db: Db, token: string): Promise<sql.InvitationRow | undefined> {
  const link = await findLink(ctx, db, token)
  if (!link || !(await isWorkspaceOpen(db, link.workspace_id ?? ''))) return undefined
  const row = await sql.findInvitation(db, link.workspace_id ?? '', link.invitation_id ?? '')
  return row?.accepted_at || row?.revoked_at ? undefined : row
}

/** Makes a user a member, in the transaction that uses up the link. The invitation is for the user's address alone. */
export async function joinByInvitation(ctx: Context, tx: Db, user: Invitee, token: string): Promise<UserWorkspace> {
  const { workspace_id: workspaceId, id, role, profile_ids } = await assertInvited(ctx, tx, user.email, token)
  if (!(await lockIfOpen(tx, workspaceId))) throw goneLink()
  await sql.lockInvitation(tx, workspaceId, id)
  // Also refuses an invitation that was revoked in between: the link is claimed after the lock.
  await getInvitation(ctx, tx, token)
  await claimLink(ctx, tx, token)
  await accept(ctx, tx, user, { workspace_id: workspaceId, id, role, profile_ids })
  return getUserWorkspace(tx, user.id, workspaceId)
}

/** Accepts every open invitation of an address that was proven to be the user's. */
export async function joinByAddress(ctx: Context, tx: Db, user: Invitee): Promise<void> {
  for (const invitation of await listAcceptable(ctx, tx, user.email)) await accept(ctx, tx, user, invitation)
}

/** Returns true when an invitation of the address can be accepted. This stays so until the transaction ends. */
export async function isInvited(ctx: Context, tx: Db, email: string): Promise<boolean> {
  return (await listAcceptable(ctx, tx, email)).length > 0
}

/** Locks workspaces before their invitations, in the same order as accepting one by its link. */
async function listAcceptable(ctx: Context, tx: Db, email: string): Promise<sql.InvitationRow[]> {
  const now = ctx.clock.now()
  const open = new Set<string>()
  for (const workspaceId of await sql.listInvitingWorkspaces(tx, email, now))
    if (await lockIfOpen(tx, workspaceId)) open.add(workspaceId)
  return (await sql.lockOpenInvitations(tx, email, now)).filter(({ workspace_id }) => open.has(workspace_id))
}

type Invitee = { readonly id: string; readonly email: string }

async function accept(
  ctx: Context,
  tx: Db,
  user: Invitee,
  invitation: Pick<sql.InvitationRow, 'workspace_id' | 'id' | 'role' | 'profile_ids'>,
): Promise<void> {
  const { workspace_id: workspaceId, id, role, profile_ids: profileIds } = invitation
  await addMember(ctx, tx, workspaceId, { userId: user.id, role, profileIds })
  await sql.updateInvitation(tx, workspaceId, id, { accepted_at: ctx.clock.now() })
  const by = { actor: user.email, reason: '' }
  await writeAudit(ctx, tx, workspaceId, { by, action: 'invitations.accept', detail: { user_id: user.id, role } })
}

function present(ctx: Context, row: sql.InvitationRow): Invitation {
  const { id, email, role, profile_ids, invited_by } = row
  const isExpired = row.expires_at <= ctx.clock.now()
  const status = row.accepted_at ? 'accepted' : row.revoked_at ? 'revoked' : isExpired ? 'expired' : 'open'
  const times = { created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }
  return { id, email, role, profile_ids, status, invited_by, ...times }
}
