import type { Context } from '../../../../kit/context.ts'
import type { NewLeftover } from '../sql/leftovers.ts'

/** Time allowed for writing and reading the file after its last byte was received. */
const GRACE_MS = 15 * 60_000

/** Builds the record of a file that is about to be written, under its own storage key. */
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
 * Builds the record of a file that the caller uploads under its own key. It belongs to no attempt at the asset, and outlives the
 * URL: late uploads are removed too.
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

/** Creates a storage key. It starts with the workspace; the random characters spread the files over folders. */
function newStorageKey(ctx: Context, workspaceId: string, id: string): string {
  const attempt = ctx.ids.ulid()
  return `${workspaceId}/${attempt.slice(-2)}/${id}-${attempt}`
}
