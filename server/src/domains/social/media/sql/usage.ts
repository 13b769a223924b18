import type { Db } from '../../../../kit/postgres/db.ts'

/**
 * How much the media of a workspace use. A trigger keeps the sum. A transaction that has added to it sees the sum with its own
 * part, and other transactions that add wait for it: it can roll back when the sum is too much.
 */
export async function findUsage(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`select bytes from media_usage where workspace_id = ${workspaceId}`
  return row?.bytes ?? 0
}

/** The part that belongs to no asset: files that are being fetched or are to be removed. */
export async function sumLeftovers(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select coalesce(sum(bytes), 0)::bigint as bytes from media_leftovers where workspace_id = ${workspaceId}`
  return row?.bytes ?? 0
}
