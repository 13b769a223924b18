import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { auditUser, changeUser, type UserRow } from './service.ts'
import * as sql from './sql/users.ts'

/** Ends the sessions of a user whose address is not verified, and removes all their credentials. */
export async function endUnprovenCredentials(ctx: Context, tx: Db, user: UserRow): Promise<UserRow> {
  if (user.email_verified_at) return user
  await sql.deleteCredentials(tx, user.id)
  await ctx.invalidation.announce(tx, 'sessions')
  return changeUser(ctx, tx, user.id, {
    password_hash: null,
    totp_secret: null,
    totp_confirmed_at: null,
    totp_last_step: null,
  })
}

/** Records that the address belongs to the user. */
export async function proveAddress(ctx: Context, tx: Db, user: UserRow): Promise<UserRow> {
  await auditUser(ctx, tx, user, 'users.prove_address')
  return changeUser(ctx, tx, user.id, { email_verified_at: ctx.clock.now() })
}
