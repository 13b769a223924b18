import type { Static } from 'typebox'
import type { Context } from '../../../../kit/context.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { MissingObject } from '../../../../kit/storage/storage.ts'
import type { JobCall } from '../../../../queue/job.ts'
import { fetchJob } from '../contract/jobs.ts'
import type { MediaValidation } from '../contract/resources.ts'
import { finishMedia } from '../finish.ts'
import { removeFile } from '../remove-file.ts'
import { lockMedia, type MediaRow, updateUnfetchedMedia } from '../sql/assets.ts'
import * as sql from '../sql/leftovers.ts'
import { type NewLeftover, uncountLeftover } from '../sql/leftovers.ts'
import { describeFile } from '../storing/describe.ts'
import { FetchFailed, toFetchFailed } from '../storing/failure.ts'
import { newLeftover } from '../storing/leftover.ts'
import { FetchSuperseded } from '../storing/quota.ts'
import { type StoredFile, storeBytes } from '../storing/store-bytes.ts'
import { storeSource } from './store-source.ts'

type FetchCall = JobCall<Static<typeof fetchJob.payload>>

/**
 * Fetches the file of an asset into storage and describes it. Each attempt writes under its own storage key, which is recorded as
 * a leftover before the first byte: a sweep removes the file of a killed attempt, and of two concurrent attempts only one can
 * finish the asset.
 */
export async function fetchMedia(call: FetchCall): Promise<void> {
  const { ctx, workspaceId, payload, signal } = call
  const { db, clock } = ctx
  const id = payload.media_id
  const startedAt = clock.now()
  const asset = await updateUnfetchedMedia(db, workspaceId, id, { status: 'fetching', updated_at: startedAt })
  if (!asset) return
  // The files of earlier attempts, even of one that is still writing, would count twice.
  for (const earlier of await sql.claimMediaLeftovers(db, workspaceId, id, startedAt)) await removeFile(ctx, earlier)
  const leftover = newLeftover(ctx, workspaceId, id)
  await sql.insertLeftover(db, leftover)
  try {
    const file = await (asset.upload_key === null
      ? storeSource(ctx, asset.source_url, leftover, signal)
      : storeUpload(ctx, asset, leftover))
    await finish(call, leftover, await describeFile(ctx, leftover.storage_key, file))
    if (asset.upload_key !== null) await removeUpload(ctx, asset.upload_key)
  } catch (error) {
    await sql.expireLeftover(db, leftover, clock.now())
    await removeFile(ctx, leftover)
    if (error instanceof FetchSuperseded) return
    if (signal.aborted) throw error
    await recordFailure(call, toFetchFailed(error))
    if (asset.upload_key !== null) await removeUpload(ctx, asset.upload_key)
  }
}

/** Makes the asset ready and finishes the job in one transaction. */
async function finish(
  { ctx, workspaceId, payload, complete }: FetchCall,
  leftover: sql.NewLeftover,
  described: Awaited<ReturnType<typeof describeFile>>,
): Promise<void> {
  const { storage_key } = leftover
  await transaction(ctx.db, async (tx) => {
    // Locks the asset first, as a deletion does: every transaction locks the usage of the workspace last.
    await lockMedia(tx, workspaceId, payload.media_id)
    if (!(await sql.deleteUnclaimedLeftover(tx, leftover))) throw new FetchSuperseded()
    const change = { ...described, status: 'ready' as const, storage_key }
    if (!(await finishMedia(ctx, tx, workspaceId, payload.media_id, change))) throw new FetchSuperseded()
    failpoint('media_finishing')
    await complete(tx)
  })
}

/** Throws the failure when the job is to be retried. */
async function recordFailure({ ctx, workspaceId, payload, attempt }: FetchCall, failed: FetchFailed): Promise<void> {
  const id = payload.media_id
  const validation: MediaValidation = { error: { code: failed.code, message: failed.message } }
  if (failed.isFinal || attempt >= fetchJob.attempts) {
    await transaction(ctx.db, (tx) => finishMedia(ctx, tx, workspaceId, id, { status: 'failed', validation }))
    return
  }
  await updateUnfetchedMedia(ctx.db, workspaceId, id, { status: 'pending', validation, updated_at: ctx.clock.now() })
  throw failed
}

/**
 * Copies an uploaded file. A copy, because the caller can still upload another one to the same URL: the checked file must be the
 * published one.
 */
async function storeUpload(
  ctx: Context,
  { workspace_id, upload_key, upload_bytes }: MediaRow,
  leftover: NewLeftover,
): Promise<StoredFile> {
  const key = upload_key ?? ''
  if (!(await uncountLeftover(ctx.db, { workspace_id, storage_key: key })))
    throw new FetchFailed('not_uploaded', 'The upload was completed long after its URL had expired.')
  const chunks = await ctx.storage.read(key).catch((error: unknown) => {
    if (!(error instanceof MissingObject)) throw error
    throw new FetchFailed('not_uploaded', 'No file was sent to the upload URL.')
  })
  const stored = await storeBytes(ctx, leftover, { chunks, length: upload_bytes ?? 0 })
  if (stored.bytes !== upload_bytes)
    throw new FetchFailed(
      'wrong_size',
      `The file has ${stored.bytes} bytes, but the upload was created for ${upload_bytes}.`,
    )
  return stored
}

/** Removes an uploaded file. Its record stays until no more uploads are possible, so that the sweep removes late ones. */
async function removeUpload(ctx: Context, key: string): Promise<void> {
  await ctx.storage.remove(key).catch((error: unknown) => {
    ctx.log.warn({ err: error, storage_key: key }, 'could not remove an uploaded file; a sweep will remove it')
  })
}
