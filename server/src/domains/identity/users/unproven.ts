import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { auditUser, changeUser, type UserRow } from './service.ts'
import * as sql from './sql/users.ts'

/**
 * The address is proved to be the user's. It may have been someone else who signed up with it before: what they set up to sign in
 * with, and their sessions, are taken away.
 */
export async function proveAddress(ctx: Context, tx: Db, user: UserRow): Promise<UserRow> {
  if (user.email_verified_at) return user
  await sql.deleteCredentials(tx, user.id)
  await ctx.invalidation.announce(tx, 'sessions')
  await auditUser(ctx, tx, user, 'users.prove_address')
  return changeUser(ctx, tx, user.id, {
    email_verified_at: ctx.clock.now(),
    password_hash: null,
    totp_secret: null,
    totp_confirmed_at: null,
    totp_last_step: null,
  })
}
