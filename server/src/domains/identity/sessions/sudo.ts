import type { Context, SignedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { sudoOptions, verifySudo } from '../users/passkeys.ts'
import { isPassword } from '../users/password.ts'
import { auditUser, getUser } from '../users/service.ts'
import { claimSessionAttempt } from '../users/throttle.ts'
import type { CurrentSession, SudoRequest } from './contract/session.ts'
import { getCurrentSession, recordSudo } from './service.ts'

/** Confirms the user's identity again, with a password or a passkey. */
export async function confirmSudo(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  { password, response, visitor }: SudoRequest & { visitor: Visitor },
): Promise<CurrentSession> {
  const attempt = await claimSessionAttempt(ctx, user.sessionId)
  if (password !== undefined) await assertPassword(db, user, password, attempt.lane)
  const current = await transaction(db, async (tx) => {
    if (response !== undefined) await verifySudo(ctx, tx, user, { visitor, response })
    await recordSudo(ctx, tx, user)
    const method = response === undefined ? 'password' : 'passkey'
    await auditUser(ctx, tx, user, 'sessions.sudo', { session_id: user.sessionId, method })
    return getCurrentSession(ctx, tx, user)
  })
  await attempt.forget()
  return current
}

async function assertPassword(db: Db, user: SignedInUser, password: string, lane: string): Promise<void> {
  const { password_hash } = await getUser(db, user.id)
  if (password_hash === null)
    throw new ApiError(
      'wrong_state',
      'You have no password. Use a passkey, or sign out and in again: signing in counts as confirmation.',
    )
  if (!(await isPassword(password, password_hash, lane)))
    throw new ApiError('wrong_credentials', 'The password is incorrect.')
}

export async function readSudoOptions(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  visitor: Visitor,
): Promise<Record<string, unknown>> {
  return { ...(await sudoOptions(ctx, db, visitor, user)) }
}
