import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { ByteRange } from '../../../kit/storage/storage.ts'
import * as sql from './sql/assets.ts'
import { deleteUses, insertUses } from './sql/uses.ts'

/** An asset whose file is in storage. */
export type ReadyMedia = sql.ReadyMediaRow

/** Returns the assets that are ready and within reach (null: all of the workspace). The caller handles those that are missing. */
export function listReadyMedia(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  reach: readonly string[] | null = null,
): Promise<ReadyMedia[]> {
  return sql.listReadyMedia(db, workspaceId, ids, reach)
}

export function openMedia(ctx: Context, asset: ReadyMedia, range?: ByteRange) {
  return ctx.storage.read(asset.storage_key, range)
}

/**
 * Sets which assets a user of media, such as a post, needs from now on, in the transaction that makes it need them. They cannot
 * be deleted until they are replaced. An asset that does not exist fails the transaction.
 */
export async function replaceMediaUses(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { usedBy, ids }: { usedBy: string; ids: readonly string[] },
): Promise<void> {
  await insertUses(tx, workspaceId, usedBy, ids)
  await deleteUses(tx, workspaceId, usedBy, { except: ids, now: ctx.clock.now() })
}
