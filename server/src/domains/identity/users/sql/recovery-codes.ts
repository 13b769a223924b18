import type { Db } from '../../../../kit/postgres/db.ts'

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db`delete from recovery_codes where user_id = ${userId}`
}

export async function insertRecoveryCodes(db: Db, userId: string, hashes: readonly Uint8Array[]): Promise<void> {
  await db`insert into recovery_codes (user_id, hash) select ${userId}, decode(hash, 'hex')
    from unnest(${hashes.map((hash) => Buffer.from(hash).toString('hex'))}::text[]) as made (hash)`
}

export async function claimRecoveryCode(db: Db, userId: string, hash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await db`
    update recovery_codes set used_at = ${now} where user_id = ${userId} and hash = ${hash} and used_at is null
    returning user_id`
  return rows.length > 0
}
