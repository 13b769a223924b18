import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import type { SentFile } from '../../../kit/declare/route.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { StorageFull } from '../../../kit/storage/storage.ts'
import { assertWorkspaceOpen } from '../../identity/workspaces/service.ts'
import type { MediaAsset } from './contract/resources.ts'
import { announceMedia } from './finish.ts'
import { assertWithinQuota, newAsset } from './new-asset.ts'
import { presentMedia } from './present.ts'
import { removeFile } from './remove-file.ts'
import { insertMedia, type MediaRow } from './sql/assets.ts'
import { deleteUnclaimedLeftover, expireLeftover, insertLeftover, type NewLeftover } from './sql/leftovers.ts'
import { describeFile } from './storing/describe.ts'
import { toFetchFailed } from './storing/failure.ts'
import { newLeftover } from './storing/leftover.ts'
import { storeBytes } from './storing/store-bytes.ts'

/** Number of files that a workspace may send to this process at a time, the same as for fetches. */
const UPLOADS_PER_WORKSPACE = 8

/**
 * Stores a file while the caller sends it. The asset is stored only when the file is complete and described: a killed or refused
 * upload leaves a file that a sweep removes, and no asset.
 */
export async function uploadMedia(ctx: Context, principal: Principal, file: SentFile): Promise<MediaAsset> {
  const releaseSlot = acquireUploadSlot(principal.workspaceId)
  const id = ctx.ids.next('media')
  const leftover = newLeftover(ctx, principal.workspaceId, id)
  try {
    await ctx.storage.assertRoom?.(file.length)
    await insertLeftover(ctx.db, leftover)
    const { name, chunks } = await file.open()
    const stored = await storeBytes(ctx, leftover, { chunks, length: file.length })
    const described = await describeFile(ctx, leftover.storage_key, stored)
    const row: MediaRow = {
      ...newAsset(ctx, principal, { id, source_url: toUploadSourceUrl(name) }),
      ...described,
      status: 'ready',
      storage_key: leftover.storage_key,
    }
    await insertReady(ctx, row, leftover)
    return presentMedia(ctx, row)
  } catch (error) {
    await expireLeftover(ctx.db, leftover, ctx.clock.now())
    await removeFile(ctx, leftover)
    throw toUploadError(ctx, error)
  } finally {
    releaseSlot()
  }
}

export function toUploadSourceUrl(name: string | null): string {
  return `upload:${encodeURIComponent((name ?? '').toWellFormed()).slice(0, 1024)}`
}

async function insertReady(ctx: Context, row: MediaRow, leftover: NewLeftover): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    if (!(await deleteUnclaimedLeftover(tx, leftover)))
      throw new ApiError('request_timeout', 'The upload took too long. Send the file again.')
    await assertWorkspaceOpen(tx, row.workspace_id)
    await insertMedia(tx, row)
    await assertWithinQuota(ctx, tx, row.workspace_id)
    await announceMedia(ctx, tx, row)
  })
}

/** Returns the error of a failed upload, which creates no asset. */
function toUploadError(ctx: Context, error: unknown): Error {
  if (error instanceof ApiError || error instanceof StorageFull) return error
  const { code, message, cause } = toFetchFailed(error)
  if (code === 'too_large') return new ApiError('payload_too_large', message)
  if (code === 'media_quota_exceeded') return new ApiError('media_quota_exceeded', message)
  if (code === 'not_stored') {
    ctx.log.error({ err: cause }, 'could not store an uploaded file')
    return new ApiError('unavailable', 'The file could not be stored. Try again.', { headers: { 'retry-after': '5' } })
  }
  return new InvalidRequest([{ ...invalidValue(['body', 'file'], message), ctx: { error: message, code } }])
}

const uploads = new Map<string, number>()

/** Returns the function that releases the slot. */
function acquireUploadSlot(workspaceId: string): () => void {
  const used = uploads.get(workspaceId) ?? 0
  if (used >= UPLOADS_PER_WORKSPACE)
    throw new ApiError('rate_limited', `This workspace is already sending ${used} files. Wait until one is stored.`, {
      headers: { 'retry-after': '1' },
    })
  uploads.set(workspaceId, used + 1)
  return () => {
    const left = (uploads.get(workspaceId) ?? 1) - 1
    if (left > 0) uploads.set(workspaceId, left)
    else uploads.delete(workspaceId)
  }
}
