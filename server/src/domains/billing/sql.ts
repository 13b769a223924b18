import type { Db } from '../../kit/db.ts'

export interface GrantRow {
  workspace_id: string
  id: string
  kind: 'signup' | 'pack' | 'subscription' | 'manual' | 'refund'
  source_ref: string
  amount: number
  remaining: number
  expires_at: Date | null
  created_at: Date
}

/** The source is unique: the same purchase, month or sign-up never grants twice. */
export async function insertGrant(db: Db, grant: GrantRow): Promise<boolean> {
  const rows =
    await db`insert into grants ${db(grant)} on conflict on constraint grants_source_key do nothing returning id`
  return rows.length > 0
}
