import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { endPendingSession, findPendingSession } from '../sessions/service.ts'
import { claimRecoveryCode } from '../users/recovery-codes.ts'
import { auditUser, getUser, lockUser, type UserRow } from '../users/service.ts'
import { claimAttempt } from '../users/throttle.ts'
import { claimTotpStep } from '../users/totp.ts'
import type { TotpRequest } from './contract/auth.ts'
import { type SignInReply, startFullSession } from './sign-in.ts'

/**
 * Completes a sign-in with the second factor. The session gets another cookie: the first one can be used only for this, for ten
 * minutes.
 */
export async function finishWithCode(ctx: Context, visitor: Visitor, body: TotpRequest): SignInReply {
  const pending = await findPendingSession(ctx, ctx.db, visitor.sessionToken)
  if (!pending)
    throw new ApiError('wrong_credentials', 'No sign-in is waiting for a code. Sign in with your password first.')
  const user = await getUser(ctx.db, pending.user_id)
  const attempt = await claimAttempt(ctx, visitor, { kind: 'code', account: user.id, user })
  const reply = await transaction(ctx.db, async (tx) => {
    // Waits for a concurrent change of the password, which ends the pending session.
    await lockUser(tx, user.id)
    if (!(await isRight(ctx, tx, user, body)) || !(await endPendingSession(tx, pending))) return undefined
    return startFullSession(ctx, tx, visitor, { user, method: pending.method })
  })
  if (!reply) {
    await auditUser(ctx, ctx.db, user, 'users.code_refused', { ip: visitor.ip })
    throw new ApiError('wrong_credentials', 'This code is wrong, or was already used.')
  }
  await attempt.forget()
  return reply
}

async function isRight(ctx: Context, tx: Db, user: UserRow, { code, recovery_code }: TotpRequest): Promise<boolean> {
  if (code !== undefined) return claimTotpStep(ctx, tx, user, code)
  if (!(await claimRecoveryCode(tx, user.id, recovery_code ?? '', ctx.clock.now()))) return false
  await auditUser(ctx, tx, user, 'users.use_recovery_code')
  return true
}
