import type { Context } from '../../../../kit/context.ts'
import { MissingObject } from '../../../../kit/storage/storage.ts'
import type { MediaRow } from '../sql/assets.ts'
import { type NewLeftover, uncountLeftover } from '../sql/leftovers.ts'
import { FetchFailed } from '../storing/failure.ts'
import { type StoredFile, storeBytes } from '../storing/store-bytes.ts'

/**
 * Copies a file that the caller has put. A copy, because the caller can still put another one under the same address: what was
 * checked must be what is published.
 */
export async function storeUpload(
  ctx: Context,
  { workspace_id, upload_key, upload_bytes }: MediaRow,
  leftover: NewLeftover,
): Promise<StoredFile> {
  const key = upload_key ?? ''
  if (!(await uncountLeftover(ctx.db, { workspace_id, storage_key: key })))
    throw new FetchFailed('not_uploaded', 'The file was completed long after its address had expired.')
  const chunks = await ctx.storage.read(key).catch((error: unknown) => {
    if (!(error instanceof MissingObject)) throw error
    throw new FetchFailed('not_uploaded', 'The file was not put to the address of the upload.')
  })
  const stored = await storeBytes(ctx, leftover, { chunks, length: upload_bytes ?? 0 })
  if (stored.bytes !== upload_bytes)
    throw new FetchFailed(
      'wrong_size',
      `The file has ${stored.bytes} bytes; the upload was created for ${upload_bytes}.`,
    )
  return stored
}

/** Removes what the caller has put. Its record stays until no more can be put, so that the sweep removes what comes late. */
export async function removeUpload(ctx: Context, key: string): Promise<void> {
  await ctx.storage.remove(key).catch((error: unknown) => {
    ctx.log.warn({ err: error, storage_key: key }, 'an uploaded file was not removed; a sweep removes it later')
  })
}
