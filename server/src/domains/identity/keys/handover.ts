import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { leastRights, type Rights } from '../members/rights.ts'
import type { ApiKey } from './contract.ts'
import { present, readKeyRights } from './service.ts'
import * as sql from './sql.ts'

/** Lists the newest usable keys that act for a member. */
export async function listMemberKeys(
  ctx: Context,
  db: Db,
  workspaceId: string,
  memberId: string,
  limit: number,
): Promise<ApiKey[]> {
  return (await sql.listKeysByMember(db, workspaceId, memberId, { now: ctx.clock.now(), limit })).map(present)
}

/** Revokes the keys that act for a member; returns their ids. */
export async function revokeMemberKeys(ctx: Context, tx: Db, workspaceId: string, memberId: string): Promise<string[]> {
  const rows = await sql.listKeysByMember(tx, workspaceId, memberId)
  for (const { id } of rows) await sql.updateKeyRevoked(tx, workspaceId, id, ctx.clock.now())
  return rows.map(({ id }) => id)
}

/**
 * Hands the keys that act for a member over to the workspace; returns their ids. They keep the rights that the member's rights
 * left them; keys without any are revoked, and so are connected apps, which stay on the member's devices.
 */
export async function handOverMemberKeys(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { memberId, rights }: { memberId: string; rights: Rights },
): Promise<string[]> {
  const rows = await sql.listKeysByMember(tx, workspaceId, memberId)
  for (const row of rows) {
    const { role, permission, profileIds } = leastRights(readKeyRights(row), rights)
    if (row.app || profileIds?.length === 0) await sql.updateKeyRevoked(tx, workspaceId, row.id, ctx.clock.now())
    else
      await sql.updateKey(tx, workspaceId, row.id, {
        member_id: null,
        role,
        permission,
        scope: profileIds ? 'profiles' : 'full',
        profile_ids: [...(profileIds ?? [])],
      })
  }
  return rows.map(({ id }) => id)
}
