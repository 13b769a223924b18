import type { Db } from '../../../../kit/postgres/db.ts'

export async function lockWallet(db: Db, workspaceId: string): Promise<void> {
  await db`select 1 from wallets where workspace_id = ${workspaceId} for update`
}

export async function expireGrants(db: Db, workspaceId: string, now: Date | null): Promise<void> {
  await db`select ledger_expire(${workspaceId}, ${now})`
}

/** Lists workspaces whose wallet has credits that are due to expire. */
export async function listExpiringWallets(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    select workspace_id from wallets where next_expiry <= ${now} and available > 0 limit ${limit}`
  return rows.map((row) => row.workspace_id)
}

export interface WalletRow {
  granted: number
  available: number
  held: number
  spent: number
  expired: number
  next_expiry: Date | null
}

export async function findWallet(db: Db, workspaceId: string): Promise<WalletRow | undefined> {
  const [row] = await db<WalletRow[]>`
    select granted, available, held, spent, expired, next_expiry from wallets where workspace_id = ${workspaceId}`
  return row
}

export async function listAvailable(
  db: Db,
  workspaceIds: readonly string[],
): Promise<{ workspace_id: string; available: number }[]> {
  return db<{ workspace_id: string; available: number }[]>`
    select workspace_id, available from wallets where workspace_id = any(${workspaceIds})`
}
