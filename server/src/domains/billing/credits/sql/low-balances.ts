import type { Db } from '../../../../kit/postgres/db.ts'

/** Remaining credits of a wallet. Unlike `available` alone, this sum rises only when credits are added. */
const left = (db: Db) => db`w.available + w.held`

/** Returns false when the balance is not low, or is already recorded as low. */
export async function insertLowBalance(db: Db, workspaceId: string, threshold: number, now: Date): Promise<boolean> {
  const { count } = await db`
    insert into low_balances (workspace_id, since)
    select w.workspace_id, ${now} from wallets w where w.workspace_id = ${workspaceId} and ${left(db)} < ${threshold}
    on conflict do nothing`
  return count > 0
}

/** Deletes the record of a low balance once the balance is no longer low. */
export async function deleteLowBalance(db: Db, workspaceId: string, threshold: number): Promise<void> {
  await db`
    delete from low_balances l using wallets w
    where l.workspace_id = ${workspaceId} and w.workspace_id = ${workspaceId} and ${left(db)} >= ${threshold}`
}

/** Lists workspaces with a low balance and no record of it. A workspace that never had credits is not low. */
export async function listLowWallets(db: Db, threshold: number, limit: number): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    select w.workspace_id from wallets w where ${left(db)} < ${threshold} and w.granted > 0
    and not exists (select from low_balances l where l.workspace_id = w.workspace_id) limit ${limit}`
  return rows.map((row) => row.workspace_id)
}
