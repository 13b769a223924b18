import type { Context } from '../../../kit/context.ts'
import { deleteLeftover, type Leftover } from './sql/leftovers.ts'

/** Removes a file without an asset. Never throws: a sweep retries failed removals. */
export async function removeFile(ctx: Context, leftover: Leftover): Promise<void> {
  try {
    await ctx.storage.remove(leftover.storage_key)
    await deleteLeftover(ctx.db, leftover)
  } catch (error) {
    ctx.log.warn({ err: error, storage_key: leftover.storage_key }, 'could not remove a file; a sweep will retry')
  }
}
