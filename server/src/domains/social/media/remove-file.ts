import type { Context } from '../../../kit/context.ts'
import { deleteLeftover, type Leftover } from './sql/leftovers.ts'

/** Removes a file that no asset refers to. Never throws: a sweep removes what could not be removed now. */
export async function removeFile(ctx: Context, leftover: Leftover): Promise<void> {
  try {
    await ctx.storage.remove(leftover.storage_key)
    await deleteLeftover(ctx.db, leftover)
  } catch (error) {
    ctx.log.warn({ err: error, storage_key: leftover.storage_key }, 'a file was not removed; a sweep tries again')
  }
}
