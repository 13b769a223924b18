import type { Context } from '../../../kit/context.ts'
import { findArchivedBefore } from './sql/archive.ts'

/** Returns the archive's cutoff time when an id is older than it. Ids begin with their time. */
export async function findArchivedFor(
  ctx: Context,
  workspaceId: string,
  kind: 'request' | 'hold',
  id: string,
): Promise<string | undefined> {
  const before = await findArchivedBefore(ctx.db, workspaceId)
  return before && id < ctx.ids.lowestAt(kind, before) ? before.toISOString() : undefined
}
