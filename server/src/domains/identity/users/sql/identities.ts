import type { Db } from '../../../../kit/postgres/db.ts'
import type { UserRow } from './users.ts'

export interface IdentityRow {
  issuer: string
  subject: string
  user_id: string
  created_at: Date
}

export async function findUserByIdentity(
  db: Db,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`
    select u.* from user_identities i join users u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject}`
  return row
}

/** Prevents other transactions from looking up the identity until this one ends. */
export async function lockIdentity(
  db: Db,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(${`user_identities/${issuer}/${subject}`}, 0))`
}

export async function insertIdentity(db: Db, identity: IdentityRow): Promise<void> {
  await db`insert into user_identities ${db(identity)}`
}
