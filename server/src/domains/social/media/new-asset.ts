import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { MediaRow } from './sql/assets.ts'
import { findUsage } from './sql/usage.ts'

/** Builds the row of an asset whose file has not arrived. */
export function newAsset(
  ctx: Context,
  { workspaceId, profileIds }: Principal,
  { id, source_url }: Pick<MediaRow, 'id' | 'source_url'>,
): MediaRow {
  const now = ctx.clock.now()
  return {
    workspace_id: workspaceId,
    id,
    profile_ids: [...(profileIds ?? [])],
    status: 'pending',
    source_url,
    storage_key: null,
    upload_key: null,
    upload_bytes: null,
    mime: null,
    bytes_size: null,
    width: null,
    height: null,
    duration_s: null,
    checksum: null,
    validation: {},
    used_at: now,
    created_at: now,
    updated_at: now,
  }
}

/** Throws when the quota is exceeded. Runs in the transaction that adds the asset, so that the usage includes it. */
export async function assertWithinQuota(ctx: Context, tx: Db, workspaceId: string): Promise<void> {
  const used = await findUsage(tx, workspaceId)
  const { MEDIA_BYTES_PER_WORKSPACE: bytesMax } = ctx.config
  if (used > bytesMax)
    throw new ApiError(
      'media_quota_exceeded',
      `The media of this workspace may use at most ${bytesMax} bytes. Delete some, then try again.`,
      { members: { bytes_used: used, bytes_max: bytesMax } },
    )
}
