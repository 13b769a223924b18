import type { Context } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { deleteTopup } from './sql/auto-topups.ts'
import { listSubscriptions } from './sql/subscriptions.ts'
import { cancelSubscription } from './subscriptions/cancel.ts'

/** Stops all charges: auto top-up at once, and the subscription after its paid period. Calls the provider. */
export async function stopPayments(ctx: Context, workspaceId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    if (await deleteTopup(tx, workspaceId)) await ctx.invalidation.announce(tx, 'topups')
  })
  const subscriptions = await listSubscriptions(ctx.db, workspaceId)
  const isRunning = subscriptions.some((one) => one.status !== 'canceled' && !one.cancel_at_period_end)
  if (isRunning) await cancelSubscription(ctx, workspaceId)
}
