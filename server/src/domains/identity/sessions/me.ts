import type { Context, SignedInUser } from '../../../kit/context.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { User } from '../users/contract.ts'
import { hashPassword } from '../users/password.ts'
import { auditUser, changeUser, presentUser } from '../users/service.ts'
import type { UpdateMeRequest } from './contract/me.ts'
import { revokeSessionsOf } from './service.ts'

export async function updateMe(ctx: Context, db: Db, user: SignedInUser, body: UpdateMeRequest): Promise<User> {
  return presentUser(await changeUser(ctx, db, user.id, body))
}

export async function changePassword(ctx: Context, user: SignedInUser, password: string): Promise<User> {
  const password_hash = await hashPassword(password)
  return transaction(ctx.db, async (tx) => {
    const row = await changeUser(ctx, tx, user.id, { password_hash })
    const ended = await revokeSessionsOf(ctx, tx, user.id, user.sessionId)
    await auditUser(ctx, tx, user, 'users.change_password', { sessions_ended: ended })
    return presentUser(row)
  })
}
