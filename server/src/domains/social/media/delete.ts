import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { afterCommit, type Db, transaction } from '../../../kit/postgres/db.ts'
import type { MediaAsset } from './contract/resources.ts'
import { presentMedia } from './present.ts'
import { assertReachable } from './read.ts'
import { removeFile } from './remove-file.ts'
import * as sql from './sql/assets.ts'
import { insertLeftover, type Leftover } from './sql/leftovers.ts'
import { listUsers } from './sql/uses.ts'

/** Removes the file right after the commit, or in the next sweep. It counts towards the quota until then. */
export async function deleteMedia(ctx: Context, db: Db, principal: Principal, id: string): Promise<MediaAsset> {
  const { workspaceId } = principal
  return transaction(db, async (tx) => {
    const row = assertReachable(principal, await sql.lockMedia(tx, workspaceId, id))
    const users = await listUsers(tx, workspaceId, id)
    if (users.length > 0)
      throw new ApiError('wrong_state', `This media asset is used by ${users.join(', ')}.`, {
        members: { used_by: users },
      })
    const leftover = await deleteAsset(tx, row, ctx.clock.now())
    if (leftover) afterCommit(tx, () => void removeFile(ctx, leftover))
    return presentMedia(ctx, row)
  })
}

/** Deletes the row of an asset and keeps a record of its file, so that a sweep removes it even after a kill. */
export async function deleteAsset(tx: Db, row: sql.MediaRow, now: Date): Promise<Leftover | undefined> {
  const { workspace_id, id, storage_key, bytes_size } = row
  await sql.deleteMedia(tx, workspace_id, id)
  if (storage_key === null) return undefined
  const leftover = { workspace_id, storage_key, media_id: id, remove_at: now, bytes: bytes_size ?? 0 }
  await insertLeftover(tx, leftover)
  return leftover
}
