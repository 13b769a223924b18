import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { ProviderName } from '../contract/order.ts'
import type { PaymentUpdate } from '../providers/provider.ts'
import { applyMethod } from './payer.ts'
import { applyPaid, applyRenewed, applyUnpaid } from './payment.ts'
import { applyReversal } from './refund.ts'
import { applySubscriptionStatus } from './subscription-status.ts'

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
