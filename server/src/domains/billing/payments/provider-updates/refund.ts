import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { listGrantsBySource } from '../../credits/grants.ts'
import { revokeInOrder } from '../../credits/revoke.ts'
import type { OrderRow } from '../sql/orders.ts'
import * as orders from '../sql/orders.ts'
import * as subscriptions from '../sql/subscriptions.ts'
import { monthSource } from '../subscriptions/lifecycle.ts'
import { addMonths } from '../subscriptions/months.ts'

/**
 * Money went back: so do its credits, as far as they are still there. What was spent is written down as a debt of the
 * order; the wallet never goes below nought. `refundedCents` is all that went back so far, so that it can be told twice.
 */
export async function takeBack(
  ctx: Context,
  tx: Db,
  order: OrderRow,
  { refundedCents, status }: { refundedCents: number; status: 'refunded' | 'disputed' },
): Promise<void> {
  const now = ctx.clock.now()
  const isAll = refundedCents >= order.price_usd_cents
  const grants = await grantsOf(tx, order)
  const granted = grants.reduce((sum, grant) => sum + grant.amount, 0)
  const share = isAll ? granted : Math.floor((granted * refundedCents) / order.price_usd_cents)
  const due = share - order.revoked_credits - order.debt_credits
  const reason = `${status}: ${order.id}`
  const taken = await revokeInOrder(ctx, tx, order.workspace_id, { grants, most: due, reason })
  await orders.updateOrder(tx, order.workspace_id, order.id, now, {
    ...(isAll && { status }),
    refunded_cents: Math.max(refundedCents, order.refunded_cents),
    revoked_credits: order.revoked_credits + taken,
    debt_credits: order.debt_credits + Math.max(0, due - taken),
  })
  if (isAll) await dropUngivenMonths(ctx, tx, order)
}

async function grantsOf(tx: Db, order: OrderRow) {
  if (order.kind !== 'subscription') return listGrantsBySource(tx, order.workspace_id, 'pack', [order.id])
  const subscription = await subscriptions.lockSubscription(tx, order.workspace_id, order.subscription_id ?? '')
  if (!subscription || order.first_month === null) return []
  const first = order.first_month
  const sources = Array.from({ length: order.months ?? 0 }, (_, at) => monthSource(subscription, first + at))
  return listGrantsBySource(tx, order.workspace_id, 'subscription', sources)
}

/** A plan whose payment went back gives no more months of it, and ends. One that Stripe bills ends when Stripe says so. */
async function dropUngivenMonths(ctx: Context, tx: Db, order: OrderRow): Promise<void> {
  if (order.kind !== 'subscription' || order.first_month === null) return
  const subscription = await subscriptions.lockSubscription(tx, order.workspace_id, order.subscription_id ?? '')
  const isLatest = subscription?.months_paid === order.first_month + (order.months ?? 0)
  if (!subscription || subscription.status === 'canceled' || !isLatest) return
  await subscriptions.updateSubscription(tx, subscription, ctx.clock.now(), {
    months_paid: subscription.months_granted,
    ...(order.provider !== 'stripe' && { cancel_at_period_end: true }),
    due_at: addMonths(subscription.anchor_at, subscription.months_granted),
  })
}
