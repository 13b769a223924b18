import type { Context } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { deleteAsset } from './delete.ts'
import { finishMedia } from './finish.ts'
import { removeFile } from './remove-file.ts'
import * as sql from './sql/assets.ts'
import { claimLeftovers } from './sql/leftovers.ts'

const DAY_MS = 24 * 3_600_000
const BATCH_ROWS = 100

/** Removes files without an asset: those of killed fetches and those of deleted assets. */
export async function sweepLeftovers(ctx: Context): Promise<void> {
  for (;;) {
    const due = await claimLeftovers(ctx.db, ctx.clock.now(), BATCH_ROWS)
    for (const leftover of due) await removeFile(ctx, leftover)
    if (due.length < BATCH_ROWS) return
  }
}

/** Fails assets whose fetch was lost, and deletes assets that have been unused for a long time. */
export async function deleteUnusedMedia(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await failAbandoned(ctx, new Date(now.getTime() - DAY_MS))
  const since = new Date(now.getTime() - ctx.config.MEDIA_KEPT_DAYS * DAY_MS)
  for (const workspaceId of await sql.listWorkspacesWithUnused(ctx.db, since))
    for (;;) {
      const deleted = await transaction(ctx.db, async (tx) => {
        const rows = await sql.lockUnusedMedia(tx, workspaceId, since, BATCH_ROWS)
        for (const row of rows) await deleteAsset(tx, row, now)
        return rows.length
      })
      if (deleted < BATCH_ROWS) break
    }
}

async function failAbandoned(ctx: Context, since: Date): Promise<void> {
  const error = { code: 'abandoned', message: 'The file was not fetched within a day.' }
  for (;;) {
    const rows = await sql.listAbandonedMedia(ctx.db, since, BATCH_ROWS)
    for (const { workspace_id, id } of rows)
      await transaction(ctx.db, (tx) =>
        finishMedia(ctx, tx, workspace_id, id, { status: 'failed', validation: { error } }),
      )
    if (rows.length < BATCH_ROWS) return
  }
}
