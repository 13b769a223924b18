import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import * as sql from './sql/identities.ts'
import type { UserRow } from './sql/users.ts'

/** A person at another provider: their address may change there, but the subject does not. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/**
 * Finds and locks the user with the identity. Until the transaction ends no other transaction finds or adds it: two tabs may sign
 * in at once.
 */
export async function lockUserByIdentity(tx: Db, identity: Identity): Promise<UserRow | undefined> {
  await sql.lockIdentity(tx, identity)
  return sql.findUserByIdentity(tx, identity)
}

export async function addIdentity(ctx: Context, tx: Db, userId: string, { issuer, subject }: Identity): Promise<void> {
  await sql.insertIdentity(tx, { issuer, subject, user_id: userId, created_at: ctx.clock.now() })
}
