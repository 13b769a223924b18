import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { PaymentUpdateByKind } from '../providers/provider.ts'
import { findOrder } from '../sql/orders.ts'
import * as sql from '../sql/subscriptions.ts'
import { endSubscription } from '../subscriptions/lifecycle.ts'

export async function applySubscriptionStatus(
  ctx: Context,
  tx: Db,
  update: PaymentUpdateByKind<'past_due' | 'canceling' | 'ended'>,
): Promise<void> {
  const order = await findOrder(tx, update.workspaceId, update.orderId)
  const found = await sql.lockSubscription(tx, update.workspaceId, order?.subscription_id ?? '')
  if (!found || found.status === 'canceled') return
  const now = ctx.clock.now()
  switch (update.kind) {
    case 'ended':
      await endSubscription(ctx, tx, found)
      break
    case 'canceling':
      await sql.updateSubscription(tx, found, { cancel_at_period_end: update.isCanceling, updated_at: now })
      break
    case 'past_due':
      await sql.updateSubscription(tx, found, {
        status: 'past_due',
        past_due_at: found.past_due_at ?? now,
        updated_at: now,
      })
  }
}
