import type { Context } from '../../../../kit/context.ts'
import { findMemberRights } from '../../../identity/members/service.ts'
import type { ConnectionRow } from '../sql/connections.ts'

/**
 * Returns true when the member who created the connection may still connect accounts to its profile. Its page and its sign-in
 * carry no key.
 */
export async function isCreatorAllowed(ctx: Context, row: ConnectionRow): Promise<boolean> {
  if (row.member_id === null) return true
  const rights = await findMemberRights(ctx.db, row.workspace_id, row.member_id)
  if (rights?.permission !== 'read_write') return false
  return rights.profileIds === null || rights.profileIds.includes(row.profile_id)
}
