import type { Context, Role } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Member } from './contract.ts'
import * as sql from './sql.ts'

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

function present(row: sql.MemberRow): Member {
  return {
    user_id: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    profile_ids: row.profile_ids,
    has_totp: row.has_totp,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
