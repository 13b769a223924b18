import type { Db } from '../../../../kit/postgres/db.ts'

export interface PasskeyRow {
  user_id: string
  id: string
  credential_id: Uint8Array
  public_key: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

export async function insertPasskey(db: Db, passkey: Omit<PasskeyRow, 'last_used_at'>): Promise<PasskeyRow> {
  const [row] = await db<PasskeyRow[]>`insert into passkeys ${db(passkey)} returning *`
  return row as PasskeyRow
}

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db<PasskeyRow[]>`select * from passkeys where user_id = ${userId} order by id desc`
}

export async function findPasskeyByCredential(db: Db, credentialId: Uint8Array): Promise<PasskeyRow | undefined> {
  const [row] = await db<PasskeyRow[]>`select * from passkeys where credential_id = ${credentialId}`
  return row
}

export async function updatePasskeyUsed(
  db: Db,
  userId: string,
  id: string,
  change: { counter: number; last_used_at: Date },
): Promise<void> {
  await db`update passkeys set ${db(change)} where user_id = ${userId} and id = ${id}`
}

export async function updatePasskeyName(
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db<PasskeyRow[]>`
    update passkeys set name = ${name} where user_id = ${userId} and id = ${id} returning *`
  return row
}

export async function deletePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db<PasskeyRow[]>`delete from passkeys where user_id = ${userId} and id = ${id} returning *`
  return row
}

/** Returns false when the challenge was already answered. */
export async function insertUsedChallenge(db: Db, hash: Uint8Array, expiresAt: Date): Promise<boolean> {
  const rows = await db`
    insert into used_challenges (hash, expires_at) values (${hash}, ${expiresAt}) on conflict do nothing returning hash`
  return rows.length > 0
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db`delete from used_challenges where expires_at < ${now}`
}
