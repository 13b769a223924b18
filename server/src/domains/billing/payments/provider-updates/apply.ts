import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { ProviderName } from '../contract/order.ts'
import type { PaymentUpdate, PaymentUpdateByKind } from '../providers/provider.ts'
import { findOrder } from '../sql/orders.ts'
import * as sql from '../sql/subscriptions.ts'
import { endSubscription } from '../subscriptions/lifecycle.ts'
import { applyMethod } from './payer.ts'
import { applyPaid, applyRenewed, applyUnpaid } from './payment.ts'
import { applyReversal } from './refund.ts'

/**
 * Brings orders, subscriptions, payers and credits into the state that a provider reports. Rows are always locked in the same
 * sequence, so that concurrent updates cannot deadlock: order, subscription, wallet.
 */
export async function applyUpdates(
  ctx: Context,
  tx: Db,
  provider: ProviderName,
  updates: readonly PaymentUpdate[],
): Promise<void> {
  for (const update of updates) {
    switch (update.kind) {
      case 'paid':
        await applyPaid(ctx, tx, update)
        break
      case 'unpaid':
        await applyUnpaid(ctx, tx, update)
        break
      case 'renewed':
        await applyRenewed(ctx, tx, provider, update)
        break
      case 'past_due':
      case 'canceling':
      case 'ended':
        await applySubscriptionStatus(ctx, tx, update)
        break
      case 'refunded':
      case 'disputed':
        await applyReversal(ctx, tx, provider, update)
        break
      case 'method':
        await applyMethod(ctx, tx, provider, update)
        break
    }
  }
}

async function applySubscriptionStatus(
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
