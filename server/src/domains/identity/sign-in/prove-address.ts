import type { Context } from '../../../kit/context.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { quarantineUser } from '../quarantine/service.ts'
import { isUserSession } from '../sessions/service.ts'
import { endUnprovenCredentials, proveAddress } from '../users/address-verification.ts'
import { lockUser, type UserRow } from '../users/service.ts'

/**
 * Records that the visitor verified the address of the user. A visitor who is signed in as this user created the account, and
 * keeps everything. For anyone else, a stranger may have created the account: credentials and sessions end, and everything else
 * waits for the visitor's decision (decision 0060).
 */
export async function proveVisitorAddress(ctx: Context, tx: Db, visitor: Visitor, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (user.email_verified_at) return user
  if (!(await isUserSession(ctx, tx, visitor.sessionToken, userId))) {
    await quarantineUser(ctx, tx, user)
    await endUnprovenCredentials(ctx, tx, user)
  }
  return proveAddress(ctx, tx, user)
}
