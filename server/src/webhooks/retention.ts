import type { Context } from '../kit/context.ts'
import { transaction } from '../kit/postgres/db.ts'
import * as sql from './sql/retention.ts'
import { deleteExpiredStreams } from './sql/streams.ts'

const KEPT_MS = 30 * 24 * 3_600_000
const BATCH_ROWS = 1000

/** Deletes finished deliveries after 30 days, with their attempts and events. Waiting deliveries are kept. */
export async function forgetOldDeliveries(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const before = ctx.ids.lowestAt('delivery', new Date(now.getTime() - KEPT_MS))
  for (const workspaceId of await sql.listWorkspaces(ctx.db))
    for (;;) {
      const deleted = await transaction(ctx.db, async (tx) => {
        const eventIds = await sql.deleteDeliveries(tx, workspaceId, before, BATCH_ROWS)
        if (eventIds.length > 0) await sql.deleteEvents(tx, workspaceId, eventIds)
        return eventIds.length
      })
      if (deleted < BATCH_ROWS) break
    }
  await forgetUndelivered(ctx, now)
  await deleteExpiredStreams(ctx.db, now)
  await sql.clearPreviousSecrets(ctx.db, now)
}

/** Deletes events without a delivery, which were stored only for streams. */
async function forgetUndelivered(ctx: Context, now: Date): Promise<void> {
  const before = ctx.ids.lowestUlidAt(new Date(now.getTime() - KEPT_MS))
  for (const workspaceId of await sql.listEventWorkspaces(ctx.db))
    while ((await sql.deleteUndelivered(ctx.db, workspaceId, before, BATCH_ROWS)) === BATCH_ROWS);
}
