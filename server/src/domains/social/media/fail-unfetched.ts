import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { finishMedia } from './finish.ts'
import { listUnfetchedMedia } from './sql/assets.ts'

const BATCH_ROWS = 100

/** Fails assets whose file has not arrived, so that a closed workspace stores none. Returns their number. */
export async function failUnfetchedMedia(ctx: Context, tx: Db, workspaceId: string): Promise<number> {
  const error = { code: 'workspace_closed', message: 'The workspace was closed before the file arrived.' }
  const rows = await listUnfetchedMedia(tx, workspaceId, BATCH_ROWS)
  for (const id of rows) await finishMedia(ctx, tx, workspaceId, id, { status: 'failed', validation: { error } })
  return rows.length
}
