import type { Context } from '../../../../kit/context.ts'
import { MissingObject } from '../../../../kit/storage/storage.ts'
import type { MediaRow } from '../sql/assets.ts'
import { type NewLeftover, uncountLeftover } from '../sql/leftovers.ts'
import { FetchFailed } from '../storing/failure.ts'
import { type StoredFile, storeBytes } from '../storing/store-bytes.ts'

/**
 * Copies an uploaded file. A copy, because the caller can still upload another one to the same URL: the checked file must be the
 * published one.
 */
export async function storeUpload(
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
export async function removeUpload(ctx: Context, key: string): Promise<void> {
  await ctx.storage.remove(key).catch((error: unknown) => {
    ctx.log.warn({ err: error, storage_key: key }, 'could not remove an uploaded file; a sweep will remove it')
  })
}
