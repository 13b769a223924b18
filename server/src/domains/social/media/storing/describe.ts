import { buffer } from 'node:stream/consumers'
import type { Context } from '../../../../kit/context.ts'
import { offeredPlatforms } from '../../accounts/platforms.ts'
import type { MediaValidation } from '../contract/resources.ts'
import { readFacts } from '../file/metadata.ts'
import { createReader } from '../file/reader.ts'
import { checkPlatforms } from './check-platforms.ts'
import type { StoredFile } from './store-bytes.ts'

export async function describeFile(ctx: Context, key: string, { mime, bytes, checksum }: StoredFile) {
  const reader = createReader(bytes, async (start, end) => buffer(await ctx.storage.read(key, { start, end })))
  const facts = await readFacts(mime, reader)
  const validation: MediaValidation = { platforms: checkPlatforms({ mime, bytes, ...facts }, offeredPlatforms(ctx)) }
  const { width, height, seconds } = facts
  return { mime, bytes_size: bytes, width, height, duration_s: seconds, checksum, validation }
}
