import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { ByteRange } from '../../../kit/storage/storage.ts'
import * as sql from './sql/assets.ts'
import { deleteUses, insertUses } from './sql/uses.ts'

/** An asset whose file is in storage. */
export type ReadyMedia = sql.ReadyMediaRow

/** An asset in any state. */
export type KnownMedia = sql.MediaRow

/** Returns the accessible assets (null: all of the workspace). The caller handles those that are missing or not ready. */
export function listKnownMedia(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  reach: readonly string[] | null = null,
): Promise<KnownMedia[]> {
  return sql.listMediaById(db, workspaceId, ids, reach)
}

export function isReady(asset: KnownMedia): asset is ReadyMedia {
  return asset.status === 'ready'
}

/**
 * Returns the assets that are not fetched yet, in the transaction that uses them. When they become ready or fail after it
 * commits, `mediaFinishedJob` is enqueued.
 */
export function lockUnfetched(tx: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  return sql.lockUnfetchedMedia(tx, workspaceId, ids)
}

export function openMedia(ctx: Context, asset: ReadyMedia, range?: ByteRange) {
  return ctx.storage.read(asset.storage_key, range)
}

/**
 * Sets the assets that a user of media, such as a post, needs, in the transaction that makes it need them. They cannot be deleted
 * until they are replaced. A missing asset fails the transaction.
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
