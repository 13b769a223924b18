import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import { OutboundError } from '../../../kit/net/outbound-error.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { fetchJob } from './contract/jobs.ts'
import type { MediaAsset } from './contract/resources.ts'
import { presentMedia } from './present.ts'
import { insertMedia, type MediaRow } from './sql/assets.ts'
import { findUsage } from './sql/usage.ts'

/** Stores a pending asset and the job that fetches its file. */
export async function ingestMedia(ctx: Context, db: Db, principal: Principal, url: string): Promise<MediaAsset> {
  assertAllowed(ctx, url)
  const { workspaceId } = principal
  const now = ctx.clock.now()
  const row: MediaRow = {
    workspace_id: workspaceId,
    id: ctx.ids.next('media'),
    profile_ids: [...(principal.profileIds ?? [])],
    status: 'pending',
    source_url: url,
    storage_key: null,
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
  await transaction(db, async (tx) => {
    await insertMedia(tx, row)
    await assertWithinQuota(ctx, tx, workspaceId)
    await enqueue(ctx, tx, fetchJob, { media_id: row.id }, { workspaceId, dedupe: row.id, key: fetchKey(row.id) })
  })
  return presentMedia(ctx, row)
}

/** How many fetches a workspace runs at a time, over all processes: fetches with the same key run one at a time. */
const FETCHES_PER_WORKSPACE = 8

function fetchKey(id: string): string {
  return `media ${id.charCodeAt(id.length - 1) % FETCHES_PER_WORKSPACE}`
}

/** Runs in the transaction that adds the asset, so that the usage includes it. */
async function assertWithinQuota(ctx: Context, tx: Db, workspaceId: string): Promise<void> {
  const used = await findUsage(tx, workspaceId)
  const { MEDIA_BYTES_PER_WORKSPACE: bytesMax } = ctx.config
  if (used > bytesMax)
    throw new ApiError(
      'media_quota_exceeded',
      `The media of this workspace may use ${bytesMax} bytes. Delete some, then try again.`,
      { members: { bytes_used: used, bytes_max: bytesMax } },
    )
}

/** Refuses what the fetch would refuse: an address that is not public, plain HTTP in production. */
export function assertAllowed(ctx: Context, url: string): void {
  try {
    ctx.outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new InvalidRequest([invalidValue(['body', 'url'], error.message, url)])
  }
}
