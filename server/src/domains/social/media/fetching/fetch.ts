import { buffer } from 'node:stream/consumers'
import type { Static } from 'typebox'
import type { Context } from '../../../../kit/context.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import type { JobCall } from '../../../../queue/job.ts'
import { listConnectors } from '../../accounts/platforms.ts'
import { fetchJob } from '../contract/jobs.ts'
import type { MediaValidation } from '../contract/resources.ts'
import { readFacts } from '../file/facts.ts'
import { createReader } from '../file/reader.ts'
import { finishMedia } from '../finish.ts'
import { removeFile } from '../remove-file.ts'
import { lockMedia, updateUnfetchedMedia } from '../sql/assets.ts'
import * as sql from '../sql/leftovers.ts'
import { checkPlatforms } from './check-platforms.ts'
import { type FetchFailed, fetchFailedOf } from './failure.ts'
import { FetchSuperseded } from './quota.ts'
import { type StoredFile, storeSource } from './store-source.ts'

type FetchCall = JobCall<Static<typeof fetchJob.payload>>

/** Writing and reading the file may take this long after its last byte was received. */
const GRACE_MS = 15 * 60_000

/**
 * Fetches the file of an asset into storage and describes it. Each attempt writes under a storage key of its own, which is
 * recorded as a leftover before the first byte: a sweep removes what a killed attempt leaves, and of two attempts at the same
 * time only one can finish the asset.
 */
export async function fetchMedia(call: FetchCall): Promise<void> {
  const { ctx, workspaceId, payload, signal } = call
  const { db, clock } = ctx
  const id = payload.media_id
  const startedAt = clock.now()
  const asset = await updateUnfetchedMedia(db, workspaceId, id, { status: 'fetching', updated_at: startedAt })
  if (!asset) return
  // The files of earlier attempts, even of one that is still writing, would count twice.
  for (const earlier of await sql.claimLeftoversOf(db, workspaceId, id, startedAt)) await removeFile(ctx, earlier)
  const leftover: sql.NewLeftover = {
    workspace_id: workspaceId,
    storage_key: newStorageKey(ctx, workspaceId, id),
    media_id: id,
    remove_at: new Date(startedAt.getTime() + ctx.config.MEDIA_FETCH_SECONDS * 1000 + GRACE_MS),
    bytes: 0,
  }
  await sql.insertLeftover(db, leftover)
  try {
    const file = await storeSource(ctx, asset.source_url, leftover, signal)
    await finish(call, leftover, await describe(ctx, leftover.storage_key, file))
  } catch (error) {
    await sql.expireLeftover(db, leftover, clock.now())
    await removeFile(ctx, leftover)
    if (error instanceof FetchSuperseded) return
    if (signal.aborted) throw error
    await recordFailure(call, fetchFailedOf(error))
  }
}

/** The random characters spread the files over folders. The key starts with the workspace. */
function newStorageKey(ctx: Context, workspaceId: string, id: string): string {
  const attempt = ctx.ids.ulid()
  return `${workspaceId}/${attempt.slice(-2)}/${id}-${attempt}`
}

async function describe(ctx: Context, key: string, { mime, bytes, checksum }: StoredFile) {
  const reader = createReader(bytes, async (start, end) => buffer(await ctx.storage.read(key, { start, end })))
  const facts = await readFacts(mime, reader)
  const validation: MediaValidation = { platforms: checkPlatforms({ mime, bytes, ...facts }, listConnectors(ctx)) }
  const { width, height, seconds } = facts
  return { mime, bytes_size: bytes, width, height, duration_s: seconds, checksum, validation }
}

/** Makes the asset ready and finishes the job in one transaction. */
async function finish(
  { ctx, workspaceId, payload, complete }: FetchCall,
  leftover: sql.NewLeftover,
  described: Awaited<ReturnType<typeof describe>>,
): Promise<void> {
  const { storage_key } = leftover
  await transaction(ctx.db, async (tx) => {
    // Locks the asset first, as a deletion does: every transaction locks the usage of the workspace last.
    await lockMedia(tx, workspaceId, payload.media_id)
    if (!(await sql.deleteUnclaimedLeftover(tx, leftover))) throw new FetchSuperseded()
    const change = { ...described, status: 'ready' as const, storage_key }
    if (!(await finishMedia(ctx, tx, workspaceId, payload.media_id, change))) throw new FetchSuperseded()
    await failpoint('media_finishing')
    await complete(tx)
  })
}

/** Throws the failure when the job is to be tried again. */
async function recordFailure({ ctx, workspaceId, payload, attempt }: FetchCall, failed: FetchFailed): Promise<void> {
  const id = payload.media_id
  const validation: MediaValidation = { error: { code: failed.code, detail: failed.message } }
  if (failed.isFinal || attempt >= fetchJob.attempts) {
    await transaction(ctx.db, (tx) => finishMedia(ctx, tx, workspaceId, id, { status: 'failed', validation }))
    return
  }
  await updateUnfetchedMedia(ctx.db, workspaceId, id, { status: 'pending', validation, updated_at: ctx.clock.now() })
  throw failed
}
