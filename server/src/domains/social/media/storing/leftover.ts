import type { Context } from '../../../../kit/context.ts'
import type { NewLeftover } from '../sql/leftovers.ts'

/** Writing and reading the file may take this long after its last byte was received. */
const GRACE_MS = 15 * 60_000

/** The record of a file that is about to be written, under a storage key of its own. */
export function newLeftover(ctx: Context, workspaceId: string, mediaId: string): NewLeftover {
  const seconds = ctx.config.MEDIA_FETCH_SECONDS
  return {
    workspace_id: workspaceId,
    storage_key: newStorageKey(ctx, workspaceId, mediaId),
    media_id: mediaId,
    remove_at: new Date(ctx.clock.now().getTime() + seconds * 1000 + GRACE_MS),
    bytes: 0,
  }
}

/**
 * The record of a file that the caller puts under a key of its own. It belongs to no attempt at the asset, and outlives the
 * address: what is put there late is removed too.
 */
export function newUploadLeftover(
  ctx: Context,
  workspaceId: string,
  mediaId: string,
  { bytes, expiresAt }: { bytes: number; expiresAt: Date },
): NewLeftover {
  return {
    workspace_id: workspaceId,
    storage_key: newStorageKey(ctx, workspaceId, mediaId),
    media_id: null,
    remove_at: new Date(expiresAt.getTime() + GRACE_MS),
    bytes,
  }
}

/** The random characters spread the files over folders. The key starts with the workspace. */
function newStorageKey(ctx: Context, workspaceId: string, id: string): string {
  const attempt = ctx.ids.ulid()
  return `${workspaceId}/${attempt.slice(-2)}/${id}-${attempt}`
}
