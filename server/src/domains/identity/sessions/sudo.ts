import type { Context, SignedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { isPassword } from '../users/password.ts'
import { auditUser, getUser } from '../users/service.ts'
import { claimAttempt, forgetAttempt } from '../users/throttle.ts'
import type { CurrentSession, SudoRequest } from './contract/session.ts'
import { getCurrentSession, recordSudo } from './service.ts'

/** The user proves again who they are. */
export async function confirmSudo(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  { password, visitor }: SudoRequest & { visitor: Visitor },
): Promise<CurrentSession> {
  const { password_hash } = await getUser(db, user.id)
  if (password_hash === null)
    throw new ApiError('wrong_state', 'You have no password. Sign out and in again: signing in counts.')
  await claimAttempt(ctx, user.email, visitor.network)
  if (!(await isPassword(password, password_hash)))
    throw new ApiError('wrong_credentials', 'This is not your password.')
  await forgetAttempt(ctx, user.email, visitor.network)
  return transaction(db, async (tx) => {
    await recordSudo(ctx, tx, user)
    await auditUser(ctx, tx, user, 'sessions.sudo', { session_id: user.sessionId })
    return getCurrentSession(ctx, tx, user)
  })
}
