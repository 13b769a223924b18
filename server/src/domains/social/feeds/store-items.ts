import { toStorable } from '../../../connectors/api/storable-value.ts'
import type { Context } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import type { Feed } from './feed.ts'
import * as sql from './sql.ts'

/** Stores items of a feed and, for a poll, the new state of the feed, in one transaction under the feed's lock. */
export async function storeItems(
  ctx: Context,
  workspaceId: string,
  accountId: string,
  { feed, items, change }: { feed: Feed; items: readonly unknown[]; change?: sql.FeedChange },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const ref = { accountId, feed: feed.id }
    await sql.insertFeed(tx, workspaceId, ref, ctx.clock.now())
    const row = await sql.lockFeed(tx, workspaceId, ref)
    if (!row) return
    const account = {
      workspaceId,
      id: accountId,
      platform: row.platform,
      entityExternalId: change?.entity_external_id ?? row.active_external_id ?? '',
      knownSince: change?.known_since ?? row.known_since ?? row.account_created_at,
    }
    await feed.store(ctx, tx, account, toStorable(items))
    if (change) await sql.updateFeed(tx, workspaceId, ref, change)
  })
}
