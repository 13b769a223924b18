import type { Context } from '../../../kit/context.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { type ActorAndReason, ALL_WORKSPACES, writeAudit } from '../../identity/audit/service.ts'
import { createLink } from '../../identity/links/service.ts'
import type { Member } from '../../identity/members/contract/members.ts'
import { createInvitation } from '../../identity/members/invitations.ts'
import { restoreOwner } from '../../identity/members/service.ts'
import type { User } from '../../identity/users/contract.ts'
import { changeUser, getUser, listUsers, presentUser } from '../../identity/users/service.ts'
import {
  assertWorkspaceExists,
  createWorkspace,
  getCountedWorkspace,
  listAllWorkspaces,
  setWorkspaceName,
} from '../../identity/workspaces/service.ts'
import { listAvailableCredits } from '../credits/balance.ts'
import { grantSignupCredits } from '../credits/grants.ts'
import type { AdminUser, AdminWorkspace, CreateWorkspaceRequest } from './contract/people.ts'

interface ListQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

export async function listAdminWorkspaces(db: Db, query: ListQuery): Promise<Page<AdminWorkspace>> {
  const rows = await listAllWorkspaces(db, { limit: query.limit, after: afterId(query.cursor, 'ws') })
  const ids = rows.rows.map(({ id }) => id)
  const available = await listAvailableCredits(db, ids)
  return toPage(rows, (row) => present(row, available.get(row.id)))
}

export async function getAdminWorkspace(db: Db, id: string): Promise<AdminWorkspace> {
  const row = await getCountedWorkspace(db, id)
  return present(row, (await listAvailableCredits(db, [id])).get(id))
}

function present(
  { id, name, members, created_at, closed_at }: Awaited<ReturnType<typeof getCountedWorkspace>>,
  available = 0,
): AdminWorkspace {
  return {
    id,
    name,
    members,
    available,
    created_at: created_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  }
}

/**
 * Creates a workspace with its free credits and invites its owner in one transaction, so that no workspace is left without an
 * invited owner.
 */
export async function createAdminWorkspace(
  ctx: Context,
  db: Db,
  { name, owner_email, ...by }: Omit<CreateWorkspaceRequest, 'actor'> & ActorAndReason,
): Promise<AdminWorkspace & { invitation_url: string | null }> {
  return transaction(db, async (tx) => {
    const id = await createWorkspace(ctx, tx, { name, createdBy: null })
    await grantSignupCredits(ctx, tx, id)
    await writeAudit(ctx, tx, id, { by, action: 'workspaces.create', detail: { name } })
    const { url } = await createInvitation(ctx, tx, id, { body: { email: owner_email, role: 'owner' }, by })
    const available = (await listAvailableCredits(tx, [id])).get(id) ?? 0
    const created_at = ctx.clock.now().toISOString()
    return { id, name, members: 0, available, created_at, closed_at: null, invitation_url: url }
  })
}

export async function renameAdminWorkspace(ctx: Context, id: string, name: string, by: ActorAndReason): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await setWorkspaceName(tx, id, name)
    await writeAudit(ctx, tx, id, { by, action: 'workspaces.rename', detail: { name } })
  })
}

export async function restoreWorkspaceOwner(
  ctx: Context,
  db: Db,
  id: string,
  { user_id: userId, actor, reason }: ActorAndReason & { user_id: string },
): Promise<Member> {
  return transaction(db, async (tx) => {
    await assertWorkspaceExists(tx, id)
    return restoreOwner(ctx, tx, id, userId, { actor, reason })
  })
}

export async function listAdminUsers(db: Db, query: ListQuery): Promise<Page<AdminUser>> {
  const rows = await listUsers(db, { limit: query.limit, after: afterId(query.cursor, 'usr') })
  return toPage(rows, (row) => ({
    ...presentUser(row),
    workspaces: row.workspaces,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }))
}

/** Takes effect in the user's sessions at once. */
export async function setOperator(
  ctx: Context,
  db: Db,
  id: string,
  { is_operator, ...by }: ActorAndReason & { is_operator: boolean },
): Promise<User> {
  return transaction(db, async (tx) => {
    const user = await changeUser(ctx, tx, id, { is_operator })
    await ctx.invalidation.announce(tx, 'sessions')
    const detail = { user_id: id, email: user.email, is_operator }
    await writeAudit(ctx, tx, ALL_WORKSPACES, { by, action: 'users.operator', detail })
    return presentUser(user)
  })
}

/** Creates a reset link for a user without a password or without mail. */
export async function createResetLink(ctx: Context, db: Db, id: string, by: ActorAndReason): Promise<{ url: string }> {
  return transaction(db, async (tx) => {
    const user = await getUser(tx, id)
    const url = await createLink(ctx, tx, { kind: 'reset', userId: id, isMailed: false })
    const detail = { user_id: id, email: user.email }
    await writeAudit(ctx, tx, ALL_WORKSPACES, { by, action: 'users.reset_link', detail })
    return { url }
  })
}
