import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { endUserLinks } from '../links/service.ts'
import { changeUser, type UserRow } from '../users/service.ts'
import { revokeUserSessions } from './service.ts'

/**
 * Sets a new password and ends everything that the old one, or a person who knew it, may have opened: the other sessions and the
 * mailed links. Known devices are forgotten with the old hash. The user's row is locked first, as in every sign-in: a sign-in
 * that began with the old password either has its session ended here, or sees the new password.
 */
export async function replacePassword(
  ctx: Context,
  tx: Db,
  userId: string,
  passwordHash: string,
  { exceptSession }: { exceptSession?: string } = {},
): Promise<{ user: UserRow; sessionsEnded: number }> {
  const user = await changeUser(ctx, tx, userId, { password_hash: passwordHash })
  await endUserLinks(ctx, tx, userId)
  return { user, sessionsEnded: await revokeUserSessions(ctx, tx, userId, exceptSession) }
}
