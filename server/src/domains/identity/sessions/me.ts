import type { Context, SignedInUser } from '../../../kit/context.ts'
import { ReplyWithCookies } from '../../../kit/declare/reply.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { User } from '../users/contract.ts'
import { signDevice } from '../users/known-device.ts'
import { hashPassword } from '../users/password.ts'
import { auditUser, changeUser, presentUser } from '../users/service.ts'
import type { UpdateMeRequest } from './contract/me.ts'
import { deviceCookie } from './cookie.ts'
import { replacePassword } from './replace-password.ts'

export async function updateMe(ctx: Context, db: Db, user: SignedInUser, body: UpdateMeRequest): Promise<User> {
  return presentUser(await changeUser(ctx, db, user.id, body))
}

/** Sets a password. The browser stays known: its cookie is reissued, because the old one ends with the old password. */
export async function changePassword(
  ctx: Context,
  user: SignedInUser,
  visitor: Visitor,
  password: string,
): Promise<ReplyWithCookies<User>> {
  const passwordHash = await hashPassword(password, `user ${user.id}`)
  return transaction(ctx.db, async (tx) => {
    const replaced = await replacePassword(ctx, tx, user.id, passwordHash, { exceptSession: user.sessionId })
    await auditUser(ctx, tx, user, 'users.change_password', { sessions_ended: replaced.sessionsEnded })
    const device = deviceCookie(visitor, signDevice(ctx, replaced.user))
    return new ReplyWithCookies(presentUser(replaced.user), device)
  })
}
