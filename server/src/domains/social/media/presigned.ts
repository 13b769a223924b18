import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, missingField, notFound } from '../../../kit/declare/errors.ts'
import type { SentFile } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { MissingObject } from '../../../kit/storage/storage.ts'
import { isWorkspaceOpen } from '../../identity/workspaces/service.ts'
import type { CreateUploadRequest } from './contract/media.ts'
import type { MediaAsset, MediaUpload } from './contract/resources.ts'
import { enqueueFetch } from './fetch-job.ts'
import { assertWithinQuota, newAsset } from './new-asset.ts'
import { presentMedia } from './present.ts'
import { readToken, uploadUrl } from './public-url.ts'
import { assertReachable } from './read.ts'
import { findMedia, insertMedia, type MediaRow } from './sql/assets.ts'
import { insertLeftover, isExpected } from './sql/leftovers.ts'
import { newUploadLeftover } from './storing/leftover.ts'
import { toUploadSourceUrl } from './upload.ts'

const UPLOAD_SECONDS = 3600

type MediaUploadRow = MediaRow & { upload_key: string; upload_bytes: number }

/** Stores a pending asset and returns its upload URL: in the bucket itself, or on this server. */
export async function createUpload(
  ctx: Context,
  db: Db,
  principal: Principal,
  { bytes_size: bytes, filename }: CreateUploadRequest,
): Promise<MediaUpload> {
  const { MEDIA_BYTES_MAX: bytesMax } = ctx.config
  if (bytes > bytesMax)
    throw new InvalidRequest([invalidValue(['body', 'bytes_size'], `at most ${bytesMax} bytes are accepted`)])
  await ctx.storage.assertRoom?.(bytes)
  const id = ctx.ids.next('media')
  const expiresAt = new Date(ctx.clock.now().getTime() + UPLOAD_SECONDS * 1000)
  const leftover = newUploadLeftover(ctx, principal.workspaceId, id, { bytes, expiresAt })
  const upload = { upload_key: leftover.storage_key, upload_bytes: bytes }
  const row = { ...newAsset(ctx, principal, { id, source_url: toUploadSourceUrl(filename ?? null) }), ...upload }
  const url =
    (await ctx.storage.presignWrite?.(row.upload_key, { bytes, seconds: UPLOAD_SECONDS })) ??
    uploadUrl(ctx, row, UPLOAD_SECONDS)
  await transaction(db, async (tx) => {
    await insertMedia(tx, row)
    await insertLeftover(tx, leftover)
    await assertWithinQuota(ctx, tx, principal.workspaceId)
  })
  return { id, method: 'PUT', url, expires_at: expiresAt.toISOString(), media: presentMedia(ctx, row) }
}

/** Finds the asset whose file may be uploaded with this token. */
export async function findUpload(ctx: Context, db: Db, id: string, token: string): Promise<MediaUploadRow> {
  const workspaceId = readToken(ctx, id, token, 'media.upload')
  const row = workspaceId && (await isWorkspaceOpen(db, workspaceId)) && (await findMedia(db, workspaceId, id))
  if (!row || row.upload_key === null || !(await isExpected(db, { ...row, storage_key: row.upload_key })))
    throw new ApiError('not_found', 'This URL is wrong or has expired, or its upload was already completed.')
  return row as MediaUploadRow
}

/** Stores the file of an upload. It may be sent again until the upload is completed. */
export async function putUpload(
  ctx: Context,
  db: Db,
  { id, token, file }: { id: string; token: string; file: SentFile | undefined },
): Promise<{ id: string; bytes_size: number }> {
  const { upload_key: key, upload_bytes: bytes } = await findUpload(ctx, db, id, token)
  if (!file) throw new InvalidRequest([missingField(['body'])])
  await ctx.storage.assertRoom?.(bytes)
  const { chunks } = await file.open()
  await ctx.storage.write(key, exactly(chunks, bytes), { contentType: 'application/octet-stream' }).catch(explain)
  return { id, bytes_size: bytes }
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EEXIST') throw error
  throw new ApiError('wrong_state', 'Another request is sending this file. Wait for it, or create another upload.')
}

async function* exactly(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let seen = 0
  for await (const chunk of chunks) {
    seen += chunk.length
    if (seen > bytes) break
    yield chunk
  }
  if (seen === bytes) return
  const msg = `the file must have ${bytes} bytes, as declared when the upload was created`
  throw new InvalidRequest([invalidValue(['body'], msg)])
}

/** Completes an upload: the job that fetches files reads it from its upload key. A repeat changes nothing. */
export async function completeUpload(ctx: Context, principal: Principal, id: string): Promise<MediaAsset> {
  const row = assertReachable(principal, await findMedia(ctx.db, principal.workspaceId, id))
  if (row.upload_key === null)
    throw new ApiError('wrong_state', 'This media asset was not created by POST /v1/media/uploads.')
  if (row.status !== 'pending') return presentMedia(ctx, row)
  await assertArrived(ctx, row.upload_key)
  await transaction(ctx.db, (tx) => enqueueFetch(ctx, tx, row))
  const changed = await findMedia(ctx.db, principal.workspaceId, id)
  if (!changed) throw notFound('media asset')
  return presentMedia(ctx, changed)
}

async function assertArrived(ctx: Context, key: string): Promise<void> {
  try {
    const stream = await ctx.storage.read(key, { start: 0, end: 0 })
    stream.destroy()
  } catch (error) {
    if (!(error instanceof MissingObject)) throw error
    throw new ApiError('wrong_state', 'The file has not arrived. Send it to the upload URL first.')
  }
}
