import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { MediaAsset, MediaStatus, MediaUsage } from './contract/resources.ts'
import { presentMedia } from './present.ts'
import * as sql from './sql/assets.ts'
import { findUsage } from './sql/usage.ts'

export async function getMedia(ctx: Context, db: Db, principal: Principal, id: string): Promise<MediaAsset> {
  return presentMedia(ctx, assertReachable(principal, await sql.findMedia(db, principal.workspaceId, id)))
}

export async function listMedia(
  ctx: Context,
  db: Db,
  principal: Principal,
  { limit, cursor, status }: { limit: number; cursor?: string; status?: MediaStatus },
): Promise<Page<MediaAsset>> {
  const filter = { limit, after: afterId(cursor, 'med'), status, reach: principal.profileIds }
  return toPage(await sql.listMedia(db, principal.workspaceId, filter), (row) => presentMedia(ctx, row))
}

export async function getUsage(ctx: Context, db: Db, { workspaceId }: Principal): Promise<MediaUsage> {
  const bytes_used = await findUsage(db, workspaceId)
  return { bytes_used, bytes_max: ctx.config.MEDIA_BYTES_PER_WORKSPACE }
}

/** Throws 404 for a missing asset whatever the key, and 403 for one of other profiles or of the whole workspace. */
export function assertReachable({ profileIds }: Principal, row: sql.MediaRow | undefined): sql.MediaRow {
  if (!row) throw notFound('media asset')
  if (profileIds && (row.profile_ids.length === 0 || !row.profile_ids.every((id) => profileIds.includes(id))))
    throw new ApiError('out_of_scope', 'This key cannot access this media asset.')
  return row
}
