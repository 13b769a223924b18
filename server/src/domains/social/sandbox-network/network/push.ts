import type { Context } from '../../../../kit/context.ts'
import { findItemById } from '../sql/items.ts'
import { presentItem } from './feed.ts'

/** Writes the body of the push about an item's current state. */
export async function writePush(ctx: Context, workspaceId: string, itemId: string): Promise<string | undefined> {
  const item = await findItemById(ctx.db, workspaceId, itemId)
  return item && JSON.stringify({ items: [presentItem(item)] })
}
