import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { afterId } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { writeAudit } from '../audit/service.ts'
import { restoreKeys, suspendKeysMintedBy } from '../keys/suspend.ts'
import { detachMemberships, type Membership, revokeOpenInvitations } from '../members/detach-members.ts'
import { addMember } from '../members/service.ts'
import { revokePortalLinks } from '../portal-links/service.ts'
import type { UserRow } from '../users/service.ts'
import { announceAccess, disownWorkspaces, freezeWorkspace, unfreezeWorkspace } from '../workspaces/service.ts'
import * as sql from './sql.ts'

export type QuarantinedRow = sql.QuarantinedRow

/**
 * Quarantines everything that the user had before their address was verified, in the transaction that verifies it. A workspace
 * that the user owns as its creator, or alone, is frozen: closed, but nothing in it is ended. Elsewhere the membership is
 * removed, with the keys and links created under it.
 */
export async function quarantineUser(ctx: Context, tx: Db, user: UserRow): Promise<void> {
  const created = new Set(await disownWorkspaces(tx, user.id))
  for (const membership of await detachMemberships(tx, user.id))
    await quarantineMembership(ctx, tx, user, { membership, isCreator: created.has(membership.workspace_id) })
  await announceAccess(ctx, tx)
}

async function quarantineMembership(
  ctx: Context,
  tx: Db,
  user: UserRow,
  { membership, isCreator }: { membership: Membership; isCreator: boolean },
): Promise<void> {
  const { workspace_id: workspaceId, role, profile_ids, isOnlyOwner } = membership
  const now = ctx.clock.now()
  const isOwn = role === 'owner' && (isCreator || isOnlyOwner)
  const isFrozen = isOwn && (await freezeWorkspace(tx, workspaceId, now))
  const keyIds = isOwn ? [] : await suspendKeysMintedBy(tx, workspaceId, user.id, now)
  if (!isOwn) {
    await revokePortalLinks(ctx, tx, workspaceId, [user.id, ...keyIds])
    await revokeOpenInvitations(ctx, tx, workspaceId, user.email)
  }
  await sql.insertQuarantined(tx, {
    workspace_id: workspaceId,
    user_id: user.id,
    role,
    profile_ids,
    is_frozen: isFrozen,
    is_creator: isCreator,
    key_ids: keyIds,
    quarantined_at: now,
  })
  const by = { actor: user.email, reason: '' }
  const detail = { user_id: user.id, role, is_frozen: isFrozen }
  await writeAudit(ctx, tx, workspaceId, { by, action: 'members.quarantine', detail })
}

export async function listQuarantined(db: Db, userId: string, query: { limit: number; cursor?: string }) {
  return sql.listQuarantined(db, userId, { limit: query.limit, after: afterId(query.cursor, 'ws') })
}

/** Claims the user's decision about one workspace; its effects belong in the same transaction. */
export async function claimQuarantined(tx: Db, userId: string, workspaceId: string): Promise<QuarantinedRow> {
  const row = await sql.claimQuarantined(tx, userId, workspaceId)
  if (!row) throw notFound('quarantined workspace')
  return row
}

/** Restores a membership, with its workspace or its keys. */
export async function restoreMembership(
  ctx: Context,
  tx: Db,
  row: QuarantinedRow,
  { hasKeys }: { hasKeys: boolean },
): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId, role, profile_ids: profileIds } = row
  await unfreezeWorkspace(tx, workspaceId, { isFrozen: row.is_frozen, creatorId: row.is_creator ? userId : null })
  if (hasKeys) await restoreKeys(tx, workspaceId, { ids: row.key_ids, revokedAt: row.quarantined_at })
  await addMember(ctx, tx, workspaceId, { userId, role, profileIds })
  await announceAccess(ctx, tx)
}
