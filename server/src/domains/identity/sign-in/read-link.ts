import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { getLink } from '../links/service.ts'
import { getInvitation } from '../members/invitations.ts'
import { findUser, findUserByEmail } from '../users/service.ts'
import { findWorkspaceName } from '../workspaces/service.ts'
import type { Link } from './contract/auth.ts'

/**
 * Returns the data that a link's page shows before it is used. Anyone who has the link could use it, so this reveals nothing
 * more.
 */
export async function readLink(ctx: Context, db: Db, token: string): Promise<Link> {
  const { kind, user_id, expires_at } = await getLink(ctx, db, token)
  const user = user_id === null ? undefined : await findUser(db, user_id)
  const link = { kind, expires_at: expires_at.toISOString() }
  if (kind !== 'invitation')
    return { ...link, email: user?.email ?? null, has_account: user !== undefined, invitation: null }
  const { email, role, invited_by, workspace_id } = await getInvitation(ctx, db, token)
  return {
    ...link,
    email,
    has_account: (await findUserByEmail(db, email)) !== undefined,
    invitation: { workspace_name: (await findWorkspaceName(db, workspace_id)) ?? '', role, invited_by },
  }
}
