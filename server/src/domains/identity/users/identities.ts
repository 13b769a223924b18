import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import * as sql from './sql/identities.ts'
import type { UserRow } from './sql/users.ts'

/** A person at another provider: the address may change there, the subject does not. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

export async function findUserByIdentity(db: Db, identity: Identity): Promise<UserRow | undefined> {
  return sql.findUserByIdentity(db, identity)
}

export async function addIdentity(ctx: Context, tx: Db, userId: string, { issuer, subject }: Identity): Promise<void> {
  await sql.insertIdentity(tx, { issuer, subject, user_id: userId, created_at: ctx.clock.now() })
}
