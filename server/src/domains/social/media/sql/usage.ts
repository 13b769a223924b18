import type { Db } from '../../../../kit/postgres/db.ts'

/**
 * Returns the bytes that the media of a workspace use. A trigger maintains the sum. A transaction that has added to it sees its
 * own part, and other transactions that add wait for it: it can roll back when the sum is too large.
 */
export async function findUsage(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`select bytes from media_usage where workspace_id = ${workspaceId}`
  return row?.bytes ?? 0
}

/** Sums the bytes without an asset: files that are being fetched or wait for removal. */
export async function sumLeftovers(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select coalesce(sum(bytes), 0)::bigint as bytes from media_leftovers where workspace_id = ${workspaceId}`
  return row?.bytes ?? 0
}
